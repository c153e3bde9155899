use accel::accel;

accel! {
    type Row = [Row];
    type Left = (f32, Right);
    type Right = Left;

    pub fn count(rows: &Row) -> usize {
        rows.len()
    }

    pub fn first(pair: Left) -> f32 {
        pair.0
    }
}

fn main() {
    println!("{}", count(&[1.0]));
}
