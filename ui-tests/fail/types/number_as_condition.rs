use accel::accel;

accel! {
    pub fn sign(x: i32) -> i32 {
        if x { 1 } else { 0 }
    }
}

fn main() {
    println!("{}", sign(3));
}
