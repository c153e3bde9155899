use accel::accel;

accel! {
    pub fn sorted(m: &[[f64; columns]; rows]) -> [[f64; columns]; rows] {
        m.sort_by_key(|row| row)
    }
}

fn main() {
    println!("{:?}", sorted(&[[1.0]]));
}
