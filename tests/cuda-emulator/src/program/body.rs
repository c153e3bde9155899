//! Statements of functions: declarations, control flow, and calls, which are expanded in place.
//!
//! ```text
//! call (r), f, (a)   becomes   parameters of f name the caller's variables; the body of f;
//!                              its `ret` jumps behind the call
//! ```

use super::builder::{Builder, parameter_slots};
use super::bytecode::{Address, Load, Operation, Ordering, Predicate, Register, Source};
use super::graph::{BlockId, Terminator};
use super::scope::{Entity, Scope};
use super::{Modifiers, select};
use crate::alu;
use crate::ptx::syntax::{Function, Instruction, Operand, Parameter, ParameterPlace, Statement};
use crate::ptx::{PtxError, ScalarType, StateSpace};

/// Translates a kernel's body into the builder's blocks.
pub(super) fn kernel(
    builder: &mut Builder<'_>,
    function: &Function,
    body: &[Statement],
) -> Result<(), PtxError> {
    let mut scope = Scope::new(&function.name, None);
    for (parameter, slot) in function.parameters.iter().zip(parameter_slots(function)?) {
        let entity = Entity::Variable(StateSpace::Param, u64::from(slot.offset));
        scope.declare(&parameter.name, entity);
    }
    builder.expanding.push(function.name.clone());
    statements(builder, &mut scope, body)
}

fn statements(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    body: &[Statement],
) -> Result<(), PtxError> {
    // Labels may be used before they are declared.
    for statement in body {
        match statement {
            Statement::Label(name) => {
                let block = builder.new_block();
                scope.declare_label(name, block);
            }
            Statement::BranchTargets { name, targets } => scope.declare_table(name, targets),
            _ => {}
        }
    }
    body.iter().try_for_each(|one| statement(builder, scope, one))
}

fn statement(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    statement: &Statement,
) -> Result<(), PtxError> {
    match statement {
        Statement::Label(name) => {
            let block = label(builder, scope, name)?;
            builder.end_block(Terminator::Jump(block), block);
        }
        Statement::Scope(inner) => {
            scope.enter();
            statements(builder, scope, inner)?;
            scope.leave();
        }
        Statement::Registers { scalar, name, count: Some(count) } => {
            scope.declare_range(name, *count, *scalar);
        }
        Statement::Registers { scalar, name, count: None } => {
            let entity = fresh(builder, *scalar);
            scope.declare(name, entity);
        }
        Statement::Variable(variable) => {
            builder.at(variable.line, None);
            let entity = match (variable.space, variable.size) {
                (StateSpace::Shared, None) => {
                    builder.align_dynamic_shared(variable.alignment);
                    Entity::DynamicShared
                }
                (StateSpace::Shared, Some(_)) => {
                    let key = format!("{}/{}", scope.function, variable.name);
                    let offset = builder.allocate_shared(key, variable)?;
                    Entity::Variable(StateSpace::Shared, offset)
                }
                (StateSpace::Local | StateSpace::Param, Some(size)) => {
                    let size = u32::try_from(size).unwrap_or(u32::MAX);
                    let offset = builder.allocate_local(size, variable.alignment)?;
                    Entity::Variable(StateSpace::Local, offset)
                }
                _ => {
                    let name = &variable.name;
                    return Err(builder.error(format!("`{name}` cannot be declared in a function")));
                }
            };
            scope.declare(&variable.name, entity);
        }
        Statement::BranchTargets { .. } => {}
        Statement::Instruction(instruction) => {
            let guard = match &instruction.guard {
                None => None,
                Some((name, negated)) => {
                    builder.at(instruction.line, None);
                    let register = predicate_register(builder, scope, name)?;
                    Some(Predicate { register, negated: *negated })
                }
            };
            builder.at(instruction.line, guard);
            if !control_flow(builder, scope, instruction)? {
                select::instruction(builder, scope, instruction)?;
            }
        }
    }
    Ok(())
}

fn fresh(builder: &mut Builder<'_>, scalar: ScalarType) -> Entity {
    if scalar == ScalarType::Pred {
        Entity::Predicate(builder.predicate())
    } else {
        Entity::Register(builder.register(), scalar)
    }
}

