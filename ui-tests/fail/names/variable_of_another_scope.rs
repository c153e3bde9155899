use accel::accel;

accel! {
    pub fn largest(xs: &[f32]) -> f32 {
        if xs.len() > 0 {
            let best = xs.max();
        }
        best
    }
}

fn main() {
    println!("{}", largest(&[1.0, 2.0]));
}
