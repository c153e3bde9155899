use accel::accel;

accel! {
    type Row = [Row];

    pub fn count(rows: &Row) -> usize {
        rows.len()
    }
}

fn main() {
    println!("{}", count(&[1.0]));
}
