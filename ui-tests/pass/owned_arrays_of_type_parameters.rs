//! Generic functions take arrays over, too.

use accel::accel;

accel! {
    <T: f32 | i64>

    pub fn with_corner(corner: T, m: [[T; k]; n]) -> [[T; k]; n] {
        let mut out = m;
        out[0][0] = corner;
        out
    }
}

pub fn main() {
    assert_eq!(with_corner(7i64, [[1, 2], [3, 4]]).to_vec(), [7, 2, 3, 4]);
    assert_eq!(with_corner(0.5f32, vec![[1.0], [2.0]]).to_vec(), [0.5, 2.0]);
}
