use accel::accel;

accel! {
    pub fn total(xs: &[f64]) -> f64 {
        let mut sum = 0.0;
        let ys = xs.map(|x| {
            sum += x;
            x
        });
        sum + ys.len() as f64
    }
}

fn main() {
    println!("{}", total(&[1.0]));
}
