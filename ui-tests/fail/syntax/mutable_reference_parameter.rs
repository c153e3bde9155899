use accel::accel;

accel! {
    pub fn clear(xs: &mut [f32]) {
        for i in 0..xs.len() {
            xs[i] = 0.0;
        }
    }
}

fn main() {
    clear(&mut vec![1.0, 2.0]);
}
