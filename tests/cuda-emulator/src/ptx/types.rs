//! The fundamental types and state spaces of PTX.

/// A fundamental type: of the values that a register holds or an instruction computes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarType {
    B8,
    B16,
    B32,
    B64,
    B128,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    F32,
    F64,
    Pred,
}

const NAMES: [(&str, ScalarType, u32); 18] = [
    ("b8", ScalarType::B8, 1),
    ("b16", ScalarType::B16, 2),
    ("b32", ScalarType::B32, 4),
    ("b64", ScalarType::B64, 8),
    ("b128", ScalarType::B128, 16),
    ("u8", ScalarType::U8, 1),
    ("u16", ScalarType::U16, 2),
    ("u32", ScalarType::U32, 4),
    ("u64", ScalarType::U64, 8),
    ("s8", ScalarType::S8, 1),
    ("s16", ScalarType::S16, 2),
    ("s32", ScalarType::S32, 4),
    ("s64", ScalarType::S64, 8),
    ("f16", ScalarType::F16, 2),
    ("f16x2", ScalarType::F16x2, 4),
    ("f32", ScalarType::F32, 4),
    ("f64", ScalarType::F64, 8),
    ("pred", ScalarType::Pred, 1),
];

impl ScalarType {
    /// The type of this name (without the dot).
    pub fn parse(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, ..)| *known == name).map(|&(_, scalar, _)| scalar)
    }

    /// Its size in bytes.
    pub fn size(self) -> u32 {
        NAMES[self as usize].2
    }

    /// Returns true if it is one of `s8` to `s64`.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::S8 | Self::S16 | Self::S32 | Self::S64)
    }

    /// Returns true if it is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F16x2 | Self::F32 | Self::F64)
    }
}

/// A state space: which memory an address is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateSpace {
    Generic,
    Global,
    Const,
    Shared,
    Local,
    Param,
}

impl StateSpace {
    /// The state space of this name (without the dot, with or without a `::` suffix).
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name.split("::").next()? {
            "global" => Self::Global,
            "const" => Self::Const,
            "shared" => Self::Shared,
            "local" => Self::Local,
            "param" => Self::Param,
            _ => return None,
        })
    }
}
