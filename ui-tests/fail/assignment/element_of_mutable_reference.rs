use accel::accel;

accel! {
    pub fn first_is_one(mut xs: &[f64]) -> [f64] {
        xs[0] = 1.0;
        xs
    }

    pub fn swapped(mut m: &[[i32; k]; n]) -> [[i32; k]; n] {
        m.swap(0, 1);
        m
    }
}

fn main() {}
