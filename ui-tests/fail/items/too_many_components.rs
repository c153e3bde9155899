use accel::accel;

accel! {
    type T0 = (f64, f64);
    type T1 = (T0, T0);
    type T2 = (T1, T1);
    type T3 = (T2, T2);
    type T4 = (T3, T3);
    type T5 = (T4, T4);
    type T6 = (T5, T5);
    type T7 = (T6, T6);
    type T8 = (T7, T7);
    type T9 = (T8, T8);
    struct Pair { a: T8, b: f64 }

    pub fn count(xs: &[T9]) -> usize {
        xs.len()
    }

    pub fn doubled(x: T8) -> f64 {
        let two = (x, x);
        1.0
    }
}

fn main() {}
