use accel::accel;

accel! {
    pub fn column_totals(m: &[[f64; m]; n]) -> [f64] {
        m.transpose().map(|column| column.sum())
    }
}

fn main() {
    println!("{:?}", column_totals(&[[1.0]]));
}
