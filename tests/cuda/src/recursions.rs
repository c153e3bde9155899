//! Functions that call themselves, whose host code launches kernels at every level.

use accel::accel;

accel! {
    pub fn quick_sorted(xs: &[i32]) -> [i32] {
        if xs.len() <= 1 { xs } else {
            let pivot = xs[xs.len() / 2];
            let parts = [xs.filter(|x| x < pivot), xs.filter(|x| x > pivot)];
            let sorted = parts.map(|part| quick_sorted(part));
            concat(sorted[0], xs.filter(|x| x == pivot), sorted[1])
        }
    }

    /// Halves, as long as there is more than one element: the host reads the array that a level makes.
    pub fn halved(xs: &[u64]) -> u64 {
        if xs.len() <= 1 { xs.sum() } else {
            let half = xs.len() / 2;
            let less = xs.map(|x| x / 2 + 1);
            halved(less[..half]) + halved(less[half..]) + less[half]
        }
    }

    /// Calls in lanes, of which some have long lists.
    pub fn lists_sorted(xss: &[[i32]]) -> [[i32]] {
        let total = xss.flatten().sum();
        xss.map(|xs| quick_sorted(xs.map(|x| x ^ total)))
    }

    /// Two functions that call each other, between kernels of a third.
    fn even(xs: &[i32], depth: u32) -> [i32] {
        if depth == 0 { xs } else { odd(xs.map(|x| x + 1), depth - 1).map(|x| x * 2) }
    }
    fn odd(xs: &[i32], depth: u32) -> [i32] {
        if depth == 0 { xs.rev() } else { even(xs.map(|x| x - 3), depth - 1) }
    }
    pub fn between(xs: &[i32], depth: u32) -> (i64, i32) {
        let inside = xs.map(|x| x / 3);
        let outside = even(inside, depth);
        (outside.map(|x| x as i64).sum(), outside[1])
    }

    /// Calls in branches and loops without kernels of their own.
    pub fn in_turn(xs: &[i32], turns: usize) -> (i32, [i32]) {
        let mut first = 0;
        let mut now = xs.map(|x| x);
        for turn in 0..turns {
            if turn % 2 == 0 {
                now = even(now, 3);
                first += now[0];
            }
        }
        (first, now)
    }

    /// A check that fails some levels down.
    pub fn checked(xs: &[i32], depth: usize) -> [i32] {
        let next = xs.map(|x| { assert!(x < 1000, "too large"); x + 300 });
        if depth == 0 { next } else { checked(next, depth - 1) }
    }

    /// Hands on so much that a stack has room for few levels.
    pub fn endless(xs: &[i32]) -> i32 {
        let n = xs.len();
        let four = (n, n, n, n);
        let many = (four, four, four, four);
        without_end(xs, (many, many), (many, many), (many, many))
    }
    #[allow(unconditional_recursion)]
    fn without_end(xs: &[i32], a: (Many, Many), b: (Many, Many), c: (Many, Many)) -> i32 {
        without_end(xs.map(|x| x + 1), b, c, a) + 1
    }
    type Four = (usize, usize, usize, usize);
    type Many = (Four, Four, Four, Four);

    /// Sorts and scatters on the way.
    pub fn collected(xs: &[u32], depth: u32) -> ([u32], [u32]) {
        let counts = [0; 16].scatter_with(|a, b| a + b, xs.map(|x| x % 16), xs.map(|_| 1));
        if depth == 0 { (xs.sort(), counts) } else {
            let (sorted, deeper) = collected(xs.map(|x| x / 3), depth - 1);
            (sorted.map(|x| x + 1), zip(counts, deeper).map(|(a, b)| a + b))
        }
    }
}
