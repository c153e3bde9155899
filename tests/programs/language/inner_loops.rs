// Loops in lanes whose sizes are known when the program runs, and guards by where a lane is: one
// check of each index before all lanes, however deep it stands, so that the lanes have none.
// gives: by_index(&picture(), &kernel()) == filtered() && by_slices(&picture(), &kernel()) == filtered()
// gives: in_maps_of(&picture(), &kernel(), 3, 3) == filtered() && by_windows(&picture(), &kernel()) == filtered()
// gives: message(try_in_maps_of(&picture(), &kernel(), 4, 3)) == "index out of bounds: the length is 4 but the index is 4"
// gives: message(try_in_maps_of(&picture(), &kernel(), 3, 5)) == "index out of bounds: the length is 5 but the index is 5"
// gives: in_maps_of(&picture(), &kernel(), 0, 50).is_empty() && in_maps_of(&picture(), &[[0; 0]; 2], 2, 3).to_vec() == [0; 6]
// gives: layer(&pictures(), &kernels()) == layered() && layer_of_maps(&pictures(), &kernels()) == layered()
// gives: taps(&[1, 2, 3, 4], &[10, 1]) == [12, 23, 34] && flipped(&[1, 2, 3, 4], &[10, 1]) == [21, 32, 43]
// gives: taps_in_turns(&[1, 2, 3, 4], &[10, 1]) == [12, 23, 34] && taps_of_slices(&[1, 2, 3, 4], &[10, 1]) == [12, 23, 34]
// gives: dilated(&[1, 2, 3, 4, 5], &[10, 1], 2, 3) == [13, 24, 35] && dilated(&[1, 2], &[1, 1], 0, 2) == [2, 4]
// gives: message(try_dilated(&[1, 2, 3, 4, 5], &[10, 1], 2, 4)) == "index out of bounds: the length is 5 but the index is 5"
// gives: message(try_dilated(&[1, 2, 3, 4, 5], &[1, 1, 1], 3, 1)) == "index out of bounds: the length is 5 but the index is 6"
// gives: dilated(&[1, 2, 3], &[], 2, 4) == [0; 4] && dilated(&[], &[1], 2, 0) == []
// gives: backwards(&[1, 2, 3, 4, 5], &[10, 1], 1, 3) == [12, 23, 34]
// gives: message(try_backwards(&[1, 2, 3, 4, 5], &[10, 1], 0, 3)).ends_with("the index is 18446744073709551615 (-1 as `usize`)")
// gives: strided(&[1, 2, 3, 4, 5, 6], &[10, 1], 3) == [12, 34, 56]
// gives: message(try_strided(&[1, 2, 3, 4, 5, 6], &[10, 1], 4)) == "index out of bounds: the length is 6 but the index is 6"
// gives: padded(&[[1, 2], [3, 4]], &[[1, 10, 100]], 1).to_vec() == [0, 0, 210, 21]
// gives: padded(&[[1, 2], [3, 4]], &[[1, 10, 100]], 0).to_vec() == [21, 2, 43, 4]
// gives: from_one(&[1, 2, 3]) == [0, 1, 3, 5] && from_one(&[]) == [0]
// gives: message(try_from_one_of(&[1, 2, 3], 5)) == "index out of bounds: the length is 3 but the index is 3"
// gives: antidiagonal(&[1, 2, 3], &[3, 2, 1], &[5, 6, 7, 8], 4) == [0, 8, 9, 10]
// gives: antidiagonal(&[1, 2, 3], &[3, 2, 1], &[5, 6, 7, 8], 1) == [0; 4] && antidiagonal(&[1, 2, 3], &[], &[], 0) == [0; 4]
// gives: message(try_antidiagonal(&[1, 2, 3], &[3, 2, 1], &[5, 6], 4)) == "index out of bounds: the length is 2 but the index is 2"
// gives: message(try_antidiagonal(&[1, 2, 3], &[3], &[5, 6, 7, 8], 4)) == "index out of bounds: the length is 1 but the index is 2"
// gives: inner(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]]).to_vec() == [0, 0, 0, 0, 20, 0, 0, 0, 0] && inner(&[[1, 2]]).to_vec() == [0, 0]
// gives: ends(&[1, 2, 3, 4]) == [2, 4, 6, 3] && ends(&[7]) == [0] && ends(&[]) == []
// gives: behind(&[1, 2, 3, 4]) == [3, 5, 7, 0] && behind(&[]) == []
// fails: try_wrong_end(&[1, 2, 3]) IndexOutOfBounds
// gives: row_of_guards(&[[1, 2, 3], [4, 5, 6]], 2).to_vec() == [0, 0, 0, 0, 9, 11] && sum_of_guarded(&[1, 2, 3]) == 2 + 6
// plan: by_index lane_checks 0
// plan: by_slices lane_checks 0
// plan: in_maps lane_checks 0
// plan: in_maps_of lane_checks 0
// plan: by_windows lane_checks 0
// plan: layer lane_checks 0
// plan: layer_of_maps lane_checks 0
// plan: taps lane_checks 0
// plan: flipped lane_checks 0
// plan: taps_in_turns lane_checks 0
// plan: taps_of_slices lane_checks 0
// plan: dilated lane_checks 0
// plan: backwards lane_checks 0
// plan: strided lane_checks 0
// plan: padded lane_checks 0
// plan: from_one lane_checks 0
// plan: from_one_of lane_checks 0
// plan: antidiagonal lane_checks 0
// plan: inner lane_checks 0
// plan: ends lane_checks 0
// plan: behind lane_checks 0
// plan: row_of_guards lane_checks 0
// plan: sum_of_guarded lane_checks 0

