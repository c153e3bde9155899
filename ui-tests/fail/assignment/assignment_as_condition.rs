use accel::accel;

accel! {
    pub fn starts_with_zero(xs: &[i64]) -> bool {
        if xs[0] = 0 { true } else { false }
    }
}

fn main() {}
