use accel::accel;

accel! {
    pub fn places(m: &[[f64; k]; n]) -> [usize; n] {
        m.argmax()
    }

    pub fn largest(m: &[[f64; k]; n]) -> [f64; n] {
        m.max()
    }

    pub fn sorted(m: &[[f64; k]; n]) -> [[f64; k]; n] {
        m.sort()
    }

    pub fn order(m: &[[f64; k]; n]) -> [[usize; k]; n] {
        m.argsort()
    }
}

fn main() {}
