//! The methods of a [nest](Nest) whose results blocks compute in tiles (`device/tiles.cuh`): the values that
//! an element needs of its row, those of its column, and the computation from both.

use accel_abi::{EntryKind, Tile};

use super::context::Context;
use super::frame::Frame;
use super::lane::Writer;
use super::methods::{Map, Methods, head};
use super::product::Product;
use super::text::CppExpression;
use crate::core::{Output, Soac, Statement, Var};
use crate::plan::schedule::device::{Nest, Reduction, TileOperand};

impl Writer<'_> {
    /// Adds the methods and entries to those of a map whose lanes are a nest.
    pub(super) fn tiles(&mut self, map: &Map, large: bool, methods: &mut Methods) {
        let Map { soac, binds, name } = *map;
        let nest = Nest::of(soac, self.variables).expect("the lanes of a tiled nest are a nest");
        let product = |name, values: &[Var]| {
            let types = values.iter().map(|value| self.variables.ty(*value).element());
            Product::filled(name, types.collect())
        };
        let accumulators = &soac.body[nest.position].binds;
        let products = [
            product("from_row", &nest.of_row.values),
            product("from_column", &nest.of_column.values),
            product("accumulated", accumulators),
        ];
        let lines = &mut methods.lines;
        lines.line("");
        lines.line("// The same in tiles.");
        products.iter().for_each(|product| product.declare(lines));
        for (name, operand) in [("row", &nest.of_row), ("column", &nest.of_column)] {
            lines.line(format!(
                "static constexpr bool {name}_along_length = {};",
                operand.along_length
            ));
        }
        let length = self.code(nest.reduction.length());
        self.lines.line(format!("return {length};"));
        self.method("usize count_of_elements() const", lines);
        let Frame { batch, row, column } = self.frame(soac, nest.rows, lines);
        let element = self.name(nest.reduction.index());
        for (operand, product, of, index) in [
            (&nest.of_row, &products[0], "row", &row),
            (&nest.of_column, &products[1], "column", &column),
        ] {
            self.batches(soac, nest.rows, &batch);
            self.operand(operand, product);
            self.method(
                &format!(
                    "bool load_{of}(const usize {batch}, const usize {index}, const usize {element}, \
                     from_{of}& own, failure* failed) const"
                ),
                lines,
            );
        }
        self.batches(soac, nest.rows, &batch);
        self.element(&nest, &products);
        self.method(
            &format!(
                "void take_in(const usize {batch}, const usize {row}, const usize {column}, const usize {element}, \
                 const from_row& left, const from_column& right, accumulated& own) const"
            ),
            lines,
        );
        let fields = nest.of_row.values.iter().chain(&nest.of_column.values);
        fields.for_each(|value| self.forget(*value));
        self.begin(soac, &nest, &products[2]);
        self.method("bool begin(const usize at, accumulated& own, failure* failed) const", lines);
        self.results(soac, binds, &nest, &products[2]);
        self.method(
            "bool give(const usize at, const accumulated& own, failure* failed) const",
            lines,
        );

        let width =
            products[..2].iter().map(Product::bytes).max().unwrap_or(1).next_power_of_two().max(4);
        let mut entry = |tile: Tile, bytes: usize| {
            let (own, entry) = (format!("{name}_kernel"), EntryKind::Tiles(tile).name(name));
            let (head, side, depth) = (head(), tile.results_of_thread(), bytes / width);
            methods
                .entries
                .open(format!("{head} {entry}({own} kernel, usize count, failure* failed)"));
            methods.entries.line(format!("tiled<{own}, {side}, {depth}>(kernel, failed);"));
            methods.entries.close("");
        };
        entry(Tile::Small, 64);
        if large {
            entry(Tile::Large, 32);
        }
    }

    /// The values of a row or column.
    fn operand(&mut self, operand: &TileOperand, product: &Product) {
        for statement in operand.before.iter().chain(&operand.statements) {
            self.statement(statement, Context::default());
        }
        for (field, value) in product.of("own").iter().zip(&operand.values) {
            let value = self.code((*value).into());
            self.lines.line(format!("{field} = {value};"));
        }
        self.lines.line("return true;");
    }

    /// Writes the combination of the accumulators with an element.
    fn element(&mut self, nest: &Nest, [left, right, own]: &[Product; 3]) {
        let (left, right, own) = (left.of("left"), right.of("right"), own.of("own"));
        let values =
            nest.of_row.values.iter().zip(left).chain(nest.of_column.values.iter().zip(right));
        for (value, field) in values {
            self.stand_for(*value, field);
        }
        if let Reduction::Loop(_, _, carried, _) = nest.reduction {
            for ((var, _), field) in carried.iter().zip(&own) {
                self.stand_for(*var, field.clone());
            }
        }
        for statement in &nest.of_both {
            self.statement(statement, Context::default());
        }
        match nest.reduction {
            Reduction::Loop(.., body) => {
                let next: Vec<CppExpression> =
                    body.results.iter().map(|value| self.code(*value)).collect();
                self.assign_fields(&own, &next);
            }
            Reduction::Soac(soac) => {
                let mut rest = own.as_slice();
                for output in &soac.outputs {
                    let Output::Reduce { values, operator, when, .. } = output else { continue };
                    let (fields, others) = rest.split_at(values.len());
                    rest = others;
                    let when = when.map(|when| self.code(when));
                    if let Some(when) = &when {
                        self.lines.open(format!("if ({when})"));
                    }
                    let values: Vec<CppExpression> =
                        values.iter().map(|value| self.code(*value)).collect();
                    let next = self.apply(operator, fields, &values, Context::default());
                    self.assign_fields(fields, &next);
                    if when.is_some() {
                        self.lines.close("");
                    }
                }
            }
        }
    }

    /// Assigns to fields, all at once.
    fn assign_fields(&mut self, fields: &[CppExpression], values: &[CppExpression]) {
        if let ([field], [value]) = (fields, values) {
            return self.lines.line(format!("{field} = {value};"));
        }
        let fresh: Vec<String> = fields.iter().map(|_| self.names.fresh("next")).collect();
        for (fresh, value) in fresh.iter().zip(values) {
            self.lines.line(format!("const auto {fresh} = {value};"));
        }
        for (field, fresh) in fields.iter().zip(&fresh) {
            self.lines.line(format!("{field} = {fresh};"));
        }
    }

    /// Writes the values with which the accumulators begin.
    fn begin(&mut self, soac: &Soac, nest: &Nest, product: &Product) {
        let initial = nest.reduction.initial();
        if initial.iter().any(|atom| atom.var().is_some()) {
            self.lane_prefix(soac, &initial, Context::default());
        }
        for (field, value) in product.of("own").iter().zip(initial) {
            let value = self.code(value);
            self.lines.line(format!("{field} = {value};"));
        }
        self.lines.line("return true;");
    }

    /// The rest of the lane, when the accumulators have all elements.
    fn results(&mut self, soac: &Soac, binds: &[Var], nest: &Nest, product: &Product) {
        let reduced = &soac.body[nest.position].binds;
        for (bind, field) in reduced.iter().zip(product.of("own")) {
            self.stand_for(*bind, field);
        }
        let mut rest: Vec<Statement> = soac.body.clone();
        rest.remove(nest.position);
        self.lane(soac, binds, &rest, Context::default());
        self.lines.line("return true;");
    }
}
