//! Finds out what rustc would warn of in the same Rust: its lints do not see the code of a block.
//!
//! Each file finds one kind of thing in a function whose types are known. [`findings`] is the list of them, which
//! `interface/lints` turns into Rust that makes rustc warn at the same places, by lints of its own wherever it has
//! them. So levels are obeyed, `#[allow(unused_mut)]` on a function among them.

mod assignments;
mod body;
mod comparisons;
mod effects;
mod finding;
mod items;
mod overflow;
mod recursion;
mod sizes;

use body::{Body, each_expression};
pub use finding::{Definition, Effectless, Finding, Overflow};
pub use items::unused_items;

use super::check::{Checked, instances};

/// The findings about a function.
pub fn findings(checked: &Checked, function: usize) -> Vec<Finding> {
    let of_instances = instances(&checked.context, function).into_iter().filter_map(|instance| {
        let typed = checked.functions.get(&(function, instance))?;
        let body = Body { checked, function: checked.context.functions[function].function, typed };
        let mut found = of_body(&body);
        recursion::endless(&body, function, &mut found);
        Some(found)
    });
    common(of_instances)
}

/// The findings about the value of a constant.
pub fn findings_of_constant(checked: &Checked, constant: usize) -> Vec<Finding> {
    let generic = &checked.context.constants[constant].generic;
    let of_instances = checked.context.instances_of(generic).into_iter().filter_map(|instance| {
        let typed = checked.constants.get(&(constant, instance))?;
        let mut found = Vec::new();
        overflow::overflows_of_constant(checked, constant, typed, &mut found);
        Some(found)
    });
    common(of_instances)
}

/// The findings that arise under each instance.
fn common(of_instances: impl Iterator<Item = Vec<Finding>>) -> Vec<Finding> {
    let both = |mut first: Vec<Finding>, second: Vec<Finding>| {
        first.retain(|known| second.iter().any(|other| known.is_same(other)));
        first
    };
    of_instances.reduce(both).unwrap_or_default()
}

