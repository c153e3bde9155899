use accel::accel;

accel! {
    pub fn mean(xs: &[f64]) -> f64 {
        let total = xs.sum();
        let n = xs.len();
        totl / n as f64
    }

    pub fn energy(mass: f64, speed: f64) -> f64 {
        0.5 * mass * sped * sped
    }
}

fn main() {
    println!("{} {}", mean(&[1.0]), energy(1.0, 2.0));
}
