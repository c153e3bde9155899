use accel::accel;

accel! {
    pub fn middles(rows: &[(f32, i32, i32)]) -> [i32] {
        rows.map(|(.., x, ..)| x)
    }

    pub fn firsts(rows: &[(f32, i32)]) -> [f32] {
        rows.map(|(x, .., y, z)| x)
    }

    pub fn kinds(rows: &[(bool, i32, bool)]) -> [i32] {
        rows.map(|row| match row { (true, ..) => 1, (.., true) => 2 })
    }
}

fn main() {
    println!("{:?} {:?} {:?}", middles(&[(1.0, 2, 3)]), firsts(&[(1.0, 2)]), kinds(&[(true, 2, true)]));
}
