//! The values of lanes that a kernel reduces, and the combination of two of them.

use accel_abi::EntryKind;
use accel_abi::constants::THREADS;

use super::context::Context;
use super::lane::Writer;
use super::methods::head;
use super::product::Product;
use super::text::{CppExpression, Lines};
use crate::core::{Output, ScalarType, Soac};

/// The values of the lanes of a reduction. A reduction that leaves lanes out has a flag before them, which
/// tells if there is a value at all.
pub(super) struct Reductions<'s> {
    outputs: Vec<&'s Output>,
    /// The types of all that a lane gives, in order.
    types: Vec<ScalarType>,
}

impl<'s> Reductions<'s> {
    pub(super) fn of(soac: &'s Soac, writer: &Writer) -> Reductions<'s> {
        let (mut outputs, mut types) = (Vec::new(), Vec::new());
        for output in &soac.outputs {
            let Output::Reduce { values, when, .. } = output else { continue };
            outputs.push(output);
            types.extend(when.map(|_| ScalarType::Bool));
            types.extend(values.iter().map(|value| writer.variables.element(*value)));
        }
        Reductions { outputs, types }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.outputs.is_empty()
    }

    /// The type of the values, where the combined ones go, whether they may be combined in any
    /// order, and how.
    pub(super) fn declare(&self, writer: &mut Writer, lines: &mut Lines) {
        Product::new("value", self.types.clone()).declare(lines);
        lines.open("struct results");
        for (position, ty) in self.types.iter().enumerate() {
            lines.line(format!("{}* v{position};", ty.name()));
        }
        lines.open("__device__ __forceinline__ void store(const value& from) const");
        for position in 0..self.types.len() {
            lines.line(format!("*v{position} = from.v{position};"));
        }
        lines.close("");
        lines.close(";");
        let commutative = self
            .outputs
            .iter()
            .all(|output| matches!(output, Output::Reduce { commutative: true, .. }));
        lines.line(format!("static constexpr bool commutative = {commutative};"));
        lines.line("");
        self.combine(writer);
        writer.method("value combine(const value& left, const value& right) const", lines);
    }

    /// The same for a kernel that need not reduce anything.
    pub(super) fn declare_if_any(&self, writer: &mut Writer, lines: &mut Lines) {
        let any = !self.is_empty();
        lines.line(format!("static constexpr bool reduces = {any};"));
        if any {
            return self.declare(writer, lines);
        }
        lines.line("struct value {};");
    }

    /// The entry that combines the results of blocks, if there are some.
    pub(super) fn partials_entry(&self, name: &str, lines: &mut Lines) {
        if self.is_empty() {
            return;
        }
        let (own, entry) = (format!("{name}_kernel"), EntryKind::Partials.name(name));
        lines.open(format!(
            "{} {entry}({own} kernel, usize count, const partial<{own}::value>* partials, \
             {own}::results results)",
            head()
        ));
        lines.line(format!("reduce_partials<{own}, {THREADS}>(kernel, count, partials, results);"));
        lines.close("");
    }

    /// Writes the values of a lane.
    pub(super) fn give(&self, writer: &mut Writer) {
        let mut position = 0;
        for output in &self.outputs {
            let Output::Reduce { values, when, .. } = output else { continue };
            for value in when.iter().chain(values) {
                let value = writer.code(*value);
                writer.lines.line(format!("own.v{position} = {value};"));
                position += 1;
            }
        }
    }

    /// Writes the combination of two values.
    fn combine(&self, writer: &mut Writer) {
        writer.lines.line("value both = left;");
        let mut position = 0;
        for output in &self.outputs {
            let Output::Reduce { operator, values, when, .. } = output else { continue };
            if when.is_some() {
                let flag = position;
                position += 1;
                let given: Vec<String> = (position..position + values.len())
                    .map(|position| format!("both.v{position} = right.v{position};"))
                    .collect();
                writer.lines.open(format!("if (!left.v{flag})"));
                writer.lines.line(format!("both.v{flag} = right.v{flag};"));
                writer.lines.line(given.join(" "));
                writer.lines.close(&format!(" else if (right.v{flag}) {{"));
                writer.lines.deeper();
            }
            let side = |side: &str| -> Vec<CppExpression> {
                let range = position..position + values.len();
                range.map(|position| CppExpression::whole(format!("{side}.v{position}"))).collect()
            };
            let results = writer.apply(operator, &side("left"), &side("right"), Context::default());
            for result in results {
                writer.lines.line(format!("both.v{position} = {result};"));
                position += 1;
            }
            if when.is_some() {
                writer.lines.close("");
            }
        }
        writer.lines.line("return both;");
    }
}
