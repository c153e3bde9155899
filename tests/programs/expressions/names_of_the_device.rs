// Parameters called as the code for devices calls its own things.
// gives: weighed(&[1.0, 2.0], &[3.0, 4.0], &[5.0, 6.0]) == [8.0, 14.0]
// gives: picked(&[4, 5, 6], &[2, 0]) == [6, 4]
// gives: chosen(&[3, 1, 2], 2) == [3, 2] && summed(&[1, 2, 3]) == 6

pub fn weighed(load: &[f32; n], loads: &[f32; n], loaded: &[f32; n]) -> [f32; n] {
    zip(load, loads, loaded).map(|(a, b, c)| a * b + c)
}
pub fn picked(read: &[i32], lane_of: &[usize]) -> [i32] { lane_of.map(|sound| read[sound]) }
pub fn chosen(unroll_factor: &[i32], exact: i32) -> [i32] { unroll_factor.filter(|look| look >= exact) }
pub fn summed(defers: &[i32]) -> i32 { defers.sum() }
