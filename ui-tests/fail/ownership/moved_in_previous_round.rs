use accel::accel;

accel! {
    pub fn totals(xs: [f64], n: usize) -> f64 {
        let mut total = 0.0;
        for i in 0..n {
            total += xs.update(i, 0.0).sum();
        }
        total
    }
}

fn main() {
    println!("{}", totals(vec![1.0, 2.0], 2));
}
