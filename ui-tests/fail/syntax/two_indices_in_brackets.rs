use accel::accel;

accel! {
    pub fn diagonal(m: &[[f32; n]; n]) -> [f32; n] {
        (0..n).map(|i| m[i, i])
    }
}

fn main() {
    println!("{:?}", diagonal(&[[1.0]]));
}
