//! The front end for tools and tests: the public functions of a block as core IR.

use std::rc::Rc;

use crate::Limits;
use crate::core::{Program, Var};
use crate::diagnostic::Diagnostics;
use crate::pipeline;
use crate::plan::Plan;
use crate::planned::Planned;
use crate::source::SourceMap;
use crate::syntax;
use crate::types::check::{check, instances};
use crate::types::context::Context;
use crate::types::{self, ValueRegularity, certain_failures, lower};

/// A public function of a block under one of its instances.
pub struct Lowered {
    /// The function's name as the user wrote it.
    pub function: String,
    /// The types that the type parameters stand for, as Rust writes them.
    pub instance: Vec<&'static str>,
    /// The function, and the recursive ones that it calls, before any pass.
    pub program: Program,
    /// The dependence of its values on their context.
    pub regularity: Vec<ValueRegularity>,
    /// The array parameters that belong to it.
    pub owned: Vec<Var>,
    /// The places of its parts in the block.
    pub source: Rc<SourceMap>,
}

impl Lowered {
    /// Name and instance: `dot`, `dot_f32`.
    pub fn name(&self) -> String {
        let parts: Vec<&str> =
            [self.function.as_str()].into_iter().chain(self.instance.iter().copied()).collect();
        parts.join("_")
    }

    /// The program before its functions are written as host code or called by lanes.
    pub fn optimised(&self) -> Program {
        pipeline::optimised(self.program.clone())
    }

    /// The plan of the function, and the optimised functions that it may call.
    ///
    /// # Panics
    /// If the function needs a construct that plans do not have.
    pub fn plan(&self) -> (Plan, Program) {
        let program = self.optimised();
        let owned = |var| self.owned.contains(&var);
        let (first, regularity) = (program.functions[0].clone(), self.regularity.clone());
        match pipeline::plan(first, regularity, &owned, &Limits::MEASURED) {
            Ok(plan) => (plan, program),
            Err(error) => panic!("{}: {}", self.function, error.text()),
        }
    }

    /// All plans that the function is compiled to, with those for devices.
    ///
    /// # Panics
    /// If the function needs a construct that plans do not have.
    pub fn planned(&self) -> Planned {
        self.planned_within(&Limits::MEASURED)
    }

    /// The plans under other limits.
    ///
    /// # Panics
    /// If the function needs a construct that plans do not have.
    pub fn planned_within(&self, limits: &Limits) -> Planned {
        let (regularity, owned) = (self.regularity.clone(), self.owned.clone());
        let lowered = types::Lowered { program: self.program.clone(), regularity, owned };
        let mut errors = Diagnostics::default();
        let planned = Planned::of(lowered, true, limits, &mut errors);
        let text =
            |errors: Diagnostics| errors.iter().map(|error| error.text()).collect::<String>();
        planned.unwrap_or_else(|| panic!("{}: {}", self.function, text(errors)))
    }
}

/// The public functions of a block, or its errors.
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
