//! Public constants: their values, computed by the interpreter.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use rustc_hash::FxHashSet;

use super::{Interface, tuple};
use crate::core::Constant;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::emit::cpu::constant;
use crate::interp::{Limits, Reason, Trap, Value, run_within, unmet};
use crate::source::Span;
use crate::syntax::tree::Const;
use crate::types::context::TypedConst;
use crate::types::infer::{Instance, Meaning};
use crate::types::{KnownConstants, Shape, Ty, leaves, lower_constant};

/// The most statements of the core that the value of a constant may take.
const STEPS: u64 = 1 << 22;

/// The most steps for which private constants are tried.
const FEW_STEPS: u64 = 1 << 14;

/// The public constants of a block as Rust constants.
pub fn constants(interface: &Interface, errors: &mut Diagnostics) -> TokenStream {
    let mut tokens = TokenStream::new();
    let mut known = KnownConstants::default();
    let tried = match interface.checked.sound_constants {
        true => tried(interface, &mut known),
        false => FxHashSet::default(),
    };
    // Of several with one name, the first stands for all.
    let mut names = FxHashSet::default();
    for (position, constant) in interface.checked.context.constants.iter().enumerate() {
        let TypedConst { item, ty, .. } = constant;
        let first = names.insert(&*item.name.text);
        match (&item.visibility, interface.checked.sound_constants) {
            (Some(_), true) => tokens.extend(one(interface, position, &mut known, errors)),
            (None, true) if tried.contains(&position) => {
                try_one(interface, position, &mut known, errors);
            }
            (None, true) => {}
            (_, false) if first => tokens.extend(type_only(interface, item, ty)),
            (_, false) => {}
        }
    }
    tokens
}

