use accel::accel;

accel! {
    pub fn second(pair: (i32, i32)) -> i32 {
        let (0, y) = pair;
        y
    }
}

fn main() {
    println!("{}", second((0, 2)));
}
