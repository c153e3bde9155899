//! The units of all host code of a function, as far as they have been compiled.

use std::sync::Arc;

use proc_macro2::TokenStream;

use super::unit::{Unit, emit};
use crate::plan::{Plan, Reason};

/// The units of the plans that a function goes through on devices: its own, and those of the recursive
/// functions that it calls.
pub struct Units(Vec<(Arc<str>, Unit, Option<DeviceCode>)>);

/// Expressions for the code of a unit, as bytes.
pub struct DeviceCode {
    /// PTX, as text.
    pub ptx: TokenStream,
    /// Machine code, with the names of the GPUs that it is for: `sm_80` and the like.
    pub machine: Vec<(String, TokenStream)>,
}

impl Units {
    /// The units of these plans; `code` gives the compiled code of one, by its name. `None` if none has been
    /// compiled.
    pub fn compiled(plans: Vec<&Plan>, code: impl Fn(&str) -> Option<DeviceCode>) -> Option<Units> {
        let of = |plan: &Plan| {
            let mut unit = emit(plan);
            let code = code(&unit.name);
            if code.is_none() {
                unit.sorts = false;
                unit.kernels.fill(Err(Reason::NotCompiled));
            }
            (plan.name.clone(), unit, code)
        };
        let units: Vec<_> = plans.into_iter().map(of).collect();
        units.iter().any(|(_, _, code)| code.is_some()).then_some(Units(units))
    }

    /// The unit of a plan, if devices go through it.
    pub fn of(&self, plan: &Plan) -> Option<&Unit> {
        Some(&self.find(plan)?.1)
    }

    /// The device code of a plan's unit, if it has been compiled.
    pub fn code(&self, plan: &Plan) -> Option<&DeviceCode> {
        self.find(plan)?.2.as_ref()
    }

    fn find(&self, plan: &Plan) -> Option<&(Arc<str>, Unit, Option<DeviceCode>)> {
        self.0.iter().find(|(name, ..)| *name == plan.name)
    }
}
