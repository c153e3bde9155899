use accel::accel;

accel! {
    pub fn head(xs: &[i32]) -> i32 {
        match xs.first() {
            Some(x) => x,
            None => 0,
        }
    }
}

fn main() {
    println!("{}", head(&[1, 2]));
}
