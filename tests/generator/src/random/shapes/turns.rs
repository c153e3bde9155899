//! Lanes that go round loops as long as each of them needs, or that choose the value with which they go on:
//! tiles of such lanes are narrow, so that the values which they carry stay in registers.
//!
//! ```text
//! xs.map(|x| { let (mut y, mut turns) = (x, 0); while y < 40 && turns < 9 { y = y + y; turns += 1; } turns })
//! ```

use accel_ir::core::ScalarType;

use super::Generator;
use crate::random::tree::{Tree, parts};
use crate::random::types::{Ty, USIZE};

impl Generator {
    /// Lanes that go round loops.
    pub(super) fn turns(&mut self) -> Tree {
        let scalar = self.number_type();
        let size = self.extent();
        let element = Ty::Scalar(scalar);
        let a = self.memory(&Ty::array(element.clone(), size.clone()));
        match self.below(3) {
            0 => {
                let next = self.turn(scalar);
                let condition = self.condition_on(scalar, Tree::text(element, "y"));
                let head = format!(
                    "{a}.map(|x| {{ let mut y = x; let mut turns = 0usize; while turns < 9 && "
                );
                Tree::new(
                    Ty::array(USIZE, size),
                    parts![head, condition, " { y = ", next, "; turns += 1; } turns })"],
                )
            }
            1 => {
                let next = self.turn(scalar);
                let count = 1 + self.below(9);
                let head = format!("{a}.map(|x| {{ let mut y = x; for turn in 0..{count} {{ y = ");
                Tree::new(Ty::array(element, size), parts![head, next, "; } y })"])
            }
            // Sums of floats, the rounds of which read no rows.
            _ => {
                let other = self.extent();
                let b = self.memory(&Ty::array(element.clone(), other));
                let values = ["x", "y"].map(|name| Tree::text(element.clone(), name));
                let each = self.computed(scalar, values.to_vec());
                let condition = self.condition_on(scalar, Tree::text(element.clone(), "y"));
                let init = self.literal(scalar);
                let head = format!("{a}.map(|x| {b}.fold(");
                Tree::new(
                    Ty::array(element, size),
                    parts![
                        head,
                        init,
                        ", |acc, y| if ",
                        condition,
                        " { acc + ",
                        each,
                        " } else { acc }))"
                    ],
                )
            }
        }
    }

    /// The value with which a lane goes on, which may be chosen.
    fn turn(&mut self, scalar: ScalarType) -> Tree {
        let element = Ty::Scalar(scalar);
        let values = ["y", "x"].map(|name| Tree::text(element.clone(), name));
        let value = self.computed(scalar, values.to_vec());
        if self.one_in(2) {
            return value;
        }
        let condition = self.condition_on(scalar, Tree::text(element.clone(), "y"));
        Tree::new(element, parts!["if ", condition, " { ", value, " } else { y }"])
    }
}
