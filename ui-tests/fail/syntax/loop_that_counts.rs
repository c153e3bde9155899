use accel::accel;

accel! {
    pub fn power(x: f64, n: usize) -> f64 {
        let mut y = 1.0;
        for (i = 0; i < n; i++) {
            y *= x;
        }
        y
    }
}

fn main() {
    println!("{:?}", power(1.0, 2));
}
