use accel::accel;

accel! {
    pub fn complete(m: &[[bool; k]; n]) -> bool {
        m.all(|x| x)
    }
}

fn main() {
    println!("{:?}", complete(&[[true]]));
}
