use accel::accel;

accel! {
    pub fn clear_front(xs: [f32], k: usize) -> [f32] {
        let mut ys = xs;
        ys[..k] = [0.0; k];
        ys
    }
}

fn main() {
    println!("{:?}", clear_front(vec![1.0, 2.0], 1));
}
