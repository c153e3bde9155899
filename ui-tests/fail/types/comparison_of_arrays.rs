use accel::accel;

accel! {
    pub fn same(xs: &[f32], ys: &[f32]) -> bool {
        xs == ys
    }
}

fn main() {
    println!("{}", same(&[1.0, 2.0], &[3.0, 4.0]));
}
