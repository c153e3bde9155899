use accel::accel;

accel! {
    pub fn firsts(rows: &[(f32, i32, i32)]) -> [f32] {
        rows.map(|(x, ..)| x)
    }
}

fn main() {
    println!("{:?}", firsts(&[(1.0, 2, 3)]));
}
