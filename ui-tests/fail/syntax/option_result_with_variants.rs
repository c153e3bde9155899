use accel::accel;

accel! {
    pub fn first(xs: &[f32]) -> Option<f32> {
        if xs.len() == 0 { None } else { Some(xs[0]) }
    }
}

fn main() {}
