use accel::accel;

accel! {
    pub fn sums(xs: &[f64; 3], ys: &[f64; 4]) -> [f64] {
        zip(xs, ys).map(|(x, y)| x + y)
    }
}

fn main() {
    println!("{:?}", sums(&[1.0; 3], &[1.0; 4]));
}
