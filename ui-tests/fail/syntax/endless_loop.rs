use accel::accel;

accel! {
    /// How often `x` can be halved.
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
