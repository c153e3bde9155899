//! Rows whose bounds are random sums and products of lane counters, of sizes and of constants. If the
//! compiler says that they have one length, they have it, and hold the elements that Rust would put there;
//! if it refuses a matrix of them (E042), they can differ, or it has not promised to see that they cannot.

use std::fmt;

use accel_ir::core::{Constant, ScalarType};
use accel_ir::interp::{Failure, Limits, Reason, Trap, Value, run_within};
use accel_test_programs::agreement::{Outcome, agreement};
use accel_test_programs::block::{Lowered, front};
use accel_test_programs::inputs::Random;
use accel_test_programs::settings::setting;

/// More lanes, or elements of a row, than these are not run.
const MOST: i128 = 64;

/// A number as it is computed, in a type of integers.
#[derive(Clone)]
enum Number {
    Lane,
    /// A parameter.
    Known(usize),
    Constant(i128),
    Of(char, Box<[Number; 2]>),
}

const NAMES: [&str; 2] = ["k", "h"];

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Number::Lane => f.write_str("i"),
            Number::Known(position) => f.write_str(NAMES[*position]),
            Number::Constant(number) => write!(f, "{number}"),
            Number::Of(operator, parts) => write!(f, "({} {operator} {})", parts[0], parts[1]),
        }
    }
}

impl Number {
    fn of(operator: char, a: Number, b: Number) -> Number {
        Number::Of(operator, Box::new([a, b]))
    }

    /// The value of the number for a lane and parameters: integers wrap.
    fn value(&self, ty: ScalarType, lane: i128, known: [i128; 2]) -> i128 {
        match self {
            Number::Lane => lane,
            Number::Known(position) => known[*position],
            Number::Constant(number) => *number,
            Number::Of(operator, parts) => {
                let [a, b] = [0, 1].map(|side| parts[side].value(ty, lane, known));
                wrapped(
                    ty,
                    match operator {
                        '+' => a + b,
                        '-' => a - b,
                        // Too large for 128 bits at times, of which the lower ones are right.
                        _ => a.wrapping_mul(b),
                    },
                )
            }
        }
    }

    /// Returns true if the number differs from lane to lane.
    fn is_of_lane(&self, ty: ScalarType, random: &mut Random) -> bool {
        let mut any = || wrapped(ty, random.draw().into());
        (0..4).any(|_| {
            let known = [any(), any()];
            self.value(ty, any(), known) != self.value(ty, any(), known)
        })
    }

    /// Returns true if the number wraps anywhere.
    fn wraps(&self, ty: ScalarType, lane: i128, known: [i128; 2]) -> bool {
        let Number::Of(operator, parts) = self else { return false };
        let [a, b] = [0, 1].map(|side| parts[side].value(ty, lane, known));
        let exact = match operator {
            '+' => Some(a + b),
            '-' => Some(a - b),
            _ => a.checked_mul(b),
        };
        exact != Some(self.value(ty, lane, known))
            || parts.iter().any(|part| part.wraps(ty, lane, known))
    }

    /// The same with another number in place of the lane's.
    fn at(&self, lane: &Number) -> Number {
        match self {
            Number::Lane => lane.clone(),
            Number::Of(operator, parts) => {
                Number::of(*operator, parts[0].at(lane), parts[1].at(lane))
            }
            other => other.clone(),
        }
    }
}

