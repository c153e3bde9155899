use accel::accel;

accel! {
    pub fn total<const N: usize>(xs: &[f32; N]) -> f32 {
        xs.sum()
    }
}

fn main() {}
