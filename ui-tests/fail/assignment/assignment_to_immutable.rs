use accel::accel;

accel! {
    pub fn count(n: usize) -> usize {
        let sum = 0;
        for i in 0..n {
            sum += i;
        }
        sum
    }
}

fn main() {
    println!("{}", count(3));
}
