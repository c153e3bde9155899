use accel::accel;

accel! {
    pub fn squares(xs: &[f64; n]) -> [f64; n] {
        xs.map(|x| x ^ 2)
    }
}

fn main() {
    println!("{:?}", squares(&[3.0]));
}
