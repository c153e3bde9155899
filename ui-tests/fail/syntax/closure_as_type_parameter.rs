use accel::accel;

accel! {
    pub fn applied<F: Fn(f32) -> f32>(xs: &[f32], f: F) -> [f32] {
        xs.map(f)
    }
}

fn main() {}
