use accel::accel;

accel! {
    pub fn doubled(xs: &[i64]) -> [i64] {
        xs.map(|x| 2.0 * x)
    }
}

fn main() {
    println!("{:?}", doubled(&[1, 2]));
}
