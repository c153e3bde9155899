use accel::accel;

accel! {
    const FIRST: usize = 3
    const SECOND: usize = 4;
    pub fn larger(x: i32) -> i32 {
        assert!(x > );
        x
    }
}

fn main() {
    println!("{}", larger(1));
}
