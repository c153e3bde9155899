use accel::accel;

accel! {
    fn twice(x: i64) -> i64 {
        2 * x
    }

    fn total(xs: &[i64]) -> i64 {
        xs.sum()
    }

    pub fn doubled(xs: &[i64]) -> [i64] {
        xs.map(|x| x.twice())
    }

    pub fn summed(xs: &[i64]) -> i64 {
        xs.total()
    }
}

fn main() {
    println!("{:?} {}", doubled(&[1]), summed(&[1]));
}
