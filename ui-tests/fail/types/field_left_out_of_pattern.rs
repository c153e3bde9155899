use accel::accel;

accel! {
    pub struct Body {
        pub mass: f64,
        pub speed: f64,
    }

    pub fn mass(body: Body) -> f64 {
        let Body { mass } = body;
        mass
    }
}

fn main() {
    println!("{}", mass(Body { mass: 1.0, speed: 2.0 }));
}
