//! Translates instructions that threads do together: barriers, fences, shuffles, votes.

use super::Modifiers;
use super::body::entity;
use super::builder::Builder;
use super::bytecode::{
    Barrier, BarrierReduction, Collective, CollectiveKind, Operation, Place, ShuffleMode, VoteMode,
};
use super::scope::{Entity, Scope};
use super::select::{destination, predicate, predicate_pair, source};
use crate::alu;
use crate::ptx::syntax::Operand;
use crate::ptx::{PtxError, ScalarType};

/// Translates one of these instructions.
pub(super) fn together(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    match modifiers.opcode() {
        "bar" if modifiers.take("warp") => {
            modifiers.take("sync");
            let [members] = operands else {
                return Err(modifiers.unknown());
            };
            collective(builder, scope, members, CollectiveKind::Barrier)
        }
        "bar" | "barrier" => barrier(builder, scope, modifiers, operands),
        "membar" => {
            modifiers.take_one_of(&["cta", "gl", "sys"]);
            builder.emit(Operation::Fence);
            Ok(())
        }
        "fence" => {
            modifiers.take_one_of(&["sc", "acq_rel", "acquire", "release"]);
            modifiers.take_one_of(&["cta", "cluster", "gpu", "sys"]);
            builder.emit(Operation::Fence);
            Ok(())
        }
        "nanosleep" => {
            modifiers.take("u32");
            builder.emit(Operation::Yield);
            Ok(())
        }
        "activemask" => {
            modifiers.scalar()?;
            let [to] = operands else {
                return Err(modifiers.unknown());
            };
            if let Some((destination, _)) = destination(builder, scope, to)? {
                builder.emit(Operation::ActiveMask { destination });
            }
            Ok(())
        }
        _ if !modifiers.take("sync") => Err(modifiers.unknown()),
        "shfl" => shuffle(builder, scope, modifiers, operands),
        "vote" => vote(builder, scope, modifiers, operands),
        "match" => find_equal(builder, scope, modifiers, operands),
        _ => reduce(builder, scope, modifiers, operands),
    }
}

fn collective(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    members: &Operand,
    kind: CollectiveKind,
) -> Result<(), PtxError> {
    let members = source(builder, scope, members, ScalarType::B32)?;
    builder.emit(Operation::Collective(Box::new(Collective { members, kind })));
    Ok(())
}

fn barrier(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    modifiers.take("cta");
    let aligned = modifiers.take("aligned") || modifiers.opcode() == "bar";
    let kind =
        modifiers.take_one_of(&["sync", "arrive", "red"]).ok_or_else(|| modifiers.unknown())?;
    let (reduction, operands) = if kind == "red" {
        barrier_reduction(builder, scope, modifiers, operands)?
    } else {
        (None, operands)
    };
    let (index, threads) = match operands {
        [index] => (index, None),
        [index, threads] => (index, Some(source(builder, scope, threads, ScalarType::U32)?)),
        _ => return Err(modifiers.unknown()),
    };
    let index = source(builder, scope, index, ScalarType::U32)?;
    let waits = kind != "arrive";
    builder.emit(Operation::Barrier(Barrier { index, threads, waits, aligned, reduction }));
    Ok(())
}

fn barrier_reduction<'a>(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &'a [Operand],
) -> Result<(Option<BarrierReduction>, &'a [Operand]), PtxError> {
    let operation =
        modifiers.take_one_of(&["popc", "and", "or"]).ok_or_else(|| modifiers.unknown())?;
    modifiers.scalar()?;
    let [to, rest @ .., condition] = operands else {
        return Err(modifiers.unknown());
    };
    let condition = predicate(builder, scope, condition)?;
    let reduction = if operation == "popc" {
        let (register, _) = destination(builder, scope, to)?.ok_or_else(|| modifiers.unknown())?;
        BarrierReduction::Count(register, condition)
    } else {
        let [Some(register), None] = predicate_pair(builder, scope, to)? else {
            return Err(modifiers.unknown());
        };
        match operation {
            "and" => BarrierReduction::And(register, condition),
            _ => BarrierReduction::Or(register, condition),
        }
    };
    Ok((Some(reduction), rest))
}

