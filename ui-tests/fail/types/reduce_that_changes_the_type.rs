use accel::accel;

accel! {
    pub fn count(xs: &[f64]) -> usize {
        xs.reduce(0, |count, x| count + 1)
    }
}

fn main() {
    println!("{}", count(&[1.0]));
}
