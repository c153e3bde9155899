use accel::accel;

accel! {
    pub fn squares(n: usize) -> [usize] {
        let mut squares = [0];
        for i in 1..n {
            squares.push(i * i);
        }
        squares
    }
}

fn main() {
    println!("{:?}", squares(3));
}
