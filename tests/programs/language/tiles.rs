// Lanes in tiles: loops of neighbouring lanes run together, and their results do not depend on the place of a
// lane in its tile, nor on the user's names.
// gives: product(&accel::Array::from_vec([2, 70], (0..140).collect()), &accel::Array::from_vec([70, 81], (0..5670).collect())) ==
//     by_hand(70, 81)
// gives: escape(100, 3)[[2, 99]] == escape(100, 3)[[2, 99]] && escape(3, 3).shape() == [3, 3]
// gives: blur(&accel::Array::from_vec([2, 40], (0..80).collect()))[[0, 39]] == 38 + 39 + 39 + 39 + 79
// gives: blur(&accel::Array::from_vec([2, 40], (0..80).collect()))[[1, 0]] == 0 + 40 + 40 + 40 + 41 - 0
// gives: framed(&[1; 100]).to_vec() == [vec![2], vec![3; 98], vec![2]].concat()
// gives: lane(&[2; 100], 3, 4).to_vec() == [14 * 100; 100]

pub fn product(a: &[[i32; m]; n], b: &[[i32; p]; m]) -> [[i32; p]; n] {
    generate((n, p), |(i, j)| (0..m).map(|k| a[i][k] * b[k][j]).sum())
}

pub fn by_hand(m: usize, p: usize) -> [[i32; p]; 2] {
    generate((2, p), |(i, j)| {
        let mut sum = 0;
        for k in 0..m {
            sum += (i * m + k) as i32 * (k * p + j) as i32;
        }
        sum
    })
}

pub fn escape(w: usize, h: usize) -> [[u32; w]; h] {
    generate((h, w), |(y, x)| {
        let mut v = x as f32 / 16.0;
        let mut count = 0u32;
        while v < 64.0 && count < 40 {
            v = v * 1.5 + y as f32;
            count += 1;
        }
        count
    })
}

pub fn blur(m: &[[i32; w]; h]) -> [[i32; w]; h] {
    m.stencil(Clamp, |at| at(0, -1) + at(0, 0) + at(0, 1) + at(-1, 0) + at(1, 0))
}

pub fn framed(xs: &[i32; n]) -> [i32; n] {
    xs.stencil(Constant(0), |at| at(-1) + at(0) + at(1))
}

pub fn lane(start: &[i32; n], put: i32, end: i32) -> [i32; n] {
    start.map(|lane| start.map(|value| value * put + lane * end).sum())
}
