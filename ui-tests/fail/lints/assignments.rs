#![deny(unused)]

use accel::accel;

accel! {
    pub fn unchanged(mut n: i32, mut xs: [i32; k]) -> i32 {
        let mut total = n;
        let (mut low, mut high) = (total, xs.sum());
        high += xs.map(|mut x| x).sum();
        low + high
    }

    pub fn forgotten(n: i32) -> i32 {
        let mut count = 0;
        for i in 0..n {
            count += i;
        }
        n
    }

    pub fn replaced(n: i32) -> i32 {
        let mut last = 0;
        last = n;
        n
    }

    pub fn overwritten(mut start: i32, n: i32) -> i32 {
        start = n;
        let mut x = start + 1;
        x = n;
        if n > 3 {
            x += 1;
        } else {
            x = 2;
        }
        let y = x;
        x = y + 1;
        y
    }

    #[allow(unused_mut, unused_assignments, unused_variables)]
    pub fn allowed(mut n: i32) -> i32 {
        let mut unread = 1;
        unread = n;
        let mut x = 1;
        x = n;
        x
    }

    pub fn right(mut n: usize, mut xs: [i32; k]) -> [i32; k] {
        let mut sum = 0;
        let mut last = 0;
        let mut _kept = 1;
        let mut ys = xs.clone();
        while n > 0 {
            if n % 2 == 0 {
                last = n;
            }
            sum += last;
            last = 1;
            n -= 1;
            _kept = n;
        }
        ys[0] = sum as i32;
        xs.swap(0, 1);
        xs.zip(ys).map(|(mut x, y)| { x += y; x })
    }
}

fn main() {
    println!("{} {}", unchanged(1, vec![2]), forgotten(3) + replaced(4));
    println!("{} {} {:?}", overwritten(1, 2), allowed(1), right(1, vec![2, 3]));
}
