use accel::accel;

accel! {
    const THREE: [i32; 3] = [1, 2];
    pub fn total() -> i32 { THREE.sum() }
    pub fn last() -> i32 { THREE[2] }
}

fn main() {
    total();
    last();
}
