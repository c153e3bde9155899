use accel::accel;

accel! {
    <A: f32 | f64 | i32 | u8, B: f32 | f64 | i32 | u8, C: f32 | f64 | i32 | u8, D: f32 | f64 | i32 | u8, E: f32 | f64>

    pub fn total(a: A, b: B, c: C, d: D, e: E) -> f64 {
        a as f64 + b as f64 + c as f64 + d as f64 + e as f64
    }
}

fn main() {}