/// Returns the entity that a name stands for, in the function or in the module.
pub(super) fn entity(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    name: &str,
) -> Result<Entity, PtxError> {
    match scope.find(name) {
        Some(Ok(entity)) => Ok(entity),
        Some(Err(undeclared)) => {
            let entity = fresh(builder, undeclared.scalar);
            scope.define(name, &undeclared, entity);
            Ok(entity)
        }
        None => builder
            .module_variable(name)?
            .ok_or_else(|| builder.error(format!("`{name}` is not declared"))),
    }
}

/// The predicate register of this name.
pub(super) fn predicate_register(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    name: &str,
) -> Result<super::bytecode::PredicateRegister, PtxError> {
    match entity(builder, scope, name)? {
        Entity::Predicate(register) => Ok(register),
        _ => Err(builder.error(format!("`{name}` is not a predicate"))),
    }
}

fn label(builder: &Builder<'_>, scope: &Scope, name: &str) -> Result<BlockId, PtxError> {
    scope.label(name).ok_or_else(|| builder.error(format!("the label `{name}` does not exist")))
}

/// Translates an instruction that leads elsewhere; says whether it was one.
fn control_flow(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    instruction: &Instruction,
) -> Result<bool, PtxError> {
    match instruction.opcode.as_str() {
        "bra" => {
            let [Operand::Name(name)] = instruction.operands.as_slice() else {
                return Err(Modifiers::new(instruction).unknown());
            };
            let target = label(builder, scope, name)?;
            leave(builder, Terminator::Jump(target));
        }
        "brx" => {
            let [index, Operand::Name(name)] = instruction.operands.as_slice() else {
                return Err(Modifiers::new(instruction).unknown());
            };
            let index = select::source(builder, scope, index, ScalarType::U32)?;
            let targets = scope
                .table(name)
                .ok_or_else(|| builder.error(format!("the table `{name}` does not exist")))?
                .iter()
                .map(|target| label(builder, scope, target))
                .collect::<Result<_, _>>()?;
            leave(builder, Terminator::Switch { index, targets });
        }
        "ret" => match scope.return_to {
            Some(block) => leave(builder, Terminator::Jump(block)),
            None => leave(builder, Terminator::Exit),
        },
        "exit" => leave(builder, Terminator::Exit),
        "trap" => {
            builder.emit(Operation::Trap);
            leave(builder, Terminator::Exit);
        }
        "call" => call(builder, scope, instruction)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Ends the block, for the lanes of the guard if there is one.
fn leave(builder: &mut Builder<'_>, terminator: Terminator) {
    let next = builder.new_block();
    let Some(predicate) = builder.guard() else {
        return builder.end_block(terminator, next);
    };
    let taken = match terminator {
        Terminator::Jump(target) => target,
        other => {
            let block = builder.new_block();
            builder
                .end_block(Terminator::Branch { predicate, taken: block, otherwise: next }, block);
            return builder.end_block(other, next);
        }
    };
    builder.end_block(Terminator::Branch { predicate, taken, otherwise: next }, next);
}

fn call(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    instruction: &Instruction,
) -> Result<(), PtxError> {
    if let Some(predicate) = builder.guard() {
        let (inside, behind) = (builder.new_block(), builder.new_block());
        let branch = Terminator::Branch { predicate, taken: inside, otherwise: behind };
        builder.end_block(branch, inside);
        builder.at(instruction.line, None);
        call(builder, scope, instruction)?;
        builder.end_block(Terminator::Jump(behind), behind);
        return Ok(());
    }
    let none: &[Operand] = &[];
    let (results, name, arguments) = match instruction.operands.as_slice() {
        [Operand::List(results), Operand::Name(name), Operand::List(arguments), ..] => {
            (results.as_slice(), name, arguments.as_slice())
        }
        [Operand::List(results), Operand::Name(name)] => (results.as_slice(), name, none),
        [Operand::Name(name), Operand::List(arguments), ..] => (none, name, arguments.as_slice()),
        [Operand::Name(name)] => (none, name, none),
        _ => return Err(Modifiers::new(instruction).unknown()),
    };
    if name == "__assertfail" {
        return assertion_failure(builder, scope, arguments);
    }
    let module = builder.module;
    let defined = |function: &&Function| function.name == *name && function.body.is_some();
    let Some(function) = module.functions.iter().find(defined) else {
        let known = module.functions.iter().any(|function| function.name == *name);
        return Err(builder.error(if known {
            format!("`{name}` is called but not defined in this module")
        } else {
            format!("`{name}` is no function of this module; calls through pointers are not known")
        }));
    };
    if builder.expanding.contains(name) {
        return Err(builder.error(format!("`{name}` is recursive, which is not supported")));
    }
    if arguments.len() != function.parameters.len() || results.len() != function.results.len() {
        return Err(builder.error(format!("the arguments do not fit `{name}`")));
    }
    let behind = builder.new_block();
    let mut inner = Scope::new(name, Some(behind));
    for (parameter, argument) in function.parameters.iter().zip(arguments) {
        bind(builder, scope, &mut inner, parameter, argument, true)?;
    }
    for (result, place) in function.results.iter().zip(results) {
        bind(builder, scope, &mut inner, result, place, false)?;
    }
    builder.expanding.push(name.clone());
    statements(builder, &mut inner, function.body.as_deref().unwrap_or_default())?;
    builder.expanding.pop();
    builder.at(instruction.line, None);
    builder.end_block(Terminator::Jump(behind), behind);
    for (result, place) in function.results.iter().zip(results) {
        if let ParameterPlace::Register(_) = result.place {
            let Entity::Register(from, _) = entity(builder, &mut inner, &result.name)? else {
                return Err(builder.error("a predicate cannot be returned"));
            };
            let to = select::destination(builder, scope, place)?;
            copy(builder, Source::Register(from), to.map(|(register, _)| register));
        }
    }
    Ok(())
}

fn copy(builder: &mut Builder<'_>, from: Source, to: Option<Register>) {
    if let Some(destination) = to {
        let zero = builder.constant(0);
        let sources = [from, zero, zero, zero];
        builder.emit(Operation::Alu { function: alu::COPY, destination, sources });
    }
}

/// Gives a parameter or result of a function the caller's variable, or a register of its own.
fn bind(
    builder: &mut Builder<'_>,
    caller: &mut Scope,
    callee: &mut Scope,
    parameter: &Parameter,
    argument: &Operand,
    is_input: bool,
) -> Result<(), PtxError> {
    match parameter.place {
        ParameterPlace::Register(scalar) => {
            let entity = fresh(builder, scalar);
            callee.declare(&parameter.name, entity);
            if let (Entity::Register(register, _), true) = (entity, is_input) {
                let from = select::source(builder, caller, argument, scalar)?;
                copy(builder, from, Some(register));
            }
            Ok(())
        }
        ParameterPlace::Memory { .. } => {
            let Operand::Name(name) = argument else {
                return Err(builder.error("an argument in memory must be a variable"));
            };
            let entity = entity(builder, caller, name)?;
            if !matches!(entity, Entity::Variable(StateSpace::Local, _)) {
                return Err(builder.error(format!("`{name}` is no variable for arguments")));
            }
            callee.declare(&parameter.name, entity);
            Ok(())
        }
    }
}

/// `assert` calls `__assertfail(message, file, line, function, size of a character)`.
fn assertion_failure(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    arguments: &[Operand],
) -> Result<(), PtxError> {
    let zero = builder.constant(0);
    let mut sources = [zero; 4];
    for (index, (argument, source)) in arguments.iter().zip(&mut sources).enumerate() {
        let Operand::Name(name) = argument else {
            return Err(builder.error("an argument in memory must be a variable"));
        };
        let Entity::Variable(space, offset) = entity(builder, scope, name)? else {
            return Err(builder.error("an argument in memory must be a variable"));
        };
        let register = builder.register();
        let base = builder.constant(offset);
        builder.emit(Operation::Load(Box::new(Load {
            address: Address { space, base, offset: 0 },
            size: if index == 2 { 4 } else { 8 },
            destinations: vec![Some(register)],
            extension: None,
            truncation: None,
            is_copy: false,
            ordering: Ordering::Weak,
        })));
        *source = Source::Register(register);
    }
    builder.emit(Operation::AssertionFailure(sources));
    Ok(())
}
