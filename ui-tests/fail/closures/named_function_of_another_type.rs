use accel::accel;

accel! {
    fn square(x: f64) -> f64 {
        x * x
    }

    pub fn squares(xs: &[f32]) -> [f64] {
        xs.map(square)
    }
}

fn main() {
    println!("{:?}", squares(&[1.0]));
}
