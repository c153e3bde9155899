use accel::accel;

accel! {
    pub struct Point {
        pub x: f64,
        pub height: f64,
    }

    pub fn height(p: Point) -> f64 {
        let Point { x, heigth } = p;
        x + heigth
    }
}

fn main() {
    println!("{}", height(Point { x: 1.0, height: 2.0 }));
}
