//! Type inference: every expression gets its type, every name its meaning.
//!
//! Unification with variables for types that are not known yet; a literal's variable only takes integer or
//! float types, and defaults to `i32` or `f64` when no use decides. A receiver's type must be known when a
//! method is looked up, as in rustc; closures are looked at after the array they are given to, so their
//! parameters are known.

mod access;
mod call;
mod constant_offset;
mod exhaustive;
mod expression;
mod hints;
mod joining;
mod literal;
mod method;
mod negative;
mod operators;
mod pattern;
mod reached;
mod scalar;
mod unify;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::builtin::Builtin;
use super::context::{Context, ParameterType, TypedConst, size_name};
use super::suggest::closest;
use super::ty::Ty;
use super::walk::{Child, each_child};
use crate::core::{Constant, ScalarType};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::tree::{Expression, ExpressionId, Name, TypeExpression};
use unify::Variables;

pub(super) use constant_offset::{constant_offsets_needed, stencil_offset};
pub(super) use literal::literal_value;
pub(super) use method::neighbour_name;
pub(super) use operators::place_root;

/// The scalar types that the type parameters of a block stand for, by position.
pub type Instance = Vec<Option<ScalarType>>;

/// The result of inference for a function (or a constant) under one instance.
pub struct Typed {
    /// The type of each expression.
    pub types: FxHashMap<ExpressionId, Ty>,
    /// The meanings of paths, calls, methods and fields.
    pub meanings: FxHashMap<ExpressionId, Meaning>,
    /// The local bound by the pattern at a place.
    pub bindings: FxHashMap<Span, LocalId>,
    /// The locals.
    pub locals: Vec<Local>,
    /// The locals of the parameters, in order.
    pub parameters: Vec<LocalId>,
    /// The names of sizes that the parameters' types bind.
    pub sizes: FxHashMap<Arc<str>, LocalId>,
    /// The result type.
    pub result: Ty,
    /// The instance.
    pub instance: Instance,
    /// The patterns of `match` that no value reaches.
    pub unreachable: Vec<Unreachable>,
}

/// A pattern that no value reaches.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreachable {
    /// The place of the pattern.
    pub place: Span,
    /// The places of the patterns before it that take its values.
    pub earlier: Vec<Span>,
    /// True if the one pattern before it fits any value.
    pub any_value: bool,
}

/// A local of a function, by position.
pub type LocalId = usize;

/// A name bound in a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name.
    pub name: Arc<str>,
    /// The place at which it was bound.
    pub span: Span,
    /// True if the local is `mut`.
    pub mutable: bool,
    /// The type.
    pub ty: Ty,
    /// The construct that bound it.
    pub kind: LocalKind,
    /// The number of parallel closures that surround the local.
    pub depth: usize,
}

/// The construct that bound a local.
#[derive(Clone, Debug, PartialEq)]
pub enum LocalKind {
    /// A parameter.
    Parameter {
        /// `&[T]`.
        borrowed: bool,
    },
    /// `let`.
    Let,
    /// A parameter of a closure.
    Closure,
    /// A pattern of `for` or `match`.
    Pattern,
    /// The size of a parameter's dimension.
    Size,
    /// A parameter `impl Fn(…) -> …`.
    Function(Vec<Ty>, Ty),
    /// The parameter of a stencil's closure: the rank and the element type.
    Neighbour(usize, Ty),
}

/// The meaning of a path, a call, a method or a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A local.
    Local(LocalId),
    /// A constant of the block.
    Constant(usize),
    /// `f64::INFINITY`.
    Value(Constant),
    /// `SKIP`.
    Skip,
    /// A function of the block under an instance.
    Function(usize, Instance),
    /// A method of arrays.
    Builtin(Builtin),
    /// `generate`, `zip`, `concat`.
    Free(FreeFunction),
    /// A method of a scalar; found again by the receiver's type.
    Scalar(Arc<str>),
    /// `f64::sqrt`, `f32::from_bits`.
    Associated(ScalarType, Arc<str>),
    /// `sin_cos`, which gives a tuple.
    SinCos,
    /// A field of a struct or tuple, by position.
    Field(usize),
    /// The boundary of a stencil.
    Boundary(StencilBoundary),
}

