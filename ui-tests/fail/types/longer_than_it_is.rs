use accel::accel;

accel! {
    const K: usize = 3;

    pub fn of_a_type(xs: &[f64; 3]) -> f64 { xs[5] }
    pub fn of_a_named_type(xs: &[f64; K]) -> f64 { xs[K] }
    pub fn of_rows(m: &[[f64; 3]; n]) -> f64 { m[0][3] }
    pub fn of_a_let(x: f64) -> f64 { let a = [x, 2.0, 3.0]; let last = a.len(); a[last] }
    pub fn of_the_type_of_a_let(xs: &[f64]) -> f64 { let a: [f64; 2] = xs; a[2] }
    pub fn of_repeated() -> i32 { [0; 4][4] }
    pub fn of_a_range() -> usize { (0..3)[3] }
    pub fn of_generated() -> usize { generate(4, |i| i * 2)[4] }
    pub fn of_windows(xs: &[f64; 5]) -> f64 { xs.windows(3)[3].sum() }
    pub fn of_joined(xs: &[f64; 5]) -> f64 { concat(xs, xs).rev().map(|x| x * 2.0)[10] }
    pub fn to_the_end(xs: &[f64; 3]) -> f64 { xs[..5].sum() }
    pub fn in_the_middle(xs: &[f64; 3]) -> f64 { xs[2..7].sum() }
    pub fn from_behind(xs: &[f64; 3]) -> f64 { xs[4..].sum() }
    pub fn of_any_length(xs: &[f64]) -> f64 { xs[xs.len()] }
    pub fn replaced(xs: [f64; 3]) -> [f64] { xs.update(5, 1.0) }
    pub fn swapped(xs: [f64; 3]) -> [f64] { let mut a = xs; a.swap(0, 3); a }
    pub fn assigned(m: [[f64; 2]; 3]) -> [[f64; 2]; 3] { let mut a = m; a[1][2] += 1.0; a }
    pub fn in_pieces(xs: &[f64; 4]) -> [f64] { xs.chunks(3).map(|piece| piece.sum()) }
    pub fn behind_a_condition(xs: &[f64; 3], c: bool) -> f64 { if c { xs[3] } else { 0.0 } }
    pub fn in_lanes(m: &[[f64; 3]]) -> [f64] { m.map(|row| row[3]) }
    fn third(xs: &[f64]) -> f64 { xs[2] }
    pub fn of_an_argument(x: f64) -> f64 { third([x, x]) }
    fn called_by_none(xs: &[f64; 3]) -> f64 { xs[3] }
}

fn main() {}
