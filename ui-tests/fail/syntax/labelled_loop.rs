use accel::accel;

accel! {
    pub fn count(n: usize) -> usize {
        let mut count = 0;
        'outer: for i in 0..n {
            count += i;
        }
        count
    }
}

fn main() {
    println!("{}", count(3));
}
