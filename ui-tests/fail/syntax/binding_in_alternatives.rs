use accel::accel;

accel! {
    pub fn other(pair: (i32, i32)) -> i32 {
        match pair {
            (0, x) | (x, 0) => x,
            (x, y) => x + y,
        }
    }
}

fn main() {
    println!("{}", other((1, 2)));
}
