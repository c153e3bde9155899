use accel::accel;

accel! {
    pub fn sum_below(n: usize) -> usize {
        let mut sum = 0;
        for i in n {
            sum += i;
        }
        sum
    }
}

fn main() {
    println!("{}", sum_below(3));
}
