use accel::accel;

accel! {
    pub fn cube(x: i32) -> i32 {
        x.powi(3)
    }
}

fn main() {
    println!("{}", cube(2));
}