/// The functions that are not methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeFunction {
    /// `generate(shape, f)`.
    Generate,
    /// `zip(xs, ys, …)`.
    Zip,
    /// `concat(xs, ys, …)`.
    Concat,
}

/// The boundary of a stencil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StencilBoundary {
    /// `Clamp`, `Wrap`, `Mirror`.
    Index(crate::core::operation::Boundary),
    /// `Constant(v)`.
    Constant,
}

/// Infers the types of a function under an instance.
pub fn infer_function(
    context: &Context,
    function: usize,
    instance: &Instance,
    errors: &mut Diagnostics,
) -> Typed {
    let signature = &context.functions[function];
    let mut inference = Inference::new(context, instance, errors);
    inference.function = Some(signature.function.name.text.clone());
    inference.enter();
    let mut parameters = Vec::new();
    for (parameter, ty) in signature.function.parameters.iter().zip(&signature.parameters) {
        let (ty, kind) = match ty {
            ParameterType::Value { ty, borrowed } => {
                (inference.instantiate(ty), LocalKind::Parameter { borrowed: *borrowed })
            }
            ParameterType::Closure(inputs, output) => {
                let inputs = inputs.iter().map(|ty| inference.instantiate(ty)).collect();
                let output = inference.instantiate(output);
                (Ty::Error, LocalKind::Function(inputs, output))
            }
        };
        parameters.push(inference.bind(&parameter.name, parameter.mutable, ty, kind));
    }
    for parameter in &signature.function.parameters {
        inference.parameter_sizes(&parameter.ty);
    }
    let result = inference.instantiate(&signature.result);
    if let Some(ty) = &signature.function.result {
        inference.sizes_of_result(ty);
    }
    let place = signature.function.result.as_ref().map(|ty| ty.span);
    inference.check_body(&signature.function.body, &result, place);
    let mut typed = inference.finish(result);
    typed.parameters = parameters;
    typed
}

/// Infers the types of a constant's value.
pub fn infer_constant(
    context: &Context,
    index: usize,
    instance: &Instance,
    errors: &mut Diagnostics,
) -> Typed {
    let TypedConst { item, ty, .. } = &context.constants[index];
    let mut inference = Inference::new(context, instance, errors);
    inference.enter();
    let ty = inference.instantiate(ty);
    inference.check(&item.value, &ty);
    inference.sizes_of_type(&item.ty);
    inference.finish(ty)
}

/// The state of the inference of one function.
struct Inference<'c, 'e> {
    context: &'c Context<'c>,
    errors: &'e mut Diagnostics,
    instance: Instance,
    /// The function whose types are inferred.
    function: Option<Arc<str>>,
    unknowns: Variables,
    scopes: Vec<FxHashMap<Arc<str>, LocalId>>,
    locals: Vec<Local>,
    /// The number of parallel closures that surround the present place.
    depth: usize,
    /// True if a closure assigns to a variable outside of it, which is an error.
    assigned_outside: bool,
    types: FxHashMap<ExpressionId, Ty>,
    meanings: FxHashMap<ExpressionId, Meaning>,
    bindings: FxHashMap<Span, LocalId>,
    sizes: FxHashMap<Arc<str>, LocalId>,
    /// The checks that need all types to be known.
    pending: Vec<Pending>,
    /// The patterns of `match` that no value reaches.
    unreachable: Vec<Unreachable>,
}

