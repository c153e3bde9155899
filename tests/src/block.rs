//! Blocks through the front end.

use std::rc::Rc;

use accel_ir::core::{Function, Program, Var, print_program, verify_program};
use accel_ir::diagnostic::Diagnostics;
use accel_ir::flatten::{Thresholds, flatten};
use accel_ir::plan::Plan;
use accel_ir::source::SourceMap;
use accel_ir::types::check::{check, instances};
use accel_ir::types::context::Context;
use accel_ir::types::{ValueRegularity, certain_failures, lower};
use accel_ir::{passes, syntax};

/// A public function of a block under one of its instances.
pub struct Lowered {
    /// The function's name as the user wrote it.
    pub function: String,
    /// The types that the type parameters stand for, as Rust writes them.
    pub instance: Vec<&'static str>,
    /// The function, and the recursive ones that it calls, before any pass.
    pub program: Program,
    /// How its values depend on their context.
    pub regularity: Vec<ValueRegularity>,
    /// The array parameters that belong to it.
    pub owned: Vec<Var>,
    /// Where in the block its parts stand.
    pub source: Rc<SourceMap>,
}

/// What a pass makes of a program.
pub struct Stage {
    /// The name of the pass.
    pub pass: &'static str,
    /// The program after it.
    pub program: Program,
    /// Its text.
    pub text: String,
}

impl Lowered {
    /// Name and instance: `dot`, `dot_f32`.
    pub fn name(&self) -> String {
        let parts: Vec<&str> =
            [self.function.as_str()].into_iter().chain(self.instance.iter().copied()).collect();
        parts.join("_")
    }

    /// The [stages] of its program.
    pub fn stages(&self) -> impl Iterator<Item = Stage> {
        stages(self.program.clone())
    }

    /// The program after all passes.
    pub fn optimised(&self) -> Program {
        let mut program = self.program.clone();
        passes::selections(&mut program);
        program.functions.iter_mut().for_each(passes::optimise);
        program
    }

    /// The plan of the function, and the optimised functions that it may call.
    ///
    /// # Panics
    /// If it needs what plans do not have.
    pub fn plan(&self) -> (Plan, Program) {
        let program = self.optimised();
        let function: Function = program.functions[0].clone();
        match flatten(
            function,
            self.regularity.clone(),
            &|var| self.owned.contains(&var),
            Thresholds::CPU,
        ) {
            Ok(plan) => (plan, program),
            Err(error) => panic!("{}: {}", self.function, error.text()),
        }
    }
}

/// A program after each pass that changes it, and its text. What a pass leaves as it is needs no
/// second run.
pub fn stages(mut program: Program) -> impl Iterator<Item = Stage> {
    let mut before = print_program(&program);
    let selections = std::iter::once(("selections", None));
    let others = passes::PIPELINE.iter().map(|pass| (pass.name, Some(pass)));
    selections.chain(others).filter_map(move |(name, pass)| {
        match pass {
            Some(pass) => program.functions.iter_mut().for_each(|f| passes::run(pass, f)),
            None => {
                passes::selections(&mut program);
                verify_program(&program).expect("what selections made verifies");
            }
        }
        let text = print_program(&program);
        if text == before {
            return None;
        }
        before.clone_from(&text);
        Some(Stage { pass: name, program: program.clone(), text })
    })
}

/// The public functions of a block, or what is wrong with it.
///
/// # Errors
/// The texts of the compile errors.
pub fn front(text: &str) -> Result<Vec<Lowered>, Vec<String>> {
    let mut source = SourceMap::default();
    let mut errors = Diagnostics::default();
    let tokens = match text.parse::<proc_macro2::TokenStream>() {
        Ok(tokens) => tokens,
        Err(error) => return Err(vec![error.to_string()]),
    };
    let module = syntax::parse_block(tokens, &mut source, &mut errors);
    let context = Context::new(&module, &mut errors);
    let checked = check(context, &mut errors);
    let mut list = Vec::new();
    for index in 0..checked.context.functions.len() {
        let function = checked.context.functions[index].function;
        if checked.broken.contains(&index) || function.visibility.is_none() {
            continue;
        }
        for instance in instances(&checked.context, index) {
            let lowered = lower(&checked, index, &instance, &mut errors);
            list.push(Lowered {
                function: function.name.text.to_string(),
                instance: instance.iter().flatten().map(|scalar| scalar.name()).collect(),
                program: lowered.program,
                regularity: lowered.regularity,
                owned: lowered.owned,
                source: Rc::default(),
            });
        }
    }
    certain_failures(&checked, &mut errors);
    if errors.is_empty() {
        let source = Rc::new(source);
        list.iter_mut().for_each(|lowered| lowered.source = source.clone());
        Ok(list)
    } else {
        Err(errors.into_sorted(&source).iter().map(|error| error.text()).collect())
    }
}
