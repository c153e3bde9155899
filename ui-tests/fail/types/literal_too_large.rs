use accel::accel;

accel! {
    pub fn brighter(pixels: &[u8]) -> [u8] {
        pixels.map(|p| p + 300)
    }

    pub fn farther(xs: &[f32]) -> [f32] {
        xs.map(|x| x + 1e39)
    }
}

fn main() {
    println!("{:?}", brighter(&[1]));
}
