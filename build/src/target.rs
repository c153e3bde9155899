//! The GPUs that kernels are compiled for.

use std::fmt;
use std::str::FromStr;

/// A kind of GPU by its compute capability: `75`, `80`, `90a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Target {
    pub number: u32,
    /// `a`: with instructions that no other kind of GPU has; `f`: that only its family has.
    pub variant: Option<char>,
}

/// The target of kernels unless `ACCEL_CUDA_ARCH` names another one: the oldest that current toolkits know.
pub const DEFAULT: Target = Target { number: 75, variant: None };

/// The oldest that is allowed: kernels rely on threads of a warp that are scheduled independently.
pub const OLDEST: Target = Target { number: 70, variant: None };

impl Target {
    /// `sm_75`, the name of machine code and of `.target` in PTX.
    pub fn sm(self) -> String {
        format!("sm_{self}")
    }

    /// `compute_75`, the name of a kind of PTX.
    pub fn compute(self) -> String {
        format!("compute_{self}")
    }

    /// The same without the instructions that later GPUs lack.
    pub fn plain(self) -> Target {
        Target { variant: None, ..self }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.number, self.variant.map(String::from).unwrap_or_default())
    }
}

impl FromStr for Target {
    type Err = ();

    fn from_str(text: &str) -> Result<Target, ()> {
        let variant = text.chars().last().filter(|last| matches!(last, 'a' | 'f'));
        let digits = text.strip_suffix(['a', 'f']).unwrap_or(text);
        let is_number = digits.len() <= 4 && digits.chars().all(|digit| digit.is_ascii_digit());
        let number = if is_number { digits.parse().map_err(|_| ())? } else { return Err(()) };
        let target = Target { number, variant };
        if target >= OLDEST { Ok(target) } else { Err(()) }
    }
}
