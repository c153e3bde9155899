use accel::accel;

accel! {
    pub fn total<'a>(xs: &'a [f32]) -> f32 {
        xs.sum()
    }
}

fn main() {}
