//! Comparisons, whose results are masks.

use super::{Half, Mask, Representation, Single, Sources, as_unsigned, lanes_of};
use crate::program::Modifiers;
use crate::ptx::{PtxError, ScalarType};

/// The lanes of the mask in which the comparison of the first two operands holds.
pub type CompareFunction = fn(&Sources<'_>, Mask) -> Mask;

macro_rules! comparison {
    (|$a:ident : $type:ty, $b:ident| $body:expr) => {{
        fn apply(sources: &Sources<'_>, mask: Mask) -> Mask {
            let [a, b, ..] = *sources;
            let holds = |lane: usize| {
                let $a = <$type as Representation>::read(a[lane]);
                let $b = <$type as Representation>::read(b[lane]);
                $body
            };
            if mask == Mask::MAX {
                (0..super::WARP_SIZE).fold(0, |found, lane| found | Mask::from(holds(lane)) << lane)
            } else {
                lanes_of(mask).fold(0, |found, lane| found | Mask::from(holds(lane)) << lane)
            }
        }
        apply as CompareFunction
    }};
}

/// The comparison of a `setp` or `set`; `lo` and the like compare unsigned.
pub fn select(modifiers: &mut Modifiers<'_>) -> Result<(CompareFunction, ScalarType), PtxError> {
    let condition = modifiers
        .take_one_of(&[
            "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu",
            "gtu", "geu", "num", "nan",
        ])
        .ok_or_else(|| modifiers.unknown())?;
    let flush = modifiers.take("ftz");
    let scalar = modifiers.scalar()?;
    let function = if scalar.is_float() {
        float(condition, scalar, flush)
    } else {
        integer(condition, scalar)
    };
    Ok((function.ok_or_else(|| modifiers.unknown())?, scalar))
}

/// `a < b` of unsigned words.
pub const BELOW: CompareFunction = comparison!(|a: u32, b| a < b);

/// `a >= b`, which `slct` asks of its selector; a NaN is not.
pub fn at_least(scalar: ScalarType) -> Option<CompareFunction> {
    if scalar.is_float() { float("ge", scalar, false) } else { integer("ge", scalar) }
}

fn integer(condition: &str, scalar: ScalarType) -> Option<CompareFunction> {
    let scalar = match (condition, scalar) {
        ("lo" | "ls" | "hi" | "hs", _) => as_unsigned(scalar),
        (_, ScalarType::B16 | ScalarType::B32 | ScalarType::B64) => as_unsigned(scalar),
        _ => scalar,
    };
    super::by_integer!(scalar, [u16, i16, u32, i32, u64, i64], T => match condition {
        "eq" => comparison!(|a: T, b| a == b),
        "ne" => comparison!(|a: T, b| a != b),
        "lt" | "lo" => comparison!(|a: T, b| a < b),
        "le" | "ls" => comparison!(|a: T, b| a <= b),
        "gt" | "hi" => comparison!(|a: T, b| a > b),
        "ge" | "hs" => comparison!(|a: T, b| a >= b),
        _ => return None,
    })
}

#[expect(clippy::neg_cmp_op_on_partial_ord, reason = "these hold for unordered operands too")]
fn float(condition: &str, scalar: ScalarType, flush: bool) -> Option<CompareFunction> {
    macro_rules! by_condition {
        ($type:ty) => {
            match condition {
                "eq" => comparison!(|a: $type, b| a == b),
                "ne" => comparison!(|a: $type, b| a != b && !a.is_nan() && !b.is_nan()),
                "lt" => comparison!(|a: $type, b| a < b),
                "le" => comparison!(|a: $type, b| a <= b),
                "gt" => comparison!(|a: $type, b| a > b),
                "ge" => comparison!(|a: $type, b| a >= b),
                "equ" => comparison!(|a: $type, b| a == b || a.is_nan() || b.is_nan()),
                "neu" => comparison!(|a: $type, b| a != b),
                "ltu" => comparison!(|a: $type, b| !(a >= b)),
                "leu" => comparison!(|a: $type, b| !(a > b)),
                "gtu" => comparison!(|a: $type, b| !(a <= b)),
                "geu" => comparison!(|a: $type, b| !(a < b)),
                "num" => comparison!(|a: $type, b| !a.is_nan() && !b.is_nan()),
                "nan" => comparison!(|a: $type, b| a.is_nan() || b.is_nan()),
                _ => return None,
            }
        };
    }
    Some(match (scalar, flush) {
        (ScalarType::F16, _) => by_condition!(Half),
        (ScalarType::F32, false) => by_condition!(Single<false, false>),
        (ScalarType::F32, true) => by_condition!(Single<true, false>),
        (ScalarType::F64, false) => by_condition!(f64),
        _ => return None,
    })
}

/// `testp`: the kind of number that an operand is.
pub fn select_test(
    modifiers: &mut Modifiers<'_>,
) -> Result<(CompareFunction, ScalarType), PtxError> {
    let property = modifiers
        .take_one_of(&["finite", "infinite", "number", "notanumber", "normal", "subnormal"])
        .ok_or_else(|| modifiers.unknown())?;
    let scalar = modifiers.scalar()?;
    macro_rules! by_property {
        ($type:ty) => {
            match property {
                "finite" => comparison!(|a: $type, _b| a.is_finite()),
                "infinite" => comparison!(|a: $type, _b| a.is_infinite()),
                "number" => comparison!(|a: $type, _b| !a.is_nan()),
                "notanumber" => comparison!(|a: $type, _b| a.is_nan()),
                "normal" => comparison!(|a: $type, _b| a.is_normal()),
                _ => comparison!(|a: $type, _b| a.is_subnormal()),
            }
        };
    }
    let function = match scalar {
        ScalarType::F32 => by_property!(Single<false, false>),
        ScalarType::F64 => by_property!(f64),
        _ => return Err(modifiers.unknown()),
    };
    Ok((function, scalar))
}
