use accel::accel;

accel! {
    pub fn parts(xs: &[f64]) -> ([f64], [f64]) {
        xs.unzip()
    }
}

fn main() {
    println!("{:?}", parts(&[1.0]));
}
