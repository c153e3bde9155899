use accel::accel;

accel! {
    pub fn change(xs: [f64]) -> f64 {
        let old = xs;
        let mut new = xs;
        new[0] = 0.0;
        new.sum() - old.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0]));
}
