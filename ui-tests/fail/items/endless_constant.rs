use accel::accel;

accel! {
    fn forever(n: u32) -> u32 {
        let mut m = n;
        while true {
            m += 1;
        }
        m
    }

    pub const NEVER: u32 = forever(0);
}

fn main() {
    println!("{NEVER}");
}
