use accel::accel;

accel! {
    pub fn swapped(xs: &[f64]) -> [f64] {
        xs.rev().swap(0, 1);
        xs.rev()
    }
}

fn main() {
    println!("{:?}", swapped(&[1.0, 2.0]));
}
