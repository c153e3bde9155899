use accel::accel;

accel! {
    const A: usize = B + 1;
    const B: usize = A + 1;

    pub fn a() -> usize {
        A
    }
}

fn main() {
    println!("{}", a());
}
