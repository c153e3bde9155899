//! The values that generated code mentions and nothing binds: errors that rustc would report, found
//! without rustc.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprWhile, Item, Local, Pat};

/// The names of values in a file that are not bound where they stand, each after the function
/// that mentions it.
pub fn unbound(file: &syn::File) -> BTreeSet<String> {
    let mut items = Items::default();
    items.visit_file(file);
    let mut scopes = Scopes {
        items: items.0,
        bound: Vec::new(),
        function: String::new(),
        found: BTreeSet::new(),
    };
    scopes.visit_file(file);
    scopes.found
}

/// The names of functions, constants and imports. The places where they can be seen do not matter
/// here: no variable of generated code has such a name.
#[derive(Default)]
struct Items(BTreeSet<String>);

impl<'ast> Visit<'ast> for Items {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Fn(function) => drop(self.0.insert(function.sig.ident.to_string())),
            Item::Const(constant) => drop(self.0.insert(constant.ident.to_string())),
            Item::Static(constant) => drop(self.0.insert(constant.ident.to_string())),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_use_name(&mut self, name: &'ast syn::UseName) {
        self.0.insert(name.ident.to_string());
    }

    fn visit_use_rename(&mut self, name: &'ast syn::UseRename) {
        self.0.insert(name.rename.to_string());
    }

    fn visit_const_param(&mut self, parameter: &'ast syn::ConstParam) {
        self.0.insert(parameter.ident.to_string());
    }
}

struct Scopes {
    items: BTreeSet<String>,
    /// The names that are bound here, the latest last.
    bound: Vec<String>,
    function: String,
    found: BTreeSet<String>,
}

impl Scopes {
    /// Visits `inside`, and forgets behind it the names that it binds.
    fn scope(&mut self, inside: impl FnOnce(&mut Scopes)) {
        let outside = self.bound.len();
        inside(self);
        self.bound.truncate(outside);
    }

    /// A function's body, which sees none of the variables around it.
    fn function(&mut self, signature: &syn::Signature, body: &Block) {
        let around = std::mem::take(&mut self.bound);
        let before = std::mem::replace(&mut self.function, signature.ident.to_string());
        signature.inputs.iter().for_each(|input| self.visit_fn_arg(input));
        self.visit_block(body);
        self.bound = around;
        self.function = before;
    }
}

impl<'ast> Visit<'ast> for Scopes {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_receiver(&mut self, _: &'ast syn::Receiver) {
        self.bound.push("self".to_string());
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.scope(|this| visit::visit_block(this, block));
    }

    fn visit_local(&mut self, local: &'ast Local) {
        // A variable is not bound in its own value.
        if let Some(init) = &local.init {
            self.visit_local_init(init);
        }
        self.visit_pat(&local.pat);
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.scope(|this| visit::visit_expr_closure(this, closure));
    }

    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.visit_expr(&each.expr);
        self.scope(|this| {
            this.visit_pat(&each.pat);
            this.visit_block(&each.body);
        });
    }

    fn visit_expr_while(&mut self, again: &'ast ExprWhile) {
        self.scope(|this| visit::visit_expr_while(this, again));
    }

    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.scope(|this| {
            this.visit_expr(&branch.cond);
            this.visit_block(&branch.then_branch);
        });
        if let Some((_, otherwise)) = &branch.else_branch {
            self.visit_expr(otherwise);
        }
    }

    fn visit_expr_let(&mut self, binding: &'ast syn::ExprLet) {
        self.visit_expr(&binding.expr);
        self.visit_pat(&binding.pat);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.scope(|this| visit::visit_arm(this, arm));
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Ident(name) = pattern {
            self.bound.push(name.ident.to_string());
        }
        visit::visit_pat(self, pattern);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Expr::Path(path) = expression
            && let Some(name) = path.path.get_ident()
        {
            let name = name.to_string();
            // Types, variants and constants of the prelude begin with a capital letter.
            let value = name.starts_with(|first: char| first.is_lowercase() || first == '_');
            if value && !self.items.contains(&name) && !self.bound.contains(&name) {
                self.found.insert(format!("{}: {name}", self.function));
            }
        }
        visit::visit_expr(self, expression);
    }
}
