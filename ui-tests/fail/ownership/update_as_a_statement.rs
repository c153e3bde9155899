use accel::accel;

accel! {
    pub fn changed(xs: [f32]) -> [f32] {
        xs.update(0, 1.0);
        xs
    }
}

fn main() {
    println!("{:?}", changed(vec![0.0]));
}
