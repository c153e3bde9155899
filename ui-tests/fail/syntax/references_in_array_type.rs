use accel::accel;

accel! {
    pub fn totals(rows: &[&[f32]]) -> [f32] {
        rows.map(|row| row.sum())
    }
}

fn main() {
    println!("{:?}", totals(&[[1.0, 2.0]]));
}
