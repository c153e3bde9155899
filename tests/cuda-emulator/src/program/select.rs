//! Translates instructions that compute: operands, arithmetic, comparisons and selections.

use super::body::{entity, predicate_register};
use super::builder::Builder;
use super::bytecode::{Logic, Operation, Predicate, PredicateRegister, Register, Source};
use super::scope::{Entity, Scope};
use super::{Modifiers, select_memory, select_move, select_warp};
use crate::alu;
use crate::ptx::syntax::{Instruction, Operand};
use crate::ptx::{PtxError, ScalarType};

/// Translates an instruction that does not lead elsewhere.
pub(super) fn instruction(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    instruction: &Instruction,
) -> Result<(), PtxError> {
    let mut modifiers = Modifiers::new(instruction);
    let modifiers = &mut modifiers;
    let operands = instruction.operands.as_slice();
    match modifiers.opcode() {
        "mov" => select_move::mov(builder, scope, modifiers, operands)?,
        "cvta" | "isspacep" => select_move::address(builder, scope, modifiers, operands)?,
        "ld" | "ldu" | "st" | "atom" | "red" => {
            select_memory::access(builder, scope, modifiers, operands)?;
        }
        "cp" => select_memory::copy_asynchronously(builder, scope, modifiers, operands)?,
        "bar" | "barrier" | "membar" | "fence" | "shfl" | "vote" | "match" | "redux"
        | "activemask" | "nanosleep" => select_warp::together(builder, scope, modifiers, operands)?,
        // Hints, and a stop for a debugger that is not there.
        "prefetch" | "prefetchu" | "applypriority" | "discard" | "brkpt" | "pmevent" => {
            return Ok(());
        }
        "setp" => set_predicate(builder, scope, modifiers, operands)?,
        "testp" => {
            let (function, scalar) = alu::select_test(modifiers)?;
            compare(builder, scope, modifiers, operands, (function, scalar), None)?;
        }
        "set" => set(builder, scope, modifiers, operands)?,
        "selp" => select_by_predicate(builder, scope, modifiers, operands)?,
        "slct" => select_by_sign(builder, scope, modifiers, operands)?,
        "and" | "or" | "xor" | "not" if modifiers.has("pred") => {
            predicate_logic(builder, scope, modifiers, operands)?;
        }
        _ => arithmetic(builder, scope, modifiers, operands)?,
    }
    modifiers.finish()
}

/// Returns the source that an operand gives when a value of this type is asked for.
pub(super) fn source(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    operand: &Operand,
    scalar: ScalarType,
) -> Result<Source, PtxError> {
    let single = scalar == ScalarType::F32;
    Ok(match operand {
        Operand::Name(name) if special(name).is_some() => {
            select_move::special_register(builder, name)?
        }
        Operand::Name(name) => match entity(builder, scope, name)? {
            Entity::Register(register, _) => Source::Register(register),
            Entity::Variable(_, address) => builder.constant(address),
            Entity::DynamicShared => builder.dynamic_shared(),
            Entity::Predicate(_) => {
                return Err(builder.error(format!("the predicate `{name}` is no value")));
            }
        },
        Operand::NameOffset(name, offset) => match entity(builder, scope, name)? {
            Entity::Variable(_, address) => builder.constant(address.wrapping_add_signed(*offset)),
            Entity::DynamicShared => {
                let (base, offset) = (builder.dynamic_shared(), builder.constant(*offset as u64));
                let sum = builder.register();
                let to = Some((sum, ScalarType::B64));
                emit_alu(builder, alu::ADD, ScalarType::B64, to, &[base, offset]);
                Source::Register(sum)
            }
            _ => return Err(builder.error(format!("`{name}` has no address"))),
        },
        Operand::Integer(value) if single => {
            builder.constant(u64::from((*value as i64 as f32).to_bits()))
        }
        Operand::Integer(value) if scalar == ScalarType::F64 => {
            builder.constant((*value as i64 as f64).to_bits())
        }
        Operand::Integer(value) => builder.constant(*value),
        Operand::Float(value) if single => builder.constant(u64::from((*value as f32).to_bits())),
        Operand::Float(value) => builder.constant(value.to_bits()),
        Operand::SingleBits(bits) if scalar == ScalarType::F64 => {
            builder.constant(f64::from(f32::from_bits(*bits)).to_bits())
        }
        Operand::SingleBits(bits) => builder.constant(u64::from(*bits)),
        _ => return Err(builder.error("this operand is no value")),
    })
}

fn special(name: &str) -> Option<&str> {
    name.strip_prefix('%').filter(|name| select_move::is_special(name))
}

