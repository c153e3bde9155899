use accel::accel;

accel! {
    #[cfg(unix)]
    const LIMIT: u8 = 9;

    #[cfg(unix)]
    pub fn limited(x: u8) -> u8 {
        #[cfg(debug_assertions)]
        assert!(x > 2);
        match x {
            #[cfg(unix)]
            0 => 1,
            _ => x.min(LIMIT),
        }
    }
}

fn main() {
    println!("{}", limited(3));
}
