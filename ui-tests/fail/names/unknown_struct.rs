use accel::accel;

accel! {
    pub struct Body {
        pub mass: f64,
    }

    pub fn unit() -> Body {
        Bodie { mass: 1.0 }
    }
}

fn main() {
    println!("{:?}", unit());
}
