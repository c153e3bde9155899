use accel::accel;

struct Point {
    x: f64,
}

accel! {
    pub fn xs(points: &[Point]) -> [f64] {
        points.map(|point| point.x)
    }
}

fn main() {
    println!("{:?}", xs(&[Point { x: 1.0 }]));
}
