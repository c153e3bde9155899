//! The words of an instruction after its opcode, taken one by one; a word that is left over is an error.

use crate::alu::Rounding;
use crate::ptx::syntax::Instruction;
use crate::ptx::{PtxError, ScalarType};

/// The modifiers of an instruction that nobody has taken yet.
pub struct Modifiers<'a> {
    instruction: &'a Instruction,
    remaining: Vec<&'a str>,
}

impl<'a> Modifiers<'a> {
    /// All modifiers of an instruction.
    pub fn new(instruction: &'a Instruction) -> Self {
        Self { instruction, remaining: instruction.modifiers.iter().map(String::as_str).collect() }
    }

    /// The opcode.
    pub fn opcode(&self) -> &'a str {
        &self.instruction.opcode
    }

    /// Returns true if the modifier stands there.
    pub fn has(&self, name: &str) -> bool {
        self.remaining.contains(&name)
    }

    /// Takes a modifier; says whether it stood there.
    pub fn take(&mut self, name: &str) -> bool {
        self.take_one_of(&[name]).is_some()
    }

    /// Takes the first modifier that is one of these.
    pub fn take_one_of(&mut self, names: &[&str]) -> Option<&'a str> {
        self.take_where(|word| names.contains(&word))
    }

    /// Takes the first modifier that satisfies a condition.
    pub fn take_where(&mut self, condition: impl Fn(&str) -> bool) -> Option<&'a str> {
        let at = self.remaining.iter().position(|word| condition(word))?;
        Some(self.remaining.remove(at))
    }

    /// Takes the next type.
    pub fn scalar(&mut self) -> Result<ScalarType, PtxError> {
        self.take_where(|word| ScalarType::parse(word).is_some())
            .and_then(ScalarType::parse)
            .ok_or_else(|| self.unknown())
    }

    /// The last type, which stays.
    pub fn last_scalar(&self) -> Option<ScalarType> {
        self.remaining.iter().rev().find_map(|word| ScalarType::parse(word))
    }

    /// Takes a rounding mode.
    pub fn rounding(&mut self) -> Option<Rounding> {
        Some(match self.take_one_of(&["rn", "rz", "rm", "rp"])? {
            "rn" => Rounding::Nearest,
            "rz" => Rounding::Zero,
            "rm" => Rounding::Down,
            _ => Rounding::Up,
        })
    }

    /// An error if a modifier is left.
    pub fn finish(&self) -> Result<(), PtxError> {
        match self.remaining.first() {
            None => Ok(()),
            Some(word) => {
                let name = self.full_name();
                Err(self.error(format!("the modifier `.{word}` of `{name}` is not known")))
            }
        }
    }

    /// The error for an instruction as a whole.
    pub fn unknown(&self) -> PtxError {
        self.error(format!("the instruction `{}` is not known", self.full_name()))
    }

    /// An error at the instruction.
    pub fn error(&self, message: impl Into<String>) -> PtxError {
        PtxError::new(self.instruction.line, message)
    }

    fn full_name(&self) -> String {
        let mut name = self.instruction.opcode.clone();
        for modifier in &self.instruction.modifiers {
            name.push('.');
            name.push_str(modifier);
        }
        name
    }
}
