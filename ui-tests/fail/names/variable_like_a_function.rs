use accel::accel;

accel! {
    pub fn f(xs: &[i32]) -> i32 {
        let f1 = xs.sum();
        f2
    }
}

fn main() {
    println!("{:?}", f(&[1, 2]));
}
