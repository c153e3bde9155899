use accel::accel;

accel! {
    pub fn first(xs: *const f64) -> f64 {
        xs[0]
    }
}

fn main() {
    println!("{:?}", first([1.0].as_ptr()));
}
