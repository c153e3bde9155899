use accel::accel;

accel! {
    pub fn ends(xs: &[f32]) -> f32 {
        let [first, .., last] = xs;
        first + last
    }
}

fn main() {
    println!("{}", ends(&[1.0, 2.0]));
}
