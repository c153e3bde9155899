use accel::accel;

accel! {
    pub fn doubled(xs: &[i32]) -> [i32] {
        xs.sum().map(|x| 2 * x)
    }
}

fn main() {
    println!("{:?}", doubled(&[1, 2]));
}
