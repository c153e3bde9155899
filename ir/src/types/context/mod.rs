//! The items of a block: structs, aliases, constants, signatures, type parameters.

mod extent;
mod written;

use extent::INSTANCES;
pub use extent::too_many_components;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::ScalarType;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::tree::{
    Const, Expression, ExpressionKind, Function, Item, Module, Name, TypeExpression, TypeKind,
};
use crate::types::cycles::has_cycle;
use crate::types::infer::Instance;
use crate::types::ty::{StructType, Ty};
use crate::types::walk::{each_type_name, names_of_type};

/// The items of a block, as they are known before the bodies are looked at.
pub struct Context<'a> {
    /// The block.
    pub module: &'a Module,
    /// The structs; [`Ty::Struct`] counts them.
    pub structs: Vec<StructType>,
    /// The constants.
    pub constants: Vec<TypedConst<'a>>,
    /// The functions.
    pub functions: Vec<Signature<'a>>,
    /// The scalar types that each type parameter stands for.
    pub instances: Vec<Vec<ScalarType>>,
    /// True if all errors reported so far concern functions, each of which is marked as wrong.
    pub only_functions_err: bool,
    names: Names,
}

#[derive(Default)]
struct Names {
    structs: FxHashMap<Arc<str>, usize>,
    aliases: FxHashMap<Arc<str>, TypeExpression>,
    constants: FxHashMap<Arc<str>, usize>,
    functions: FxHashMap<Arc<str>, usize>,
    parameters: FxHashMap<Arc<str>, usize>,
}

/// A constant with its type.
pub struct TypedConst<'a> {
    /// The constant.
    pub item: &'a Const,
    /// The type.
    pub ty: Ty,
    /// The type parameters that its type mentions.
    pub generic: Vec<usize>,
}

/// A function's signature.
pub struct Signature<'a> {
    /// The function.
    pub function: &'a Function,
    /// The parameters.
    pub parameters: Vec<ParameterType>,
    /// The result.
    pub result: Ty,
    /// The type parameters that its text mentions.
    pub generic: Vec<usize>,
    /// True if an error has been reported of the function.
    pub is_wrong: bool,
}

/// The type of a parameter.
#[derive(Clone, Debug)]
pub enum ParameterType {
    /// A value.
    Value {
        /// The type.
        ty: Ty,
        /// True if the parameter is written `&[T]`.
        borrowed: bool,
    },
    /// `impl Fn(A, …) -> B`.
    Closure(Vec<Ty>, Ty),
}

