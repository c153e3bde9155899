use accel::accel;

accel! {
    pub fn huge() -> f64 {
        let x: u64 = 18446744073709551616;
        let y = 999999999999999999999999999999999999999999;
        x as f64 + y as f64
    }
}

fn main() {
    println!("{}", huge());
}
