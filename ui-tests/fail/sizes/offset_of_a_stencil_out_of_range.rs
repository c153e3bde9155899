use accel::accel;

accel! {
    const FAR: i64 = 1_073_741_824;

    pub fn far(xs: &[f64]) -> [f64] {
        xs.stencil(Clamp, |at| at(2_147_483_648i64) + at(-3 * FAR) + at(-2_147_483_648))
    }
}

fn main() {
    println!("{:?}", far(&[1.0]));
}
