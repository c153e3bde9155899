use accel::accel;

// An error in a function takes no constant away.
accel! {
    pub const TABLE: [i32; 3] = [1, 2, 3];
    pub const ROWS: [[u8]] = [[1], [2, 3]];
    pub fn shifted(xs: &[i32]) -> [i32] {
        xs.map(|x| x + TABLE)
    }
}

fn main() {
    println!("{} {} {}", TABLE[1], ROWS[1].len(), shifted(&[1])[0]);
}
