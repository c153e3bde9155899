use accel::accel;

accel! {
    const TABLE: [f64; 2] = [1.0, 2.0];

    pub fn first(x: f64) -> f64 {
        TABLE[0] = x;
        TABLE[0]
    }
}

fn main() {
    println!("{}", first(3.0));
}
