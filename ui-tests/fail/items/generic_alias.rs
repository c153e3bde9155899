use accel::accel;

accel! {
    type Matrix<T> = [[T; _]; _];

    pub fn total(m: &Matrix<f64>) -> f64 {
        m.flatten().sum()
    }
}

fn main() {
    println!("{}", total(&[[1.0]]));
}
