use accel::accel;

accel! {
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    pub fn origin() -> Point {
        Point
    }
}

fn main() {
    println!("{:?}", origin());
}
