use accel::accel;

accel! {
    pub fn shifted(xs: [f64]) -> [f64] {
        let places = 0..xs.len() - 1;
        xs.scatter(places, xs[1..])
    }
}

fn main() {
    println!("{:?}", shifted(vec![1.0, 2.0]));
}
