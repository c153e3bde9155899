use accel::accel;

accel! {
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    pub fn norm(self) -> f64 {
        self.x.hypot(self.y)
    }
}

fn main() {
    println!("{}", norm(Point { x: 3.0, y: 4.0 }));
}
