use accel::accel;

accel! {
    pub fn variants(xs: [f64], n: usize) -> [f64] {
        generate(n, |i| xs.update(i, 0.0).sum())
    }
}

fn main() {
    println!("{:?}", variants(vec![1.0, 2.0], 2));
}
