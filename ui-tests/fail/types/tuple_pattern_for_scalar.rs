use accel::accel;

accel! {
    pub fn squares(xs: &[f64]) -> [f64] {
        xs.map(|(i, x)| x * x)
    }
}

fn main() {
    println!("{:?}", squares(&[1.0]));
}
