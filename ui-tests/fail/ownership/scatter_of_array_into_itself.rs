use accel::accel;

accel! {
    pub fn permuted(xs: [f64], places: &[usize]) -> [f64] {
        xs.scatter(places, xs)
    }
}

fn main() {
    println!("{:?}", permuted(vec![1.0, 2.0], &[1, 0]));
}
