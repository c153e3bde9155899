use accel::accel;

accel! {
    pub fn count(xs: &[f64]) -> usize {
        let n: u32 = xs.len();
        n as usize
    }
}

fn main() {
    println!("{}", count(&[3.0]));
}
