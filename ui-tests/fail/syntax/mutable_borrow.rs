use accel::accel;

accel! {
    fn bump(xs: [i32]) -> [i32] {
        xs.map(|x| x + 1)
    }

    pub fn bumped(xs: [i32]) -> [i32] {
        let mut ys = xs;
        bump(&mut ys)
    }
}

fn main() {
    println!("{:?}", bumped(vec![1, 2]));
}
