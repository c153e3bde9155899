// Indices of any integer type: those without a sign, also behind a cast, and negative ones, which are
// behind the end of every array. In lanes, and in rows of lanes.
// gives: of_u8(&[5, 6, 7], &[2, 0]) == [7, 5]
// gives: of_u32(&[5, 6, 7], &[2, 0, 1]) == [7, 5, 6]
// gives: cast(&[5, 6, 7], &[2, 0, 1]) == [7, 5, 6]
// gives: cast_twice(&[5, 6, 7], &[-255, 1]) == [6, 6]
// gives: of_i32(&[5, 6, 7], &[2, 0, 1]) == [7, 5, 6]
// gives: in_rows(&[5, 6, 7], &[vec![2, 0, 1], vec![], vec![1; 70]]) == [18, 0, 420]
// gives: cast_in_rows(&[5, 6, 7], &[vec![2, 0, 1], vec![], vec![2; 9]]) == [18, 0, 63]
// gives: signed_in_rows(&[5, 6, 7], &[vec![2, 0, 1], vec![0; 33]]) == [18, 165]
// fails: try_of_u8(&[5, 6, 7], &[0, 3]) IndexOutOfBounds
// fails: try_of_u32(&[5, 6, 7], &[u32::MAX]) IndexOutOfBounds
// fails: try_cast(&[5, 6, 7], &[3]) IndexOutOfBounds
// fails: try_cast_twice(&[5, 6, 7], &[-253]) IndexOutOfBounds
// fails: try_of_i32(&[5, 6, 7], &[-1]) IndexOutOfBounds
// fails: try_of_i32(&[], &[0]) IndexOutOfBounds
// fails: try_in_rows(&[5, 6, 7], &[vec![0; 40], vec![1, 3]]) IndexOutOfBounds
// fails: try_cast_in_rows(&[5, 6, 7], &[vec![0, 1, 2, 3]]) IndexOutOfBounds
// fails: try_signed_in_rows(&[5, 6, 7], &[vec![0, -1]]) IndexOutOfBounds
// fails: try_signed_in_rows(&[5, 6, 7], &[vec![i32::MIN; 20]]) IndexOutOfBounds

pub fn of_u8(x: &[i32; m], at: &[u8; n]) -> [i32; n] {
    at.map(|i| x[i])
}

pub fn of_u32(x: &[i32; m], at: &[u32; n]) -> [i32; n] {
    at.map(|i| x[i])
}

pub fn cast(x: &[i32; m], at: &[u32; n]) -> [i32; n] {
    at.map(|i| x[i as usize])
}

pub fn cast_twice(x: &[i32; m], at: &[i32; n]) -> [i32; n] {
    at.map(|i| x[i as u8 as usize])
}

pub fn of_i32(x: &[i32; m], at: &[i32; n]) -> [i32; n] {
    at.map(|i| x[i])
}

pub fn in_rows(x: &[i32; m], rows: &[[u32]; n]) -> [i32; n] {
    rows.map(|row| row.map(|i| x[i]).sum())
}

pub fn cast_in_rows(x: &[i32; m], rows: &[[u32]; n]) -> [i32; n] {
    rows.map(|row| row.map(|i| x[i as usize]).sum())
}

pub fn signed_in_rows(x: &[i32; m], rows: &[[i32]; n]) -> [i32; n] {
    rows.map(|row| row.map(|i| x[i as usize]).sum())
}
