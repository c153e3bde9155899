//! Parameters and results: sizes become parameters and results of their own.

use std::rc::Rc;

use super::{Frame, Label, Lowerer, Named, Value, function_name};
use crate::core::visit::each_size;
use crate::core::{Atom, Expression as Core, Extent, Function, Target, Type, Var};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::tree::{Expression, Name, Parameter, Size, TypeExpression, TypeKind};
use crate::types::context::{ParameterType, size_name};
use crate::types::infer::{Instance, LocalId, Typed};
use crate::types::ty::Ty;

/// A parameter, and the argument given for it.
pub(super) struct Bound<'a> {
    pub(super) local: LocalId,
    pub(super) value: Value,
    pub(super) written: Written<'a>,
    pub(super) parameter: &'a Parameter,
}

/// A type as written, down to the sizes.
pub(super) enum Written<'a> {
    /// A scalar or a struct.
    Plain,
    /// A tuple.
    Product(Vec<Written<'a>>),
    /// An array.
    Array {
        /// The size, if one is written.
        size: Option<&'a Expression>,
        /// True if each row has a length of its own.
        ragged: bool,
        /// The place at which it is written.
        span: Span,
        /// The type of the elements or rows.
        element: Box<Written<'a>>,
    },
}

impl<'w> Written<'w> {
    /// The type of the array's elements or rows.
    pub(super) fn element(&self) -> &Written<'w> {
        match self {
            Written::Array { element, .. } => element,
            _ => &Written::Plain,
        }
    }

    /// A component of the product.
    pub(super) fn field(&self, position: usize) -> &Written<'w> {
        match self {
            Written::Product(fields) => fields.get(position).unwrap_or(&Written::Plain),
            _ => &Written::Plain,
        }
    }

    /// Returns true if each row has a length of its own.
    pub(super) fn is_ragged(&self) -> bool {
        matches!(self, Written::Array { ragged: true, .. })
    }

    /// Returns true if the level is passed as a ragged one: it is ragged, or is around a ragged one.
    pub(super) fn is_passed_ragged(&self) -> bool {
        match self {
            Written::Plain => false,
            Written::Product(fields) => fields.iter().any(Written::is_passed_ragged),
            Written::Array { ragged, element, .. } => *ragged || element.is_passed_ragged(),
        }
    }
}

/// Lowers a function with all its checks; gives the array parameters that belong to it, too.
pub(super) fn function(
    lowerer: &mut Lowerer,
    function: usize,
    instance: &Instance,
) -> (Function, Vec<Var>) {
    let checked = lowerer.checked;
    let signature = &checked.context.functions[function];
    let typed = checked.functions[&(function, instance.clone())].clone();
    lowerer.push_frame(typed.clone());
    let mut parameters = Vec::new();
    let mut owned = Vec::new();
    let mut bound = Vec::new();
    for (position, parameter) in signature.function.parameters.iter().enumerate() {
        let ParameterType::Value { .. } = &signature.parameters[position] else { continue };
        let local = typed.parameters[position];
        let ty = typed.locals[local].ty.clone();
        let written = lowerer.written(&parameter.ty, false);
        lowerer.builder.span = parameter.ty.span;
        let mut declared = lowerer.declared(&ty, &written);
        lowerer.assemble(&mut declared);
        let passed = declared.vars.iter();
        let arrays = passed.filter(|var| !lowerer.builder.variables.ty(**var).is_scalar());
        if let ParameterType::Value { borrowed: false, .. } = &signature.parameters[position] {
            owned.extend(arrays);
        }
        parameters.extend(declared.vars);
        let atoms = declared.atoms;
        for atom in &atoms {
            lowerer.builder.name(*atom, &parameter.name.text);
        }
        bound.push(Bound { local, value: Value { ty, atoms }, written, parameter });
    }
    lowerer.bind_sizes(&typed, &bound);
    for Bound { local, value, written, parameter } in bound {
        let name = &parameter.name;
        lowerer.builder.span = name.span;
        let value = lowerer.with_sizes(value, &written, &format!("`{}`", name.text));
        for atom in &value.atoms {
            let ty = lowerer.atom_type(*atom);
            each_size(ty.extents(), |size| {
                lowerer.parameter_sizes.insert(size);
            });
            if let [Extent::Size(length)] = ty.extents() {
                lowerer.builder.is_in_memory(*length);
            }
        }
        lowerer.name_value(name, &value);
        lowerer.frame_mut().values[local] = Some(value);
    }
    let body = &signature.function.body;
    let value = lowerer.block(body);
    let place = body.value.as_ref().map_or(body.span, |value| value.span);
    lowerer.builder.span = place;
    let passed = match &signature.function.result {
        None => Vec::new(),
        Some(ty) => {
            let written = lowerer.written(ty, false);
            let value = lowerer.with_sizes(value, &written, "the result");
            lowerer.regular_as_written(&value, &written, place);
            lowerer.passed_values(&value, &written)
        }
    };
    let results = lowerer.results_of(&passed);
    lowerer.report_certain_failures();
    lowerer.frames.pop();
    let block = lowerer.builder.close_block(passed);
    let variables = std::mem::take(&mut lowerer.builder.variables);
    let name = function_name(checked, function, instance);
    let target = Target::Any;
    (Function { name, parameters, results, body: block, variables, target }, owned)
}