pub fn picture() -> [[i32; 5]; 4] { generate((4, 5), |(y, x)| (y * y * 10 + x * x) as i32) }
pub fn kernel() -> [[i32; 3]; 2] { [[1, 2, 3], [0, 1, 10]] }
pub fn pictures() -> [[[i32; 5]; 4]; 2] { generate((2, 4, 5), |(k, y, x)| (k * 7 + y * y * 10 + x * x) as i32) }
pub fn kernels() -> [[[[i32; 3]; 2]; 2]; 3] { (0..3).map(|o| generate((2, 2, 3), |(k, i, j)| (o * 5 + k + i * j) as i32)) }
pub fn filtered() -> [[i32; 3]; 3] {
    let img = picture();
    let ker = kernel();
    generate((3, 3), |(y, x)| {
        let mut sum = 0;
        for i in 0..2 { for j in 0..3 { sum += img[y + i][x + j] * ker[i][j]; } }
        sum
    })
}
pub fn layered() -> [[[i32; 3]; 3]; 3] {
    let img = pictures();
    let ker = kernels();
    generate((3, 3, 3), |(o, y, x)| {
        let mut sum = 0;
        for k in 0..2 { for i in 0..2 { for j in 0..3 { sum += img[k][y + i][x + j] * ker[o][k][i][j]; } } }
        sum
    })
}
pub fn by_index(img: &[[i32; w]; h], ker: &[[i32; kw]; kh]) -> [[i32; w - kw + 1]; h - kh + 1] {
    generate((h - kh + 1, w - kw + 1), |(y, x)| (0..kh).map(|i| (0..kw).map(|j| img[y + i][x + j] * ker[i][j]).sum()).sum())
}
pub fn by_slices(img: &[[i32; w]; h], ker: &[[i32; kw]; kh]) -> [[i32; w - kw + 1]; h - kh + 1] {
    generate((h - kh + 1, w - kw + 1), |(y, x)| {
        zip(img[y..y + kh], ker).map(|(row, taps)| zip(row[x..x + kw], taps).map(|(a, b)| a * b).sum()).sum()
    })
}
pub fn in_maps(img: &[[i32; w]; h], ker: &[[i32; kw]; kh]) -> [[i32]] {
    (0..h - kh + 1).map(|y| (0..w - kw + 1).map(|x| (0..kh).map(|i| (0..kw).map(|j| img[y + i][x + j] * ker[i][j]).sum()).sum()))
}
/// As many results as the caller says.
pub fn in_maps_of(img: &[[i32; w]; h], ker: &[[i32; kw]; kh], m: usize, n: usize) -> [[i32; n]; m] {
    (0..m).map(|y| (0..n).map(|x| (0..kh).map(|i| (0..kw).map(|j| img[y + i][x + j] * ker[i][j]).sum()).sum()))
}
pub fn by_windows(img: &[[i32; w]; h], ker: &[[i32; kw]; kh]) -> [[i32; w - kw + 1]; h - kh + 1] {
    img.windows(kh).map(|rows| rows.transpose().windows(kw).map(|patch| {
        zip(patch, ker.transpose()).map(|(a, b)| zip(a, b).map(|(x, y)| x * y).sum()).sum()
    }))
}
pub fn layer(img: &[[[i32; w]; h]; c], ker: &[[[[i32; kw]; kh]; c]; n]) -> [[[i32; w - kw + 1]; h - kh + 1]; n] {
    generate((n, h - kh + 1, w - kw + 1), |(o, y, x)| {
        (0..c).map(|k| (0..kh).map(|i| (0..kw).map(|j| img[k][y + i][x + j] * ker[o][k][i][j]).sum()).sum()).sum()
    })
}
pub fn layer_of_maps(img: &[[[i32; w]; h]; c], ker: &[[[[i32; kw]; kh]; c]; n]) -> [[[i32; w - kw + 1]; h - kh + 1]; n] {
    ker.map(|ker| generate((h - kh + 1, w - kw + 1), |(y, x)| {
        zip(img, ker).map(|(plane, ker)| (0..kh).map(|i| (0..kw).map(|j| plane[y + i][x + j] * ker[i][j]).sum()).sum()).sum()
    }))
}
pub fn taps(xs: &[i32; n], ts: &[i32; k]) -> [i32; n - k + 1] { (0..n - k + 1).map(|i| (0..k).map(|j| xs[i + j] * ts[j]).sum()) }
pub fn flipped(xs: &[i32; n], ts: &[i32; k]) -> [i32; n - k + 1] {
    (0..n - k + 1).map(|i| ts.enumerate().map(|(j, t)| xs[i + k - 1 - j] * t).sum())
}
pub fn taps_in_turns(xs: &[i32; n], ts: &[i32; k]) -> [i32; n - k + 1] {
    (0..n - k + 1).map(|i| { let mut sum = 0; for j in 0..k { sum += xs[i + j] * ts[j]; } sum })
}
pub fn taps_of_slices(xs: &[i32; n], ts: &[i32; k]) -> [i32; n - k + 1] {
    (0..n - k + 1).map(|i| zip(xs[i..i + k], ts).map(|(x, t)| x * t).sum())
}
pub fn dilated(xs: &[i32; n], ts: &[i32; k], d: usize, m: usize) -> [i32] { (0..m).map(|i| (0..k).map(|j| xs[i + j * d] * ts[j]).sum()) }
pub fn backwards(xs: &[i32; n], ts: &[i32; k], from: usize, m: usize) -> [i32] {
    (0..m).map(|i| (0..k).map(|j| xs[i + from - j] * ts[k - 1 - j]).sum())
}
pub fn strided(xs: &[i32; n], ts: &[i32; k], m: usize) -> [i32] { (0..m).map(|i| (0..k).map(|j| xs[2 * i + j] * ts[j]).sum()) }
/// As large as the picture, with nothing around it.
pub fn padded(img: &[[i32; w]; h], ker: &[[i32; kw]; kh], p: usize) -> [[i32; w]; h] {
    generate((h, w), |(y, x)| (0..kh).map(|i| (0..kw).map(|j| {
        if y + i >= p && y + i - p < h && x + j >= p && x + j - p < w { img[y + i - p][x + j - p] * ker[i][j] } else { 0 }
    }).sum()).sum())
}
pub fn from_one(xs: &[i32; n]) -> [i32] {
    generate(n + 1, |i| if i == 0 { 0 } else if i == 1 { xs[0] } else { xs[i - 1] + xs[i - 2] })
}
pub fn from_one_of(xs: &[i32], n: usize) -> [i32] { generate(n, |i| if i == 0 { 0 } else { xs[i - 1] }) }
pub fn antidiagonal(a: &[u8; n], b: &[u8; m], p: &[i32; q], d: usize) -> [i32] {
    generate(n + 1, |i| if i == 0 || i >= d { 0 } else {
        let s = if a[i - 1] == b[d - i - 1] { 3 } else { -2 };
        (p[i - 1] + s).max(p[i] - 2).max(0)
    })
}
pub fn inner(m: &[[i32; w]; h]) -> [[i32; w]; h] {
    generate((h, w), |(y, x)| if y == 0 || x == 0 || y == h - 1 || x == w - 1 { 0 } else {
        m[y - 1][x] + m[y + 1][x] + m[y][x - 1] + m[y][x + 1]
    })
}
pub fn ends(xs: &[i32; n]) -> [i32; n] {
    generate(n, |i| if n == 1 { 0 } else if i == 0 { xs[1] } else if i == n - 1 { xs[n - 2] } else { xs[i - 1] + xs[i + 1] })
}
pub fn behind(xs: &[i32; n]) -> [i32; n] { generate(n, |i| if i + 1 < n { xs[i] + xs[i + 1] } else { 0 }) }
pub fn wrong_end(xs: &[i32; n]) -> [i32; n] { generate(n, |i| if i + 1 <= n { xs[i + 1] } else { 0 }) }
pub fn row_of_guards(m: &[[i32; w]; h], from: usize) -> [[i32; w]; h] {
    m.enumerate().map(|(y, row)| row.enumerate().map(|(x, v)| if y + 1 < from || x < 1 { 0 } else { row[x - 1] + v }))
}
pub fn sum_of_guarded(xs: &[i32; n]) -> i32 { (0..n).map(|i| if i == 0 { 0 } else { xs[i] * xs[i - 1] }).sum() }