/// A check that waits for types.
enum Pending {
    /// The literal's value must fit its type; the flag is true if the literal is negated.
    Literal(Ty, u128, bool, Span),
    /// The digits of a float literal fit its type.
    FloatLiteral(Ty, Arc<str>, Span),
    /// The scalar type must have this method.
    Method(Ty, Name),
    /// The cast must be one of Rust's.
    Cast(Ty, Ty, Span),
    /// An index must be an integer.
    Index(Ty, Span),
    /// `SKIP` needs an integer of 32 bits or more.
    Skip(Ty, Span),
    /// The operator must apply to the type.
    Operator(&'static str, Ty, OperandClass, Span),
    /// The pattern must cover the type, which is known then.
    Match(ExpressionId, Ty, Span),
    /// The call's instance is known then.
    Call(ExpressionId, usize, Vec<(usize, Ty)>, Span),
    /// The type must be ordered: scalars and tuples of them.
    Ordered(Ty, &'static str, Span),
    /// The type must be known by now.
    Known(Ty, Span),
    /// The type must be a number.
    Number(Ty, &'static str, Span),
}

/// The operands that an operator applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OperandClass {
    /// Integers and floats.
    Number,
    /// Integers and floats with a sign.
    Signed,
    /// Integers.
    Integer,
    /// Integers and `bool`.
    Bits,
    /// Scalars and products of them.
    Comparable,
}

impl<'c, 'e> Inference<'c, 'e> {
    fn new(context: &'c Context<'c>, instance: &Instance, errors: &'e mut Diagnostics) -> Self {
        Inference {
            context,
            errors,
            instance: instance.clone(),
            function: None,
            unknowns: Variables::default(),
            scopes: Vec::new(),
            locals: Vec::new(),
            depth: 0,
            assigned_outside: false,
            types: FxHashMap::default(),
            meanings: FxHashMap::default(),
            bindings: FxHashMap::default(),
            sizes: FxHashMap::default(),
            pending: Vec::new(),
            unreachable: Vec::new(),
        }
    }

    /// Returns true if a type has more components than is allowed, as far as it is known.
    fn has_too_many_components(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Tuple(_) | Ty::Array(_) | Ty::Struct(_))
            && self.context.is_too_large(ty, &|ty| self.unknowns.shallow(ty))
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Ty {
        self.errors.error(code, span, message);
        Ty::Error
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Ty {
        self.errors.report(diagnostic);
        Ty::Error
    }

    /// A signature's type under the present instance.
    fn instantiate(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Parameter(position) => match self.instance[*position] {
                Some(scalar) => Ty::Scalar(scalar),
                None => Ty::Error,
            },
            Ty::Tuple(fields) => {
                Ty::Tuple(fields.iter().map(|field| self.instantiate(field)).collect())
            }
            Ty::Array(element) => Ty::array(self.instantiate(element)),
            other => other.clone(),
        }
    }

    /// The type of a constant under the present instance.
    fn constant_type(&mut self, constant: usize, span: Span) -> Ty {
        let TypedConst { item, ty, .. } = &self.context.constants[constant];
        if self.context.instance_of_constant(constant, &self.instance).is_none() {
            let name = &item.name.text;
            let message = format!("the type of the constant `{name}` depends on a type parameter");
            self.errors.report(
                Diagnostic::new(Code::E020, span, message)
                    .help("mention the type parameter in the function that uses it"),
            );
            return Ty::Error;
        }
        self.instantiate(ty)
    }

    /// The type that a type expression means under the present instance.
    fn written(&mut self, ty: &TypeExpression) -> Ty {
        let ty = self.context.resolve(ty, self.errors);
        self.instantiate(&ty)
    }

    fn enter(&mut self) {
        self.scopes.push(FxHashMap::default());
    }

    fn leave(&mut self) {
        self.scopes.pop();
    }

    /// Binds a name in the innermost scope.
    fn bind(&mut self, name: &Name, mutable: bool, ty: Ty, kind: LocalKind) -> LocalId {
        let id = self.locals.len();
        let (text, span, depth) = (name.text.clone(), name.span, self.depth);
        self.locals.push(Local { name: text.clone(), span, mutable, ty, kind, depth });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(text, id);
        }
        self.bindings.insert(name.span, id);
        id
    }

    fn lookup(&self, name: &str) -> Option<LocalId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// Binds the size names in a parameter's type.
    fn parameter_sizes(&mut self, ty: &TypeExpression) {
        let mut sizes: Vec<&Expression> = Vec::new();
        self.context.each_size(ty, &mut |size| sizes.push(size));
        for size in sizes {
            let Some(name) = size_name(size) else {
                if self.parameter_size_is_constant(size) {
                    self.check(size, &Ty::USIZE);
                } else {
                    self.report(
                        Diagnostic::new(
                            Code::E040,
                            size.span,
                            "the size of a parameter is a number, a `const`, a `usize` parameter, \
                             a new name or `_`",
                        )
                        .help("name the size, and `assert!` what must hold of it"),
                    );
                    self.bind_unknown_names(size);
                }
                continue;
            };
            let name = name.clone();
            if self.context.constant(&name.text).is_some() {
                self.check(size, &Ty::USIZE);
            } else if let Some(local) = self.lookup(&name.text) {
                let local = self.locals[local].clone();
                let is_size = local.kind == LocalKind::Size || local.ty == Ty::USIZE;
                if is_size {
                    self.check(size, &Ty::USIZE);
                } else if local.ty != Ty::Error || matches!(local.kind, LocalKind::Function(..)) {
                    let found = self.show(&local.ty);
                    self.report(
                        Diagnostic::new(
                            Code::E040,
                            name.span,
                            format!(
                                "the size `{}` has the name of a parameter of type `{found}`",
                                name.text
                            ),
                        )
                        .label(local.span, format!("the parameter `{}`", name.text))
                        .help("sizes and parameters share their names: give one of them another"),
                    );
                }
            } else if matches!(&*name.text, "self" | "Self" | "super" | "crate") {
                // Rust keeps these words for itself.
                self.unknown_value(&name);
            } else {
                let id = self.bind(&name, false, Ty::USIZE, LocalKind::Size);
                self.sizes.insert(name.text.clone(), id);
                self.check(size, &Ty::USIZE);
            }
        }
    }

    /// Binds the names in a size that was reported.
    fn bind_unknown_names(&mut self, size: &Expression) {
        if let Some(name) = size_name(size)
            && self.lookup(&name.text).is_none()
            && self.context.constant(&name.text).is_none()
        {
            self.bind(&name.clone(), false, Ty::Error, LocalKind::Let);
        }
        let mut children = Vec::new();
        each_child(size, &mut |child| children.push(child));
        for child in children {
            if let Child::Expression(child) = child {
                self.bind_unknown_names(child);
            }
        }
    }

    fn parameter_size_is_constant(&self, size: &Expression) -> bool {
        use crate::syntax::tree::ExpressionKind::*;
        match &size.kind {
            Literal(_) => true,
            Path(names) => names.len() == 1 && self.context.constant(&names[0].text).is_some(),
            Binary(_, a, b) => {
                self.parameter_size_is_constant(a) && self.parameter_size_is_constant(b)
            }
            _ => false,
        }
    }

    /// Checks the sizes in a result's type: a name stands for the size of some parameter.
    fn sizes_of_result(&mut self, ty: &TypeExpression) {
        let mut sizes: Vec<&Expression> = Vec::new();
        self.context.each_size(ty, &mut |size| sizes.push(size));
        for size in sizes {
            match size_name(size) {
                Some(name) if self.is_unknown_value(name) => {
                    let text = &name.text;
                    let message = format!("cannot find value `{text}` in this scope");
                    self.report(Diagnostic::new(Code::E010, name.span, message).help(format!(
                        "a size is named in the type of a parameter: `xs: &[f64; {text}]`"
                    )));
                }
                _ => self.check(size, &Ty::USIZE),
            }
        }
    }

    /// Returns true if nothing has this name, nor one that is similar.
    fn is_unknown_value(&self, name: &Name) -> bool {
        let scopes = self.scopes.iter().flat_map(|scope| scope.keys().map(|name| &**name));
        self.lookup(&name.text).is_none()
            && self.context.constant(&name.text).is_none()
            && self.context.function(&name.text).is_none()
            && !self.context.is_reported(&name.text)
            && closest(&name.text, scopes.filter(|known| known.len() > 1)).is_none()
    }

    /// Checks that the sizes in a type are `usize`.
    fn sizes_of_type(&mut self, ty: &TypeExpression) {
        let mut sizes: Vec<&Expression> = Vec::new();
        self.context.each_size(ty, &mut |size| sizes.push(size));
        for size in sizes {
            self.check(size, &Ty::USIZE);
        }
    }

    /// A type as it is written in a message.
    fn show(&self, ty: &Ty) -> String {
        self.show_resolved(&self.unknowns.resolve(ty))
    }

    fn show_resolved(&self, ty: &Ty) -> String {
        match ty {
            Ty::Unknown(unknown) => self.unknowns.show(*unknown).to_string(),
            Ty::Array(element) => format!("[{}]", self.show_resolved(element)),
            Ty::Tuple(fields) if fields.len() != 1 => {
                let list: Vec<String> = fields.iter().map(|f| self.show_resolved(f)).collect();
                format!("({})", list.join(", "))
            }
            other => self.context.show(other),
        }
    }

    /// Ends the inference: literals that no use decided take their defaults.
    fn finish(mut self, result: Ty) -> Typed {
        self.unknowns.default_literals();
        self.settle();
        let mut types = std::mem::take(&mut self.types);
        for ty in types.values_mut() {
            *ty = self.unknowns.resolve(ty);
        }
        let mut locals = std::mem::take(&mut self.locals);
        for local in &mut locals {
            local.ty = self.unknowns.resolve(&local.ty);
            if let LocalKind::Neighbour(_, ty) = &mut local.kind {
                *ty = self.unknowns.resolve(ty);
            }
        }
        Typed {
            types,
            meanings: self.meanings,
            bindings: self.bindings,
            locals,
            parameters: Vec::new(),
            sizes: self.sizes,
            result,
            instance: self.instance,
            unreachable: self.unreachable,
        }
    }

    /// Reports a type that nothing decides, unless that follows from another error.
    fn needs_annotation(&mut self, span: Span) {
        if self.errors.is_empty() {
            self.error(Code::E025, span, "type annotations needed");
        }
    }

    /// Makes the checks that waited for types.
    fn settle(&mut self) {
        for pending in std::mem::take(&mut self.pending) {
            match pending {
                Pending::FloatLiteral(ty, digits, span) => {
                    self.settle_float_literal(&ty, &digits, span);
                }
                Pending::Literal(ty, value, negative, span) => {
                    self.settle_literal(&ty, value, negative, span);
                }
                Pending::Method(ty, name) => self.settle_method(&ty, &name),
                Pending::Cast(from, to, span) => self.settle_cast(&from, &to, span),
                Pending::Index(ty, span) => {
                    self.settle_index(&ty, span);
                }
                Pending::Skip(ty, span) => self.settle_skip(&ty, span),
                Pending::Operator(symbol, ty, class, span) => {
                    self.settle_operator(symbol, &ty, class, span);
                }
                Pending::Match(id, ty, span) => self.settle_match(id, &ty, span),
                Pending::Call(id, function, parameters, span) => {
                    self.settle_call(id, function, &parameters, span);
                }
                Pending::Ordered(ty, method, span) => {
                    self.settle_ordered(&ty, method, span);
                }
                Pending::Number(ty, method, span) => {
                    self.settle_number(&ty, method, span);
                }
                Pending::Known(ty, span) => {
                    if self.unknowns.resolve(&ty).holds_unknown() {
                        self.needs_annotation(span);
                    }
                }
            }
        }
    }
}