/// The register that an operand names, with its type; none for `_`.
pub(super) fn destination(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    operand: &Operand,
) -> Result<Option<(Register, ScalarType)>, PtxError> {
    match operand {
        Operand::Sink => Ok(None),
        Operand::Name(name) => match entity(builder, scope, name)? {
            Entity::Register(register, scalar) => Ok(Some((register, scalar))),
            _ => Err(builder.error(format!("`{name}` is not a register"))),
        },
        _ => Err(builder.error("this operand is not a register")),
    }
}

/// The predicate that an operand names.
pub(super) fn predicate(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    operand: &Operand,
) -> Result<Predicate, PtxError> {
    match operand {
        Operand::Name(name) => {
            let register = predicate_register(builder, scope, name)?;
            Ok(Predicate { register, negated: false })
        }
        Operand::Negated(name) => {
            let register = predicate_register(builder, scope, name)?;
            Ok(Predicate { register, negated: true })
        }
        Operand::Integer(value) => Ok(Predicate::constant(*value != 0)),
        _ => Err(builder.error("this operand is not a predicate")),
    }
}

/// One or two predicate registers: `p`, `p|q`, where `_` drops one.
pub(super) fn predicate_pair(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    operand: &Operand,
) -> Result<[Option<PredicateRegister>; 2], PtxError> {
    let mut named = |name: &str| match name {
        "_" => Ok(None),
        name => predicate_register(builder, scope, name).map(Some),
    };
    match operand {
        Operand::Sink => Ok([None, None]),
        Operand::Name(name) => Ok([named(name)?, None]),
        Operand::Pair(first, second) => Ok([named(first)?, named(second)?]),
        _ => Err(builder.error("this operand is not a predicate")),
    }
}

/// Emits a lane-wise computation; a result narrower than its register is extended to it.
pub(super) fn emit_alu(
    builder: &mut Builder<'_>,
    function: alu::AluFunction,
    result: ScalarType,
    to: Option<(Register, ScalarType)>,
    operands: &[Source],
) {
    let Some((destination, register_type)) = to else { return };
    let zero = builder.constant(0);
    let mut sources = [zero; 4];
    sources[..operands.len()].copy_from_slice(operands);
    builder.emit(Operation::Alu { function, destination, sources });
    if result.size() < register_type.size()
        && let Some(extension) = alu::extension(result)
    {
        let sources = [Source::Register(destination), zero, zero, zero];
        builder.emit(Operation::Alu { function: extension, destination, sources });
        if let Some(function) = alu::truncation(register_type.size()) {
            builder.emit(Operation::Alu { function, destination, sources });
        }
    }
}

fn arithmetic(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    if let Some(carry) = alu::select_carry(modifiers)? {
        let (to, sources) =
            operands_of(builder, scope, modifiers, operands, carry.operands, carry.scalar)?;
        let destination = match to {
            Some((register, _)) => register,
            None => builder.register(),
        };
        let zero = builder.constant(0);
        let mut all = [zero; 4];
        all[..sources.len()].copy_from_slice(&sources);
        let alu::Carry { function, reads, writes, .. } = carry;
        builder.emit(Operation::Carry { function, destination, sources: all, reads, writes });
        return Ok(());
    }
    let alu = alu::select(modifiers)?.ok_or_else(|| modifiers.unknown())?;
    let (to, sources) = operands_of(builder, scope, modifiers, operands, alu.operands, alu.scalar)?;
    if let (Some(function), [from]) = (alu.prepare, sources.as_slice()) {
        let prepared = builder.register();
        let whole = Some((prepared, ScalarType::B64));
        emit_alu(builder, function, ScalarType::B64, whole, &[*from]);
        emit_alu(builder, alu.function, alu.result, to, &[Source::Register(prepared)]);
    } else {
        emit_alu(builder, alu.function, alu.result, to, &sources);
    }
    Ok(())
}

type Destination = Option<(Register, ScalarType)>;

fn operands_of(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &Modifiers<'_>,
    operands: &[Operand],
    count: usize,
    scalar: ScalarType,
) -> Result<(Destination, Vec<Source>), PtxError> {
    let [to, from @ ..] = operands else {
        return Err(modifiers.unknown());
    };
    if from.len() != count {
        return Err(modifiers.error(format!("this instruction takes {count} operands")));
    }
    let to = destination(builder, scope, to)?;
    let sources = from.iter().map(|operand| source(builder, scope, operand, scalar));
    Ok((to, sources.collect::<Result<_, _>>()?))
}

fn logic(modifiers: &mut Modifiers<'_>) -> Option<Logic> {
    Some(match modifiers.take_one_of(&["and", "or", "xor"])? {
        "and" => Logic::And,
        "or" => Logic::Or,
        _ => Logic::Xor,
    })
}

fn set_predicate(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let logic = logic(modifiers);
    let comparison = alu::select_comparison(modifiers)?;
    compare(builder, scope, modifiers, operands, comparison, logic)
}

