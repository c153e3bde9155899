use accel::accel;

accel! {
    pub fn at(m: &[[f64; columns]; rows], i: usize, j: usize) -> f64 {
        m[(i, j)]
    }
}

fn main() {
    println!("{}", at(&[[1.0]], 0, 0));
}
