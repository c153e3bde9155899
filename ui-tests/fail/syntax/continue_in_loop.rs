use accel::accel;

accel! {
    pub fn sum_of_odd(xs: &[i32]) -> i32 {
        let mut sum = 0;
        for x in xs {
            if x % 2 == 0 {
                continue;
            }
            sum += x;
        }
        sum
    }
}

fn main() {
    println!("{}", sum_of_odd(&[1, 2, 3]));
}
