use accel::accel;

accel! {
    pub fn halves(xs: &[f64; n]) -> [f64; n] {
        xs.map(|x| half(x))
    }

    fn half(x: f64) -> f64 {
        x / 2.0
    }
}

#[accel::module]
mod signal {
    fn third(x: f64) -> f64 {
        x / 3.0
    }

    pub fn thirds(xs: &[f64; n]) -> [f64; n] {
        xs.map(|x| third(x))
    }
}

mod alone {
    use accel::accel;

    accel! {
        fn quarter(x: f64) -> f64 {
            x / 4.0
        }
    }

    pub fn quarter_of_one() -> f64 {
        quarter(1.0)
    }
}

fn main() {
    println!("{}", half(1.0));
    println!("{}", signal::third(1.0));
    println!("{}", alone::quarter_of_one());
    println!("{:?}", halves(&[1.0]));
    println!("{:?}", signal::thirds(&[1.0]));
}
