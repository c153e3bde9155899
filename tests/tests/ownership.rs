//! An array that one way through a function takes over is still there on the others: a random program with
//! branches and loops is refused if and only if it is refused with some way made the only one. A program
//! that is accepted gives the same in all of its forms.

use std::fmt::Write as _;

use accel_test_programs::agreement::{Outcome, agreement};
use accel_test_programs::block::front;
use accel_test_programs::inputs::Random;
use accel_test_programs::settings::setting;

/// More ways than these are not walked.
const MOST_WAYS: usize = 150;

#[derive(Clone)]
enum Statement {
    /// `let v = e;`
    Let(String, Value),
    /// `let (v, w) = e;`, where the value is a pair.
    LetPair(String, String, Value),
    /// `let mut v = e;`
    LetMut(String, Value),
    /// `v = [1, 2];`
    Assign(String),
    /// `s += v.sum();`
    Use(String),
    /// `s += g(v, w);`, which takes both over.
    Call(String, String),
    If(usize, Vec<Statement>, Vec<Statement>),
    Loop(Vec<Statement>),
    /// A block.
    Within(Vec<Statement>),
}

#[derive(Clone)]
enum Value {
    Name(String),
    Updated(String),
    New,
    Pair(Box<Value>, Box<Value>),
    If(usize, Box<Body>, Box<Body>),
    Match(Vec<Body>),
    Block(Box<Body>),
}

#[derive(Clone)]
struct Body {
    statements: Vec<Statement>,
    value: Value,
}

struct Generator {
    random: Random,
    names: Vec<(String, bool)>,
    count: usize,
    /// The number of branches that there may still be.
    branches: usize,
}

impl Generator {
    fn name(&mut self) -> String {
        let position = self.random.below(self.names.len() as u64) as usize;
        self.names[position].0.clone()
    }

    fn new_name(&mut self) -> String {
        self.count += 1;
        format!("v{}", self.count)
    }

    fn may_branch(&mut self) -> bool {
        let may = self.branches > 0 && self.random.below(3) == 0;
        self.branches -= usize::from(may);
        may
    }

    fn body(&mut self, pair: bool) -> Body {
        let names = self.names.len();
        let most = self.random.below(2);
        let statements = self.statements(most);
        let value = self.value(pair);
        self.names.truncate(names);
        Body { statements, value }
    }

    fn value(&mut self, pair: bool) -> Value {
        if self.may_branch() {
            return match self.random.below(3) {
                0 => Value::If(
                    self.random.below(2) as usize,
                    Box::new(self.body(pair)),
                    Box::new(self.body(pair)),
                ),
                1 => Value::Match((0..3).map(|_| self.body(pair)).collect()),
                _ => Value::Block(Box::new(self.body(pair))),
            };
        }
        if pair {
            return Value::Pair(Box::new(self.value(false)), Box::new(self.value(false)));
        }
        match self.random.below(10) {
            0..4 => Value::New,
            4 | 5 => Value::Updated(self.name()),
            _ => Value::Name(self.name()),
        }
    }

    fn nested(&mut self) -> Vec<Statement> {
        let names = self.names.len();
        let most = 1 + self.random.below(2);
        let statements = self.statements(most);
        self.names.truncate(names);
        statements
    }

    fn statements(&mut self, count: u64) -> Vec<Statement> {
        (0..count).map(|_| self.statement()).collect()
    }