/// A constant that cannot be computed still has its type, and a value that rustc can use.
fn type_only(interface: &Interface, item: &Const, ty: &Ty) -> TokenStream {
    let (Some(visibility), Some(rust)) = (&item.visibility, interface.element_type(ty)) else {
        return TokenStream::new();
    };
    let mut zeros = leaves(ty, &interface.checked.context.structs)
        .into_iter()
        .map(|leaf| Value::Scalar(leaf.element.zero()));
    let shape = Shape::of(&item.ty, &interface.checked.context);
    let Some((_, value)) = written(interface, ty, &shape, &mut zeros) else {
        return TokenStream::new();
    };
    let (name, attributes) = (interface.ident(&item.name), &item.attributes);
    quote_spanned!(name.span()=> #(#attributes)* #visibility const #name: #rust = #value;)
}

/// Says why a constant has no value, if nothing was said of it yet.
fn report(value: Span, trap: &Trap, errors: &mut Diagnostics) {
    if errors.iter().all(|error| error.span != value) {
        errors.report(failed(value, trap));
    }
}

fn failed(span: Span, trap: &Trap) -> Diagnostic {
    let diagnostic = |message: &str| Diagnostic::new(Code::E033, span, message);
    let Trap::Failed(failure) = trap else {
        return diagnostic("evaluation of constant value failed");
    };
    match &failure.reason {
        Reason::Steps => diagnostic("constant evaluation is taking too long")
            .note(format!("it was given up after {STEPS} steps"))
            .help("compute it outside of the block and pass it in"),
        Reason::Recursion => {
            diagnostic("evaluation of constant value failed").note("the recursion does not end")
        }
        Reason::Memory => {
            diagnostic("evaluation of constant value failed").note("an array is too large")
        }
        Reason::Extents(who, expected, found) => diagnostic("evaluation of constant value failed")
            .note(format!("{who}: expected {expected:?}, found {found:?}")),
        Reason::Condition(condition, values) => {
            diagnostic("evaluation of constant value failed").note(unmet(condition, values))
        }
    }
}

fn one(
    interface: &Interface,
    position: usize,
    known: &mut KnownConstants,
    errors: &mut Diagnostics,
) -> TokenStream {
    let TypedConst { item, ty, .. } = &interface.checked.context.constants[position];
    let instance = vec![None; interface.checked.context.instances.len()];
    let before = errors.len();
    let values = match computed(interface, position, &instance, (known, STEPS), errors) {
        Ok(values) if errors.len() == before => values,
        Ok(_) => return type_only(interface, item, ty),
        Err(_) if errors.len() > before => return type_only(interface, item, ty),
        Err(trap) => {
            report(item.value.span, &trap, errors);
            return type_only(interface, item, ty);
        }
    };
    let mut values = values.into_iter();
    let shape = Shape::of(&item.ty, &interface.checked.context);
    let Some((ty, value)) = written(interface, ty, &shape, &mut values) else {
        let message = "arrays in the elements of public constants are not supported yet";
        errors.report(Diagnostic::new(Code::E090, item.ty.span, message));
        return TokenStream::new();
    };
    let (name, attributes, visibility) =
        (interface.ident(&item.name), &item.attributes, &item.visibility);
    // A value that was computed may look like a constant of Rust.
    let lints = quote!(#[allow(clippy::all, clippy::pedantic, clippy::nursery)]);
    quote_spanned!(name.span()=> #(#attributes)* #lints #visibility const #name: #ty = #value;)
}

/// The private constants that are tried. If the ones that no other constant uses can be computed, all can.
fn tried(interface: &Interface, known: &mut KnownConstants) -> FxHashSet<usize> {
    let constants = &interface.checked.constants;
    let used = constants.values().flat_map(|constant| constant.meanings.values());
    let used: FxHashSet<usize> = used
        .filter_map(|meaning| match meaning {
            Meaning::Constant(used) => Some(*used),
            _ => None,
        })
        .collect();
    let all = 0..interface.checked.context.constants.len();
    let last: FxHashSet<usize> = all.clone().filter(|position| !used.contains(position)).collect();
    let mut own = Diagnostics::default();
    let all_known = last.iter().all(|position| try_one(interface, *position, known, &mut own));
    if all_known { last } else { all.collect() }
}

/// Reports a private constant that cannot be computed, if that is found soon: its value is computed where
/// it is used. Returns true if it was found.
fn try_one(
    interface: &Interface,
    position: usize,
    known: &mut KnownConstants,
    errors: &mut Diagnostics,
) -> bool {
    let context = &interface.checked.context;
    let TypedConst { item, generic, .. } = &context.constants[position];
    let mut is_known = true;
    for instance in context.instances_of(generic) {
        let before = errors.len();
        let trap = computed(interface, position, &instance, (known, FEW_STEPS), errors).err();
        is_known &= trap.is_none() && errors.len() == before;
        let Some(trap) = trap.filter(|_| errors.len() == before) else { continue };
        let given_up = matches!(&trap, Trap::Failed(failure)
            if matches!(failure.reason, Reason::Steps | Reason::Memory));
        if !given_up {
            report(item.value.span, &trap, errors);
            break;
        }
    }
    is_known
}

/// The flat values of a constant, if they are found in so many steps.
fn computed(
    interface: &Interface,
    position: usize,
    instance: &Instance,
    (known, steps): (&mut KnownConstants, u64),
    errors: &mut Diagnostics,
) -> Result<Vec<Value>, Trap> {
    let program = lower_constant(interface.checked, position, instance, known, errors);
    let name = program.functions[0].name.clone();
    run_within(Limits::statements(steps), &program, &name, &[])
}

/// The Rust type and value of a constant, whose flat values come in order.
fn written(
    interface: &Interface,
    ty: &Ty,
    shape: &Shape,
    values: &mut dyn Iterator<Item = Value>,
) -> Option<(TokenStream, TokenStream)> {
    match ty {
        Ty::Scalar(_) => {
            let Some(Value::Scalar(value)) = values.next() else { return None };
            Some((interface.element_type(ty)?, constant(value)))
        }
        Ty::Tuple(fields) => {
            let fields: Option<Vec<_>> = fields
                .iter()
                .enumerate()
                .map(|(position, field)| written(interface, field, shape.field(position), values))
                .collect();
            let (types, values): (Vec<_>, Vec<_>) = fields?.into_iter().unzip();
            Some((tuple(&types), tuple(&values)))
        }
        Ty::Struct(index) => {
            let structure = &interface.checked.context.structs[*index];
            let name = interface.ident(&structure.name);
            let mut fields = Vec::new();
            for (field, ty) in &structure.fields {
                let (_, value) = written(interface, ty, &Shape::Plain, values)?;
                let field = interface.ident(field);
                fields.push(quote!(#field: #value));
            }
            Some((quote!(#name), quote!(#name { #(#fields),* })))
        }
        Ty::Array(_) => array(interface, ty, shape, values),
        Ty::Parameter(_) | Ty::Unknown(_) | Ty::Error => None,
    }
}

/// The Rust type and value of an array. Rows that may differ are slices.
fn array(
    interface: &Interface,
    ty: &Ty,
    shape: &Shape,
    values: &mut dyn Iterator<Item = Value>,
) -> Option<(TokenStream, TokenStream)> {
    let (_, element) = ty.levels();
    let (levels, _) = shape.levels(false);
    let size = |value: Value| value.scalar().map(Constant::size);
    // From outside inwards: the number of rows, or the position at which each begins and the last one ends.
    let mut cuts: Vec<Cut> = Vec::new();
    for ragged in levels {
        cuts.push(match ragged {
            false => Cut::Rows(size(values.next()?)?),
            true => {
                let offsets = values.nth(1)?.scalars().into_iter().map(Constant::size).collect();
                values.next()?;
                Cut::Offsets(offsets)
            }
        });
    }
    let leaves = leaves(element, &interface.checked.context.structs);
    let components: Vec<Vec<Constant>> =
        values.take(leaves.len()).map(|component| component.scalars()).collect();
    let count = components.first().map_or(0, Vec::len);
    let of_element = |position: usize| {
        let mut scalars = components.iter().map(|component| Value::Scalar(component[position]));
        written(interface, element, &Shape::Plain, &mut scalars).map(|(_, value)| value)
    };
    let mut items: Vec<TokenStream> = (0..count).map(of_element).collect::<Option<_>>()?;
    let mut ty = interface.element_type(element)?;
    for (level, cut) in cuts.iter().enumerate().rev() {
        match cut {
            Cut::Rows(0) => {
                items = vec![quote!([]); arrays(&cuts[..level])];
                ty = quote!([#ty; 0]);
            }
            Cut::Rows(rows) => {
                items = items.chunks(*rows).map(|row| quote!([#(#row),*])).collect();
                ty = quote!([#ty; #rows]);
            }
            Cut::Offsets(offsets) => {
                let rows = offsets.windows(2).map(|ends| &items[ends[0]..ends[1]]);
                items = rows.map(|row| quote!(&[#(#row),*])).collect();
                ty = quote!(&[#ty]);
            }
        }
    }
    Some((ty, items.into_iter().next()?))
}

/// The number of arrays under these levels.
fn arrays(levels: &[Cut]) -> usize {
    levels.iter().fold(1, |count, level| match level {
        Cut::Rows(rows) => count * rows,
        Cut::Offsets(offsets) => offsets.last().copied().unwrap_or(0),
    })
}

/// The way in which a level of an array is cut into rows.
enum Cut {
    /// A number of elements that all rows share.
    Rows(usize),
    /// The position at which each row begins, and the one at which the last row ends.
    Offsets(Vec<usize>),
}
