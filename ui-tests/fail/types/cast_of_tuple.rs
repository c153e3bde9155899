use accel::accel;

accel! {
    pub fn widened(pair: (f32, f32)) -> (f64, f64) {
        pair as (f64, f64)
    }
}

fn main() {
    println!("{:?}", widened((1.0, 2.0)));
}