fn wrapped(ty: ScalarType, number: i128) -> i128 {
    Constant::from_integer(ty, number).integer().unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Row {
    Range,
    Mapped,
    Slice,
}

/// A function that gives a row for each of the lanes from one number up to a parameter.
struct Program {
    ty: ScalarType,
    first: i128,
    row: Row,
    start: Number,
    end: Number,
    closed: bool,
}

impl Program {
    fn random(random: &mut Random) -> Program {
        use ScalarType::{I32, I64, U8, U32, Usize};
        let ty = [Usize, Usize, I32, I64, U8, U32][random.below(6) as usize];
        // Each row has bounds of its own, or it would be the same one.
        let mut start = number(random, 2);
        if !start.is_of_lane(ty, random) {
            start = Number::of('+', start, Number::Lane);
        }
        let end = match random.below(4) {
            0 => number(random, 2),
            1 => start.at(&Number::of('+', Number::Lane, Number::Constant(1))),
            2 => Number::of('+', number(random, 1), start.clone()),
            _ => Number::of('+', start.clone(), number(random, 1)),
        };
        Program {
            ty,
            first: if ty.is_signed() && random.below(4) == 0 {
                -2
            } else {
                random.below(3) as i128
            },
            row: [Row::Range, Row::Mapped, Row::Slice][random.below(3) as usize],
            start,
            end,
            closed: random.below(4) == 0,
        }
    }

    /// As a function whose result has this type.
    fn text(&self, regular: bool) -> String {
        let Program { ty, first, row, start, end, closed } = self;
        let dots = if *closed { "..=" } else { ".." };
        let (element, body) = match row {
            Row::Range => (ty.name(), format!("{start}{dots}{end}")),
            Row::Mapped => (ty.name(), format!("({start}{dots}{end}).map(|j| j ^ 1)")),
            Row::Slice => ("i32", format!("xs[{start}{dots}{end}]")),
        };
        let size = if regular { "; _" } else { "" };
        format!(
            "pub fn f(xs: &[i32], to: {ty}, k: {ty}, h: {ty}) -> [[{element}{size}]{size}] {{
                ({first}..to).map(|i| {body})
            }}"
        )
    }

    /// From where to where a row goes, without its end; `None` for a slice that no array has.
    fn bounds(&self, lane: i128, known: [i128; 2]) -> Option<(i128, i128)> {
        let [start, end] = [&self.start, &self.end].map(|n| n.value(self.ty, lane, known));
        let end = end + i128::from(self.closed);
        match self.row {
            Row::Slice => (0 <= start && start <= end).then_some((start, end)),
            _ => Some((start, end.max(start))),
        }
    }

    /// The rows for arguments; `None` if it fails, and nothing at all if they are too many.
    fn expected(&self, xs: &[i128], to: i128, known: [i128; 2]) -> Option<Option<Vec<Vec<i128>>>> {
        if to - self.first > MOST {
            return None;
        }
        let mut rows = Vec::new();
        for lane in self.first..to {
            let fits = |bounds: &(i128, i128)| bounds.1 <= xs.len() as i128;
            let bounds = self.bounds(lane, known);
            let Some((start, end)) = bounds.filter(|b| self.row != Row::Slice || fits(b)) else {
                return Some(None);
            };
            if end - start > MOST {
                return None;
            }
            let elements = start..end;
            rows.push(match self.row {
                Row::Range => elements.collect(),
                Row::Mapped => elements.map(|j| wrapped(self.ty, j ^ 1)).collect(),
                Row::Slice => elements.map(|j| xs[j as usize]).collect(),
            });
        }
        Some(Some(rows))
    }

    /// Returns true if a bound of a row of sizes wraps.
    fn wraps(&self, to: i128, known: [i128; 2]) -> bool {
        let wraps = |number: &Number, lane| number.wraps(self.ty, lane, known);
        self.ty == ScalarType::Usize
            && (self.first..to).any(|lane| wraps(&self.start, lane) || wraps(&self.end, lane))
    }

    /// Returns true if the compiler promises to see that the rows have one length, if they have: of slices,
    /// if the lane is not in the difference of their bounds; of ranges, if no bound can wrap.
    fn is_promised(&self, random: &mut Random) -> bool {
        if self.row == Row::Slice {
            let mut any = || wrapped(self.ty, random.draw().into());
            return !self.closed
                && (0..8).all(|_| {
                    let (known, lanes) = ([any(), any()], [any(), any()]);
                    let [one, other] = lanes.map(|lane| {
                        let value = |number: &Number| number.value(self.ty, lane, known);
                        wrapped(self.ty, value(&self.end) - value(&self.start))
                    });
                    one == other
                });
        }
        let numbers = numbers(self.ty);
        !self.can_differ()
            && numbers.iter().all(|k| {
                numbers.iter().all(|h| {
                    let wraps = |number: &Number, lane| number.wraps(self.ty, lane, [*k, *h]);
                    let lanes = [self.first, self.ty.maximum() - 1];
                    lanes.into_iter().all(|i| !wraps(&self.start, i) && !wraps(&self.end, i))
                })
            })
    }

    /// Returns true if the rows have several lengths for some arguments.
    fn can_differ(&self) -> bool {
        let numbers = numbers(self.ty);
        let ends = numbers.iter().filter(|to| **to > self.first);
        ends.copied().any(|to| {
            numbers.iter().any(|k| {
                numbers.iter().any(|h| {
                    let few = |from: i128| (from..to.min(from.saturating_add(6))).rev();
                    let lanes = few(self.first).chain(few((to - 6).max(self.first)));
                    let mut lengths = lanes
                        .map(|lane| self.bounds(lane, [*k, *h]).map(|(start, end)| end - start));
                    let first = lengths.next().flatten();
                    let mut others = lengths.collect::<Option<Vec<_>>>().into_iter().flatten();
                    first.is_some_and(|first| others.any(|other| other != first))
                })
            })
        })
    }
}

/// Numbers that are small, and some at the ends of a type.
fn numbers(ty: ScalarType) -> Vec<i128> {
    let (least, most) = (ty.minimum(), ty.maximum());
    let mut list = vec![0, 1, 2, 3, 5, most, most - 1, most - 2, most - 5, most / 2, most / 2 + 1];
    if ty.is_signed() {
        list.extend([-1, -2, least, least + 1, least + 3]);
    }
    list
}

