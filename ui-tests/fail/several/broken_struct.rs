use accel::accel;

accel! {
    pub struct Body {
        pub mass: f64,
        pub place: Vec3,
    }

    pub fn weight(body: Body) -> f64 {
        body.mass * 9.81 + body.place.x
    }

    pub fn heaviest(bodies: &[Body]) -> Body {
        bodies.max_by_key(|body| body.mass)
    }
}

fn main() {
    let body = Body { mass: 1.0, place: 2.0 };
    println!("{} {:?}", weight(body), heaviest(&[body]));
}
