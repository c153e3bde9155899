use accel::accel;

accel! {
    pub fn counted(keys: &[usize]) -> ([u32], u32) {
        let zeros = [0; 10];
        let counts = zeros.scatter_with(|a, b| a + b, keys, keys.map(|_| 1));
        (counts, zeros.sum())
    }
}

fn main() {
    println!("{:?}", counted(&[0]));
}
