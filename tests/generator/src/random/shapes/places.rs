//! Values that are read at computed places, or written there: one for each place, of one array or several,
//! and values that are combined at a place, by operators that devices have an instruction for and by others.
//!
//! ```text
//! [0; n].scatter_with(|a, b| a + b, is.map(|i| if i < n { i } else { SKIP }), xs)
//! ys.clone().scatter(is, zip(xs, zs))
//! ```

use accel_ir::core::ScalarType;

use super::Generator;
use crate::random::tree::{Tree, parts};
use crate::random::types::{Size, Ty};

impl Generator {
    /// Values at computed places.
    pub(super) fn placed(&mut self) -> Tree {
        match self.below(6) {
            0 => self.read_at_places(),
            1 | 2 => self.claimed(),
            _ => self.combined_at_places(),
        }
    }

    /// The places of values, some of which are dropped.
    fn places(&mut self, count: &Size, size: &Size) -> String {
        let integer = Ty::Scalar(self.pick(&[ScalarType::Usize, ScalarType::U32, ScalarType::U8]));
        let places = self.memory(&Ty::array(integer, count.clone()));
        let n = size.text().unwrap_or_default();
        format!("{places}.map(|i| if (i as usize) < {n} {{ i as usize }} else {{ SKIP }})")
    }

    /// The total of the elements at computed places, some of which may lie outside.
    fn read_at_places(&mut self) -> Tree {
        let (size, count) = (self.extent(), self.extent());
        let scalar = self.number_type();
        let element = Ty::Scalar(scalar);
        let array = self.memory(&Ty::array(element.clone(), size));
        let places = self.memory(&Ty::array(Ty::Scalar(ScalarType::U32), count));
        let index = self.pick(&["[i]", "[i / 2]", "[(i as usize) % A.len()]"]).replace('A', &array);
        let each =
            self.computed(scalar, vec![Tree::text(element.clone(), format!("{array}{index}"))]);
        let end = format!("){}", self.total(scalar));
        Tree::new(element, parts![format!("{places}.map(|i| "), each, end])
    }

    /// A histogram: values that are combined at their places.
    fn combined_at_places(&mut self) -> Tree {
        let is_new = !self.one_in(3);
        let size = if is_new { self.size() } else { self.extent() };
        let (count, scalar) = (self.extent(), self.number_type());
        let element = match self.below(4) {
            0 => Ty::Tuple(vec![Ty::Scalar(scalar), Ty::Scalar(self.number_type())]),
            _ => Ty::Scalar(scalar),
        };
        let ty = Ty::array(element.clone(), size.clone());
        let places = self.places(&count, &size);
        let values = self.memory(&Ty::array(element.clone(), count.clone()));
        let destination = match is_new {
            true => format!("[{}; {}]", self.leaf(&element), size.text().unwrap_or_default()),
            false => format!("{}.clone()", self.memory(&ty)),
        };
        let operator = self.commutative(&element);
        let head = format!("{destination}.scatter_with(");
        let values = match &element {
            Ty::Scalar(scalar) => {
                let each = self.computed(*scalar, vec![Tree::text(element.clone(), "x")]);
                parts![format!(", {places}, {values}.map(|x| "), each, "))"]
            }
            _ => parts![format!(", {places}, {values})")],
        };
        let mut parts = parts![head, operator];
        parts.extend(values);
        Tree::new(ty, parts)
    }

    /// Values with several components, of which each place takes those of one lane: the values of equal places
    /// are the same.
    fn claimed(&mut self) -> Tree {
        let (size, count) = (self.extent(), self.extent());
        let (a, b) = (self.number_type(), self.number_type());
        let pair = Ty::Tuple(vec![Ty::Scalar(a), Ty::Scalar(b)]);
        let ty = Ty::array(pair.clone(), size.clone());
        let places = self.places(&count, &size);
        let destination = self.memory(&ty);
        let (first, second) = (self.write(&Ty::Scalar(a)), self.write(&Ty::Scalar(b)));
        let text = format!(
            "{{ let places = {places}; {destination}.clone().scatter(places, \
             places.map(|i| ((i % 8) as {first}, (i % 4) as {second}))) }}"
        );
        Tree::new(ty, parts![text])
    }
}
