use accel::accel;

accel! {
    pub struct Body {
        pub mass: f64,
        pub speed: f64,
    }

    pub fn energy(body: Body) -> f64 {
        0.5 * body.mass * body.velocity * body.velocity
    }
}

fn main() {
    println!("{}", energy(Body { mass: 1.0, speed: 2.0 }));
}
