use accel::accel;

accel! {
    pub fn numbered(xs: &[f32]) -> [(usize, f32)] {
        zip(0.., xs)
    }
}

fn main() {
    println!("{:?}", numbered(&[1.0, 2.0]));
}
