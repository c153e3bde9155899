use accel::Ragged;

fn main() {
    let pairs = [(1, 2.0), (3, 4.0)];
    let borrowed = Ragged::from_csr(&[0, 2], &pairs);
    let words: Ragged<f64> = Ragged::from_lengths(&[1, 1], vec!["a", "b"]);
    let number: Ragged<f64> = Ragged::from_offsets(vec![0, 2], &1.0);
    println!("{borrowed:?} {words:?} {number:?}");
}
