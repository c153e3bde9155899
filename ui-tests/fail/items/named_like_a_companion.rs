use accel::accel;

accel! {
    pub fn try_root(x: f64) -> f64 {
        x.sqrt()
    }

    pub fn root(x: f64) -> f64 {
        assert!(x >= 0.0);
        x.sqrt()
    }

    fn try_halved(x: f64) -> f64 {
        x / 2.0
    }

    pub fn halved(x: f64) -> f64 {
        try_halved(x)
    }
}

fn main() {
    println!("{} {:?} {}", root(3.0), try_root(3.0), halved(1.0));
}
