use accel::accel;

accel! {
    pub fn same(xs: &[f64]) -> [f64] {
        zip(xs).map(|x| x)
    }
}

fn main() {
    println!("{:?}", same(&[1.0]));
}
