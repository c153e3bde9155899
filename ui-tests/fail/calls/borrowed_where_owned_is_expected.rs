use accel::accel;

accel! {
    pub fn sorted(xs: [f32]) -> [f32] {
        xs.sort()
    }
}

fn main() {
    println!("{:?}", sorted(&vec![1.0, 2.0]));
}
