use accel::accel;

accel! {
    pub fn length(xs: &[f64]) -> f64 {
        xs.len();
    }
    pub fn zeros(x: u8) -> [i32] {
        let n: usize = { x; };
        [0; n]
    }
    fn pair(x: i32) -> (f64, i32) {
        x;
    }
    pub fn second(xs: &[i32]) -> [i32] {
        xs.map(pair).map(|(_, b)| b)
    }
    pub fn chosen(x: i32, c: bool) -> i64 {
        if c { x; } else { 3 }
    }
}

fn main() {
    println!("{} {:?} {:?} {}", length(&[1.0]), zeros(1), second(&[1]), chosen(1, true));
}
