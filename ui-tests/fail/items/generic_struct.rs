use accel::accel;

accel! {
    pub struct Pair<T> {
        pub a: T,
        pub b: T,
    }

    pub fn first(p: Pair<f64>) -> f64 {
        p.a
    }
}

fn main() {
    println!("{}", first(Pair { a: 1.0, b: 2.0 }));
}
