use accel::accel;

accel! {
    pub fn positive(m: &[[f64; k]; n]) -> [[f64; _]; n] {
        m.map(|row| row.filter(|x| x > 0.0))
    }
}

fn main() {
    println!("{:?}", positive(&[[1.0]]));
}
