use accel::accel;

accel! {
    extern "Rust" {
        fn erf(x: f64) -> f64;
    }

    pub fn erfs(xs: &[f64]) -> [f64] {
        xs.map(|x| erf(x))
    }
}

fn erf(x: f64) -> f64 {
    x
}

fn main() {
    println!("{:?}", erfs(&[erf(1.0)]));
}
