use accel::accel;

accel! {
    pub struct Point {
        pub x: f64,
        pub x: f64,
    }

    pub fn norm(p: Point) -> f64 {
        p.x
    }
}

fn main() {
    println!("{}", norm(Point { x: 3.0 }));
}
