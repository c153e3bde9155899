//! Items of a block, and recovery from items that cannot be read.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{FnArg, Item as RustItem, Token};

use super::Reader;
use super::attributes::passed_through;
use super::tree::{
    Alias, Const, Field, Function, Item, Module, Parameter, PatternKind, Struct, TypeParameter,
};
use crate::diagnostic::{Code, Diagnostic};

/// How deeply brackets may nest. Rust's own limit for macros is the same.
const NESTING_LIMIT: usize = 128;

/// Reads the tokens of `accel! { … }`.
pub(super) fn block(reader: &mut Reader, tokens: TokenStream) -> Module {
    if let Some(place) = too_deep(tokens.clone(), NESTING_LIMIT) {
        let span = reader.place(place, place);
        reader.error(Code::E001, span, "the brackets here nest too deeply");
        return Module::default();
    }
    let mut module = Module::default();
    let mut rest = tokens;
    if matches!(rest.clone().into_iter().next(), Some(TokenTree::Punct(p)) if p.as_char() == '<') {
        let parser = |input: ParseStream| {
            let parameters = instances(input)?;
            let items: TokenStream = input.parse()?;
            Ok((parameters, items))
        };
        match parser.parse2(rest) {
            Ok((parameters, items)) => {
                module.parameters = type_parameters(reader, &parameters);
                rest = items;
            }
            Err(error) => {
                reader.syntax(&error);
                return module;
            }
        }
    }
    let items = recovering_items(reader, rest);
    add_items(reader, items, &mut module);
    module
}

/// Reads items that rustc has parsed already.
pub(super) fn items(reader: &mut Reader, items: Vec<RustItem>) -> Module {
    let mut module = Module::default();
    add_items(reader, items, &mut module);
    module
}

/// The first bracket beyond the limit.
fn too_deep(tokens: TokenStream, limit: usize) -> Option<proc_macro2::Span> {
    for token in tokens {
        if let TokenTree::Group(group) = token {
            if limit == 0 {
                return Some(group.span_open());
            }
            if let Some(place) = too_deep(group.stream(), limit - 1) {
                return Some(place);
            }
        }
    }
    None
}

type InstanceList = Vec<(syn::Ident, Vec<syn::Ident>)>;

/// `<T: f32 | f64, I: u32 | u64>`.
fn instances(input: ParseStream) -> syn::Result<InstanceList> {
    input.parse::<Token![<]>()?;
    let mut parameters = Vec::new();
    while !input.peek(Token![>]) {
        let name: syn::Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let mut list = vec![input.parse()?];
        while input.peek(Token![|]) {
            input.parse::<Token![|]>()?;
            list.push(input.parse()?);
        }
        parameters.push((name, list));
        if !input.peek(Token![,]) {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    input.parse::<Token![>]>()?;
    Ok(parameters)
}

fn type_parameters(reader: &mut Reader, list: &InstanceList) -> Vec<TypeParameter> {
    list.iter()
        .map(|(name, instances)| TypeParameter {
            name: reader.name(name),
            instances: instances.iter().map(|instance| reader.name(instance)).collect(),
        })
        .collect()
}

/// Reads items one by one; after one that cannot be read, goes on at the next that looks like
/// the beginning of an item.
fn recovering_items(reader: &mut Reader, tokens: TokenStream) -> Vec<RustItem> {
    let whole = |input: ParseStream| {
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse::<RustItem>()?);
        }
        Ok(items)
    };
    if let Ok(items) = whole.parse2(tokens.clone()) {
        return items;
    }
    let mut items = Vec::new();
    for piece in pieces(tokens) {
        match whole.parse2(piece) {
            Ok(read) => items.extend(read),
            Err(error) => reader.syntax(&error),
        }
    }
    items
}

/// Splits tokens before everything that looks like the beginning of an item.
fn pieces(tokens: TokenStream) -> Vec<TokenStream> {
    let mut pieces: Vec<Vec<TokenTree>> = Vec::new();
    let mut current: Vec<TokenTree> = Vec::new();
    // Whether `current` holds only attributes and a visibility so far.
    let mut prefix = true;
    for token in tokens {
        let keyword = match &token {
            TokenTree::Ident(word) => word.to_string(),
            TokenTree::Punct(mark) if mark.as_char() == '#' => "#".into(),
            _ => String::new(),
        };
        let begins = matches!(
            keyword.as_str(),
            "fn" | "const"
                | "type"
                | "struct"
                | "extern"
                | "pub"
                | "#"
                | "enum"
                | "impl"
                | "use"
                | "trait"
                | "static"
                | "mod"
        );
        if begins && !prefix {
            pieces.push(std::mem::take(&mut current));
            prefix = true;
        }
        let continues_prefix = match &token {
            TokenTree::Ident(_) => keyword == "pub",
            TokenTree::Punct(mark) => mark.as_char() == '#',
            TokenTree::Group(_) => true,
            TokenTree::Literal(_) => false,
        };
        prefix &= continues_prefix;
        current.push(token);
    }
    if !current.is_empty() {
        pieces.push(current);
    }
    pieces.into_iter().map(|piece| piece.into_iter().collect()).collect()
}

