use accel::accel;

accel! {
    // An array that one way through a branch or a loop takes over cannot be used after the ways
    // have met, whatever the others do; an array that another way gives can be, but is taken over
    // only once, like anything else. Guards, second operands and rounds that may not happen are
    // ways, too, and rows and slices go the way of their arrays.

    pub fn behind_the_arms(c: bool, xs: [i32]) -> i32 {
        let b = if c { xs.update(0, 1) } else { xs };
        b.sum() + xs.sum()
    }

    pub fn given_by_an_arm_twice(c: bool, xs: [i32]) -> i32 {
        let b = if c { xs.update(0, 1) } else { xs };
        let d = b.update(0, 2);
        d.sum() + b.sum()
    }

    pub fn by_another_name(k: u8, xs: [i32]) -> [i32] {
        let ys = xs;
        let b = match k {
            0 => { let d = xs.update(0, 1); if d[0] == 1 { ys } else { d } }
            _ => ys,
        };
        b.map(|x| x + 1)
    }

    pub fn by_a_guard(k: u8, xs: [i32]) -> [i32] {
        match k {
            0 if xs.update(0, 1).sum() > 3 => [1],
            _ => xs,
        }
    }

    pub fn replaced_by_one_arm(c: bool, xs: [i32]) -> i32 {
        let mut a = xs;
        let s = a.update(0, 1).sum();
        if c {
            a = [1, 2];
        }
        a.sum() + s
    }

    pub fn in_the_next_round(cs: &[bool], xs: [i32]) -> i32 {
        let mut s = 0;
        for c in cs {
            let b = if c { xs.update(0, 1) } else { xs };
            s += b.sum();
        }
        s
    }

    pub fn of_an_operand(c: bool, xs: [i32]) -> i32 {
        if c && xs.update(0, 1).sum() > 3 { 1 } else { xs.sum() }
    }

    pub fn parts_of_products(c: bool, xs: [i32], ys: [i32]) -> i32 {
        let (a, b) = if c { (xs, ys) } else { (ys, xs) };
        let d = a.update(0, 1);
        d.sum() + b.sum() + ys.sum()
    }

    pub fn row_of_a_matrix(c: bool, m: [[i32; k]; n]) -> i32 {
        let row = if c { m[0].update(0, 1) } else { m[0] };
        row.sum() + m[1].sum()
    }
}

fn main() {}
