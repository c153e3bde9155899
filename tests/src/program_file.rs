//! Program files: the items of a block, below comments with their demands.
//!
//! ```text
//! // The scalar product.
//! // gives: dot(&[1.0, 2.0], &[3.0, 4.0]) == 11.0
//! // fails: try_dot(&[1.0], &[]) Size
//! // plan: dot kernels 1, intermediates 0, descriptors 0, checks 0
//! // fused: dot.1 map, sum
//!
//! pub fn dot(xs: &[f64; n], ys: &[f64; n]) -> f64 { … }
//! ```
//!
//! A line that is indented further than its predecessor continues it.

/// The demand of a comment.
#[derive(Debug, PartialEq)]
pub enum Demand {
    /// A Rust expression that is true.
    Gives(String),
    /// A Rust expression that is an error, and its kind.
    Fails(String, String),
    /// A function, and numbers of its plan by name: kernels, intermediate arrays, segment descriptors,
    /// checks anywhere and in the lanes of kernels, and arrays of sizes that only the run tells in these
    /// lanes.
    Plan(String, Vec<(String, usize)>),
    /// A kernel, and the operations fused in it.
    Fused(String, Vec<String>),
}

/// The demands of a program file.
///
/// # Panics
/// If a demand makes no sense.
pub fn demands(text: &str) -> Vec<Demand> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let Some(comment) = line.strip_prefix("//") else { continue };
        match (comment.strip_prefix("    "), lines.last_mut()) {
            (Some(more), Some(last)) => *last += &format!(" {}", more.trim()),
            _ => lines.push(comment.trim().to_string()),
        }
    }
    lines.iter().filter_map(|line| demand(line)).collect()
}

fn demand(line: &str) -> Option<Demand> {
    let (key, rest) = line.split_once(':')?;
    let rest = rest.trim();
    match key {
        "gives" => Some(Demand::Gives(rest.to_string())),
        "fails" => {
            let (call, kind) = rest.rsplit_once(' ').expect("a call and a kind of error");
            Some(Demand::Fails(call.to_string(), kind.to_string()))
        }
        "plan" => {
            let (function, numbers) = rest.split_once(' ').expect("a function and numbers");
            let numbers = numbers.split(',').map(|number| {
                let (name, value) = number.trim().split_once(' ').expect("a name and a number");
                (name.to_string(), value.trim().parse().expect("a number"))
            });
            Some(Demand::Plan(function.to_string(), numbers.collect()))
        }
        "fused" => {
            let (kernel, list) = rest.split_once(' ').unwrap_or((rest, ""));
            let list = list.split(',').map(|name| name.trim().to_string());
            let list = list.filter(|name| !name.is_empty()).collect();
            Some(Demand::Fused(kernel.to_string(), list))
        }
        _ => None,
    }
}
