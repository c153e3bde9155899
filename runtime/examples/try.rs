use accel::accel;
accel! {
    /// dot
    pub fn dot(xs: &[f32; n], ys: &[f32; n]) -> f32 { zip(xs, ys).map(|(x, y)| x * y).sum() }
    pub fn pick(xs: &[f64], i: usize) -> f64 { xs[i] }
}
fn main() {
    println!("{}", dot(&[1.0, 2.0], &[3.0, 4.0]));
    println!("{:?}", try_pick(&[1.0, 2.0], 5));
    println!("{:?}", try_dot(&[1.0, 2.0], &[5.0]));
    println!("{}", dot::plan());
}
