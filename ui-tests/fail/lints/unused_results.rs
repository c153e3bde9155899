#![deny(unused_must_use)]

use accel::accel;

accel! {
    pub fn sorted(xs: [i32; n]) -> [i32; n] {
        xs.sort();
        let mut ys = xs;
        for x in 0..3 {
            if x > 0 {
                ys.map(|y| y + x);
                ys.swap(0, x);
            }
        }
        concat(ys, ys);
        n.pow(2);
        ys
    }

    fn first(matrix: &[[f32]]) -> f32 {
        matrix[0].rev();
        matrix[0][0]
    }

    #[allow(unused_must_use)]
    pub fn ignored(matrix: &[[f32; n]; m]) -> f32 {
        matrix.map(|row| row.sum());
        let _ = matrix.transpose();
        first(matrix)
    }
}

fn main() {
    println!("{:?} {}", sorted(vec![2, 1]), ignored(&[[0.0]]));
}
