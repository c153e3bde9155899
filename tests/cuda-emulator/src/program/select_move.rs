//! Translates moves: special registers, addresses, predicates, and packing of vectors.

use super::Modifiers;
use super::body::entity;
use super::builder::Builder;
use super::bytecode::{Logic, Operation, Predicate, Source, SpecialRegister};
use super::scope::{Entity, Scope};
use super::select::{destination, emit_alu, predicate, predicate_pair, source, truncated_source};
use crate::alu;
use crate::memory::window_of;
use crate::ptx::syntax::Operand;
use crate::ptx::{PtxError, ScalarType, StateSpace};

const SPECIAL_REGISTERS: [(&str, SpecialRegister, ScalarType); 37] = {
    use SpecialRegister::*;
    const U32: ScalarType = ScalarType::U32;
    const U64: ScalarType = ScalarType::U64;
    [
        ("tid.x", ThreadIndex(0), U32),
        ("tid.y", ThreadIndex(1), U32),
        ("tid.z", ThreadIndex(2), U32),
        ("ntid.x", BlockSize(0), U32),
        ("ntid.y", BlockSize(1), U32),
        ("ntid.z", BlockSize(2), U32),
        ("ctaid.x", BlockIndex(0), U32),
        ("ctaid.y", BlockIndex(1), U32),
        ("ctaid.z", BlockIndex(2), U32),
        ("nctaid.x", GridSize(0), U32),
        ("nctaid.y", GridSize(1), U32),
        ("nctaid.z", GridSize(2), U32),
        ("laneid", Lane, U32),
        ("warpid", Warp, U32),
        ("nwarpid", WarpsPerBlock, U32),
        ("smid", Multiprocessor, U32),
        ("nsmid", Multiprocessors, U32),
        ("gridid", GridIdentity, U64),
        ("lanemask_eq", LanesEqual, U32),
        ("lanemask_le", LanesLessEqual, U32),
        ("lanemask_lt", LanesLess, U32),
        ("lanemask_ge", LanesGreaterEqual, U32),
        ("lanemask_gt", LanesGreater, U32),
        ("clock", Clock, U32),
        ("clock_hi", ClockHigh, U32),
        ("clock64", Clock, U64),
        ("globaltimer", GlobalTimer, U64),
        ("globaltimer_lo", GlobalTimer, U32),
        ("globaltimer_hi", GlobalTimerHigh, U32),
        ("dynamic_smem_size", DynamicSharedSize, U32),
        ("total_smem_size", TotalSharedSize, U32),
        ("aggr_smem_size", TotalSharedSize, U32),
        ("envreg0", Environment, U32),
        ("envreg1", Environment, U32),
        ("envreg2", Environment, U32),
        ("envreg3", Environment, U32),
        ("envreg4", Environment, U32),
    ]
};

/// Returns true if a special register has this name (without the percent sign).
pub(super) fn is_special(name: &str) -> bool {
    SPECIAL_REGISTERS.iter().any(|(known, ..)| *known == name)
}

/// Reads a special register into a register of its own.
pub(super) fn special_register(builder: &mut Builder<'_>, name: &str) -> Result<Source, PtxError> {
    let name = name.trim_start_matches('%');
    let (_, register, scalar) = SPECIAL_REGISTERS
        .iter()
        .find(|(known, ..)| *known == name)
        .ok_or_else(|| builder.error(format!("the special register `%{name}` is not known")))?;
    let destination = builder.register();
    builder.emit(Operation::Special { destination, register: *register });
    if let Some(function) = alu::truncation(scalar.size()) {
        let from = Source::Register(destination);
        emit_alu(builder, function, *scalar, Some((destination, *scalar)), &[from]);
    }
    Ok(Source::Register(destination))
}

