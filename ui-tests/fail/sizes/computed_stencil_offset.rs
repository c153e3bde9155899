use accel::accel;

accel! {
    pub fn shifted(xs: &[f64], k: i32) -> [f64] {
        xs.stencil(Clamp, |at| at(k))
    }
}

fn main() {
    println!("{:?}", shifted(&[1.0], 1));
}