fn compare(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &Modifiers<'_>,
    operands: &[Operand],
    (function, scalar): (alu::CompareFunction, ScalarType),
    logic: Option<Logic>,
) -> Result<(), PtxError> {
    let (to, a, b, combined) = match operands {
        [to, a] => (to, a, a, None),
        [to, a, b] => (to, a, b, None),
        [to, a, b, with] => (to, a, b, Some(predicate(builder, scope, with)?)),
        _ => return Err(modifiers.unknown()),
    };
    if logic.is_some() != combined.is_some() {
        return Err(modifiers.unknown());
    }
    let [to, opposite] = predicate_pair(builder, scope, to)?;
    let sources = [source(builder, scope, a, scalar)?, source(builder, scope, b, scalar)?];
    let combine = logic.zip(combined);
    builder.emit(Operation::Compare { function, destination: to, opposite, sources, combine });
    Ok(())
}

/// `set` gives all ones, or 1.0, where the comparison holds.
fn set(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let logic = logic(modifiers);
    let result = modifiers.scalar()?;
    let (function, scalar) = alu::select_comparison(modifiers)?;
    let (to, a, b, combined) = match operands {
        [to, a, b] => (to, a, b, None),
        [to, a, b, with] => (to, a, b, Some(predicate(builder, scope, with)?)),
        _ => return Err(modifiers.unknown()),
    };
    let sources = [source(builder, scope, a, scalar)?, source(builder, scope, b, scalar)?];
    let holds = builder.predicate();
    let combine = logic.zip(combined);
    builder.emit(Operation::Compare {
        function,
        destination: Some(holds),
        opposite: None,
        sources,
        combine,
    });
    let value = if result == ScalarType::F32 { 1.0_f32.to_bits() } else { u32::MAX };
    let sources = [builder.constant(u64::from(value)), builder.constant(0)];
    if let Some((destination, _)) = destination(builder, scope, to)? {
        let predicate = Predicate { register: holds, negated: false };
        builder.emit(Operation::Select { destination, sources, predicate });
    }
    Ok(())
}

fn select_by_predicate(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let scalar = modifiers.scalar()?;
    let [to, a, b, condition] = operands else {
        return Err(modifiers.unknown());
    };
    let sources = [
        truncated_source(builder, scope, a, scalar)?,
        truncated_source(builder, scope, b, scalar)?,
    ];
    let predicate = predicate(builder, scope, condition)?;
    if let Some((destination, _)) = destination(builder, scope, to)? {
        builder.emit(Operation::Select { destination, sources, predicate });
    }
    Ok(())
}

/// A source for an instruction that copies slots: constants are cut to the type.
pub(super) fn truncated_source(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    operand: &Operand,
    scalar: ScalarType,
) -> Result<Source, PtxError> {
    match operand {
        Operand::Integer(value) if !scalar.is_float() && scalar.size() < 8 => {
            Ok(builder.constant(value & ((1 << (scalar.size() * 8)) - 1)))
        }
        _ => source(builder, scope, operand, scalar),
    }
}

fn select_by_sign(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    modifiers.take("ftz");
    let scalar = modifiers.scalar()?;
    let selector = modifiers.scalar()?;
    let [to, a, b, c] = operands else {
        return Err(modifiers.unknown());
    };
    let sources = [
        truncated_source(builder, scope, a, scalar)?,
        truncated_source(builder, scope, b, scalar)?,
    ];
    let condition = source(builder, scope, c, selector)?;
    let zero = builder.constant(0);
    let function = alu::at_least(selector).ok_or_else(|| modifiers.unknown())?;
    let holds = builder.predicate();
    builder.emit(Operation::Compare {
        function,
        destination: Some(holds),
        opposite: None,
        sources: [condition, zero],
        combine: None,
    });
    if let Some((destination, _)) = destination(builder, scope, to)? {
        let predicate = Predicate { register: holds, negated: false };
        builder.emit(Operation::Select { destination, sources, predicate });
    }
    Ok(())
}

fn predicate_logic(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    modifiers.take("pred");
    let [to, from @ ..] = operands else {
        return Err(modifiers.unknown());
    };
    let [Some(destination), None] = predicate_pair(builder, scope, to)? else {
        return Err(modifiers.unknown());
    };
    let (logic, sources) = match (modifiers.opcode(), from) {
        ("not", [a]) => {
            let a = predicate(builder, scope, a)?;
            (Logic::Or, [a.not(), Predicate::constant(false)])
        }
        (opcode, [a, b]) => {
            let sources = [predicate(builder, scope, a)?, predicate(builder, scope, b)?];
            let logic = match opcode {
                "and" => Logic::And,
                "or" => Logic::Or,
                _ => Logic::Xor,
            };
            (logic, sources)
        }
        _ => return Err(modifiers.unknown()),
    };
    builder.emit(Operation::PredicateLogic { logic, destination, sources });
    Ok(())
}
