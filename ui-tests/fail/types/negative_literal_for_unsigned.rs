use accel::accel;

accel! {
    pub fn missing() -> u32 {
        -1
    }
}

fn main() {
    println!("{}", missing());
}
