use accel::accel;

accel! {
    pub fn next(x: &i32) -> i32 {
        x + 1
    }

    pub fn sum(p: &(f64, f64)) -> f64 {
        p.0 + p.1
    }
}

fn main() {}
