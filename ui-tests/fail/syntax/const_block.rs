use accel::accel;

accel! {
    pub fn circle(r: f64) -> f64 {
        r * const { 2.0 * f64::consts::PI }
    }
}

fn main() {
    println!("{}", circle(1.0));
}
