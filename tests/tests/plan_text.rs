//! What the text of a plan tells besides what `tests/programs/` demands of its numbers.

#![allow(missing_docs)]

use accel::{Plan, accel};

accel! {
    pub fn ordered(xs: &[i64; n]) -> [i64; n] { xs.sort() }
    pub fn medians(rows: &[[f64; k]; n]) -> [f64; n] { rows.map(|row| row.sort()[k / 2]) }
    pub fn latest(user: &[u32; n], time: &[i64; n]) -> [usize] { (0..n).sort_by_key(|i| (user[i], time[i])) }
    pub fn halves(xs: &[i32]) -> [i32] {
        if xs.len() < 2 { xs.sort() } else { concat(halves(xs[..xs.len() / 2]), halves(xs[xs.len() / 2..])).sort() }
    }
    pub fn lists(xss: &[[i32]]) -> [[i32]] { xss.map(|xs| halves(xs)) }
    pub fn dot(xs: &[f64; n], ys: &[f64; n]) -> f64 { zip(xs, ys).map(|(x, y)| x * y).sum() }
}

fn plans() -> [&'static Plan; 6] {
    [ordered::plan(), medians::plan(), latest::plan(), halves::plan(), lists::plan(), dot::plan()]
}

/// The lines of a plan that begin with a word.
fn lines(plan: &Plan, word: &str) -> Vec<String> {
    let text = plan.to_string();
    text.lines().filter_map(|line| line.strip_prefix(word)).map(str::to_owned).collect()
}

#[test]
fn each_kernel_has_a_line() {
    for plan in plans() {
        let kernels = plan.kernels().iter().chain(plan.called_kernels());
        let lines = lines(plan, "kernel ");
        let starts = lines.iter().map(|line| line.split(' ').next().unwrap_or_default());
        assert!(starts.eq(kernels.map(|kernel| kernel.name())), "{plan}");
    }
}

#[test]
fn sorts_have_lines_of_their_own() {
    assert_eq!(lines(ordered::plan(), "kernel "), ["ordered.sort.1 sort over [n]: sort"]);
    assert_eq!(lines(medians::plan(), "kernel "), ["medians.1 map over [n]: map, sort"]);
    assert_eq!(lines(latest::plan(), "kernel ")[1], "latest.sort.1 sort over [n]: sort_by_key");
    assert!(lists::plan().called_kernels().iter().any(|kernel| kernel.fused() == ["sort"]));
    assert!(lines(dot::plan(), "kernel ").iter().all(|line| !line.contains("sort")));
}
