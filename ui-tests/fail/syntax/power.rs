use accel::accel;

accel! {
    pub fn squares(xs: &[f32]) -> [f32] {
        xs.map(|x| x ** 2)
    }
}

fn main() {
    println!("{:?}", squares(&[1.0, 2.0]));
}
