use accel::accel;

accel! {
    fn twice(x: f64, f: impl Fn(f64) -> f64) -> f64 {
        f(f(x))
    }

    fn smoothed(xs: &[f64]) -> [f64] {
        let half = xs.map(|x| x / 2.0);
        zip(half, xs).map(|(a, b)| a + b)
    }

    fn smoothed0(xs: &[f64]) -> [f64] { smoothed(smoothed(xs)) }
    fn smoothed1(xs: &[f64]) -> [f64] { smoothed0(smoothed0(xs)) }
    fn smoothed2(xs: &[f64]) -> [f64] { smoothed1(smoothed1(xs)) }
    fn smoothed3(xs: &[f64]) -> [f64] { smoothed2(smoothed2(xs)) }
    fn smoothed4(xs: &[f64]) -> [f64] { smoothed3(smoothed3(xs)) }
    fn smoothed5(xs: &[f64]) -> [f64] { smoothed4(smoothed4(xs)) }
    fn smoothed6(xs: &[f64]) -> [f64] { smoothed5(smoothed5(xs)) }
    fn smoothed7(xs: &[f64]) -> [f64] { smoothed6(smoothed6(xs)) }
    fn smoothed8(xs: &[f64]) -> [f64] { smoothed7(smoothed7(xs)) }
    fn smoothed9(xs: &[f64]) -> [f64] { smoothed8(smoothed8(xs)) }
    fn smoothed10(xs: &[f64]) -> [f64] { smoothed9(smoothed9(xs)) }
    fn smoothed11(xs: &[f64]) -> [f64] { smoothed10(smoothed10(xs)) }
    fn smoothed12(xs: &[f64]) -> [f64] { smoothed11(smoothed11(xs)) }
    fn smoothed13(xs: &[f64]) -> [f64] { smoothed12(smoothed12(xs)) }

    pub fn smooth(xs: &[f64]) -> [f64] {
        smoothed13(xs)
    }

    pub fn raised(x: f64) -> f64 {
        twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| twice(x, |x| x + 1.0))))))))))))))))
    }
}

fn main() {}
