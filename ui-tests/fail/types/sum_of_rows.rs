use accel::accel;

accel! {
    pub fn total(m: &[[f64; k]; n]) -> f64 {
        m.sum()
    }
}

fn main() {
    println!("{}", total(&[[1.0]]));
}
