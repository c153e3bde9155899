use accel::accel;

accel! {
    pub fn both() -> [[f64; 2]; 2] {
        [[1.0, 2.0], [3.0]]
    }
}

fn main() {
    println!("{:?}", both());
}