fn shuffle(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let mode = match modifiers.take_one_of(&["up", "down", "bfly", "idx"]) {
        Some("up") => ShuffleMode::Up,
        Some("down") => ShuffleMode::Down,
        Some("bfly") => ShuffleMode::Butterfly,
        Some(_) => ShuffleMode::Index,
        None => return Err(modifiers.unknown()),
    };
    modifiers.scalar()?;
    let [to, value, lane, clamp, members] = operands else {
        return Err(modifiers.unknown());
    };
    let (to, in_range) = value_and_predicate(builder, scope, to)?;
    let sources = [
        source(builder, scope, value, ScalarType::B32)?,
        source(builder, scope, lane, ScalarType::B32)?,
        source(builder, scope, clamp, ScalarType::B32)?,
    ];
    let kind = CollectiveKind::Shuffle { mode, destination: to, in_range, sources };
    collective(builder, scope, members, kind)
}

type ValueAndPredicate =
    (Option<super::bytecode::Register>, Option<super::bytecode::PredicateRegister>);

/// `d` or `d|p`.
fn value_and_predicate(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    operand: &Operand,
) -> Result<ValueAndPredicate, PtxError> {
    let Operand::Pair(value, condition) = operand else {
        return Ok((destination(builder, scope, operand)?.map(|(register, _)| register), None));
    };
    let value = match value.as_str() {
        "_" => None,
        _ => destination(builder, scope, &Operand::Name(value.clone()))?,
    };
    let condition = predicate_pair(builder, scope, &Operand::Name(condition.clone()))?[0];
    Ok((value.map(|(register, _)| register), condition))
}

fn vote(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let mode = match modifiers.take_one_of(&["all", "any", "uni", "ballot"]) {
        Some("all") => VoteMode::All,
        Some("any") => VoteMode::Any,
        Some("uni") => VoteMode::Uniform,
        Some(_) => VoteMode::Ballot,
        None => return Err(modifiers.unknown()),
    };
    modifiers.scalar()?;
    let [to, condition, members] = operands else {
        return Err(modifiers.unknown());
    };
    let place = match to {
        Operand::Name(name) => match entity(builder, scope, name)? {
            Entity::Register(register, _) => Place::Register(register),
            Entity::Predicate(register) => Place::Predicate(register),
            _ => return Err(modifiers.unknown()),
        },
        _ => return Err(modifiers.unknown()),
    };
    let predicate = predicate(builder, scope, condition)?;
    collective(
        builder,
        scope,
        members,
        CollectiveKind::Vote { mode, destination: place, predicate },
    )
}

fn find_equal(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let all = modifiers.take_one_of(&["any", "all"]).ok_or_else(|| modifiers.unknown())? == "all";
    let scalar = modifiers.scalar()?;
    let [to, value, members] = operands else {
        return Err(modifiers.unknown());
    };
    let (to, agreed) = value_and_predicate(builder, scope, to)?;
    let value = source(builder, scope, value, scalar)?;
    let kind = CollectiveKind::Match { all, destination: to, agreed, source: value };
    collective(builder, scope, members, kind)
}

fn reduce(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let operation = modifiers
        .take_one_of(&["add", "min", "max", "and", "or", "xor"])
        .ok_or_else(|| modifiers.unknown())?;
    let scalar = modifiers.scalar()?;
    let function = alu::select_read_modify_write(operation, scalar, modifiers)?;
    let [to, value, members] = operands else {
        return Err(modifiers.unknown());
    };
    let Some((to, _)) = destination(builder, scope, to)? else { return Ok(()) };
    let value = source(builder, scope, value, scalar)?;
    let kind = CollectiveKind::Reduce { function, destination: to, source: value };
    collective(builder, scope, members, kind)
}
