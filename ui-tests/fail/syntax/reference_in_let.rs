use accel::accel;

accel! {
    pub fn spread(xs: &[f32]) -> f32 {
        let all = &xs;
        all.max() - all.min()
    }
}

fn main() {
    println!("{}", spread(&[1.0, 2.0]));
}
