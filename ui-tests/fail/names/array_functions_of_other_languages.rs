use accel::accel;

accel! {
    pub fn squares() -> [i32; 10] {
        iota(10).map(|i| i * i)
    }
    pub fn nothing(n: usize) -> [f64] {
        zeros(n)
    }
    pub fn larger(a: i32, b: i32) -> i32 {
        std::cmp::max(a, b)
    }
    pub fn deviations(xs: &[f64]) -> [f64] {
        let mean = xs.mean();
        xs.map(|x| x - mean)
    }
    pub fn half(n: u32) -> f64 {
        f64(n) / 2.0
    }
    pub fn has(xs: &[i32], y: i32) -> bool {
        xs.contains(y)
    }
}

fn main() {
    println!("{:?} {:?} {}", squares(), nothing(3), larger(1, 2));
}
