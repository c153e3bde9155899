//! Translates loads, stores and atomic operations.

use super::Modifiers;
use super::body::entity;
use super::builder::Builder;
use super::bytecode::{
    Address, Atomic, Load, Operation, Ordering, Predicate, Register, Source, Store,
};
use super::scope::{Entity, Scope};
use super::select::{destination, source};
use crate::alu;
use crate::ptx::syntax::Operand;
use crate::ptx::{PtxError, ScalarType, StateSpace};

/// Words that only say how caches should treat an access.
const CACHE_OPERATORS: [&str; 9] = ["ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "noftz"];

/// `ld`, `ldu`, `st`, `atom` and `red`.
pub(super) fn access(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    let ordering = ordering(modifiers);
    let space = modifiers
        .take_where(|word| StateSpace::parse(word).is_some())
        .and_then(StateSpace::parse)
        .unwrap_or(StateSpace::Generic);
    while modifiers.take_one_of(&CACHE_OPERATORS).is_some() {}
    while modifiers
        .take_where(|word| word.starts_with("L1::") || word.starts_with("L2::"))
        .is_some()
    {}
    modifiers.take("unified");
    match modifiers.opcode() {
        "ld" | "ldu" => load(builder, scope, modifiers, operands, space, ordering),
        "st" => store(builder, scope, modifiers, operands, space, ordering),
        _ => atomic(builder, scope, modifiers, operands, space, ordering),
    }
}

/// `cp.async`: the copy is made at once, so that there is nothing to wait for.
pub(super) fn copy_asynchronously(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
) -> Result<(), PtxError> {
    if !modifiers.take("async") {
        return Err(modifiers.unknown());
    }
    if modifiers.take_one_of(&["commit_group", "wait_group", "wait_all"]).is_some() {
        return Ok(());
    }
    modifiers.take_one_of(&["ca", "cg"]);
    for space in ["shared", "global"] {
        modifiers
            .take_where(|word| word.split("::").next() == Some(space))
            .ok_or_else(|| modifiers.unknown())?;
    }
    while modifiers.take_where(|word| word.starts_with("L2::")).is_some() {}
    let (to, from, bytes, given) = match operands {
        [to, from, Operand::Integer(bytes @ (4 | 8 | 16))] => (to, from, *bytes, None),
        [to, from, Operand::Integer(bytes @ (4 | 8 | 16)), given] => {
            (to, from, *bytes, Some(given))
        }
        _ => return Err(modifiers.unknown()),
    };
    let to = place(builder, scope, modifiers, to, StateSpace::Shared)?;
    let from = place(builder, scope, modifiers, from, StateSpace::Global)?;
    let words = (0..bytes / 4).map(|_| builder.register()).collect::<Vec<_>>();
    let load = |offset: u64, destinations: &[Register]| {
        Operation::Load(Box::new(Load {
            address: Address { offset: from.offset + offset as i64, ..from },
            size: 4,
            destinations: destinations.iter().copied().map(Some).collect(),
            extension: None,
            truncation: None,
            is_copy: false,
            ordering: Ordering::Weak,
        }))
    };
    match given {
        None => builder.emit(load(0, &words)),
        // Words past the bytes that there are become zeros.
        Some(given) => {
            let given = source(builder, scope, given, ScalarType::U32)?;
            let guard = builder.guard();
            if guard.is_some() {
                return Err(modifiers.error("a guarded `cp.async` takes no source size here"));
            }
            for (offset, word) in (0..).step_by(4).zip(&words) {
                let holds = builder.predicate();
                let sources = [builder.constant(offset), given];
                builder.emit(Operation::Compare {
                    function: alu::BELOW,
                    destination: Some(holds),
                    opposite: None,
                    sources,
                    combine: None,
                });
                let zero = builder.constant(0);
                let (function, sources) = (alu::COPY, [zero; 4]);
                builder.emit(Operation::Alu { function, destination: *word, sources });
                let present = Predicate { register: holds, negated: false };
                builder.emit_guarded(present, load(offset, &[*word]));
            }
        }
    }
    let sources = words.into_iter().map(Source::Register).collect();
    let ordering = Ordering::Weak;
    builder.emit(Operation::Store(Box::new(Store { address: to, size: 4, sources, ordering })));
    Ok(())
}

fn ordering(modifiers: &mut Modifiers<'_>) -> Ordering {
    let ordering = match modifiers
        .take_one_of(&["weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"])
    {
        None | Some("weak") => Ordering::Weak,
        Some("volatile" | "relaxed" | "mmio") => Ordering::Relaxed,
        Some(_) => Ordering::Fenced,
    };
    modifiers.take_one_of(&["cta", "cluster", "gpu", "sys"]);
    ordering
}

/// The place that `[…]` means, given the instruction's state space.
fn place(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &Modifiers<'_>,
    operand: &Operand,
    space: StateSpace,
) -> Result<Address, PtxError> {
    let Operand::Address { base, offset } = operand else {
        return Err(modifiers.error("expected an address in brackets"));
    };
    let Some(name) = base else {
        let base = builder.constant(0);
        return Ok(Address { space, base, offset: *offset });
    };
    let (actual, base) = match entity(builder, scope, name)? {
        Entity::Register(register, _) => {
            // The parameters of a device function lie in local memory here.
            let inside = scope.return_to.is_some() && space == StateSpace::Param;
            let actual = if inside { StateSpace::Local } else { space };
            (actual, Source::Register(register))
        }
        Entity::Variable(actual, address) => (actual, builder.constant(address)),
        Entity::DynamicShared => (StateSpace::Shared, builder.dynamic_shared()),
        Entity::Predicate(_) => {
            return Err(modifiers.error(format!("the predicate `{name}` is no address")));
        }
    };
    Ok(Address { space: actual, base, offset: *offset })
}

fn elements(modifiers: &mut Modifiers<'_>) -> usize {
    match modifiers.take_one_of(&["v2", "v4", "v8"]) {
        Some("v2") => 2,
        Some("v4") => 4,
        Some(_) => 8,
        None => 1,
    }
}

fn as_list(operand: &Operand) -> &[Operand] {
    match operand {
        Operand::Vector(parts) => parts,
        one => std::slice::from_ref(one),
    }
}

fn load(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
    space: StateSpace,
    ordering: Ordering,
) -> Result<(), PtxError> {
    let count = elements(modifiers);
    let scalar = element_type(modifiers)?;
    let [to, from] = operands else {
        return Err(modifiers.unknown());
    };
    let address = place(builder, scope, modifiers, from, space)?;
    let to = as_list(to);
    if to.len() != count {
        return Err(modifiers.error(format!("this load gives {count} elements")));
    }
    let registers = to
        .iter()
        .map(|operand| destination(builder, scope, operand))
        .collect::<Result<Vec<_>, _>>()?;
    let width = registers.iter().flatten().map(|(_, scalar)| scalar.size()).max().unwrap_or(8);
    let extends = width > scalar.size();
    let destinations: Vec<Option<Register>> =
        registers.iter().map(|found| found.map(|(register, _)| register)).collect();
    builder.emit(Operation::Load(Box::new(Load {
        address,
        size: scalar.size(),
        destinations,
        extension: alu::extension(scalar).filter(|_| extends),
        is_copy: false,
        truncation: alu::truncation(width).filter(|_| extends && scalar.is_signed()),
        ordering,
    })));
    Ok(())
}

fn element_type(modifiers: &mut Modifiers<'_>) -> Result<ScalarType, PtxError> {
    let scalar = modifiers.scalar()?;
    if scalar.size() > 8 || scalar == ScalarType::Pred {
        return Err(modifiers.unknown());
    }
    Ok(scalar)
}

fn store(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
    space: StateSpace,
    ordering: Ordering,
) -> Result<(), PtxError> {
    let count = elements(modifiers);
    let scalar = element_type(modifiers)?;
    let [to, from] = operands else {
        return Err(modifiers.unknown());
    };
    let address = place(builder, scope, modifiers, to, space)?;
    let from = as_list(from);
    if from.len() != count {
        return Err(modifiers.error(format!("this store takes {count} elements")));
    }
    let sources = from
        .iter()
        .map(|operand| source(builder, scope, operand, scalar))
        .collect::<Result<Vec<_>, _>>()?;
    let size = scalar.size();
    builder.emit(Operation::Store(Box::new(Store { address, size, sources, ordering })));
    Ok(())
}

fn atomic(
    builder: &mut Builder<'_>,
    scope: &mut Scope,
    modifiers: &mut Modifiers<'_>,
    operands: &[Operand],
    space: StateSpace,
    ordering: Ordering,
) -> Result<(), PtxError> {
    let operation = modifiers
        .take_one_of(&["add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"])
        .ok_or_else(|| modifiers.unknown())?;
    let scalar = element_type(modifiers)?;
    let function = alu::select_read_modify_write(operation, scalar, modifiers)?;
    let (to, operands) = match (modifiers.opcode(), operands) {
        ("atom", [to, rest @ ..]) => (destination(builder, scope, to)?, rest),
        (_, rest) => (None, rest),
    };
    let [place_operand, values @ ..] = operands else {
        return Err(modifiers.unknown());
    };
    if values.len() != if operation == "cas" { 2 } else { 1 } {
        return Err(modifiers.unknown());
    }
    let address = place(builder, scope, modifiers, place_operand, space)?;
    let mut sources = [builder.constant(0); 2];
    for (value, slot) in values.iter().zip(&mut sources) {
        *slot = source(builder, scope, value, scalar)?;
    }
    builder.emit(Operation::Atomic(Box::new(Atomic {
        address,
        size: scalar.size(),
        function,
        destination: to.map(|(register, _)| register),
        sources,
        // Without a word, atomic operations are relaxed.
        ordering: if ordering == Ordering::Weak { Ordering::Relaxed } else { ordering },
    })));
    Ok(())
}
