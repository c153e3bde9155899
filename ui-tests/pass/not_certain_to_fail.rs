//! Code that never runs is no error, whatever is known of it.

use accel::accel;

accel! {
    const SIDE: usize = 3;
    const NOTHING: i64 = 0;

    /// The condition is known.
    pub fn fourth_of(xs: &[f64; SIDE]) -> f64 {
        if SIDE > 3 && xs[3] > 0.0 { xs[3] } else { xs[SIDE - 1] }
    }

    pub fn divided(x: i64) -> i64 {
        if NOTHING == 0 { x } else { x / NOTHING }
    }

    pub fn by_length(xs: &[f64; 2]) -> f64 {
        match xs.len() {
            3 => xs[2],
            2 if false => xs[9],
            _ => xs[1],
        }
    }

    pub fn never(xs: &[f64; 2]) -> f64 {
        let mut total = 0.0;
        while false {
            total += xs[2];
        }
        total
    }

    pub fn asserted(xs: &[f64; 2], c: bool) -> f64 {
        if c {
            assert!(xs.len() > 2, "too short");
            xs[2]
        } else {
            xs[0]
        }
    }

    /// Arrays without elements have no rows that are too short.
    pub fn of_no_rows(xs: &[f64]) -> [f64] {
        let rows: [[f64; _]] = [];
        let firsts = rows.map(|row| row[0]);
        let mut all = firsts.sum();
        for row in rows {
            all += row[1];
        }
        let folded = rows.fold(all, |sum, row| sum + row[2]);
        xs.map(|x| x + folded + concat(rows, [[x]]).len() as f64)
    }

    /// The length changes from turn to turn.
    pub fn growing(n: usize) -> i32 {
        let mut a = [1];
        let mut sum = 0;
        for i in 0..n {
            if i > 0 {
                sum += a[1];
            }
            a = concat(a, [2]);
        }
        sum
    }

    /// A function may know more than what is told of its arguments.
    fn third_or(xs: &[f64], long: bool, otherwise: f64) -> f64 {
        if long { xs[2] } else { otherwise }
    }

    pub fn of_two(x: f64, long: bool) -> f64 {
        third_or([x, x], long, -1.0)
    }

    fn checked(n: usize, at: impl Fn(usize) -> f64) -> f64 {
        if n > 2 { at(2) } else { at(0) }
    }

    pub fn of_closures(x: f64, n: usize) -> f64 {
        checked(n, |i| [x, x][i])
    }

    /// The same lines with different arrays.
    pub fn of_both(x: f64, n: usize) -> f64 {
        [1, 2].map(|_| checked(n, |i| [x, x, x][i])).sum()
    }

    /// It fails for some values only.
    pub fn quotients(xs: &[i32]) -> i32 {
        xs.reduce(0, |a, b| if b == 0 { 10 / (a - 3) } else { a + b })
    }

    /// Numbers wrap.
    pub fn around(n: usize) -> usize {
        (0..n.max(1))[n + 1 - (n + 1)]
    }
}

pub fn main() {
    assert_eq!([fourth_of(&[1.0, 2.0, 3.0]), by_length(&[1.0, 2.0])], [3.0, 2.0]);
    assert_eq!((divided(5), never(&[1.0, 2.0]), growing(3)), (5, 0.0, 4));
    assert_eq!(asserted(&[1.0, 2.0], false), 1.0);
    assert!(try_asserted(&[1.0, 2.0], true).unwrap_err().to_string().contains("too short"));
    assert_eq!(of_no_rows(&[1.0]).to_vec(), [2.0]);
    assert_eq!((of_two(5.0, false), of_closures(5.0, 0), of_both(5.0, 3)), (-1.0, 5.0, 10.0));
    assert!(try_of_two(5.0, true).is_err() && try_of_closures(5.0, 3).is_err());
    assert_eq!((quotients(&[1, 2]), around(7)), (3, 0));
}
