use accel::accel;

accel! {
    pub fn roots(xs: &[f64]) -> [f64] {
        xs.map(|x| <f64>::sqrt(x))
    }
}

fn main() {
    println!("{:?}", roots(&[1.0]));
}
