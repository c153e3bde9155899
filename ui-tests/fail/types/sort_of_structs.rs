use accel::accel;

accel! {
    pub struct Body {
        pub mass: f64,
    }

    pub fn sorted(bodies: &[Body]) -> [Body] {
        bodies.sort()
    }
}

fn main() {
    println!("{:?}", sorted(&[Body { mass: 1.0 }]));
}
