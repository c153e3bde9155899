use accel::accel;

accel! {
    pub fn best(scores: &[f64]) -> usize {
        scores.argmax().unwrap()
    }
}

fn main() {
    println!("{}", best(&[1.0, 3.0]));
}
