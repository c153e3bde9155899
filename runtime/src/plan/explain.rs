//! Puts numbers for sizes into the text of a plan.

use std::fmt::Write;

/// Replaces the sizes in a plan's text by numbers, and what follows from them by what it is.
pub(super) fn explain(text: &str, sizes: &[(&str, usize)]) -> String {
    let mut used = vec![false; sizes.len()];
    let mut explained = String::with_capacity(text.len());
    for line in text.lines() {
        let line = match line.rsplit_once("; on one core if ") {
            Some((kernel, test)) => {
                format!("{}; on {}", lanes(kernel, sizes, &mut used), cores(test, sizes, &mut used))
            }
            None => lanes(line, sizes, &mut used),
        };
        let _ = writeln!(explained, "{}", bytes(&line, sizes, &mut used));
    }
    for ((name, _), _) in sizes.iter().zip(used).filter(|(_, used)| !used) {
        let _ = writeln!(explained, "nothing here depends on a size `{name}`");
    }
    explained
}

/// The line with the extents between `over [` and `]` as numbers.
fn lanes(line: &str, sizes: &[(&str, usize)], used: &mut [bool]) -> String {
    let parts = line.split_once(" over [").and_then(|(before, rest)| {
        let (extents, after) = rest.split_once(']')?;
        Some((before, extents, after))
    });
    let Some((before, extents, after)) = parts else { return line.to_owned() };
    let shown = extents.split(", ").map(|extent| match value(extent, sizes, used) {
        Some(number) => number.to_string(),
        None => extent.to_owned(),
    });
    format!("{before} over [{}]{after}", shown.collect::<Vec<_>>().join(", "))
}

/// The cores of a kernel that runs on one if a test of its work, `work < limit`, holds.
fn cores(test: &str, sizes: &[(&str, usize)], used: &mut [bool]) -> String {
    let sides = test
        .split_once(" < ")
        .and_then(|(work, limit)| Some((value(work, sizes, used)?, limit.parse::<u128>().ok()?)));
    match sides {
        Some((work, limit)) if work < limit => format!("one core: {work} < {limit}"),
        Some((work, limit)) => format!("all cores: {work} >= {limit}"),
        None => format!("one core if {test}"),
    }
}

/// The line with a formula in front of ` bytes` as a number.
fn bytes(line: &str, sizes: &[(&str, usize)], used: &mut [bool]) -> String {
    let parts = line.split_once(" bytes").and_then(|(before, after)| {
        let (name, formula) = before.rsplit_once(", ")?;
        Some((name, formula, after))
    });
    match parts {
        Some((name, formula, after)) => match value(formula, sizes, used) {
            Some(number) => format!("{name}, {number} bytes{after}"),
            None => line.to_owned(),
        },
        None => line.to_owned(),
    }
}

/// The value of a formula of sums, products, quotients and parentheses over sizes, if all of them are known.
/// Quotients are rounded down.
fn value(formula: &str, sizes: &[(&str, usize)], used: &mut [bool]) -> Option<u128> {
    let spaced = formula.replace('(', "( ").replace(')', " )");
    let mut reader = Reader { words: spaced.split_whitespace().peekable(), sizes, used };
    let value = reader.sum()?;
    reader.words.next().is_none().then_some(value)
}

struct Reader<'a, W: Iterator<Item = &'a str>> {
    words: std::iter::Peekable<W>,
    sizes: &'a [(&'a str, usize)],
    used: &'a mut [bool],
}

impl<'a, W: Iterator<Item = &'a str>> Reader<'a, W> {
    fn sum(&mut self) -> Option<u128> {
        let mut total = self.product()?;
        while self.words.next_if_eq(&"+").is_some() {
            total = total.checked_add(self.product()?)?;
        }
        Some(total)
    }

    fn product(&mut self) -> Option<u128> {
        let mut total = self.factor()?;
        loop {
            if self.words.next_if_eq(&"*").is_some() {
                total = total.checked_mul(self.factor()?)?;
            } else if self.words.next_if_eq(&"/").is_some() {
                total = total.checked_div(self.factor()?)?;
            } else {
                return Some(total);
            }
        }
    }

    fn factor(&mut self) -> Option<u128> {
        let word = self.words.next()?;
        if word == "(" {
            let value = self.sum()?;
            return (self.words.next()? == ")").then_some(value);
        }
        if let Ok(number) = word.parse() {
            return Some(number);
        }
        let position = self.sizes.iter().position(|(name, _)| *name == word)?;
        self.used[position] = true;
        Some(self.sizes[position].1 as u128)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_have_the_values_of_rust() {
        let sizes = [("n", 7), ("k", 3)];
        let values = [
            ("n", Some(7)),
            ("8 * n", Some(56)),
            ("n * (2 + k * 5)", Some(119)),
            ("2 + n * k", Some(23)),
            ("n / k * 2", Some(4)),
            ("n * m", None),
            ("n / (k + 0 * n)", Some(2)),
            ("n / 0", None),
            ("n *", None),
            ("(n", None),
            ("n k", None),
        ];
        for (formula, expected) in values {
            assert_eq!(value(formula, &sizes, &mut [false; 2]), expected, "{formula}");
        }
    }

    #[test]
    fn lines_show_what_sizes_decide() {
        let text = "plan f\n\
            kernel f.1 map over [n, 3]: map, at 3:5; on one core if n * 9 < 524288\n  \
              stores rows, 8 * n * 3 bytes: f.2 and f.3 use it\n\
            kernel f.sort.1 sort over [m]: sort, at 4:5; on one core if m < 32768\n";
        let expected = "plan f\n\
            kernel f.1 map over [100000, 3]: map, at 3:5; on all cores: 900000 >= 524288\n  \
              stores rows, 2400000 bytes: f.2 and f.3 use it\n\
            kernel f.sort.1 sort over [m]: sort, at 4:5; on one core if m < 32768\n\
            nothing here depends on a size `q`\n";
        assert_eq!(explain(text, &[("n", 100_000), ("q", 1)]), expected);
    }
}
