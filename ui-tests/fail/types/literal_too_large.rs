use accel::accel;

accel! {
    pub fn brighter(pixels: &[u8]) -> [u8] {
        pixels.map(|p| p + 300)
    }
}

fn main() {
    println!("{:?}", brighter(&[1]));
}
