use accel::accel;

accel! {
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    pub fn origin() -> Point {
        Point { x: 0.0, y: 0.0, x: 1.0 }
    }
}

fn main() {
    println!("{:?}", origin());
}
