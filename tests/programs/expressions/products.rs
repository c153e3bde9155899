// Products of matrices and the like: tiles of neighbouring rows are computed as a stack, where the
// rows and columns left over are computed one by one.
// gives: rows(product(&[[1, 2], [3, 4]], &[[5, 6], [7, 8]])) == [[19, 22], [43, 50]]
// gives: both(1, 1, 1) == (30, true)
// gives: both(4, 3, 64) == (-1, true)
// gives: both(5, 9, 130) == (0, true)
// gives: both(19, 2, 65) == (0, true)
// gives: both(8, 0, 70) == (0, true)
// gives: both(0, 3, 70) == (0, true)
// gives: nearest(5, 100) == [0, 1, 3, 4, 6]
// gives: nearest(6, 64) == [0, 1, 3, 4, 6, 7]
// gives: rows(batch_sums(2, 6, 2, 66)) == [[6831, 11253, 15675, 20097, 24519, 28941], [16137, 20691, 25245, 29799, 34353, 38907]]
// gives: shortest_sums(5, 70) == [315, 273, 385, 343, 231]
// gives: widened_sums(5, 65) == [6432, 6437, 6442, 6447, 6444]
// plan: product intermediates 0, descriptors 0, checks 0
// plan: squares descriptors 0, checks 0

pub fn product(a: &[[i64; k]; n], b: &[[i64; m]; k]) -> [[i64; m]; n] {
    generate((n, m), |(i, j)| (0..k).map(|q| a[i][q] * b[q][j]).sum())
}

// The sum of all elements, and that of a product with rows one by one.
pub fn both(n: usize, k: usize, m: usize) -> (i64, bool) {
    let a = generate((n, k), |(i, j)| (i * 7 + j * 3) as i64 % 11 - 5);
    let b = generate((k, m), |(i, j)| (i * 5 + j * 2) as i64 % 13 - 6);
    let whole = product(a, b);
    let rows = a.map(|row| b.transpose().map(|column| {
        let mut total = 0i64;
        for q in 0..k { total += row[q] * column[q]; }
        total
    }));
    (whole.map(|row| row.sum()).sum(), whole.zip(rows).all(|(xs, ys)| xs.zip(ys).all(|(x, y)| x == y)))
}

pub fn squares(xs: &[[f32; k]; n], ys: &[[f32; k]; m]) -> [[f32; m]; n] {
    let ys = ys.transpose();
    generate((n, m), |(i, j)| (0..k).map(|q| (xs[i][q] - ys[q][j]) * (xs[i][q] - ys[q][j])).sum())
}

pub fn nearest(n: usize, m: usize) -> [usize; n] {
    let xs = generate((n, 2), |(i, j)| (i * 3 + j) as f32);
    let ys = generate((m, 2), |(i, j)| (i * 2 + j) as f32);
    squares(xs, ys).map(|row| row.argmin())
}

// A product for each of several pairs: a stack ends where a matrix does.
pub fn batch(a: &[[[i32; k]; n]; p], b: &[[[i32; m]; k]; p]) -> [[[i32; m]; n]; p] {
    generate((p, n, m), |(g, i, j)| (0..k).map(|q| a[g][i][q] * b[g][q][j]).sum())
}

pub fn batch_sums(p: usize, n: usize, k: usize, m: usize) -> [[i32; n]; p] {
    let a = generate((p, n, k), |(g, i, j)| (g * 2 + i + j * 3) as i32);
    let b = generate((p, k, m), |(g, i, j)| (g + i * 2 + j) as i32);
    batch(a, b).map(|rows| rows.map(|row| row.sum()))
}

// The smallest sum of a step from each row, and one to each column.
pub fn shortest(a: &[[u32; k]; n], b: &[[u32; m]; k]) -> [[u32; m]; n] {
    a.map(|row| b.transpose().map(|column| row.zip(column).map(|(x, y)| x + y).min()))
}

pub fn shortest_sums(n: usize, m: usize) -> [u32; n] {
    let a = generate((n, 3), |(i, q)| (i * 5 + q * 7) as u32 % 9);
    let b = generate((3, m), |(q, j)| (q * 4 + j) as u32 % 10);
    shortest(a, b).map(|row| row.sum())
}

// The results have eight bytes, the combined values four: no stack.
pub fn widened(a: &[[u32; k]; n], b: &[[u32; m]; k]) -> [[u64; m]; n] {
    generate((n, m), |(i, j)| (0..k).map(|q| a[i][q] ^ b[q][j]).sum() as u64)
}

pub fn widened_sums(n: usize, m: usize) -> [u64; n] {
    let a = generate((n, 3), |(i, q)| (i + q) as u32);
    let b = generate((3, m), |(q, j)| (q + j) as u32);
    widened(a, b).map(|row| row.sum())
}
