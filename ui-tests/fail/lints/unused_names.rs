#![deny(unused)]

use accel::accel;

accel! {
    pub fn sums(xs: &[(i32, i32); n], offset: i32, _ignored: f32) -> [i32; n] {
        let total = xs.map(|(x, y)| x).sum();
        let n = 3;
        let mut changed = 1;
        changed = n;
        xs.map(|(x, ..)| match x { 0..5 => 0, other => inner(x) })
    }

    fn inner(x: i32) -> i32 {
        let (_, b) = (x, x);
        for i in 0..3 {}
        x
    }

    fn outer(x: i32) -> i32 {
        if x > 0 { outer(x - 1) } else { inner(x) }
    }

    pub fn zeros(count: usize, rows: &[[i32; width]; count]) -> [[i32; width]; count] {
        rows.map(|row| row.map(|_| 0))
    }

    #[allow(unused)]
    fn kept(x: i32) -> i32 {
        let y = 1;
        2
    }
}

fn main() {
    println!("{:?} {:?}", sums(&[(1, 2)], 3, 4.0), zeros(1, &[[1]]));
}
