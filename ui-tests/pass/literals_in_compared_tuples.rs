//! Literals that no use decides have their default types in tuples that are compared, too.

use accel::accel;

accel! {
    pub fn same(n: isize) -> [bool; 3] {
        let mut found = [false; 3];
        for i in 0..3 {
            found[i] = (i, n) == (1, 6);
        }
        found
    }

    pub fn ordered() -> bool {
        ((1, 2.5), true) < ((1, 3.5), false)
    }
}

pub fn main() {
    assert_eq!(same(6), [false, true, false]);
    assert!(ordered());
}
