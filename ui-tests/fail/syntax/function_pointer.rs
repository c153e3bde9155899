use accel::accel;

accel! {
    fn apply(f: fn(f32) -> f32, x: f32) -> f32 {
        f(x)
    }

    pub fn root(x: f32) -> f32 {
        apply(f32::sqrt, x)
    }
}

fn main() {
    println!("{}", root(2.0));
}
