use accel::accel;

accel! {
    pub fn largest_sum(n: usize) -> usize {
        let rows = generate(n, |i| generate(i + 1, |j| j * j % 7));
        let order = rows.map(|row| row.sum()).argmax();
        rows[order].sum() + rows[0].sum()
    }
}

fn main() {
    println!("{}", largest_sum(3));
}
