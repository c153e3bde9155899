//! Items of a block, and recovery from items that cannot be read.

use std::sync::Arc;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{FnArg, Item as RustItem, Token};

use super::attributes::{inside_item, of_block, passed_through};
use super::depth::{TooDeep, too_deep};
use super::tree::{
    Alias, Const, Expression, ExpressionKind, Field, Function, Item, Module, Name, Parameter,
    Pattern, PatternKind, Statement, Struct, TypeExpression, TypeKind, TypeParameter,
};
use super::{Reader, signature};
use crate::diagnostic::{Code, Diagnostic};

/// Reads the tokens of `accel! { … }`.
pub(super) fn block(reader: &mut Reader, tokens: TokenStream) -> Module {
    if let Some(TooDeep { place, help }) = too_deep(tokens.clone()) {
        let span = reader.place(place, place);
        reader.errors.report(Diagnostic::new(Code::E001, span, "this nests too deeply").help(help));
        return Module::default();
    }
    let mut module = Module::default();
    let Some(mut rest) = instances_at_head(reader, &mut module, tokens) else { return module };
    let attributes = |input: ParseStream| {
        Ok((input.call(syn::Attribute::parse_inner)?, input.parse::<TokenStream>()?))
    };
    if let Ok((attributes, items)) = attributes.parse2(rest.clone()) {
        of_block(reader, &attributes);
        rest = items;
    }
    let items = recovering_items(reader, rest);
    add_items(reader, items, &mut module);
    module
}

/// Reads items that rustc has parsed already, and the arguments of their attribute.
pub(super) fn items(reader: &mut Reader, arguments: TokenStream, items: Vec<RustItem>) -> Module {
    let mut module = Module::default();
    let Some(rest) = instances_at_head(reader, &mut module, arguments) else { return module };
    if let Some(argument) = rest.into_iter().next() {
        let span = reader.place(argument.span(), argument.span());
        reader.errors.report(
            Diagnostic::new(Code::E006, span, "`#[accel::module]` takes a list of instances only")
                .help("write `#[accel::module]` or `#[accel::module(<T: f32 | f64>)]`"),
        );
    }
    add_items(reader, items, &mut module);
    module
}

/// Reads the list of instances at the head of tokens, if there is one. Returns the tokens behind it;
/// nothing if the list has an error.
fn instances_at_head(
    reader: &mut Reader,
    module: &mut Module,
    tokens: TokenStream,
) -> Option<TokenStream> {
    let first = tokens.clone().into_iter().next();
    if !matches!(first, Some(TokenTree::Punct(mark)) if mark.as_char() == '<') {
        return Some(tokens);
    }
    let parser = |input: ParseStream| Ok((instances(input)?, input.parse::<TokenStream>()?));
    match parser.parse2(tokens) {
        Ok((parameters, rest)) => {
            module.parameters = type_parameters(reader, &parameters);
            Some(rest)
        }
        Err(error) => {
            let span = reader.place(error.span(), error.span());
            reader.errors.report(
                Diagnostic::new(Code::E001, span, error.to_string())
                    .help("list the instances: `<T: f32 | f64>`"),
            );
            None
        }
    }
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
        match whole.parse2(piece.clone()) {
            Ok(read) => items.extend(read),
            Err(error) => {
                let before = reader.errors.len();
                reader.syntax(&error, &piece);
                if let Some(function) = signature_only(piece) {
                    reader.errors_of_functions += reader.errors.len() - before;
                    reader.unreadable.insert(function.sig.ident.to_string());
                    items.push(RustItem::Fn(function));
                }
            }
        }
    }
    items
}

/// The function that a piece of a block is, without its body, which is not Rust.
fn signature_only(piece: TokenStream) -> Option<syn::ItemFn> {
    let mut tokens: Vec<TokenTree> = piece.into_iter().collect();
    let body = tokens.iter_mut().rev().find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    })?;
    let span = body.span();
    *body = Group::new(Delimiter::Brace, TokenStream::new());
    body.set_span(span);
    syn::parse2(tokens.into_iter().collect()).ok()
}

