use accel::accel;

accel! {
    pub fn head(xs: &[i32]) -> i32 {
        if let Some(x) = xs.first() {
            x
        } else {
            0
        }
    }
}

fn main() {
    println!("{}", head(&[1, 2]));
}
