//! Names that Rust keeps for itself, and items that hide the variants of the prelude.

use accel::accel;

use hidden::{None, Ok, Some};

mod hidden {
    pub struct Ok;
    pub struct Some;
    pub struct None;
}

accel! {
    pub fn r#gen(r#type: &[f64], r#fn: [f64]) -> [f64] {
        concat(r#type, r#fn)
    }

    #[deprecated = "use `Newer`"]
    pub struct Older {
        pub x: u8,
        pub r#gen: f32,
    }

    pub fn lengths(r#match: &[[u8]]) -> [usize] {
        r#match.lengths()
    }
}

pub fn main() {
    let _ = (Ok, Some, None);
    assert_eq!(r#gen(&[1.0], vec![2.0]), [1.0, 2.0]);
    assert_eq!(lengths(&[vec![1, 2], vec![]]), [2, 0]);
}
