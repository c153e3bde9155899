use accel::accel;

accel! {
    pub fn total(xs: Seq<f64>) -> f64 {
        xs.sum()
    }
}

fn main() {
    println!("{}", total([1.0, 2.0].into_iter()));
}
