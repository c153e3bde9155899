use accel::accel;

accel! {
    pub struct Body {
        pub mass: f64,
        pub speed: f64,
    }

    pub fn at_rest(mass: f64) -> Body {
        Body { mass, sped: 0.0 }
    }
}

fn main() {
    println!("{:?}", at_rest(1.0));
}
