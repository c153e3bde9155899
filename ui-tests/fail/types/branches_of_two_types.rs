use accel::accel;

accel! {
    pub fn weight(x: f64) -> f64 {
        let weight = if x > 0.0 { x } else { 0 };
        2.0 * weight
    }
}

fn main() {
    println!("{}", weight(1.0));
}
