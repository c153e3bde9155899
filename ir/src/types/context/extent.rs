//! Limits the size of the types of a block, and the number of instances of its items: each alias may stand
//! for a type that mentions another one twice, each type parameter for many types.

use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::Context;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::syntax::tree::{Item, Name, TypeExpression, TypeKind};
use crate::types::ty::Ty;
use crate::types::walk::names_of_type;

/// The most components that a type may have: the scalars of all its fields, at any depth.
pub const COMPONENTS: usize = 512;

/// The greatest depth at which structs and tuples may hold each other by their names. rustc goes through
/// all that are in each of them.
const NESTED: usize = 64;

/// The most instances that an item may have.
pub const INSTANCES: usize = 256;

impl Context<'_> {
    /// Returns true if a type has more components than is allowed, each counted wherever it is mentioned.
    /// `known` replaces the root of a type by the type that it is known to be.
    pub fn is_too_large(&self, ty: &Ty, known: &dyn Fn(&Ty) -> Ty) -> bool {
        // Types that are not known yet may stand for large ones, or for nothing at all.
        let (mut count, mut steps) = (0, 0);
        let mut open = vec![ty.clone()];
        while let Some(ty) = open.pop() {
            steps += 1;
            match known(&ty) {
                Ty::Tuple(fields) => open.extend(fields),
                Ty::Struct(index) => {
                    open.extend(self.structs[index].fields.iter().map(|field| field.1.clone()));
                }
                Ty::Array(element) => open.push(*element),
                Ty::Scalar(_) | Ty::Parameter(_) | Ty::Unknown(_) | Ty::Error => count += 1,
            }
            if count > COMPONENTS || steps > 16 * COMPONENTS {
                return true;
            }
        }
        false
    }

    /// Reports the aliases and structs that are too large, but for those that mention one of them, and
    /// gives their names.
    pub(super) fn too_large_types(&self, errors: &mut Diagnostics) -> Vec<Arc<str>> {
        let mut items: FxHashMap<&str, (&Name, Vec<&TypeExpression>)> = FxHashMap::default();
        for item in &self.module.items {
            match item {
                Item::Alias(alias) => {
                    let ty = self.names.aliases.get(&alias.name.text);
                    items.insert(&alias.name.text, (&alias.name, ty.into_iter().collect()));
                }
                Item::Struct(item) => {
                    let fields = item.fields.iter().map(|field| &field.ty).collect();
                    items.insert(&item.name.text, (&item.name, fields));
                }
                Item::Function(_) | Item::Const(_) => {}
            }
        }
        let mut extents: FxHashMap<&str, Extent> = FxHashMap::default();
        let mut refused = Vec::new();
        for item in &self.module.items {
            let name = match item {
                Item::Alias(alias) => &*alias.name.text,
                Item::Struct(item) => &*item.name.text,
                Item::Function(_) | Item::Const(_) => continue,
            };
            // A mentioned name comes before those that mention it; a cycle counts as nothing.
            let mut open = vec![(name, false)];
            while let Some((name, mentioned)) = open.pop() {
                let Some((declared, types)) = items.get(name) else { continue };
                if mentioned {
                    let mut extent = Extent::of_all(types.iter().copied(), &extents);
                    extent.depth += usize::from(self.names.structs.contains_key(name));
                    if let Some(error) = extent.error(declared) {
                        errors.report(error);
                        refused.push(declared.text.clone());
                        extent = Extent::ONE;
                    }
                    extents.insert(&declared.text, extent);
                } else if !extents.contains_key(name) {
                    extents.insert(&declared.text, Extent::ONE);
                    open.push((name, true));
                    let mut inner = Vec::new();
                    types.iter().for_each(|ty| {
                        names_of_type(ty, &mut |name| {
                            inner.extend(items.get_key_value(name).map(|(name, _)| (*name, false)));
                        })
                    });
                    open.extend(inner);
                }
            }
        }
        refused
    }

    /// Reports an item that has too many instances.
    pub(super) fn forbid_many_instances(
        &self,
        name: &Name,
        generic: &[usize],
        errors: &mut Diagnostics,
    ) {
        if self.count_of_instances(generic) <= INSTANCES {
            return;
        }
        let list: Vec<String> = generic
            .iter()
            .map(|position| {
                let parameter = &self.module.parameters[*position].name.text;
                format!("{} of `{parameter}`", self.instances[*position].len())
            })
            .collect();
        let message = format!("`{}` has more than {INSTANCES} instances", name.text);
        errors.report(
            Diagnostic::new(Code::E034, name.span, message)
                .note(format!("they are all combinations of {}", list.join(", ")))
                .help("list fewer types, or use fewer type parameters in one item"),
        );
    }

    /// The number of combinations of the instances of some type parameters.
    pub(super) fn count_of_instances(&self, generic: &[usize]) -> usize {
        let counts = generic.iter().map(|position| self.instances[*position].len());
        counts.fold(1, |product, count| product.saturating_mul(count))
    }
}

/// The size of a type as it is written.
#[derive(Clone, Copy)]
struct Extent {
    components: usize,
    depth: usize,
}

impl Extent {
    const ONE: Extent = Extent { components: 1, depth: 0 };

    /// The extent of a type, given those of some names.
    fn of(ty: &TypeExpression, known: &FxHashMap<&str, Extent>) -> Extent {
        match &ty.kind {
            TypeKind::Tuple(fields) => {
                let Extent { components, depth } = Extent::of_all(fields, known);
                Extent { components, depth: depth + 1 }
            }
            TypeKind::Array(element, _)
            | TypeKind::Slice(element)
            | TypeKind::Reference(element) => Extent::of(element, known),
            TypeKind::Named(name) => known.get(&*name.text).copied().unwrap_or(Extent::ONE),
            TypeKind::Function(..) | TypeKind::Inferred | TypeKind::Error => Extent::ONE,
        }
    }

    /// The extent of a type that holds these types.
    fn of_all<'t>(
        types: impl IntoIterator<Item = &'t TypeExpression>,
        known: &FxHashMap<&str, Extent>,
    ) -> Extent {
        let extents = types.into_iter().map(|ty| Extent::of(ty, known));
        extents.fold(Extent { components: 0, depth: 0 }, |a, b| Extent {
            components: a.components.saturating_add(b.components),
            depth: a.depth.max(b.depth),
        })
    }

    /// The error for a type of this name that is too large or too deep.
    fn error(self, name: &Name) -> Option<Diagnostic> {
        if self.components > COMPONENTS {
            return Some(too_many_components(&format!("the type `{}`", name.text), name.span));
        }
        (self.depth > NESTED).then(|| {
            let message = format!("the type `{}` nests too deeply", name.text);
            Diagnostic::new(Code::E001, name.span, message)
                .note(format!("structs and tuples may hold each other {NESTED} deep"))
        })
    }
}

/// The error for a construct that has too many components.
pub fn too_many_components(what: &str, span: Span) -> Diagnostic {
    let message = format!("{what} has more than {COMPONENTS} components");
    Diagnostic::new(Code::E034, span, message)
        .note("arrays of products are stored as one array for each component")
        .help("use an array where there are many values of one kind")
}
