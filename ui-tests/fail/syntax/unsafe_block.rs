use accel::accel;

accel! {
    pub fn first(xs: &[i32]) -> i32 {
        unsafe { xs[0] }
    }
}

fn main() {
    println!("{}", first(&[1, 2]));
}
