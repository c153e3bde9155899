use accel::accel;

accel! {
    pub fn hits(xs: &[f32], ys: &[f32]) -> usize {
        zip(xs, ys).map(|(x, y)| x == y).sum()
    }
}

fn main() {
    println!("{:?}", hits(&[3.0], &[3.0]));
}
