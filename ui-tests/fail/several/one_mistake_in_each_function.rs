use accel::accel;

accel! {
    pub fn mean(xs: &[f64]) -> f64 {
        xs.sum() / xs.len()
    }

    pub fn spread(xs: &[f64]) -> f64 {
        xs.max() - xs.minn()
    }

    pub fn scaled(xs: &[f64], factor: f64) -> [f64] {
        xs.map(|x| x * faktor)
    }

    pub fn total(xs: &[f64]) -> f64 {
        xs.sum()
    }
}

fn main() {
    println!("{} {} {:?}", mean(&[1.0]), spread(&[1.0]), scaled(&[1.0], 2.0));
    println!("{}", total(&[1.0]));
}
