use accel::accel;

accel! {
    pub fn totals(rows: &[[f64]]) -> [f64] {
        rows.map(|row| row.sum())
    }
}

fn main() {
    println!("{:?}", totals(&[vec![1.0], vec![2.0, 3.0]]));
}
