//! A literal's type comes from any use of it in the function.

use accel::accel;

accel! {
    pub fn default_float() -> f64 {
        let t = 2.0;
        t.sqrt()
    }

    pub fn decided_later() -> f32 {
        let t = 2.0;
        let y: f32 = t.sqrt();
        y
    }

    pub fn through_arrays(n: u8) -> [u8] {
        let table = [1, 2, 250];
        table.map(|x| x + n)
    }

    pub fn through_fold(xs: &[u16]) -> u16 {
        xs.fold(0, |sum, x| sum + x)
    }

    pub fn extremes() -> (i8, u64, i64) {
        (-128, 18446744073709551615, 0x7fff_ffff_ffff_ffff)
    }
}

pub fn main() {
    assert_eq!(default_float(), 2f64.sqrt());
    assert_eq!(decided_later(), 2f32.sqrt());
    assert_eq!(through_arrays(5).to_vec(), [6, 7, 255]);
    assert_eq!(through_fold(&[1, 2, 3]), 6);
    assert_eq!(extremes(), (i8::MIN, u64::MAX, i64::MAX));
}
