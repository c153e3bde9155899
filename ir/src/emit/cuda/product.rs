//! Products of scalars as structs: the values of lanes that are combined.

use super::lane::Writer;
use super::text::{CppExpression, Lines};
use crate::core::ScalarType;

/// A struct with the fields `v0`, `v1` and so on.
pub(super) struct Product {
    name: String,
    types: Vec<ScalarType>,
    /// All fields in their order: those, and the ones that fill gaps.
    fields: Vec<(String, ScalarType)>,
}

impl Product {
    pub(super) fn new(name: &str, types: Vec<ScalarType>) -> Product {
        let numbered = types.iter().enumerate();
        let fields = numbered.map(|(position, ty)| (format!("v{position}"), *ty)).collect();
        Product { name: name.to_string(), types, fields }
    }

    /// Without gaps between fields: values lie in memory, from which neighbouring fields are read
    /// together in wider loads.
    pub(super) fn filled(name: &str, types: Vec<ScalarType>) -> Product {
        let mut fields: Vec<(String, ScalarType)> = Vec::new();
        let (mut bytes, mut gaps) = (0, 0);
        let mut fill = |fields: &mut Vec<_>, bytes: &mut usize, alignment| {
            while !bytes.is_multiple_of(alignment) {
                fields.push((format!("gap{gaps}"), ScalarType::U8));
                gaps += 1;
                *bytes += 1;
            }
        };
        for (position, ty) in types.iter().enumerate() {
            fill(&mut fields, &mut bytes, ty.bytes());
            fields.push((format!("v{position}"), *ty));
            bytes += ty.bytes();
        }
        let alignment = types.iter().map(|ty| ty.bytes()).max().unwrap_or(1);
        fill(&mut fields, &mut bytes, alignment);
        Product { name: name.to_string(), types, fields }
    }

    /// The size of the struct.
    pub(super) fn bytes(&self) -> usize {
        let mut bytes = 0;
        for ty in &self.types {
            bytes = usize::next_multiple_of(bytes, ty.bytes()) + ty.bytes();
        }
        let alignment = self.types.iter().map(|ty| ty.bytes()).max();
        bytes.next_multiple_of(alignment.unwrap_or(1)).max(1)
    }

    /// The fields of a value.
    pub(super) fn of(&self, value: &str) -> Vec<CppExpression> {
        (0..self.types.len())
            .map(|position| CppExpression::whole(format!("{value}.v{position}")))
            .collect()
    }

    /// The struct. Its values are copied field by field: the bytes between them are never written.
    pub(super) fn declare(&self, lines: &mut Lines) {
        let name = &self.name;
        lines.open(format!("struct {name}"));
        self.members(lines);
        lines.close(";");
    }

    /// The same, and a value can be had from another thread of the warp.
    pub(super) fn declare_shuffled(&self, lines: &mut Lines) {
        let name = &self.name;
        lines.open(format!("struct {name}"));
        self.members(lines);
        lines.open(format!(
            "__device__ __forceinline__ {name} from_below(const u32 distance) const"
        ));
        lines.line(format!("{name} below = *this;"));
        for position in 0..self.types.len() {
            lines.line(format!("below.v{position} = ::from_below(v{position}, distance);"));
        }
        lines.line("return below;");
        lines.close("");
        lines.close(";");
    }

    fn members(&self, lines: &mut Lines) {
        let name = &self.name;
        for (field, ty) in &self.fields {
            lines.line(format!("{} {field};", ty.name()));
        }
        if self.fields.is_empty() {
            return;
        }
        let all = |each: fn(&str) -> String| -> Vec<String> {
            self.fields.iter().map(|(field, _)| each(field)).collect()
        };
        let copied = all(|field| format!("{field}(from.{field})")).join(", ");
        let assigned = all(|field| format!("{field} = from.{field};")).join(" ");
        lines.line(format!("{name}() = default;"));
        lines
            .line(format!("__device__ __forceinline__ {name}(const {name}& from) : {copied} {{}}"));
        lines.open(format!("__device__ __forceinline__ {name}& operator=(const {name}& from)"));
        lines.line(assigned);
        lines.line("return *this;");
        lines.close("");
    }
}

impl Writer<'_> {
    /// Declares a product among the statements at hand.
    pub(super) fn declare_here(&mut self, product: &Product) {
        let mut lines = Lines::default();
        product.declare(&mut lines);
        self.lines.lines(lines);
    }
}
