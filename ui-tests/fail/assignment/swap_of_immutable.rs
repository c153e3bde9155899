use accel::accel;

accel! {
    pub fn swapped(xs: [f64]) -> [f64] {
        let ys = xs;
        ys.swap(0, 1);
        ys
    }
}

fn main() {
    println!("{:?}", swapped(vec![1.0, 2.0]));
}
