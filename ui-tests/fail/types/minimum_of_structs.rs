use accel::accel;

accel! {
    pub struct Body {
        pub mass: f64,
        pub speed: f64,
    }

    pub fn slowest(bodies: &[Body]) -> Body {
        bodies.min()
    }
}

fn main() {
    println!("{:?}", slowest(&[Body { mass: 1.0, speed: 2.0 }]));
}
