use accel::accel;

accel! {
    pub fn constant() -> f64 {
        let two = 2;
        two.sqrt()
    }
}

fn main() {
    println!("{}", constant());
}
