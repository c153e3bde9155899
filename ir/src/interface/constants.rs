//! Public constants: their values, computed by the interpreter.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Interface, tuple};
use crate::core::{Condition, Constant, Program};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::emit::cpu::constant;
use crate::interp::{Reason, Trap, Value, run_within};
use crate::source::Span;
use crate::syntax::tree::Const;
use crate::types::{Ty, leaves, lower_constant};

/// How many statements of the core the value of a constant may take.
const STEPS: u64 = 1 << 22;

/// The public constants of a block as Rust constants.
pub fn constants(interface: &Interface, errors: &mut Diagnostics) -> TokenStream {
    let mut tokens = TokenStream::new();
    if !errors.is_empty() {
        for (item, ty) in &interface.checked.context.constants {
            tokens.extend(type_only(interface, item, ty));
        }
        return tokens;
    }
    for (position, (item, ty)) in interface.checked.context.constants.iter().enumerate() {
        if item.visibility.is_some() {
            tokens.extend(one(interface, position, item, ty, errors));
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
    let Some((_, value)) = written(interface, ty, &mut zeros) else { return TokenStream::new() };
    let (name, attributes) = (interface.ident(&item.name), &item.attributes);
    quote_spanned!(name.span()=> #(#attributes)* #visibility const #name: #rust = #value;)
}

/// Why a constant has no value.
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

/// Why a check does not hold, in the words of the run-time error.
fn unmet(condition: &Condition, values: &[Constant]) -> String {
    let value = |position: usize| values.get(position).map_or(String::new(), shown);
    let (a, b) = (value(0), value(1));
    match condition {
        Condition::Index(operation) => match &**operation {
            "index" | "gather" | "scatter" | "scatter_with" | "update" | "swap" => {
                format!("index out of bounds: the length is {b} but the index is {a}")
            }
            _ => format!("`{operation}` of an empty array"),
        },
        Condition::SliceStart => format!("slice index starts at {a} but ends at {b}"),
        Condition::SliceEnd => format!("range end index {a} out of range for array of length {b}"),
        Condition::NotZero(operation) => match &**operation {
            "divide" => "attempt to divide by zero".into(),
            "remainder" => "attempt to calculate the remainder with a divisor of zero".into(),
            _ => format!("`{operation}` with zero"),
        },
        Condition::Positive(operation) | Condition::NotNegative(operation) => {
            format!("`{operation}` of {a}")
        }
        Condition::Ordered(operation) => {
            format!("`{operation}` needs min <= max, found min = {a}, max = {b}")
        }
        Condition::Divides => format!("`chunks`: the size {a} does not divide the length {b}"),
        Condition::SameCount(operation) => format!("`{operation}` of {a} and {b} elements"),
        Condition::Holds(text) => text.to_string(),
    }
}

fn shown(value: &Constant) -> String {
    match value.integer() {
        Some(number) => number.to_string(),
        None => constant(*value).to_string(),
    }
}

fn one(
    interface: &Interface,
    position: usize,
    item: &Const,
    ty: &Ty,
    errors: &mut Diagnostics,
) -> TokenStream {
    let function = lower_constant(interface.checked, position, errors);
    let name = function.name.clone();
    let program = Program { functions: vec![function] };
    let values = match run_within(STEPS, &program, &name, &[]) {
        Ok(values) => values,
        Err(trap) => {
            errors.report(failed(item.value.span, &trap));
            return type_only(interface, item, ty);
        }
    };
    let mut values = values.into_iter();
    let Some((ty, value)) = written(interface, ty, &mut values) else { return TokenStream::new() };
    let (name, attributes, visibility) =
        (interface.ident(&item.name), &item.attributes, &item.visibility);
    quote_spanned!(name.span()=> #(#attributes)* #visibility const #name: #ty = #value;)
}

/// The Rust type and value of a constant, whose flat values come in order.
fn written(
    interface: &Interface,
    ty: &Ty,
    values: &mut dyn Iterator<Item = Value>,
) -> Option<(TokenStream, TokenStream)> {
    match ty {
        Ty::Scalar(_) => {
            let Some(Value::Scalar(value)) = values.next() else { return None };
            Some((interface.element_type(ty)?, constant(value)))
        }
        Ty::Tuple(fields) => {
            let fields: Option<Vec<_>> =
                fields.iter().map(|field| written(interface, field, values)).collect();
            let (types, values): (Vec<_>, Vec<_>) = fields?.into_iter().unzip();
            Some((tuple(&types), tuple(&values)))
        }
        Ty::Struct(index) => {
            let structure = &interface.checked.context.structs[*index];
            let name = interface.ident(&structure.name);
            let mut fields = Vec::new();
            for (field, ty) in &structure.fields {
                let (_, value) = written(interface, ty, values)?;
                let field = interface.ident(field);
                fields.push(quote!(#field: #value));
            }
            Some((quote!(#name), quote!(#name { #(#fields),* })))
        }
        Ty::Array(_) => {
            let (levels, element) = ty.levels();
            let element_type = match element {
                Ty::Scalar(_) => interface.element_type(element)?,
                _ => return None,
            };
            let array = values.nth(levels)?;
            let Value::Array(array) = array else { return None };
            let extents = array.extents.clone();
            let items: Vec<Constant> = Value::Array(array).scalars();
            let mut items: Vec<TokenStream> = items.into_iter().map(constant).collect();
            let mut ty = element_type;
            for extent in extents.iter().rev() {
                if *extent > 0 {
                    items = items.chunks(*extent).map(|row| quote!([#(#row),*])).collect();
                }
                ty = quote!([#ty; #extent]);
            }
            Some((ty, items.into_iter().next().unwrap_or(quote!([]))))
        }
        Ty::Parameter(_) | Ty::Unknown(_) | Ty::Error => None,
    }
}
