use accel::accel;

accel! {
    #[must_use]
    pub fn total(#[unused] xs: &[f32]) -> f32 {
        #[allow(unused_variables)]
        let n = xs.len();
        #[inline]
        let squares = xs.map(#[sequential] |x| x * x);
        #[sequential]
        let cubes = xs.map(#[parallel] |x| x * x * x);
        match n {
            #[cold]
            0 => 0.0,
            _ => squares.sum() + #[rustfmt::skip] cubes.sum(),
        }
    }
}

fn main() {
    println!("{}", total(&[1.0, 2.0]));
}
