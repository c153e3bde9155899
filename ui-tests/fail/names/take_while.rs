use accel::accel;

accel! {
    pub fn small(xs: &[i64]) -> [i64] {
        xs.take_while(|x| x < 10)
    }
}

fn main() {
    println!("{:?}", small(&[1]));
}
