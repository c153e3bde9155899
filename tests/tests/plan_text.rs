//! The parts of a plan's text that `tests/programs/` does not demand by its numbers.

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
    pub fn steps(xs: &[u64; n]) -> [u32; n] {
        xs.map(|x| {
            let mut rest = x;
            let mut count = 0u32;
            while rest > 1 { rest = if rest % 2 == 0 { rest / 2 } else { 3 * rest + 1 }; count += 1; }
            count
        })
    }
    pub fn dot(xs: &[f64; n], ys: &[f64; n]) -> f64 { zip(xs, ys).map(|(x, y)| x * y).sum() }
}

fn plans() -> [&'static Plan; 6] {
    [ordered::plan(), medians::plan(), latest::plan(), halves::plan(), lists::plan(), dot::plan()]
}

/// The lines of a plan's technical text that begin with a word.
fn lines(plan: &Plan, word: &str) -> Vec<String> {
    let text = format!("{plan:#}");
    text.lines().filter_map(|line| line.strip_prefix(word)).map(str::to_owned).collect()
}

#[test]
fn each_kernel_has_a_line() {
    for plan in plans() {
        let names: Vec<&str> = plan
            .kernels()
            .iter()
            .chain(plan.called_kernels())
            .map(|kernel| kernel.name())
            .collect();
        for text in [format!("{plan}"), format!("{plan:#}")] {
            let lines = text.lines().filter_map(|line| line.strip_prefix("kernel "));
            let found: Vec<&str> =
                lines.map(|line| line.split(' ').next().unwrap_or_default()).collect();
            assert_eq!(found, names, "{text}");
        }
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

accel! {
    pub fn of_columns(m: &[[f64; w]; h]) -> [f64; w] { m.transpose().map(|c| c.sum()) }
    pub fn of_pairs(xs: &[f64; n], ys: &[f64; k]) -> [f64; n] { xs.map(|x| ys.map(|y| x * y).sum()) }
    pub fn products(a: &[[f32; k]; n], b: &[[f32; m]; k]) -> [[f32; m]; n] {
        let columns = b.transpose();
        a.map(|row| columns.map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }
}

#[test]
fn lanes_that_go_in_tiles_say_so() {
    for (plan, tiles) in [
        (of_columns::plan(), "of_columns.1: many neighbouring lanes go round their loops together"),
        (of_pairs::plan(), "of_pairs.1: a few neighbouring lanes go round their loops together"),
        (
            products::plan(),
            "products.1: neighbouring lanes of several rows go round their loops together",
        ),
    ] {
        assert_eq!(lines(plan, "tiles in ")[0], tiles, "{plan}");
    }
    assert_eq!(lines(dot::plan(), "tiles in "), [""; 0]);
}

accel! {
    pub fn in_chunks(xs: &[f64; n]) -> [f64] { xs.chunks(16).map(|r| r.sum()) }
    pub fn of_part(m: &[[f64; k]; n]) -> [f64] { m[0..40].map(|r| r.sum()) }
    pub fn down_ten(m: &[[f64; w]; 10]) -> [f64; w] { m.transpose().map(|c| c.sum()) }
    pub fn at_most(xs: &[f64; n], w: usize) -> [f64; n] {
        xs.map(|x| { let k = if w > 10 { 10 } else { w }; (0..k).map(|i| i as f64 * x).sum() })
    }
    pub fn remainder(xs: &[f64; n], w: usize) -> [f64; n] { xs.map(|x| (0..w % 10).map(|i| i as f64 * x).sum()) }
    pub fn of_byte(xs: &[f64; n], w: u8) -> [f64; n] { xs.map(|x| (0..w).map(|i| i as f64 * x).sum()) }
    pub fn smaller(xs: &[f64; n], w: usize) -> [f64; n] {
        let k = w.min(100);
        xs.map(|x| (0..k).map(|i| i as f64 * x).sum())
    }
    pub fn halved(xs: &[f64; n], w: u16) -> [f64; n] {
        let k = if n > 5 { w as usize / 2 } else { 7 };
        xs.map(|x| (0..k).map(|i| i as f64 * x).sum())
    }
}

accel! {
    pub fn from_few(xs: &[f64; n], w: usize) -> [f64; n] { let k = w.max(100); xs.map(|x| (0..k).map(|i| i as f64 * x).sum()) }
    pub fn some_chunks(xs: &[f64; n], k: usize) -> [f64] { xs.chunks(k).map(|r| r.sum()) }
    pub fn of_word(xs: &[f64; n], w: u32) -> [f64; n] { xs.map(|x| (0..w).map(|i| i as f64 * x).sum()) }
}

#[test]
fn versions_that_never_run_are_not_compiled() {
    let plans = [
        in_chunks::plan(),
        of_part::plan(),
        down_ten::plan(),
        at_most::plan(),
        remainder::plan(),
        of_byte::plan(),
        smaller::plan(),
        halved::plan(),
    ];
    for plan in plans {
        let text = format!("{plan:#}");
        assert!(!text.contains("long rows") && !text.contains("long columns"), "{text}");
        assert_eq!(plan.kernels().len(), 1, "{text}");
    }
    for plan in [from_few::plan(), some_chunks::plan(), of_word::plan()] {
        assert!(plan.to_string().contains("other kernels for long rows, if "), "{plan}");
    }
    assert_eq!(in_chunks(&[1.0; 32]), [16.0, 16.0]);
    assert_eq!(down_ten(&[[1.0, 2.0]; 10]), [10.0, 20.0]);
    assert_eq!(of_part(&[[1.0, 2.0]; 41]).len(), 40);
    assert_eq!([at_most(&[1.0], 12)[0], at_most(&[1.0], 3)[0]], [45.0, 3.0]);
    assert_eq!([remainder(&[1.0], 13)[0], of_byte(&[1.0], 4)[0]], [3.0, 6.0]);
    assert_eq!([smaller(&[1.0], 1000)[0], halved(&[1.0], 9)[0]], [4950.0, 21.0]);
    assert_eq!([from_few(&[1.0], 3)[0], of_word(&[1.0], 5)[0]], [4950.0, 10.0]);
}

accel! {
    pub fn kept(xss: &[[i32]]) -> [i32] { xss.map(|xs| { let ys = xs.filter(|x| x > 3); ys[ys.len() / 2] }) }
    pub fn tables(xs: &[i32; n]) -> [i32; n] {
        xs.map(|x| { let t = [x; 300].scan(0, |a, b| a + b); t.map(|y| t[(y % 300).abs() as usize]).sum() })
    }
    pub fn middle(xs: &[i32; n]) -> [i32; n] { xs.map(|x| { let t = [x, x * 3, x * 5].sort(); t[1] }) }
    pub fn chains(xs: &[usize; n]) -> [usize; n] {
        xs.map(|x| { let mut t = [1usize; x]; for i in 2..x { t[i] = t[i / 2] + 1; } t.sum() })
    }
    pub fn product(a: &[[f64; k]; n], b: &[[f64; m]; k]) -> [[f64; m]; n] {
        a.map(|row| b.transpose().map(|column| zip(row, column).map(|(x, y)| x * y).sum()))
    }
    pub fn scaled(xs: &[f64; 100]) -> [f64; 100] { xs.map(|x| 2.0 * x) }
}

#[test]
fn lanes_that_allocate_say_so() {
    let size = "its size is known when the program runs";
    let cases = [
        (medians::plan(), vec![format!("medians.1 allocate [k] for sort: {size}")]),
        (
            kept::plan(),
            vec!["kept.1 allocate for filter: its length is known when it is complete".into()],
        ),
        (
            tables::plan(),
            vec!["tables.1 allocate [300] for scan: it has more than 256 elements".into()],
        ),
        (chains::plan(), vec![format!("chains.1 allocate [x] for fill: {size}")]),
        // Arrays that lanes hold among their other values, and arrays that they need not store.
        (middle::plan(), Vec::new()),
        (product::plan(), Vec::new()),
        (dot::plan(), Vec::new()),
        // Sorts of host code.
        (ordered::plan(), Vec::new()),
    ];
    for (plan, expected) in cases {
        assert_eq!(lines(plan, "lanes of "), expected, "{plan}");
    }
    let of_calls = format!("halves allocate for sort: {size}");
    assert!(lines(lists::plan(), "lanes that call ").contains(&of_calls), "{}", lists::plan());
    assert!(lines(medians::plan(), "lanes that call ").is_empty());
}

#[test]
fn small_work_says_where_it_stays() {
    let one_core = |plan: &Plan| lines(plan, "one core for ");
    assert_eq!(one_core(dot::plan()), ["dot.1 if n * 5 < 524288"]);
    assert_eq!(one_core(ordered::plan()), ["ordered.sort.1 if n < 32768"]);
    assert_eq!(one_core(product::plan()), ["product.1 if n * m * (2 + k * 5) < 524288"]);
    assert_eq!(one_core(scaled::plan()), ["scaled.1"]);
    let as_it_runs = |plan: &Plan| lines(plan, "more cores as it runs for ");
    assert_eq!(as_it_runs(steps::plan()), ["steps.1"]);
    for plan in plans() {
        let told = one_core(plan).len() + as_it_runs(plan).len();
        assert_eq!(told, lines(plan, "kernel ").len(), "{plan}");
    }
}

/// The line before the block below.
const BEFORE_OVERVIEWS: u32 = line!() + 2;

accel! {
    pub fn deviations(xs: &[f64; n]) -> [f64; n] {
        let most = xs.max();
        let powers = xs.map(|x| (x - most).exp());
        let total = powers.sum();
        powers.map(|p| p / total)
    }
    pub fn smoothed(xs: &[f64; n]) -> f64 { xs.fold(0.0, |a, x| a * 0.5 + x) }
    pub fn middle_of(xs: &[f64]) -> f64 { let sorted = xs.sort(); sorted[sorted.len() / 2] }
    pub fn halved_often(xs: &[u64; n], times: usize) -> [u64; n] {
        let mut ys = xs.clone();
        for _ in 0..times { ys = ys.map(|y| y / 2 + 1); }
        ys
    }
    pub fn sorted_often(xs: &[u64; n], times: usize) -> [u64; n] {
        let mut ys = xs.clone();
        for _ in 0..times { ys = ys.sort(); }
        ys
    }
    pub fn sums_of(rows: &[[u32]]) -> [u32] { rows.map(|row| row.sum()) }
}

/// The overview of a plan, with the lines of places counted from the block's first line.
fn overview(plan: &Plan) -> String {
    let text = plan.to_string();
    let mut shown = String::new();
    for word in text.split_inclusive([' ', '\n']) {
        let place = word.trim_end_matches([' ', '\n', ',', ';']);
        match place
            .split_once(':')
            .and_then(|(line, column)| Some((line.parse::<u32>().ok()?, column)))
        {
            Some((line, column)) => {
                let line = line - BEFORE_OVERVIEWS;
                shown += &word.replacen(place, &format!("{line}:{column}"), 1);
            }
            None => shown += word,
        }
    }
    shown
}

#[test]
fn the_overview_has_all_that_takes_time() {
    let cases = [
        (
            deviations::plan(),
            "plan deviations
kernel deviations.1 reduce over [n]: max, at 2:23; on one core if n * 6 < 524288
kernel deviations.2 reduce over [n]: map, sum, at 3:25; on one core if n * 17 < 524288
  stores powers, 8 * n bytes: deviations.3 begins when deviations.2 is complete
kernel deviations.3 map over [n]: map, at 5:16; on one core if n * 6 < 524288
stores 1 array besides the results
",
        ),
        (
            smoothed::plan(),
            "plan smoothed
one core: loop, n turns, at 7:48
stores 0 arrays besides the results
",
        ),
        (
            middle_of::plan(),
            "plan middle_of
kernel middle_of.sort.1 sort over [xs.len]: sort, at 8:59; on one core if xs.len < 32768
  stores sorted, 8 * xs.len bytes: the host reads elements of it
stores 1 array besides the results
",
        ),
        (
            halved_often::plan(),
            "plan halved_often
copy xs, 8 * n bytes, at 11:9
kernel halved_often.1 map over [n]: map, at 11:37, in each turn of the loop at 11:9; on one core if n * 13 < 524288
stores 0 arrays besides the results
",
        ),
        (
            sums_of::plan(),
            "plan sums_of
kernel sums_of.1 map over [t]: map, sum, at 19:52; on one core if t * (6 + (t.1 / t) * 4) < 524288
stores 0 arrays besides the results
1 segment descriptor: the places where the rows of ragged arrays begin
ragged rows
",
        ),
    ];
    for (plan, expected) in cases {
        assert_eq!(overview(plan), expected);
    }
    let text = overview(sorted_often::plan());
    assert!(text.contains("\nkernel sorted_often.sort.1 sort over [n]: sort"), "{text}");
}

#[test]
fn explained_plans_have_numbers() {
    let text = deviations::plan().explain(&[("n", 1000), ("k", 1)]);
    assert!(text.contains("\nkernel deviations.1 reduce over [1000]: max, at "), "{text}");
    assert!(text.contains("; on one core: 6000 < 524288\n"), "{text}");
    assert!(text.contains("\n  stores powers, 8000 bytes: "), "{text}");
    assert!(text.ends_with("\nnothing here depends on a size `k`\n"), "{text}");
}

#[test]
fn graphs_connect_what_scalars_connect() {
    // The mean goes through a division by the host.
    let graph = deviations::plan().to_dot();
    let node = |label: &str| {
        let line = graph.lines().find(|line| line.contains(label));
        let line = line.unwrap_or_else(|| panic!("{label} is in\n{graph}"));
        line.split_whitespace().next().unwrap_or_default().to_owned()
    };
    let (first, second) = (node("deviations.1"), node("deviations.2"));
    let (third, result) = (node("deviations.3"), node("result"));
    for (from, to) in [(&first, &second), (&second, &third), (&third, &result)] {
        assert!(graph.contains(&format!("{from} -> {to} ")), "{from} -> {to} in\n{graph}");
    }
    assert!(graph.contains(&format!("{second} [style=filled")), "{graph}");
}
