use accel::accel;

accel! {
    pub fn first(xs: &[f64; k], k: i32) -> f64 {
        xs[k]
    }
}

fn main() {
    println!("{:?}", first(&[1.0], 0));
}
