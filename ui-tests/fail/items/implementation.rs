use accel::accel;

accel! {
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    impl Point {
        pub fn norm(self) -> f64 {
            self.x.hypot(self.y)
        }
    }

    pub fn norms(points: &[Point]) -> [f64] {
        points.map(|p| p.norm())
    }
}

fn main() {
    println!("{:?}", norms(&[Point { x: 3.0, y: 4.0 }]));
}