/// Splits tokens before everything that looks like the beginning of an item.
fn pieces(tokens: TokenStream) -> Vec<TokenStream> {
    let mut pieces: Vec<Vec<TokenTree>> = Vec::new();
    let mut current: Vec<TokenTree> = Vec::new();
    // True if `current` holds only attributes and a visibility so far.
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
    // Generic types are reported where they are defined, not where they are used as well.
    for item in &items {
        let generic = match item {
            RustItem::Type(item) => Some((&item.ident, &item.generics)),
            RustItem::Struct(item) => Some((&item.ident, &item.generics)),
            _ => None,
        };
        if let Some((name, generics)) = generic
            && !generics.params.is_empty()
        {
            reader.generic_types.insert(name.to_string());
        }
    }
    for item in items {
        inside_item(reader, &item);
        let item = match item {
            RustItem::Fn(function) => Some(Item::Function(function_item(reader, function))),
            RustItem::Const(constant) => Some(const_item(reader, constant)),
            RustItem::Type(alias) => {
                if let Some(parameter) = alias.generics.params.first() {
                    reader.unsupported(Code::E006, parameter, "generic aliases", "");
                    reader.lost_parameters(&alias.generics);
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
                reader.lost_item(&RustItem::ForeignMod(foreign));
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
                reader.lost_item(&other);
                None
            }
        };
        module.items.extend(item);
    }
}

fn function_item(reader: &mut Reader, function: syn::ItemFn) -> Function {
    let before = reader.errors.len();
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
        reader.unsupported(Code::E006, abi, "functions with an ABI", "leave out the `extern`");
    }
    if let Some(parameter) = signature.generics.params.first() {
        let (what, instead) = match parameter {
            syn::GenericParam::Lifetime(_) => ("lifetimes", "leave them out: write `&[T]`"),
            syn::GenericParam::Const(_) => {
                ("`const` parameters", "sizes have names where they are used: write `xs: &[T; n]`")
            }
            syn::GenericParam::Type(parameter) if is_closure(parameter) => (
                "generic parameters on functions",
                "write the bound as the type of the parameter: `f: impl Fn(A) -> B`",
            ),
            syn::GenericParam::Type(_) => (
                "generic parameters on functions",
                "list the instances at the head of the block: `accel! { <T: f32 | f64> … }`",
            ),
        };
        reader.unsupported(Code::E006, parameter, what, instead);
        reader.lost_parameters(&signature.generics);
    }
    if let Some(clause) = &signature.generics.where_clause
        && signature.generics.params.is_empty()
    {
        reader.unsupported(Code::E006, clause, "`where` clauses", "");
    }
    let name = reader.name(&signature.ident);
    let mut parameters: Vec<Parameter> = Vec::new();
    // The statements that take apart parameters that are patterns.
    let mut opened: Vec<Statement> = Vec::new();
    let mut bound: Vec<Name> = Vec::new();
    for (position, input) in signature.inputs.iter().enumerate() {
        let (parameter, pattern) = function_parameter(reader, input, position);
        let mut names = Vec::new();
        match &pattern {
            Some(pattern) => bound_names(pattern, &mut names),
            None => names.push(parameter.name.clone()),
        }
        for name in names {
            if let Some(first) = bound.iter().find(|first| first.text == name.text) {
                let text = &name.text;
                let message =
                    format!("identifier `{text}` is bound more than once in this parameter list");
                reader.errors.report(
                    Diagnostic::new(Code::E007, name.span, message)
                        .label(first.span, "first used here"),
                );
            }
            bound.push(name);
        }
        if let Some(pattern) = pattern {
            let id = reader.next_id();
            let kind = ExpressionKind::Path(vec![parameter.name.clone()]);
            let value = Expression { kind, span: pattern.span, id };
            opened.push(Statement::Let(pattern, None, value));
        }
        parameters.push(parameter);
    }
    let result = match &signature.output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => Some(reader.ty(ty)),
    };
    let visibility = public(function.vis);
    let mut body = reader.block(&function.block);
    let unreadable = reader.unreadable.contains(&signature.ident.to_string());
    if unreadable {
        // Its value is whatever the result should be.
        let id = reader.next_id();
        let kind = ExpressionKind::Error;
        body.value = Some(Box::new(Expression { kind, span: body.span, id }));
    }
    body.statements.splice(0..0, opened);
    let sequential = function.attrs.iter().any(|a| a.path().is_ident("sequential"));
    let attributes = passed_through(reader, function.attrs);
    let errors = reader.errors.len() - before;
    reader.errors_of_functions += errors;
    Function {
        name,
        visibility,
        signature: signature::written(&function.sig),
        attributes,
        sequential,
        parameters,
        result,
        body,
        is_wrong: unreadable || errors > 0,
    }
}

