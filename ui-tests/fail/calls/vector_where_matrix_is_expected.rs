use accel::accel;

accel! {
    pub fn total(m: &[[f32; k]; n]) -> f32 {
        m.flatten().sum()
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