    fn statement(&mut self) -> Statement {
        if self.may_branch() {
            return match self.random.below(4) {
                0 => Statement::Loop(self.nested()),
                _ => Statement::If(self.random.below(2) as usize, self.nested(), self.nested()),
            };
        }
        let mutable: Vec<String> =
            self.names.iter().filter(|name| name.1).map(|name| name.0.clone()).collect();
        match self.random.below(9) {
            0..=2 => {
                let value = self.value(false);
                let name = self.new_name();
                self.names.push((name.clone(), false));
                Statement::Let(name, value)
            }
            3 | 4 => {
                let value = self.value(true);
                let (first, second) = (self.new_name(), self.new_name());
                self.names.extend([(first.clone(), false), (second.clone(), false)]);
                Statement::LetPair(first, second, value)
            }
            5 => {
                let value = self.value(false);
                let name = self.new_name();
                self.names.push((name.clone(), true));
                Statement::LetMut(name, value)
            }
            6 if !mutable.is_empty() => {
                let position = self.random.below(mutable.len() as u64) as usize;
                Statement::Assign(mutable[position].clone())
            }
            7 if self.random.below(3) == 0 => Statement::Call(self.name(), self.name()),
            _ => Statement::Use(self.name()),
        }
    }
}

/// All ways through statements, or `None` if there are too many.
fn ways(statements: &[Statement]) -> Option<Vec<Vec<Statement>>> {
    let mut all: Vec<Vec<Statement>> = vec![Vec::new()];
    for statement in statements {
        let ways = ways_of(statement)?;
        if all.len() * ways.len() > MOST_WAYS {
            return None;
        }
        let joined = |before: &Vec<Statement>| {
            let before = before.clone();
            ways.iter().map(move |way| [before.clone(), vec![way.clone()]].concat())
        };
        all = all.iter().flat_map(joined).collect();
    }
    Some(all)
}

fn ways_of(statement: &Statement) -> Option<Vec<Statement>> {
    let each = |value: &Value, make: &dyn Fn(Value) -> Statement| {
        Some(ways_of_value(value)?.into_iter().map(make).collect())
    };
    match statement {
        Statement::Let(name, value) => each(value, &|value| Statement::Let(name.clone(), value)),
        Statement::LetMut(name, value) => {
            each(value, &|value| Statement::LetMut(name.clone(), value))
        }
        Statement::LetPair(a, b, value) => {
            each(value, &|value| Statement::LetPair(a.clone(), b.clone(), value))
        }
        Statement::If(_, then, otherwise) => {
            let both = ways(then)?.into_iter().chain(ways(otherwise)?);
            Some(both.map(Statement::Within).collect())
        }
        // No round, one, or two of them: a third one meets nothing else.
        Statement::Loop(body) => {
            let once = Statement::Within(body.clone());
            let rounds = [vec![], vec![once.clone()], vec![once.clone(), once]];
            let mut all = Vec::new();
            for rounds in rounds {
                all.extend(ways(&rounds)?.into_iter().map(Statement::Within));
            }
            (all.len() <= MOST_WAYS).then_some(all)
        }
        Statement::Within(body) => Some(ways(body)?.into_iter().map(Statement::Within).collect()),
        other => Some(vec![other.clone()]),
    }
}

fn ways_of_body(body: &Body) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for statements in ways(&body.statements)? {
        for value in ways_of_value(&body.value)? {
            all.push(Value::Block(Box::new(Body { statements: statements.clone(), value })));
        }
    }
    (all.len() <= MOST_WAYS).then_some(all)
}

fn ways_of_value(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::If(_, then, otherwise) => {
            Some([ways_of_body(then)?, ways_of_body(otherwise)?].concat())
        }
        Value::Match(arms) => {
            let arms: Option<Vec<Vec<Value>>> = arms.iter().map(ways_of_body).collect();
            Some(arms?.concat())
        }
        Value::Block(body) => ways_of_body(body),
        Value::Pair(a, b) => {
            let (first, second) = (ways_of_value(a)?, ways_of_value(b)?);
            let pairs = first.iter().flat_map(|a| {
                second.iter().map(|b| Value::Pair(Box::new(a.clone()), Box::new(b.clone())))
            });
            Some(pairs.collect())
        }
        other => Some(vec![other.clone()]),
    }
}