impl<'a> Lowerer<'a, '_> {
    pub(super) fn push_frame(&mut self, typed: Rc<Typed>) {
        let values = vec![None; typed.locals.len()];
        self.frames.push(Frame {
            typed,
            values,
            declared: Default::default(),
            callables: Default::default(),
            neighbourhoods: Default::default(),
        });
        self.frame = self.frames.len() - 1;
    }

    /// A type expression down to its sizes, through aliases.
    pub(super) fn written(&self, ty: &'a TypeExpression, inside: bool) -> Written<'a> {
        match &ty.kind {
            TypeKind::Array(element, size) => Written::Array {
                size: match &**size {
                    Size::Expression(size) => Some(size),
                    Size::Unnamed => None,
                },
                ragged: false,
                span: ty.span,
                element: Box::new(self.written(element, true)),
            },
            TypeKind::Slice(element) => Written::Array {
                size: None,
                ragged: inside,
                span: ty.span,
                element: Box::new(self.written(element, true)),
            },
            TypeKind::Reference(inner) => self.written(inner, inside),
            TypeKind::Tuple(fields) => {
                Written::Product(fields.iter().map(|field| self.written(field, inside)).collect())
            }
            TypeKind::Named(name) => match self.checked.context.alias(&name.text) {
                Some(alias) => self.written(alias, inside),
                None => Written::Plain,
            },
            _ => Written::Plain,
        }
    }

    /// Gives the size names of a signature their values: the first length found.
    pub(super) fn bind_sizes(&mut self, typed: &Typed, parameters: &[Bound<'a>]) {
        // Parameters that are sizes themselves come first, wherever they stand.
        for Bound { local, value, .. } in parameters {
            if value.ty == Ty::USIZE {
                self.frame_mut().values[*local] = Some(value.clone());
            }
        }
        for Bound { value, written, .. } in parameters {
            self.bind_size_names(typed, value, written, 0);
        }
    }

    fn bind_size_names(
        &mut self,
        typed: &Typed,
        value: &Value,
        written: &Written<'a>,
        depth: usize,
    ) {
        match written {
            Written::Plain => {}
            Written::Product(fields) => {
                let element = strip(&value.ty, depth);
                for (position, field) in fields.iter().enumerate() {
                    let range = self.field_range(&element, position);
                    let ty = wrap(self.fields(&element)[position].clone(), depth);
                    let part = Value { ty, atoms: value.atoms[range].to_vec() };
                    self.bind_size_names(typed, &part, field, depth);
                }
            }
            Written::Array { size, element, .. } => {
                if let Some(size) = size
                    && let Some(name) = size_name(size)
                    && let Some(local) = typed.sizes.get(&name.text)
                    && self.frame().values[*local].is_none()
                    && let Some(first) = value.atoms.first()
                    && let Some(length) = self.atom_type(*first).extents()[depth].size()
                {
                    self.builder.name(length, &name.text);
                    self.frame_mut().values[*local] = Some(Value::size(length));
                }
                self.bind_size_names(typed, value, element, depth + 1);
            }
        }
    }

    /// The value with the sizes that a type says, with checks where they may differ.
    pub(super) fn with_sizes(&mut self, value: Value, written: &Written<'a>, who: &str) -> Value {
        let mut atoms = value.atoms.clone();
        let mut wanted: Vec<Vec<Extent>> =
            atoms.iter().map(|atom| self.atom_type(*atom).extents().to_vec()).collect();
        let mut names = Vec::new();
        self.collect_sizes(&value.ty, written, 0, 0, &mut wanted, &mut names);
        for (atom, extents) in atoms.iter_mut().zip(wanted) {
            let ty = self.atom_type(*atom);
            if ty.extents() == extents || ty.is_scalar() {
                continue;
            }
            let wanted = Type::array(ty.element(), extents.clone());
            if let Some(empty) = self.empty_as(*atom, &wanted) {
                *atom = empty;
                continue;
            }
            let label = match names.as_slice() {
                [one] => format!("size `{one}` of {who}"),
                _ => format!("the sizes of {who}"),
            };
            let known = ty.extents().iter().zip(&extents).find_map(|pair| match pair {
                (Extent::Size(found), Extent::Size(wanted)) => {
                    let (found, wanted) = (found.known_size()?, wanted.known_size()?);
                    (found != wanted).then_some((found, wanted))
                }
                _ => None,
            });
            if let Some((found, wanted)) = known {
                let message = format!("{label}: expected {wanted}, found {found}");
                self.size_error(message);
            }
            *atom = self.builder.bind(wanted, Core::Coerce(*atom, label.into()));
        }
        Value { ty: value.ty, atoms }
    }

    /// Puts the sizes that a type says into the extents of the components from `first` on.
    fn collect_sizes(
        &mut self,
        ty: &Ty,
        written: &Written<'a>,
        first: usize,
        depth: usize,
        wanted: &mut [Vec<Extent>],
        names: &mut Vec<String>,
    ) {
        match written {
            Written::Plain => {}
            Written::Product(fields) => {
                let mut start = first;
                for (position, field) in self.fields(ty).iter().enumerate() {
                    if let Some(inner) = fields.get(position) {
                        self.collect_sizes(field, inner, start, depth, wanted, names);
                    }
                    start += self.leaf_count(field);
                }
            }
            Written::Array { size, element, .. } => {
                let Some(inner) = ty.element() else { return };
                if let Some(size) = size {
                    let atom = self.expression(size).atom();
                    if let Some(name) = size_name(size) {
                        names.push(name.text.to_string());
                    } else if let Some(number) = atom.known_size() {
                        names.push(number.to_string());
                    }
                    for extents in &mut wanted[first..first + self.leaf_count(ty)] {
                        if let Some(Extent::Size(old)) = extents.get_mut(depth) {
                            *old = atom;
                        }
                    }
                }
                self.collect_sizes(inner, element, first, depth + 1, wanted, names);
            }
        }
    }

    /// Reports rows that differ in length where the type says that they agree.
    pub(super) fn regular_as_written(&mut self, value: &Value, written: &Written, place: Span) {
        self.regular_parts(&value.ty, &value.atoms, written, 0, place);
    }

    fn regular_parts(
        &mut self,
        ty: &Ty,
        atoms: &[Atom],
        written: &Written,
        depth: usize,
        place: Span,
    ) {
        match written {
            Written::Plain => {}
            Written::Product(fields) => {
                let mut start = 0;
                for (position, field) in self.fields(ty).iter().enumerate() {
                    let count = self.leaf_count(field);
                    if let Some(inner) = fields.get(position) {
                        let part = &atoms[start..start + count];
                        self.regular_parts(field, part, inner, depth, place);
                    }
                    start += count;
                }
            }
            Written::Array { ragged, span, element, .. } => {
                let is_ragged = atoms.iter().any(|atom| {
                    self.atom_type(*atom).extents().get(depth) == Some(&Extent::Ragged)
                });
                if is_ragged && !*ragged {
                    let cause = atoms
                        .iter()
                        .filter_map(|atom| atom.var().and_then(|var| self.causes.get(&var)))
                        .next()
                        .copied();
                    let message = "rows of different lengths, where the type says that all \
                                   rows have one length";
                    self.errors.report(
                        Diagnostic::new(Code::E042, cause.unwrap_or(place), message)
                            .label(*span, "this type has rows of one length")
                            .help(
                                "write `[[T]]` for rows that differ; of rows that do not, say so: \
                                 `let row: [T; n] = …;`",
                            ),
                    );
                }
                if let Some(inner) = ty.element() {
                    self.regular_parts(inner, atoms, element, depth + 1, place);
                }
            }
        }
    }

    /// Remembers a value under the user's name.
    pub(super) fn name_value(&mut self, name: &Name, value: &Value) {
        for atom in &value.atoms {
            self.builder.name(*atom, &name.text);
        }
        self.remember(Label::Name(name.text.clone()), value, Some(name.span));
    }

    /// Remembers a value for `f::plan()`, and where the name is bound to it that it is called by.
    pub(super) fn remember(&mut self, label: Label, value: &Value, bound: Option<Span>) {
        let (atoms, nested) = (value.atoms.clone(), self.lanes > 0);
        self.values.push(Named { label, atoms, nested, bound });
    }
}

/// The type under `depth` array levels.
fn strip(ty: &Ty, depth: usize) -> Ty {
    (0..depth).fold(ty.clone(), |ty, _| ty.element().cloned().unwrap_or(Ty::Error))
}

/// The type with `depth` array levels around it.
fn wrap(ty: Ty, depth: usize) -> Ty {
    (0..depth).fold(ty, |ty, _| Ty::array(ty))
}
