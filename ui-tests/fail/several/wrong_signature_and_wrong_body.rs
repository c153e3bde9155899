use accel::accel;

accel! {
    pub fn scaled(xs: &[f46], factor: f32) -> [f32] {
        let doubled = xs.map(|x| x + x);
        doubled.map(|x| x * facter)
    }
}

fn main() {
    println!("{:?}", scaled(&[1.0f32], 2.0));
}
