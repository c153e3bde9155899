//! Public constants: their values, computed by the interpreter.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Interface, tuple};
use crate::core::{Constant, Program};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::emit::cpu::constant;
use crate::interp::{Value, run};
use crate::syntax::tree::Const;
use crate::types::{Ty, lower_constant};

/// The public constants of a block as Rust constants.
pub fn constants(interface: &Interface, errors: &mut Diagnostics) -> TokenStream {
    let mut tokens = TokenStream::new();
    if !errors.is_empty() {
        // Constants that cannot be computed still have their types.
        for (item, ty) in &interface.checked.context.constants {
            if let (Some(visibility), Some(ty)) = (&item.visibility, interface.element_type(ty)) {
                let (name, attributes) = (interface.ident(&item.name), &item.attributes);
                tokens.extend(quote! {
                    #(#attributes)*
                    #visibility const #name: #ty = ::core::unimplemented!();
                });
            }
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
    let Ok(values) = run(&program, &name, &[]) else {
        let message = "evaluation of constant value failed";
        errors.report(Diagnostic::new(Code::E024, item.value.span, message));
        return TokenStream::new();
    };
    let mut values = values.into_iter();
    let Some((ty, value)) = written(interface, ty, &mut values) else { return TokenStream::new() };
    let (name, attributes, visibility) =
        (interface.ident(&item.name), &item.attributes, &item.visibility);
    quote!(#(#attributes)* #visibility const #name: #ty = #value;)
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
