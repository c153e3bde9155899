use accel::accel;

accel! {
    pub fn histogram(xs: &[usize]) -> [u32; 10] {
        let mut counts = [0; 10];
        let seen = xs.map(|x| {
            counts[x] += 1;
            x
        });
        counts
    }
}

fn main() {
    println!("{:?}", histogram(&[1]));
}
