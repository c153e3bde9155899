use accel::accel;

accel! {
    pub fn outside(x: f64) -> bool {
        let inside = x > 0.0 && x < 1.0;
        not inside
    }
}

fn main() {
    println!("{}", outside(1.0));
}
