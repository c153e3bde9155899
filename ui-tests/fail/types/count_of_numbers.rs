use accel::accel;

accel! {
    pub fn set(mask: &[u8]) -> usize {
        mask.count(|m| m)
    }
}

fn main() {
    println!("{}", set(&[0, 1]));
}
