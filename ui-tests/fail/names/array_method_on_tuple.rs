use accel::accel;

accel! {
    pub fn dot(xs: &[f32], ys: &[f32]) -> f32 {
        (xs, ys).map(|(x, y)| x * y).sum()
    }
}

fn main() {
    println!("{}", dot(&[1.0, 2.0], &[3.0, 4.0]));
}
