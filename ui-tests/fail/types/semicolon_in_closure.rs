use accel::accel;

accel! {
    pub fn squares(xs: &[f64]) -> [f64] {
        xs.map(|x| {
            x * x;
        })
    }
}

fn main() {
    println!("{:?}", squares(&[1.0, 2.0]));
}
