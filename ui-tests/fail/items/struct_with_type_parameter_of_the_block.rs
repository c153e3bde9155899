use accel::accel;

accel! {
    <T: f32 | f64>

    pub struct Point {
        pub x: T,
        pub y: T,
    }

    pub fn norm(p: Point) -> T {
        p.x.hypot(p.y)
    }
}

fn main() {
    println!("{}", norm(Point { x: 3.0f32, y: 4.0 }));
}
