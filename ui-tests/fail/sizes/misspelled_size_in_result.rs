use accel::accel;

accel! {
    pub fn row_totals(m: &[[f64; columns]; rows]) -> [f64; row] {
        m.map(|row| row.sum())
    }
}

fn main() {
    println!("{:?}", row_totals(&[[1.0, 3.0]]));
}
