//! A constant whose value nothing can tell is a size of other things: they are left alone.

use accel::accel;

accel! {
    const HEIGHT: usize = WIDTH + 1;
    const WIDTH: usize = half(6);
    pub const EXTENTS: [usize; 2] = [HEIGHT, WIDTH];

    fn half(n: usize) -> usize {
        return n / 2;
    }

    pub fn sums(m: &[[f64; WIDTH]; HEIGHT]) -> [f64; HEIGHT] {
        m.map(|row| row.sum())
    }
}

fn main() {
    let _ = (EXTENTS, sums(&[[1.0; 3]; 4]));
}
