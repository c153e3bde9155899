//! Makes a failing program smaller: without a statement, or with an expression replaced by a part
//! of it of the same type, by a literal, or by nothing much, as long as it fails in the same way.

use super::tree::{Part, Tree};
use super::types::Ty;

/// The smallest program found for which `fails` still holds, trying at most `limit` candidates.
/// Candidates that are no programs any more do not fail in the same way, and are dropped.
pub fn shrink(program: &Tree, limit: usize, fails: &mut dyn FnMut(&Tree) -> bool) -> Tree {
    let mut best = program.clone();
    let mut tries = 0;
    loop {
        let before = best.size();
        let mut places = Vec::new();
        list_places(&best, &mut Vec::new(), &mut places);
        // The outermost places first: they save the most.
        places.sort_by_key(|place| place.len());
        for place in places {
            for candidate in candidates(&best, &place) {
                if tries >= limit {
                    return best;
                }
                if candidate.size() < best.size() {
                    tries += 1;
                    if fails(&candidate) {
                        best = candidate;
                        break;
                    }
                }
            }
        }
        if best.size() == before {
            return best;
        }
    }
}

/// The positions of all parts that can change, as paths of part numbers.
fn list_places(tree: &Tree, path: &mut Vec<usize>, places: &mut Vec<Vec<usize>>) {
    for (position, part) in tree.parts.iter().enumerate() {
        if let Some(inner) = part.tree() {
            path.push(position);
            places.push(path.clone());
            list_places(inner, path, places);
            path.pop();
        }
    }
}

fn part_at<'t>(tree: &'t Tree, place: &[usize]) -> Option<&'t Part> {
    let part = tree.parts.get(*place.first()?)?;
    match &place[1..] {
        [] => Some(part),
        rest => part_at(part.tree()?, rest),
    }
}

fn replaced(tree: &Tree, place: &[usize], with: Part) -> Tree {
    let mut result = tree.clone();
    let mut here = &mut result;
    let (last, path) = place.split_last().expect("a place");
    for position in path {
        here = here.parts[*position].tree_mut().expect("a place is inside of trees");
    }
    here.parts[*last] = with;
    result
}

fn candidates(tree: &Tree, place: &[usize]) -> Vec<Tree> {
    let mut list = Vec::new();
    match part_at(tree, place) {
        Some(Part::Optional(inner)) => {
            list.push(replaced(tree, place, Part::Text(String::new())));
            // The inner parts of a loop or a branch, without it.
            for part in &inner.parts {
                if let Part::Optional(_) = part {
                    list.push(replaced(tree, place, part.clone()));
                }
            }
        }
        Some(Part::Linked(number, _)) => {
            let mut without = tree.clone();
            unlink(&mut without, *number);
            list.push(without);
        }
        Some(Part::Child(inner)) => {
            if let Some(simple) = simplest(&inner.ty) {
                list.push(replaced(tree, place, Part::Child(Tree::text(inner.ty.clone(), simple))));
            }
            if inner.ty == Ty::UNIT {
                return list;
            }
            let mut parts = Vec::new();
            descendants(inner, &inner.ty, &mut parts);
            parts.sort_by_key(|part| part.size());
            for part in parts {
                list.push(replaced(tree, place, Part::Child(part.clone())));
            }
        }
        _ => {}
    }
    list
}

/// Removes all parts of a number.
fn unlink(tree: &mut Tree, number: usize) {
    for part in &mut tree.parts {
        match part {
            Part::Linked(found, _) if *found == number => *part = Part::Text(String::new()),
            other => {
                if let Some(inner) = other.tree_mut() {
                    unlink(inner, number);
                }
            }
        }
    }
}

/// The expressions inside of a tree that have a type.
fn descendants<'t>(tree: &'t Tree, ty: &Ty, list: &mut Vec<&'t Tree>) {
    for part in &tree.parts {
        if let Some(inner) = part.tree() {
            if matches!(part, Part::Child(_)) && inner.ty == *ty {
                list.push(inner);
            }
            descendants(inner, ty, list);
        }
    }
}

/// The plainest value of a type.
fn simplest(ty: &Ty) -> Option<String> {
    Some(match ty {
        Ty::Scalar(scalar) if scalar.is_float() => format!("1.0{}", scalar.name()),
        Ty::Scalar(scalar) if scalar.is_integer() => format!("1{}", scalar.name()),
        Ty::Scalar(_) => "true".to_string(),
        Ty::Tuple(fields) if fields.is_empty() => return None,
        Ty::Tuple(fields) => {
            let fields: Option<Vec<String>> = fields.iter().map(simplest).collect();
            format!("({},)", fields?.join(", "))
        }
        Ty::Struct(..) => return None,
        Ty::Array(element, size) => format!("[{}; {}]", simplest(element)?, size.text()?),
    })
}
