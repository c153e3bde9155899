use accel::accel;

accel! {
    pub fn zeroed(rows: &[[i64; 2]; n]) -> [[i64; 2]; n] {
        let mut result = rows.clone();
        for row in result {
            row[0] = 0;
        }
        result
    }
}

fn main() {
    println!("{:?}", zeroed(&[[1, 2]]));
}
