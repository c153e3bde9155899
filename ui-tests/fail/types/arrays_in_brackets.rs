use accel::accel;

accel! {
    pub fn joined(xs: &[f64], ys: &[f64]) -> [f64] {
        concat([xs, ys])
    }

    pub fn joined_in_let(xs: &[f64], ys: &[f64]) -> [f64] {
        let all: [f64] = concat([xs, ys]);
        all
    }

    pub fn joined_pair(xs: &[f64], ys: &[f64]) -> [f64] {
        concat((xs, ys))
    }

    pub fn pairs(xs: &[f64; n], ys: &[f64; n]) -> [(f64, f64); n] {
        zip([xs, ys])
    }
}

fn main() {}
