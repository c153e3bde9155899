use accel::accel;

accel! {
    pub fn masked(xs: &[f64], keep: &[bool]) -> [f64] {
        xs.filter(keep)
    }
}

fn main() {
    println!("{:?}", masked(&[1.0], &[true]));
}
