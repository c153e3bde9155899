use accel::accel;

accel! {
    const A: usize = B + 1;
    const B: usize = A + 1;

    pub fn a() -> usize {
        A
    }

    const OFFSETS: [i32; 1] = [OFFSETS[0]];

    pub fn shifted(xs: &[f64]) -> [f64] {
        xs.stencil(Clamp, |at| at(OFFSETS[0]) + at(A as i32))
    }
}

fn main() {
    println!("{}", a());
}
