use accel::accel;

accel! {
    pub fn energy(speeds: &[f64], mass: f64) -> f64 {
        let squares = speeds.map(|v| v.square());
        let halves = squares.map(|s| s / 2.0);
        let total = halves.sum();
        assert!(total >= 0.0);
        total * mass
    }
}

fn main() {
    println!("{}", energy(&[1.0], 2.0));
}
