use accel::accel;

accel! {
    const BINS: usize = 16;

    pub fn histogram(xs: &[usize]) -> [u32; 10] {
        [0; BINS].scatter_with(|a, b| a + b, xs, xs.map(|x| 1))
    }
}

fn main() {
    println!("{:?}", histogram(&[1]));
}