fn number(random: &mut Random, depth: u32) -> Number {
    match random.below(if depth == 0 { 4 } else { 8 }) {
        0 | 1 => Number::Lane,
        2 => Number::Known(random.below(2) as usize),
        3 => Number::Constant(random.below(5) as i128),
        operator => {
            let operator = ['+', '+', '-', '*'][operator as usize - 4];
            Number::of(operator, number(random, depth - 1), number(random, depth - 1))
        }
    }
}

/// The results of a program for arguments, as the interpreter has them; `None` if it fails.
fn found(lowered: &Lowered, inputs: &[Value]) -> Result<Option<Vec<Value>>, Trap> {
    let program = &lowered.program;
    match run_within(Limits::all(1 << 22), program, &program.functions[0].name, inputs) {
        Ok(values) => Ok(Some(values)),
        Err(Trap::Failed(Failure {
            reason: Reason::Condition(..) | Reason::Extents(..), ..
        })) => Ok(None),
        Err(trap) => Err(trap),
    }
}

/// Compares the rows of a program that is accepted as a matrix with the expected ones.
fn check_rows(program: &Program, lowered: &Lowered, random: &mut Random) -> u64 {
    let text = program.text(true);
    let pool = numbers(program.ty);
    let mut runs = 0;
    for _ in 0..12 {
        let xs: Vec<i128> = (0..[0, 9, 60][random.below(3) as usize]).collect();
        let [to, k, h] = [0; 3].map(|_: i32| pool[random.below(pool.len() as u64) as usize]);
        let Some(expected) = program.expected(&xs, to, [k, h]) else { continue };
        runs += 1;
        let case = format!("{text}\nfor {} elements, to {to}, k {k}, h {h}", xs.len());
        let scalar = |ty, number| Value::Scalar(Constant::from_integer(ty, number));
        let items = xs.iter().map(|x| Constant::from_integer(ScalarType::I32, *x));
        let length = scalar(ScalarType::Usize, xs.len() as i128);
        let mut inputs = vec![length, Value::vector(items.collect())];
        inputs.extend([to, k, h].map(|number| scalar(program.ty, number)));
        let values = match found(lowered, &inputs) {
            Ok(values) => values,
            // A size that wraps is longer than any memory, until something is added to it.
            Err(_) if program.wraps(to, [k, h]) => continue,
            Err(trap) => panic!("{case}: {trap:?}"),
        };
        match (values, expected) {
            (None, None) => {}
            (Some(values), Some(rows)) => {
                let numbers: Vec<i128> = values.last().map_or(Vec::new(), |data| {
                    data.as_array().map_or(Vec::new(), |_| {
                        data.scalars().iter().filter_map(|c| c.integer()).collect()
                    })
                });
                assert_eq!(numbers, rows.concat(), "{case}");
                let sizes: Vec<i128> =
                    values.iter().filter_map(|v| v.scalar()?.integer()).collect();
                assert_eq!(sizes[0], rows.len() as i128, "{case}");
                for row in &rows {
                    assert_eq!(sizes[1], row.len() as i128, "{case}");
                }
            }
            (found, expected) => panic!("{case}\nfound {found:?}, expected {expected:?}"),
        }
    }
    runs
}

#[test]
fn rows_of_one_length_are_found() {
    let count = setting("ACCEL_RANDOM_PROGRAMS", 2_000);
    let first = setting("ACCEL_RANDOM_SEED", 0);
    let (mut accepted, mut refused, mut runs) = (0, 0, 0u64);
    let mut missed = Vec::new();
    for seed in first..first + count {
        let mut random = Random::new(seed);
        let program = Program::random(&mut random);
        let text = program.text(true);
        match front(&text) {
            Ok(list) => {
                accepted += 1;
                runs += check_rows(&program, &list[0], &mut random);
                // With rows that may have lengths of their own it is the same.
                for text in [text, program.text(false)] {
                    match agreement(&text, &[0, 2, 5], seed) {
                        Outcome::Agrees(..) => {}
                        other => panic!("seed {seed}: {other:?}\n{text}"),
                    }
                }
            }
            // A bound that is below zero, whatever the arguments are.
            Err(errors) if errors.iter().all(|error| error.contains("[E035]")) => {}
            Err(errors) if errors.iter().all(|error| error.contains("[E042]")) => {
                refused += 1;
                if program.is_promised(&mut random) {
                    missed.push(format!("{seed}: {text}"));
                }
            }
            Err(errors) => panic!("seed {seed}: {errors:?}\n{text}"),
        }
    }
    println!("{accepted} accepted, {refused} refused, {runs} runs, {} missed", missed.len());
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert!(accepted > count / 10 && refused > count / 10 && runs > count / 2);
}
