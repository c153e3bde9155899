use accel::accel;

accel! {
    pub fn even(xs: &[u32]) -> [u32] {
        [0; 4].scatter(xs.map(|x| if x % 2 == 0 { x } else { u32::SKIP }), xs)
    }
}

fn main() {
    println!("{}", even(&[1])[0]);
}
