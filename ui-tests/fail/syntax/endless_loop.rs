use accel::accel;

accel! {
    /// The number of times that `x` can be halved.
    pub fn halvings(x: u32) -> u32 {
        let mut count = 0;
        let mut rest = x;
        loop {
            if rest <= 1 {
                break;
            }
            rest = rest / 2;
            count += 1;
        }
        count
    }
}

fn main() {
    println!("{}", halvings(12));
}
