use accel::accel;

accel! {
    const LAST: i32 = -1;
    const TABLE: [f64; 3] = [0.5, 1.5, 2.5];
    const NOTHING: usize = 0;

    pub fn newest(xs: &[f64]) -> f64 { xs[-1] }
    pub fn newest_by_name(xs: &[f64]) -> f64 { xs[LAST] }
    pub fn without_last(rows: &[[f64]]) -> [f64] { rows.map(|row| row[..-1].sum()) }
    pub fn backwards(xs: &[f64]) -> [f64] { xs[3..1] }
    pub fn behind_the_table(x: f64) -> f64 { x * TABLE[3] + [x, 1.0][2] }
    pub fn divided(n: i64) -> i64 { n / 0 + n % (1 - 1) }
    pub fn divided_in_place(n: usize) -> usize { let mut m = n; m /= NOTHING; m }
    pub fn in_pieces(xs: &[f64]) -> [f64] { xs.chunks(0).map(|piece| piece.sum()) }
    pub fn around(xs: &[f64]) -> [f64] { xs.windows(NOTHING).map(|piece| piece.sum()) }
    pub fn smallest(x: i32) -> i32 { x + [].min() }
    pub fn replaced(xs: [i32]) -> [i32] { xs.update(-2, 1) }
    pub fn fine(xs: &[f64], LENGTH: usize) -> f64 { xs[TABLE.len() - 3] + TABLE[2] + xs[LENGTH] + 1.0 / 0.0 }
}

fn main() {}
