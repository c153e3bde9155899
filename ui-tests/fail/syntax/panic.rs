use accel::accel;

accel! {
    pub fn root(x: f64) -> f64 {
        if x < 0.0 {
            panic!("negative: {}", x)
        } else {
            x.sqrt()
        }
    }
}

fn main() {
    println!("{}", root(2.0));
}
