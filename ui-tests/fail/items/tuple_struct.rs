use accel::accel;

accel! {
    pub struct Point(f64, f64);

    pub fn norm(p: Point) -> f64 {
        p.0.hypot(p.1)
    }
}

fn main() {
    println!("{}", norm(Point(3.0, 4.0)));
}