fn add_items(reader: &mut Reader, items: Vec<RustItem>, module: &mut Module) {
    for item in items {
        let item = match item {
            RustItem::Fn(function) => Some(Item::Function(function_item(reader, function))),
            RustItem::Const(constant) => Some(const_item(reader, constant)),
            RustItem::Type(alias) => {
                if let Some(parameter) = alias.generics.params.first() {
                    reader.unsupported(Code::E006, parameter, "generic aliases", "");
                }
                let name = reader.name(&alias.ident);
                let ty = reader.ty(&alias.ty);
                let visibility = public(alias.vis);
                let attributes = passed_through(reader, alias.attrs);
                Some(Item::Alias(Alias { name, visibility, attributes, ty }))
            }
            RustItem::Struct(item) => struct_item(reader, item).map(Item::Struct),
            RustItem::ForeignMod(foreign) => {
                reader.not_yet(&foreign, "foreign functions (`extern`) are");
                None
            }
            other => {
                let (what, instead) = match &other {
                    RustItem::Enum(_) => ("enums", "use an integer and `match`"),
                    RustItem::Impl(_) | RustItem::Trait(_) => {
                        ("traits and methods", "write a function")
                    }
                    RustItem::Use(_) => ("`use` in a block", "write the full path"),
                    RustItem::Static(_) => ("statics", "write a `const`"),
                    RustItem::Mod(_) => ("modules in a block", "write a second block"),
                    RustItem::Macro(_) => ("macros in a block", ""),
                    _ => ("this item", "a block holds `fn`, `const`, `type` and `struct`"),
                };
                reader.unsupported(Code::E002, &other, what, instead);
                None
            }
        };
        module.items.extend(item);
    }
}

fn function_item(reader: &mut Reader, function: syn::ItemFn) -> Function {
    let signature = &function.sig;
    if let Some(token) = &signature.constness {
        reader.unsupported(Code::E006, token, "`const fn`", "leave out the `const`");
    }
    if let Some(token) = &signature.asyncness {
        reader.unsupported(Code::E006, token, "`async fn`", "leave out the `async`");
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        reader.unsupported(Code::E006, token, "`unsafe fn`", "leave out the `unsafe`");
    }
    if let Some(abi) = &signature.abi {
        reader.unsupported(Code::E006, abi, "functions with an ABI", "");
    }
    if let Some(parameter) = signature.generics.params.first() {
        let instead = "list the instances at the head of the block: \
                       `accel! { <T: f32 | f64> … }`";
        reader.unsupported(Code::E006, parameter, "generic parameters on functions", instead);
    }
    if let Some(clause) = &signature.generics.where_clause {
        reader.unsupported(Code::E006, clause, "`where` clauses", "");
    }
    let name = reader.name(&signature.ident);
    let mut parameters: Vec<Parameter> = Vec::new();
    for input in &signature.inputs {
        let Some(parameter) = function_parameter(reader, input) else { continue };
        if let Some(first) = parameters.iter().find(|p| p.name.text == parameter.name.text) {
            let text = &parameter.name.text;
            let message =
                format!("identifier `{text}` is bound more than once in this parameter list");
            reader.errors.report(
                Diagnostic::new(Code::E007, parameter.name.span, message)
                    .label(first.name.span, "first used here"),
            );
        }
        parameters.push(parameter);
    }
    let result = match &signature.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => Some(reader.ty(ty)),
    };
    let visibility = public(function.vis);
    let body = reader.block(&function.block);
    let attributes = passed_through(reader, function.attrs);
    Function { name, visibility, attributes, parameters, result, body }
}

fn function_parameter(reader: &mut Reader, input: &FnArg) -> Option<Parameter> {
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            reader.unsupported(Code::E006, receiver, "methods (`self`)", "name the parameter");
            return None;
        }
    };
    let ty = reader.ty(&typed.ty);
    let pattern = reader.pattern(&typed.pat);
    match pattern.kind {
        PatternKind::Binding { name, mutable, subpattern: None } => {
            Some(Parameter { name, mutable, ty })
        }
        PatternKind::Error => None,
        _ => {
            let instead = "name the parameter and take it apart with `let`";
            reader.unsupported(Code::E005, &typed.pat, "patterns as parameters", instead);
            None
        }
    }
}

fn const_item(reader: &mut Reader, constant: syn::ItemConst) -> Item {
    let name = reader.name(&constant.ident);
    let ty = reader.ty(&constant.ty);
    let value = reader.expression(&constant.expr);
    let visibility = public(constant.vis);
    let attributes = passed_through(reader, constant.attrs);
    Item::Const(Const { name, visibility, attributes, ty, value })
}

fn struct_item(reader: &mut Reader, item: syn::ItemStruct) -> Option<Struct> {
    if let Some(parameter) = item.generics.params.first() {
        reader.unsupported(Code::E006, parameter, "generic structs", "");
    }
    let name = reader.name(&item.ident);
    let syn::Fields::Named(named) = &item.fields else {
        reader.unsupported(Code::E002, &item, "tuple structs", "name the fields");
        return None;
    };
    if named.named.is_empty() {
        reader.unsupported(Code::E002, &item, "structs without fields", "");
        return None;
    }
    let mut fields: Vec<Field> = Vec::new();
    for field in &named.named {
        let Some(identifier) = &field.ident else { continue };
        let field_name = reader.name(identifier);
        if let Some(first) = fields.iter().find(|f| f.name.text == field_name.text) {
            let message = format!("field `{}` is already declared", field_name.text);
            reader.errors.report(
                Diagnostic::new(Code::E007, field_name.span, message)
                    .label(first.name.span, "first declared here"),
            );
            continue;
        }
        let ty = reader.ty(&field.ty);
        fields.push(Field {
            name: field_name,
            visibility: field.vis.clone(),
            attributes: field.attrs.clone(),
            ty,
        });
    }
    let visibility = public(item.vis);
    Some(Struct { name, visibility, attributes: item.attrs, fields })
}

/// The visibility of an item that becomes a Rust item.
fn public(visibility: syn::Visibility) -> Option<syn::Visibility> {
    match visibility {
        syn::Visibility::Inherited => None,
        visibility => Some(visibility),
    }
}
