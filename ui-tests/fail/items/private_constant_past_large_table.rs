use accel::accel;

accel! {
    const TABLE: [u8; 20000] = [7; 20000];
    const PAST: u8 = TABLE[30000];
    pub fn shared(xs: &[u8]) -> [u8] { xs.map(|x| x + PAST) }
}

fn main() {
    shared(&[1]);
}
