use accel::accel;

accel! {
    pub fn change(xs: [f64], kind: u8) -> f64 {
        let total = match kind {
            0 => xs.update(0, 0.0).sum(),
            _ => 0.0,
        };
        total - xs.sum()
    }
}

fn main() {
    println!("{}", change(vec![1.0, 2.0], 0));
}
