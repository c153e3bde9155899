use accel::accel;

accel! {
    pub fn share(flags: &[bool]) -> f64 {
        flags.map(|flag| flag as f64).sum() / flags.len() as f64
    }
}

fn main() {
    println!("{}", share(&[true]));
}
