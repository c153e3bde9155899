use accel::accel;

accel! {
    pub fn totals(xs: &[f32]) -> [f32] {
        xs.map(|row| row.sum())
    }
}

fn main() {
    println!("{:?}", totals(&[1.0, 2.0]));
}
