use accel::accel;

accel! {
    pub fn lengths(rows: &Ragged<f64>) -> [usize] {
        rows.lengths()
    }
}

fn main() {
    println!("{:?}", lengths(&accel::Ragged::from_rows(&[vec![1.0]])));
}
