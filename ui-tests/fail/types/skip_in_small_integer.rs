use accel::accel;

accel! {
    pub fn placed(dest: [f32], places: &[u8], xs: &[f32]) -> [f32] {
        dest.scatter(places.map(|p| if p == 0 { SKIP } else { p }), xs)
    }
}

fn main() {
    println!("{:?}", placed(vec![1.0], &[0], &[2.0]));
}
