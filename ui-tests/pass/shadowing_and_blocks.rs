//! `let` with tuple patterns, shadowing, blocks as values.

use accel::accel;

accel! {
    pub fn normalised(xs: &[f64]) -> [f64] {
        let (low, high) = (xs.min(), xs.max());
        let xs = xs.map(|x| x - low);
        let scale = {
            let span = high - low;
            if span == 0.0 { 1.0 } else { span }
        };
        let xs: [f64] = xs.map(|x| x / scale);
        xs
    }

    pub fn swapped(pairs: &[(i32, (f32, bool))]) -> [((bool, f32), i32)] {
        pairs.map(|(label, (value, flag))| {
            let pair @ (_, _) = (flag, value);
            (pair, label)
        })
    }

    pub fn unit() {
        let _ = 1 + 1;
    }
}

pub fn main() {
    assert_eq!(normalised(&[1.0, 3.0, 5.0]).to_vec(), [0.0, 0.5, 1.0]);
    assert_eq!(normalised(&[2.0]).to_vec(), [0.0]);
    assert_eq!(swapped(&[(7, (1.5, true))]).to_vec(), [((true, 1.5), 7)]);
    unit();
}
