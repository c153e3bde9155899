//! The operations of atomic instructions: a new value from the old one and the operands.

use super::{Half, Representation, Single, as_unsigned, by_integer};
use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// The new value, from the old one and the operands.
pub type ReadModifyWrite = fn(u64, u64, u64) -> u64;

macro_rules! operation {
    (|$old:ident : $type:ty, $b:ident, $c:ident| $body:expr) => {{
        fn apply(old: u64, b: u64, c: u64) -> u64 {
            let [$old, $b, $c] = [old, b, c].map(<$type as Representation>::read);
            <$type as Representation>::write($body)
        }
        apply as ReadModifyWrite
    }};
}

/// The operation of this name on this type.
pub fn select(
    operation: &str,
    scalar: ScalarType,
    modifiers: &Modifiers<'_>,
) -> Result<ReadModifyWrite, PtxError> {
    let function = match (operation, scalar) {
        ("add", ScalarType::F16) => Some(operation!(|old: Half, b, _c| old + b)),
        // On global memory, atomic addition flushes subnormal numbers of single precision only where the
        // hardware always did; newer devices keep them.
        ("add", ScalarType::F32) => Some(operation!(|old: Single<false, false>, b, _c| old + b)),
        ("add", ScalarType::F64) => Some(operation!(|old: f64, b, _c| old + b)),
        ("min" | "max", ScalarType::S32 | ScalarType::S64) => extremum(operation, scalar),
        _ => unsigned(operation, as_unsigned(scalar)),
    };
    function.ok_or_else(|| modifiers.unknown())
}

fn extremum(operation: &str, scalar: ScalarType) -> Option<ReadModifyWrite> {
    by_integer!(scalar, [i32, i64], T => match operation {
        "min" => operation!(|old: T, b, _c| old.min(b)),
        _ => operation!(|old: T, b, _c| old.max(b)),
    })
}

fn unsigned(operation: &str, scalar: ScalarType) -> Option<ReadModifyWrite> {
    by_integer!(scalar, [u16, u32, u64], T => match operation {
        "add" => operation!(|old: T, b, _c| old.wrapping_add(b)),
        "min" => operation!(|old: T, b, _c| old.min(b)),
        "max" => operation!(|old: T, b, _c| old.max(b)),
        "and" => operation!(|old: T, b, _c| old & b),
        "or" => operation!(|old: T, b, _c| old | b),
        "xor" => operation!(|old: T, b, _c| old ^ b),
        "exch" => operation!(|_old: T, b, _c| b),
        "cas" => operation!(|old: T, b, c| if old == b { c } else { old }),
        "inc" => operation!(|old: T, b, _c| if old >= b { 0 } else { old + 1 }),
        "dec" => operation!(|old: T, b, _c| if old == 0 || old > b { b } else { old - 1 }),
        _ => return None,
    })
}
