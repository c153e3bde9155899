use accel::accel;

accel! {
    pub fn weight(kind: u8) -> f64 {
        let weight = match kind {
            0 => 1.0,
            1 => true,
            _ => 0.5,
        };
        2.0 * weight
    }
}

fn main() {
    println!("{}", weight(1));
}
