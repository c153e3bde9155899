use accel::accel;

accel! {
    fn width(m: &[[i32; k]; n]) -> usize { k }
    pub fn widths(rows: &[[i32]]) -> usize { width(rows) }
}

fn main() {}
