use accel::accel;

accel! {
    pub fn odd(xs: &[u32]) -> [u32] {
        xs.filter(|x| x % 2)
    }
}

fn main() {
    println!("{:?}", odd(&[1]));
}
