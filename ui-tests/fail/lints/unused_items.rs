#![deny(dead_code)]

use accel::accel;

accel! {
    const LIMIT: i32 = 3;
    const USED: i32 = 4;
    const FIRST: i32 = USED;
    const WIDTH: usize = 2;

    type Row = [f64; WIDTH];
    type Pair = (f64, f64);

    #[allow(dead_code)]
    const KEPT: i32 = 5;
    const _UNUSED: i32 = 5;
    pub const PUBLIC: i32 = 6;

    struct Unused {
        x: f64,
        y: (f32, i32),
    }

    struct Outside {
        x: f64,
    }

    pub fn is_first(x: i32, y: f64) -> bool {
        match x {
            FIRST => true,
            _ => y == 0.0 && x == 0,
        }
    }

    pub fn halves(row: &Row) -> Row {
        row.map(|x| x / 2.0)
    }
}

fn main() {
    let outside: accel::Array<Outside, 1> = vec![Outside { x: 1.0 }].into();
    println!("{outside:?}");
    println!("{} {:?} {PUBLIC}", is_first(1, 2.0), halves(&[1.0, 2.0]));
}
