use accel::accel;

accel! {
    pub fn zeroed(m: &[[f64; columns]; rows]) -> [[f64; columns]; rows] {
        m.map(|mut row| {
            row[0] = 0.0;
            row
        })
    }
}

fn main() {
    println!("{:?}", zeroed(&[[1.0]]));
}