/// `mov`.
pub(super) fn mov(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let scalar = modifiers.scalar()?;
    match operands {
        [to, from] if scalar == ScalarType::Pred => {
            let [Some(destination), None] = predicate_pair(builder, scope, to)? else {
                return Err(modifiers.unknown());
            };
            let sources = [predicate(builder, scope, from)?, Predicate::constant(false)];
            builder.emit(Operation::PredicateLogic { logic: Logic::Or, destination, sources });
        }
        [_, _] if scalar.size() > 8 => return Err(modifiers.unknown()),
        [to, Operand::Vector(parts)] => pack(builder, scope, scalar, to, parts)?,
        [Operand::Vector(parts), from] => unpack(builder, scope, scalar, parts, from)?,
        [to, from] => {
            let from = truncated_source(builder, scope, from, scalar)?;
            let to = destination(builder, scope, to)?;
            emit_alu(builder, alu::COPY, ScalarType::B64, to, &[from]);
        }
        _ => return Err(modifiers.unknown()),
    }
    Ok(())
}

/// Returns the number of bits of each part of a vector.
fn bits_of_part(
    builder: &Builder<'_>,
    scalar: ScalarType,
    parts: &[Operand],
) -> Result<u64, PtxError> {
    match parts.len() as u32 {
        count @ (2 | 4 | 8) if count <= scalar.size() => Ok(u64::from(scalar.size() * 8 / count)),
        count => Err(builder.error(format!("a vector of {count} parts is not known here"))),
    }
}

fn pack(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    scalar: ScalarType,
    to: &Operand,
    parts: &[Operand],
) -> Result<(), PtxError> {
    let bits = bits_of_part(builder, scalar, parts)?;
    let collected = builder.register();
    let mut so_far = builder.constant(0);
    for (index, part) in parts.iter().enumerate() {
        let part = source(builder, scope, part, ScalarType::B64)?;
        let mask = builder.constant((1 << bits) - 1);
        let shift = builder.constant(index as u64 * bits);
        let to = Some((collected, ScalarType::B64));
        emit_alu(builder, alu::INSERT_FIELD, ScalarType::B64, to, &[so_far, part, mask, shift]);
        so_far = Source::Register(collected);
    }
    let to = destination(builder, scope, to)?;
    emit_alu(builder, alu::COPY, ScalarType::B64, to, &[so_far]);
    Ok(())
}

fn unpack(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    scalar: ScalarType,
    parts: &[Operand],
    from: &Operand,
) -> Result<(), PtxError> {
    let bits = bits_of_part(builder, scalar, parts)?;
    // A part may be the register that is taken apart.
    let whole = builder.register();
    let from = source(builder, scope, from, scalar)?;
    emit_alu(builder, alu::COPY, ScalarType::B64, Some((whole, ScalarType::B64)), &[from]);
    for (index, part) in parts.iter().enumerate() {
        let to = destination(builder, scope, part)?;
        let mask = builder.constant((1 << bits) - 1);
        let shift = builder.constant(index as u64 * bits);
        let sources = [Source::Register(whole), mask, shift];
        emit_alu(builder, alu::EXTRACT_FIELD, ScalarType::B64, to, &sources);
    }
    Ok(())
}

/// `cvta` and `isspacep`.
pub(super) fn address(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let opcode = modifiers.opcode();
    let to_space = opcode == "cvta" && modifiers.take("to");
    let space = modifiers
        .take_where(|word| StateSpace::parse(word).is_some())
        .and_then(StateSpace::parse)
        .ok_or_else(|| modifiers.unknown())?;
    let [to, from] = operands else {
        return Err(modifiers.unknown());
    };
    // The parameters of a device function lie in local memory here.
    let space = match from {
        Operand::Name(name) => match entity(builder, scope, name)? {
            Entity::Variable(actual, _) => actual,
            _ => space,
        },
        _ => space,
    };
    let space = if space == StateSpace::Param && scope.return_to.is_some() {
        StateSpace::Local
    } else {
        space
    };
    let from = source(builder, scope, from, ScalarType::U64)?;
    if opcode == "isspacep" {
        let [Some(destination), None] = predicate_pair(builder, scope, to)? else {
            return Err(modifiers.unknown());
        };
        builder.emit(Operation::IsInSpace { destination, address: from, space });
        return Ok(());
    }
    modifiers.scalar()?;
    let window = builder.constant(window_of(space));
    let to = destination(builder, scope, to)?;
    let function = if to_space { alu::SUBTRACT } else { alu::ADD };
    emit_alu(builder, function, ScalarType::U64, to, &[from, window]);
    Ok(())
}
