use accel::accel;

accel! {
    fn repeat(f: impl Fn(f64) -> f64, x: f64, times: usize) -> f64 {
        if times == 0 { x } else { repeat(f, f(x), times - 1) }
    }

    pub fn tower(x: f64) -> f64 {
        repeat(|y| y * y, x, 3)
    }
}

fn main() {
    println!("{}", tower(2.0));
}