fn write(statements: &[Statement], text: &mut String) {
    for statement in statements {
        match statement {
            Statement::Let(name, value) => *text += &format!("let {name} = {};\n", shown(value)),
            Statement::LetMut(name, value) => {
                *text += &format!("let mut {name} = {};\n", shown(value));
            }
            Statement::LetPair(a, b, value) => {
                *text += &format!("let ({a}, {b}) = {};\n", shown(value));
            }
            Statement::Assign(name) => *text += &format!("{name} = [1, 2];\n"),
            Statement::Use(name) => *text += &format!("s += {name}.sum();\n"),
            Statement::Call(a, b) => *text += &format!("s += g({a}, {b});\n"),
            Statement::If(condition, then, otherwise) => {
                let _ = writeln!(text, "if c{condition} {{");
                write(then, text);
                *text += "} else {\n";
                write(otherwise, text);
                *text += "}\n";
            }
            Statement::Loop(body) => {
                *text += "for _ in 0..k {\n";
                write(body, text);
                *text += "}\n";
            }
            Statement::Within(body) => {
                *text += "{\n";
                write(body, text);
                *text += "}\n";
            }
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Name(name) => name.clone(),
        Value::Updated(name) => format!("{name}.update(0, 5)"),
        Value::New => "[3, 4]".to_string(),
        Value::Pair(a, b) => format!("({}, {})", shown(a), shown(b)),
        Value::If(condition, then, otherwise) => {
            format!("if c{condition} {} else {}", shown_body(then), shown_body(otherwise))
        }
        Value::Match(arms) => {
            let [first, second, third] = &arms[..] else { unreachable!("three arms") };
            let (first, second) = (shown_body(first), shown_body(second));
            format!("match k {{ 0 => {first} 1 => {second} _ => {} }}", shown_body(third))
        }
        Value::Block(body) => shown_body(body),
    }
}

fn shown_body(body: &Body) -> String {
    let mut text = String::from("{\n");
    write(&body.statements, &mut text);
    text + &shown(&body.value) + "\n}"
}

fn program(statements: &[Statement]) -> String {
    let mut text = String::from(
        "fn g(mut a: [i32; 2], b: [i32; 2]) -> i32 { a[0] += b[1]; a.sum() }\n\
         pub fn f(c0: bool, c1: bool, k: u8, xs: [i32; 2], ys: [i32; 2]) -> i32 {\n\
         let mut s = 0;\n",
    );
    write(statements, &mut text);
    text + "s\n}\n"
}

/// Returns true if a program is refused because it takes over an array twice, the only mistake it may have.
fn is_refused(text: &str) -> bool {
    let Err(errors) = front(text) else { return false };
    let known = ["accel[E050]", "accel[E054]", "accel[E055]"];
    for error in &errors {
        assert!(known.iter().any(|code| error.starts_with(code)), "{error}\n{text}");
    }
    true
}

#[test]
fn a_program_is_refused_if_one_of_its_ways_is() {
    let count = setting("ACCEL_RANDOM_WAYS", 1_500);
    let first = setting("ACCEL_RANDOM_SEED", 0);
    let (mut refused, mut accepted) = (0, 0);
    for seed in first..first + count {
        let mut generator = Generator {
            random: Random::new(seed + 1),
            names: vec![("xs".to_string(), false), ("ys".to_string(), false)],
            count: 0,
            branches: 4,
        };
        for _ in 0..4 {
            generator.random.draw();
        }
        let most = 2 + generator.random.below(4);
        let statements = generator.statements(most);
        let Some(ways) = ways(&statements) else { continue };
        let text = program(&statements);
        let way = ways.iter().map(|way| program(way)).find(|way| is_refused(way));
        match (is_refused(&text), way) {
            (true, None) => panic!("seed {seed}: every way of this is accepted:\n{text}"),
            (false, Some(way)) => {
                panic!("seed {seed}: this is accepted:\n{text}\nbut not this way of it:\n{way}")
            }
            (true, _) => refused += 1,
            (false, _) => {
                accepted += 1;
                let outcome = agreement(&text, &[2], seed);
                assert!(matches!(outcome, Outcome::Agrees(..)), "seed {seed}: {outcome:?}\n{text}");
            }
        }
    }
    assert!(refused > count / 20 && accepted > count / 20, "{refused} refused, {accepted} not");
}