fn of_body(body: &Body) -> Vec<Finding> {
    let mut found = Vec::new();
    overflow::overflows(body, &mut found);
    effects::statements(&body.function.body, body.typed, &mut found);
    each_expression(&body.function.body, &mut |expression| {
        comparisons::useless(expression, body.typed, &mut found);
    });
    for pattern in &body.typed.unreachable {
        found.push(Finding::UnreachablePattern {
            pattern: pattern.place,
            earlier: pattern.earlier.clone(),
            any_value: pattern.any_value,
        });
    }
    assignments::assignments(body, &mut found);
    sizes::new_sizes(body.typed, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::{Effectless, Finding, findings};
    use crate::diagnostic::Diagnostics;
    use crate::source::SourceMap;
    use crate::syntax;
    use crate::types::check::check;
    use crate::types::context::Context;

    /// The findings about the first function of a block, in short.
    fn found(block: &str) -> Vec<String> {
        let (mut source, mut errors) = (SourceMap::default(), Diagnostics::default());
        let tokens = block.parse().expect("tokens");
        let module = syntax::parse_block(tokens, &mut source, &mut errors);
        let checked = check(Context::new(&module, &mut errors), &mut errors);
        let texts: Vec<String> = errors.iter().map(|error| error.text()).collect();
        assert_eq!(texts, [] as [String; 0], "{block}");
        findings(&checked, 0).iter().map(in_short).collect()
    }

    fn in_short(finding: &Finding) -> String {
        match finding {
            Finding::Overflow(overflow) => format!("overflow {}", overflow.right.0),
            Finding::UselessComparison { literal, .. } => format!("useless {literal}"),
            Finding::ComparedToNan { .. } => "nan".to_owned(),
            Finding::UnreachablePattern { earlier, .. } => format!("unreachable {}", earlier.len()),
            Finding::UnusedMut { name, .. } => format!("mut {}", name.text),
            Finding::OnlyAssigned { name, .. } => format!("assigned {}", name.text),
            Finding::NeverRead { name, definition, .. } => format!("{definition:?} {}", name.text),
            Finding::NoEffect { operation: Effectless::Path, .. } => "path".to_owned(),
            Finding::NoEffect { .. } => "operator".to_owned(),
            Finding::Endless { name, .. } => format!("endless {}", name.text),
            Finding::NewSize(name) => format!("size {}", name.text),
        }
    }

    #[test]
    fn what_rustc_would_warn_of_is_found() {
        for (block, expected) in [
            ("fn f(x: u8) -> u8 { x ^ (200 + 100) }", "overflow 100"),
            ("fn f(x: u32) -> u32 { x << S } const S: i64 = 2 * 16;", "overflow 32"),
            ("fn f(x: i64) -> bool { let y = 1; y << 30 > 0 && x >> 64 > 0 }", "overflow 64"),
            ("fn f(x: i32) -> i32 { if x > 0 { x - (i32::MIN - 1) } else { 0 } }", "overflow 1"),
            ("fn f(x: usize) -> bool { x - 1 < 0 }", "useless 0"),
            ("fn f(x: i8) -> bool { 127 >= x }", "useless 127"),
            ("<T: u8 | u16> fn f(x: T) -> bool { x >= 0 }", "useless 0"),
            ("fn f(x: f32) -> bool { x != f32::NAN }", "nan"),
            ("fn f(x: i32) -> i32 { match x { 1..4 => 1, 2 => 2, _ => 3 } }", "unreachable 1"),
            ("fn f(x: u8) -> u8 { match x { ..9 => 1, 9.. => 2, _ => 3 } }", "unreachable 2"),
            (
                "fn f(p: (bool, i32)) -> i32 { match p { (_, x) => x, (true, 2) => 3 } }",
                "unreachable 1",
            ),
            ("fn f(mut x: i32) -> i32 { x }", "mut x"),
            ("fn f(x: i32) -> i32 { let mut y = 0; y += x; x }", "assigned y"),
            ("fn f(x: i32) -> i32 { let mut y = 0; y = x; y }", "Let y"),
            ("fn f(mut x: i32) -> i32 { x = 2; x }", "Parameter x"),
            ("fn f(x: i32) -> i32 { let mut y = x; let z = y; y = 3; z }", "Assignment y"),
            ("fn f(c: bool) -> i32 { let mut y = 1; if c { y = 2; } else { y = 3; } y }", "Let y"),
            ("fn f(x: i32) -> i32 { x; x }", "path"),
            ("fn f(x: i32) -> i32 { if x > 0 { x + 1; } x }", "operator"),
            ("fn f(xs: &[f64; N]) -> usize { N }", "size N"),
            ("fn f(x: i32) -> i32 { f(x + 1) }", "endless f"),
            ("fn f(x: i32) -> i32 { if x > 0 { f(1) } else { let y = 2 * f(2); y } }", "endless f"),
            ("fn f(x: i32) -> i32 { match x { 0 => f(1), _ => f(2) } }", "endless f"),
        ] {
            assert_eq!(found(block), [expected], "{block}");
        }
    }

    #[test]
    fn what_is_right_is_not_found() {
        for block in [
            "fn f(x: u32) -> u32 { if S < 32 { x << S } else { x } } const S: u32 = 40;",
            "fn f(x: u32) -> u32 { match S { 4 => x << 4, _ => x << S } } const S: u32 = 40;",
            "fn f(x: u32) -> u32 { x.wrapping_mul(2654435761) + (x << 31) }",
            "fn f(x: i64) -> i64 { x & -9223372036854775808 }",
            "fn f(x: i64) -> i64 { let mut y = 200; y += x; y }",
            "fn f(x: i32) -> bool { x >= 0 && x < 255 }",
            "<T: u8 | i8> fn f(x: T) -> bool { x < 0 }",
            "fn f(x: f64) -> bool { x == f64::INFINITY }",
            "fn f(x: i32) -> i32 { match x { 0..3 => 1, 1..9 => 2, n if n > 9 => 3, 10 => 4, _ => 5 } }",
            "fn f(x: f64) -> i32 { match x { 0.5 => 1, 0.25 => 2, _ => 3 } }",
            "fn f(p: (bool, i32)) -> i32 { match p { (true, 1) => 1, (false, 1) => 2, (_, x) => x } }",
            "fn f(n: i32) -> i32 { let mut y = 0; for i in 0..n { y = y * i + 1; } y }",
            "fn f(n: i32) -> i32 { let mut last = 0; let mut y = 1; for i in 0..n { y += last; last = i; } y }",
            "fn f(mut n: usize) -> usize { let mut y = 0; while n > 0 { n /= 2; y += 1; } y }",
            "fn f(xs: [i32]) -> [i32] { let mut a = xs; a[0] += 1; a.swap(0, 1); a }",
            "fn f(c: bool) -> i32 { let mut y = 1; if c { y = 2; } y }",
            "fn f(mut n: usize, xs: &[i32; n]) -> [i32; n] { let ys = xs.map(|x| x); n = 1; ys.map(|y| y + n as i32) }",
            "fn f(m: [[i32; k]; n]) -> [[i32; k]; n] { m.clone().map(|mut row| { row[0] = 1; row }) }",
            "fn f(xs: &[f64; n], ys: &[f64; W]) -> usize { n } const W: usize = 2;",
            "fn f(x: i32) -> i32 { if x > 0 && f(x - 1) > 0 { f(x - 2) } else { 1 } }",
            "fn f(xs: &[i32]) -> i32 { 1 + xs.chunks(2).map(|part| f(part)).sum() }",
            "fn f(n: i32) -> i32 { let mut y = 0; for i in 0..n { y += f(i); } y }",
        ] {
            assert_eq!(found(block), [] as [String; 0], "{block}");
        }
    }
}
