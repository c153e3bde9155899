use accel::accel;

accel! {
    const TEN: u32 = 10;

    pub fn rank(x: u32, y: i8) -> u32 {
        let first = match x {
            5..=2 => 1,
            TEN..10 => 2,
            3..=3 => 3,
            _ => 0,
        };
        let second = match y {
            -1..-5 => 1,
            ..-1 | 3.. => 2,
            _ => 0,
        };
        first + second
    }
}

fn main() {
    println!("{}", rank(3, -3));
}