/// A parameter, and the pattern that takes it apart if it is not just a name.
fn function_parameter(
    reader: &mut Reader,
    input: &FnArg,
    position: usize,
) -> (Parameter, Option<Pattern>) {
    // Rust's callers only see the name in the documentation: any will do that nobody writes.
    let unnamed: Arc<str> = format!("argument_{position}_").into();
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            reader.unsupported(Code::E006, receiver, "methods (`self`)", "name the parameter");
            reader.reported.insert("self".into());
            let span = reader.span(receiver);
            let ty = TypeExpression { kind: TypeKind::Error, span };
            let name = Name { text: unnamed, span };
            return (Parameter { name, mutable: false, ty }, None);
        }
    };
    let ty = reader.ty(&typed.ty);
    let pattern = reader.pattern(&typed.pat);
    match pattern.kind {
        PatternKind::Binding { name, mutable, subpattern: None } => {
            (Parameter { name, mutable, ty }, None)
        }
        _ => {
            let span = reader.span(&typed.pat);
            let name = Name { text: unnamed, span };
            (Parameter { name, mutable: false, ty }, Some(pattern))
        }
    }
}

/// The names that a pattern binds.
fn bound_names(pattern: &Pattern, names: &mut Vec<Name>) {
    match &pattern.kind {
        PatternKind::Binding { name, subpattern, .. } => {
            names.push(name.clone());
            subpattern.iter().for_each(|inner| bound_names(inner, names));
        }
        PatternKind::Tuple(list) => list.iter().for_each(|inner| bound_names(inner, names)),
        PatternKind::Struct(_, fields, _) => {
            fields.iter().for_each(|field| bound_names(&field.1, names));
        }
        _ => {}
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
        reader.lost_parameters(&item.generics);
    }
    let name = reader.name(&item.ident);
    let syn::Fields::Named(named) = &item.fields else {
        let (what, instead) = match &item.fields {
            syn::Fields::Unit => ("structs without fields", "leave it out"),
            _ => ("tuple structs", "name the fields"),
        };
        reader.unsupported(Code::E002, &item, what, instead);
        reader.lost(&item.ident);
        return None;
    };
    if named.named.is_empty() {
        reader.unsupported(Code::E002, &item, "structs without fields", "leave it out");
        reader.lost(&item.ident);
        return None;
    }
    let mut fields: Vec<Field> = Vec::new();
    for field in &named.named {
        let Some(identifier) = &field.ident else { continue };
        let field_name = reader.name(identifier);
        if &*field_name.text == "_" {
            let message = "expected identifier, found reserved identifier `_`";
            reader.error(Code::E001, field_name.span, message);
            continue;
        }
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

impl Reader<'_> {
    /// Notes the names that an item which was reported would have defined.
    pub(super) fn lost_item(&mut self, item: &RustItem) {
        match item {
            RustItem::Fn(item) => self.lost(&item.sig.ident),
            RustItem::Const(item) => self.lost(&item.ident),
            RustItem::Static(item) => self.lost(&item.ident),
            RustItem::Type(item) => self.lost(&item.ident),
            RustItem::Struct(item) => self.lost(&item.ident),
            RustItem::Union(item) => self.lost(&item.ident),
            RustItem::Enum(item) => self.lost(&item.ident),
            RustItem::Trait(item) => self.lost(&item.ident),
            RustItem::Mod(item) => self.lost(&item.ident),
            RustItem::Use(item) => self.lost_use(&item.tree),
            RustItem::Impl(item) => {
                for item in &item.items {
                    if let syn::ImplItem::Fn(item) = item {
                        self.lost(&item.sig.ident);
                    }
                }
            }
            RustItem::ForeignMod(list) => {
                for item in &list.items {
                    if let syn::ForeignItem::Fn(item) = item {
                        self.lost(&item.sig.ident);
                    }
                }
            }
            _ => {}
        }
    }

    fn lost_use(&mut self, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => self.lost_use(&path.tree),
            syn::UseTree::Name(name) => self.lost(&name.ident),
            syn::UseTree::Rename(rename) => self.lost(&rename.rename),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.lost_use(item)),
            syn::UseTree::Glob(_) => {}
        }
    }

    /// Notes the type parameters that an item cannot have.
    fn lost_parameters(&mut self, generics: &syn::Generics) {
        for parameter in &generics.params {
            match parameter {
                syn::GenericParam::Type(parameter) => self.lost(&parameter.ident),
                syn::GenericParam::Const(parameter) => self.lost(&parameter.ident),
                syn::GenericParam::Lifetime(parameter) => {
                    self.lost(&parameter.lifetime.ident);
                }
            }
        }
    }
}

/// Returns true if a type parameter stands for closures.
fn is_closure(parameter: &syn::TypeParam) -> bool {
    parameter.bounds.iter().any(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with("Fn"))
        }
        _ => false,
    })
}

/// The visibility of an item that becomes a Rust item.
fn public(visibility: syn::Visibility) -> Option<syn::Visibility> {
    match visibility {
        syn::Visibility::Inherited => None,
        visibility => Some(visibility),
    }
}
