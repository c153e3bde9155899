use accel::accel;

accel! {
    pub fn zeros(n: usize) -> [f32] {
        vec![0.0; n]
    }
}

fn main() {
    println!("{:?}", zeros(3));
}
