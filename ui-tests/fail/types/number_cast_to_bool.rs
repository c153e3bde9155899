use accel::accel;

accel! {
    pub fn flags(xs: &[u8]) -> [bool] {
        xs.map(|x| x as bool)
    }
}

fn main() {
    println!("{:?}", flags(&[1]));
}
