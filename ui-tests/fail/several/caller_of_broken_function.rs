use accel::accel;

accel! {
    fn weight(x: f64) -> f64 {
        x.sqare()
    }

    fn weights(xs: &[f64]) -> [f64] {
        xs.map(weight)
    }

    pub fn total(xs: &[f64]) -> f64 {
        weights(xs).sum()
    }
}

fn main() {
    println!("{}", total(&[1.0]));
    println!("{}", total::plan());
    let _ = try_total(&[1.0]);
}
