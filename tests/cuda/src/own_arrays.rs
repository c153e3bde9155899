//! Small arrays that lanes make, choose, change, carry and sort.

use accel::accel;

accel! {
    /// One of two rows, or of two literals.
    pub fn chosen_rows(m: &[[i32; k]; n], least: i32) -> ([i32; n], [i32; n]) {
        m.map(|row| {
            let other = if row[0] < least { m[0] } else { row };
            let few = if row[0] < least { [row[0], 1, 2] } else { [3, row[k - 1], 4] };
            (other.fold(0, |a, b| a.wrapping_mul(3).wrapping_add(b)), few[0].wrapping_sub(few[1]) ^ few[2])
        }).unzip()
    }
    /// Powers of small matrices, which a loop carries.
    pub fn matrix_powers(xs: &[[[i64; 2]; 2]; n], turns: &[usize; n]) -> [[[i64; 2]; 2]; n] {
        zip(xs, turns).map(|(x, turns)| {
            let mut power = [[1, 0], [0, 1]];
            for _ in 0..turns {
                power = generate((2, 2), |(i, j)| (0..2).map(|k| power[i][k].wrapping_mul(x[k][j])).fold(0, |a, b| a.wrapping_add(b)));
            }
            power
        })
    }
    /// Fibonacci numbers: two arrays change places.
    pub fn exchanged(xs: &[u64; n], turns: usize) -> [u64; n] {
        xs.map(|x| {
            let mut a = [x, 1];
            let mut b = [2, x];
            for i in 0..turns {
                let c = a;
                a = b;
                b = [c[1].wrapping_add(a[0]), c[0] ^ i as u64];
            }
            a[0].wrapping_mul(31).wrapping_add(b[1])
        })
    }
    pub fn sorted_few(xs: &[i32; n], ys: &[f32; n]) -> [(i32, f32, f32); n] {
        zip(xs, ys).map(|(x, y)| {
            let few = [x % 7, x % 5, x % 3, x % 11, 2].sort();
            let pairs = [(few[0], y), (few[1], -y), (few[0], 0.5), (x, 0.0)].sort_by_key(|(_, y)| y);
            let floats = [y, -y, 0.25, -0.0, 0.0].sort();
            (few[2] * 100 + pairs[1].0, floats[2], pairs[3].1)
        })
    }
    /// Insertion sort by hand, and a median.
    pub fn inserted(xs: &[u32; n]) -> [u32; n] {
        xs.map(|x| {
            let mut few = [x % 17, x % 13, x % 11, x % 7, x % 5, x % 3];
            for i in 1..6 {
                let mut j = i;
                while j > 0 && few[j - 1] > few[j] {
                    few.swap(j - 1, j);
                    j -= 1;
                }
            }
            few[2] * 1000 + few[5]
        })
    }
    /// Histograms of lanes, and places that are overwritten.
    pub fn digits(xs: &[u32; n]) -> [[u8; 10]; n] {
        xs.map(|x| {
            let mut counts = [0u8; 10];
            let mut rest = x;
            while rest > 0 { counts[rest as usize % 10] += 1; rest /= 10; }
            if x % 2 == 0 { counts[0] = 99; } else { counts = counts.rev(); }
            counts
        })
    }
    pub fn scattered_few(xs: &[usize; n]) -> [[u32; 4]; n] {
        xs.map(|x| [1u32; 4].scatter_with(|a, b| a + b, (0..9).map(|i| (x + i * i) % 4), (0..9).map(|i| i as u32)))
    }
    /// A check in a lane that changes an array.
    pub fn placed(xs: &[usize; n]) -> [i32; n] {
        xs.map(|x| { let mut few = [1, 2, 3]; few[x] = 7; few.sum() })
    }
}
