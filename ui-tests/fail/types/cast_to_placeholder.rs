use accel::accel;

accel! {
    pub fn widened(x: f32) -> f64 {
        x as _
    }
}

fn main() {
    println!("{}", widened(1.0));
}
