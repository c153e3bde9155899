//! Reads the textual form of a plan that [`print_plan`](super::print_plan) writes.

use super::build::captures;
use super::schedule::{self, Schedule, Unscheduled};
use super::{
    Choice, InPlace, Kernel, Launch, Pattern, Plan, RepeatForm, Step, Steps, Version, as_function,
};
use crate::Limits;
use crate::core::parse::{ParseError, Parser};
use crate::core::{Statement, Type, Var};

/// Reads a plan.
///
/// # Errors
/// If the text is not a plan.
pub fn parse_plan(text: &str) -> Result<Plan, ParseError> {
    let mut reader =
        Reader { parser: Parser::new(text), version: Version::Usual, kernels: Vec::new() };
    reader.plan()
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

struct Reader<'a> {
    parser: Parser<'a>,
    version: Version,
    kernels: Vec<Kernel>,
}

impl Reader<'_> {
    fn plan(&mut self) -> Result<Plan> {
        self.parser.take_exact();
        self.parser.expect("plan")?;
        let name = self.parser.word()?;
        self.parser.expect("(")?;
        let parameters = self.parser.typed_list(")")?;
        self.parser.expect("->")?;
        self.parser.expect("(")?;
        let results = self.parser.typed_list(")")?;
        let target = self.parser.target()?;
        let body = self.steps()?;
        let in_place = if self.parser.take("in_place") { Some(self.in_place()?) } else { None };
        let variables = std::mem::take(&mut self.parser.variables);
        let kernels = std::mem::take(&mut self.kernels);
        let mut plan = Plan {
            name,
            target,
            parameters,
            results,
            variables,
            body,
            kernels,
            in_place: InPlace::default(),
            regularity: Vec::new(),
        };
        // Plans that are written by hand leave all arrays where they are that may stay there.
        plan.in_place = in_place
            .unwrap_or_else(|| InPlace::of(&as_function(&plan).body.statements, &plan.variables));
        Ok(plan)
    }

    fn in_place(&mut self) -> Result<InPlace> {
        self.parser.expect("(")?;
        let mut arrays = self.parser.list(")", |parser| {
            let array = parser.variable()?;
            parser.expect("of")?;
            Ok((array, parser.variable()?))
        })?;
        arrays.sort();
        Ok(InPlace { arrays })
    }

    fn steps(&mut self) -> Result<Steps> {
        self.parser.expect("{")?;
        let mut steps = Vec::new();
        while self.parser.peek() != "(" {
            steps.push(self.step()?);
        }
        let results = self.parser.atoms("(", ")")?;
        self.parser.expect("}")?;
        Ok(Steps { steps, results })
    }

    fn step(&mut self) -> Result<Step> {
        // The variables bound are only in scope afterwards, but their sizes may be bound with them.
        let binds = self.parser.typed_list("=")?;
        if self.parser.take("launch") {
            return self.launch(binds);
        }
        if self.parser.take("branch") {
            let condition = self.parser.atom()?;
            let then = self.steps()?;
            self.parser.expect("else")?;
            let otherwise = self.steps()?;
            return Ok(Step::Branch { choice: Choice::Program, condition, then, otherwise, binds });
        }
        if self.parser.take("versions") {
            let otherwise = self.steps()?;
            let (choice, version) = if self.parser.take("sharing") {
                (Choice::Sharing, Version::SharedRows)
            } else if self.parser.take("equal") {
                (Choice::EqualRows, Version::EqualRows)
            } else if self.parser.take("columns") {
                (Choice::Columns, Version::LongColumns)
            } else {
                self.parser.expect("for")?;
                (Choice::Sizes, Version::LongLanes)
            };
            let condition = self.parser.atom()?;
            let around = std::mem::replace(&mut self.version, version);
            let then = self.steps()?;
            self.version = around;
            return Ok(Step::Branch { choice, condition, then, otherwise, binds });
        }
        if self.parser.take("repeat") {
            return self.repeat(binds);
        }
        let expression = self.parser.expression()?;
        Ok(Step::Compute(Statement { binds, expression, span: self.parser.place()? }))
    }

    fn launch(&mut self, binds: Vec<Var>) -> Result<Step> {
        let name = self.parser.word()?;
        self.parser.expect("soac")?;
        let soac = self.parser.soac()?;
        let Some(pattern) = Pattern::of(&soac) else {
            return self.parser.fail("a kernel of one pattern");
        };
        let captures = captures(&soac, &binds, &self.parser.variables);
        let kernel = self.kernels.len();
        let version = self.version;
        let span = self.parser.place()?;
        let schedule = match self.parser.peek() {
            "on" => schedule::parse(&mut self.parser)?,
            // Plans that are written by hand have the usual schedules.
            _ => {
                let unscheduled =
                    Unscheduled { pattern, soac: &soac, binds: &binds, version: self.version };
                Schedule::of(unscheduled, &self.parser.variables, &Limits::MEASURED)
            }
        };
        self.kernels.push(Kernel { name, pattern, soac, captures, version, schedule });
        Ok(Step::Launch(Launch { kernel, binds, span }))
    }

    fn repeat(&mut self, binds: Vec<Var>) -> Result<Step> {
        self.parser.expect("(")?;
        let carried = self.parser.carried()?;
        let form = if self.parser.take("for") {
            let name = self.parser.word()?;
            self.parser.expect("<")?;
            let count = self.parser.atom()?;
            RepeatForm::For(self.parser.bind(name, Type::USIZE), count)
        } else {
            self.parser.expect("while")?;
            RepeatForm::While(self.steps()?)
        };
        let body = self.steps()?;
        Ok(Step::Repeat { form, carried, body, binds, span: self.parser.place()? })
    }
}
