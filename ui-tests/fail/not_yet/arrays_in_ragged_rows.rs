use accel::accel;

accel! {
    pub fn below(rows: &[[usize]]) -> [[([usize], usize)]] {
        rows.map(|row| row.map(|x| (0..x, 1)))
    }
}

fn main() {
    below(&[vec![1]]);
}