impl<'a> Context<'a> {
    /// Reads the items of a block.
    pub fn new(module: &'a Module, errors: &mut Diagnostics) -> Context<'a> {
        let mut context = Context {
            module,
            structs: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            instances: Vec::new(),
            names: Names::default(),
            only_functions_err: true,
        };
        context.type_parameters(errors);
        context.declare(errors);
        context.forbid_names_of_companions(errors);
        context.forbid_cyclic_aliases(errors);
        let too_large = context.too_large_types(errors);
        for name in &too_large {
            if let Some(ty) = context.names.aliases.get_mut(name) {
                ty.kind = TypeKind::Error;
            }
        }
        context.structs(&too_large, errors);
        let mut elsewhere = errors.len() - module.errors_of_functions;
        for item in &module.items {
            match item {
                Item::Const(constant) => {
                    let before = errors.len();
                    let ty = context.constant_type(constant, errors);
                    elsewhere += errors.len() - before;
                    context.constants.push(ty);
                }
                Item::Function(function) => {
                    // An error in an alias is one in each function that uses the alias.
                    let mut own = Diagnostics::default();
                    let mut signature = context.signature(function, &mut own);
                    signature.is_wrong |= !own.is_empty();
                    own.iter().for_each(|error| errors.report(error.clone()));
                    context.functions.push(signature);
                }
                Item::Alias(_) | Item::Struct(_) => {}
            }
        }
        context.only_functions_err = elsewhere == 0 && module.reported.is_empty();
        context
    }

    fn constant_type(&self, item: &'a Const, errors: &mut Diagnostics) -> TypedConst<'a> {
        let mut generic = self.generic(|f| names_of_type(&item.ty, f));
        let mut ty = self.resolve(&item.ty, errors);
        if item.visibility.is_some() && !generic.is_empty() {
            let message = "a public constant cannot mention a type parameter";
            errors.report(
                Diagnostic::new(Code::E006, item.ty.span, message)
                    .help("leave out the `pub`, or write one constant for each type"),
            );
            (ty, generic) = (Ty::Error, Vec::new());
        }
        self.forbid_many_instances(&item.name, &generic, errors);
        TypedConst { item, ty, generic }
    }

    /// Every combination of the instances of some type parameters.
    pub fn instances_of(&self, generic: &[usize]) -> Vec<Instance> {
        if self.count_of_instances(generic) > INSTANCES {
            // So many instances were reported already. One is enough to find other errors.
            let first = |position: usize| self.instances[position].first().copied();
            let instance =
                |position| generic.contains(&position).then(|| first(position)).flatten();
            return vec![(0..self.instances.len()).map(instance).collect()];
        }
        let mut list = vec![vec![None; self.instances.len()]];
        for position in generic {
            let mut next = Vec::new();
            for instance in &list {
                for scalar in &self.instances[*position] {
                    let mut instance = instance.clone();
                    instance[*position] = Some(*scalar);
                    next.push(instance);
                }
            }
            list = next;
        }
        list
    }

    /// The instance that a constant has where the type parameters stand for these types; nothing if
    /// it mentions one that stands for none there.
    pub fn instance_of_constant(&self, constant: usize, around: &Instance) -> Option<Instance> {
        let mut instance = vec![None; self.instances.len()];
        for position in &self.constants[constant].generic {
            instance[*position] = Some(around[*position]?);
        }
        Some(instance)
    }

    fn type_parameters(&mut self, errors: &mut Diagnostics) {
        for (position, parameter) in self.module.parameters.iter().enumerate() {
            let mut instances = Vec::new();
            for name in &parameter.instances {
                match ScalarType::from_name(&name.text) {
                    Some(ty) if instances.contains(&ty) => {
                        let message = format!("the instance `{ty}` is listed twice");
                        errors.error(Code::E008, name.span, message);
                    }
                    Some(ty) => instances.push(ty),
                    None => errors.report(
                        Diagnostic::new(
                            Code::E008,
                            name.span,
                            format!("`{}` is no scalar type", name.text),
                        )
                        .help("instances are scalar types: `<T: f32 | f64>`"),
                    ),
                }
            }
            if self.names.parameters.insert(parameter.name.text.clone(), position).is_some() {
                let message =
                    format!("the name `{}` is already used for a parameter", parameter.name.text);
                errors.error(Code::E007, parameter.name.span, message);
            }
            self.instances.push(instances);
        }
    }

    /// Enters the names of all items, so that they may use each other in any order.
    fn declare(&mut self, errors: &mut Diagnostics) {
        let mut types: FxHashMap<Arc<str>, Span> = FxHashMap::default();
        let mut values: FxHashMap<Arc<str>, Span> = FxHashMap::default();
        let (mut structs, mut constants, mut functions) = (0, 0, 0);
        for item in &self.module.items {
            let (name, space) = match item {
                Item::Function(function) => (&function.name, &mut values),
                Item::Const(constant) => (&constant.name, &mut values),
                Item::Alias(alias) => (&alias.name, &mut types),
                Item::Struct(item) => (&item.name, &mut types),
            };
            let text = name.text.clone();
            if let Some(first) = space.insert(text.clone(), name.span) {
                errors.report(
                    Diagnostic::new(
                        Code::E007,
                        name.span,
                        format!("the name `{text}` is defined multiple times"),
                    )
                    .label(first, format!("previous definition of `{text}` here")),
                );
            }
            match item {
                Item::Function(_) => {
                    self.names.functions.insert(text, functions);
                    functions += 1;
                }
                Item::Const(_) => {
                    self.names.constants.insert(text, constants);
                    constants += 1;
                }
                Item::Alias(alias) => {
                    self.names.aliases.insert(text, alias.ty.clone());
                }
                Item::Struct(_) => {
                    self.names.structs.insert(text, structs);
                    structs += 1;
                }
            }
        }
    }

    /// Reports public functions that are called as a companion of another: `f` becomes `try_f`, too.
    fn forbid_names_of_companions(&self, errors: &mut Diagnostics) {
        for item in &self.module.items {
            if let Item::Function(function) = item
                && let Some(first) = self.whose_companion(function)
            {
                let text = &function.name.text;
                let message = format!("the name `{text}` is defined multiple times");
                let label = format!("`{}` becomes `{text}`, too", first.name.text);
                errors.report(
                    Diagnostic::new(Code::E007, function.name.span, message)
                        .label(first.name.span, label)
                        .help("give one of them another name"),
                );
            }
        }
    }

    /// The public function whose companion has the name of another.
    pub fn whose_companion(&self, function: &Function) -> Option<&'a Function> {
        function.visibility.as_ref()?;
        let name = function.name.text.strip_prefix("try_")?;
        self.module.items.iter().find_map(|item| match item {
            Item::Function(other) if &*other.name.text == name => {
                other.visibility.is_some().then_some(other)
            }
            _ => None,
        })
    }

    /// Reports aliases that stand for themselves, and makes them stand for nothing.
    fn forbid_cyclic_aliases(&mut self, errors: &mut Diagnostics) {
        let numbers: FxHashMap<&str, usize> =
            self.names.aliases.keys().enumerate().map(|(number, name)| (&**name, number)).collect();
        let uses = self.names.aliases.values().map(|ty| {
            let mut used = Vec::new();
            names_of_type(ty, &mut |name| used.extend(numbers.get(name)));
            used
        });
        if !has_cycle(&uses.collect::<Vec<_>>()) {
            return;
        }
        for item in &self.module.items {
            let Item::Alias(alias) = item else { continue };
            let mut reached: FxHashSet<Arc<str>> = FxHashSet::default();
            let mut open = vec![alias.name.text.clone()];
            let mut cyclic = false;
            while let Some(name) = open.pop() {
                let Some(ty) = self.names.aliases.get(&name) else { continue };
                names_of_type(ty, &mut |inner| {
                    cyclic |= *inner == *alias.name.text;
                    let inner: Arc<str> = inner.into();
                    if reached.insert(inner.clone()) {
                        open.push(inner);
                    }
                });
            }
            if cyclic {
                let name = &alias.name;
                let message = format!("cycle detected when expanding type alias `{}`", name.text);
                errors.error(Code::E032, name.span, message);
                if let Some(ty) = self.names.aliases.get_mut(&name.text) {
                    ty.kind = TypeKind::Error;
                }
            }
        }
    }

    fn structs(&mut self, too_large: &[Arc<str>], errors: &mut Diagnostics) {
        let items: Vec<_> = self
            .module
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Struct(item) => Some(item),
                _ => None,
            })
            .collect();
        for item in &items {
            let mut fields = Vec::new();
            for field in &item.fields {
                let mut ty = match too_large.contains(&item.name.text) {
                    true => Ty::Error,
                    false => self.resolve(&field.ty, errors),
                };
                if ty.holds_array() {
                    errors.report(
                        Diagnostic::new(
                            Code::E004,
                            field.ty.span,
                            "the fields of a struct are scalars, tuples and structs",
                        )
                        .help("pass the array beside the struct"),
                    );
                    ty = Ty::Error;
                }
                if ty == Ty::UNIT {
                    let message = "accel does not have fields of type `()`";
                    errors.error(Code::E004, field.ty.span, message);
                    ty = Ty::Error;
                }
                self.forbid_long_tuples(&mut ty, true, field.ty.span, errors);
                if mentions_parameter(&ty) {
                    let message = "a struct cannot mention a type parameter";
                    errors.error(Code::E006, field.ty.span, message);
                    ty = Ty::Error;
                }
                fields.push((field.name.clone(), ty));
            }
            self.structs.push(StructType { name: item.name.clone(), fields });
        }
        for position in 0..self.structs.len() {
            if self.holds_itself(position) {
                let name = self.structs[position].name.clone();
                let message = format!("recursive type `{}` has infinite size", name.text);
                errors.error(Code::E032, name.span, message);
                self.structs[position].fields.iter_mut().for_each(|field| field.1 = Ty::Error);
            }
        }
    }

    /// Returns true if a struct holds itself, directly or through others.
    fn holds_itself(&self, structure: usize) -> bool {
        fn direct(ty: &Ty, list: &mut Vec<usize>) {
            match ty {
                Ty::Struct(index) => list.push(*index),
                Ty::Tuple(fields) => fields.iter().for_each(|field| direct(field, list)),
                _ => {}
            }
        }
        let mut reached: FxHashSet<usize> = FxHashSet::default();
        let mut open = vec![structure];
        while let Some(next) = open.pop() {
            let mut inner = Vec::new();
            self.structs[next].fields.iter().for_each(|field| direct(&field.1, &mut inner));
            if inner.contains(&structure) {
                return true;
            }
            open.extend(inner.into_iter().filter(|inner| reached.insert(*inner)));
        }
        false
    }

    fn signature(&self, function: &'a Function, errors: &mut Diagnostics) -> Signature<'a> {
        let mut parameters = Vec::new();
        for parameter in &function.parameters {
            let kind = match &parameter.ty.kind {
                // `&impl Fn` is as good as `impl Fn`.
                TypeKind::Reference(inner) if matches!(inner.kind, TypeKind::Function(..)) => {
                    &inner.kind
                }
                kind => kind,
            };
            parameters.push(match kind {
                TypeKind::Function(inputs, output) => {
                    if function.visibility.is_some() {
                        let message = "a `pub fn` cannot take a closure";
                        errors.report(
                            Diagnostic::new(Code::E026, parameter.ty.span, message).help(
                                "closures are inlined: let a private `fn` take it, and call that",
                            ),
                        );
                    }
                    // A closure is handed its arguments as they are: `&[T]` is `[T]`.
                    let input = |ty: &TypeExpression| match &ty.kind {
                        TypeKind::Reference(inner) => self.resolve(inner, errors),
                        _ => self.resolve(ty, errors),
                    };
                    let inputs = inputs.iter().map(input).collect();
                    ParameterType::Closure(inputs, self.resolve(output, errors))
                }
                TypeKind::Reference(inner) => {
                    let ty = self.resolve(inner, errors);
                    if !matches!(ty, Ty::Array(_) | Ty::Error) {
                        let message = "accel does not have references to anything but arrays";
                        errors.report(
                            Diagnostic::new(Code::E004, parameter.ty.span, message)
                                .help("leave out the `&`: the value is copied"),
                        );
                    }
                    ParameterType::Value { ty, borrowed: true }
                }
                TypeKind::Inferred => {
                    let message = "the type placeholder `_` is not allowed within types on item \
                                   signatures for functions";
                    errors.error(Code::E025, parameter.ty.span, message);
                    ParameterType::Value { ty: Ty::Error, borrowed: false }
                }
                _ => ParameterType::Value {
                    ty: self.resolve(&parameter.ty, errors),
                    borrowed: false,
                },
            });
        }
        let mut result = match &function.result {
            None => Ty::UNIT,
            Some(ty) => {
                if let TypeKind::Reference(_) = ty.kind {
                    errors.report(
                        Diagnostic::new(
                            Code::E004,
                            ty.span,
                            "a function cannot return a reference",
                        )
                        .help("return the array itself: `[T]` instead of `&[T]`"),
                    );
                }
                // A reference that was reported stands for the type behind it.
                match &ty.kind {
                    TypeKind::Reference(inner) => self.resolve(inner, errors),
                    _ => self.resolve(ty, errors),
                }
            }
        };
        if function.visibility.is_some() {
            for (parameter, written) in parameters.iter_mut().zip(&function.parameters) {
                if let ParameterType::Value { ty, .. } = parameter {
                    self.forbid_long_tuples(ty, false, written.ty.span, errors);
                }
            }
            if let Some(written) = &function.result {
                self.forbid_long_tuples(&mut result, false, written.span, errors);
            }
        }
        let generic = self.generic(|f| each_type_name(function, f));
        self.forbid_many_instances(&function.name, &generic, errors);
        Signature { function, parameters, result, generic, is_wrong: function.is_wrong }
    }

    /// The type parameters that some names of types mention, in order.
    fn generic(&self, each_name: impl FnOnce(&mut dyn FnMut(&str))) -> Vec<usize> {
        let mut generic = Vec::new();
        each_name(&mut |name| self.mentions(name, &mut generic));
        generic.sort_unstable();
        generic.dedup();
        generic
    }

    /// Adds the type parameters that a name mentions, itself or through aliases.
    fn mentions(&self, name: &str, generic: &mut Vec<usize>) {
        if let Some(position) = self.names.parameters.get(name) {
            generic.push(*position);
        } else if let Some(alias) = self.names.aliases.get(name) {
            names_of_type(alias, &mut |inner| self.mentions(inner, generic));
        }
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<usize> {
        self.names.functions.get(name).copied()
    }

    /// The constant of this name.
    pub fn constant(&self, name: &str) -> Option<usize> {
        self.names.constants.get(name).copied()
    }

    /// The struct of this name.
    pub fn structure(&self, name: &str) -> Option<usize> {
        self.names.structs.get(name).copied()
    }

    /// Returns true if some item that was reported would have defined this name.
    pub fn is_reported(&self, name: &str) -> bool {
        self.module.reported.contains(name)
    }

    /// The names of all functions and constants.
    pub fn value_names(&self) -> impl Iterator<Item = &str> {
        self.names.functions.keys().chain(self.names.constants.keys()).map(|name| &**name)
    }
}

/// A size that is a plain name.
pub fn size_name(size: &Expression) -> Option<&Name> {
    match &size.kind {
        ExpressionKind::Path(names) if names.len() == 1 => names.first(),
        _ => None,
    }
}

fn mentions_parameter(ty: &Ty) -> bool {
    match ty {
        Ty::Parameter(_) => true,
        Ty::Tuple(fields) => fields.iter().any(mentions_parameter),
        Ty::Array(element) => mentions_parameter(element),
        _ => false,
    }
}
