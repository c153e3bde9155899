use accel::accel;

accel! {
    pub fn double(xs: &[f32]) -> [f32] {
        xs.map(|x| x * )
    }

    pub fn quadruple(xs: &[f32]) -> [f32] {
        double(double(xs))
    }
}

fn main() {
    println!("{:?} {:?}", double(&[1.0]), quadruple(&[1.0]).len());
}
