use accel::accel;

accel! {
    pub fn small(xs: &[u32]) -> [u32] {
        xs.map(|x| if x > 3 { return x; } else { x + 1 })
    }
}

fn main() {
    println!("{:?}", small(&[1]));
}
