//! Lowers the `.version` and `.target` of PTX to those that its instructions need.
//!
//! Compilers write the newest version that they know into the header, and a driver refuses a version that is
//! newer than itself, although it may know every instruction of the file. Here each statement is looked up in
//! a table of the version that brought it. A file with anything that the table does not have keeps its
//! header.

mod statements;
mod table;

use std::fmt;

use crate::target::{OLDEST, Target};
use statements::{Statement, statements};
use table::{Need, directive, instruction, special_register, version_of_target};

/// A version of PTX: 6.4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Version(pub u32, pub u32);

impl Version {
    /// Without the point, as clang writes it: 64.
    pub fn number(self) -> u32 {
        10 * self.0 + self.1
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// No header is lowered below this version: drivers that are older know no GPU that kernels are
/// compiled for.
const LOWEST: Version = Version(6, 4);

/// The version that PTX for these GPUs has at least. GPUs that are not in the table came with
/// versions that are not in it either.
pub fn version_for(target: Target) -> Version {
    version_of_target(target).unwrap_or(table::NEWEST).max(LOWEST)
}

/// Gives a file the lowest `.version` and `.target` that its statements need. A file with something
/// that the table does not have gets a last line that says so.
///
/// # Errors
/// If the text has no header.
pub fn lower(text: &str) -> Result<String, String> {
    let text = &without_hints(text);
    let header = Header::find(text).ok_or("the file has no `.version` and `.target` of PTX")?;
    let need = match needs(text) {
        Ok(need) => need,
        Err(unknown) => {
            let text = text.trim_end();
            return Ok(format!(
                "{text}\n// `{unknown}` keeps the header as the compiler wrote it.\n"
            ));
        }
    };
    let target = need.target.min(header.target);
    let version = match version_of_target(target) {
        Some(least) => need.version.max(least).min(header.version),
        None => header.version,
    };
    let lines = text.split_inclusive('\n').enumerate().map(|(number, line)| {
        if number == header.version_line {
            line.replacen(&header.version.to_string(), &version.to_string(), 1)
        } else if number == header.target_line {
            line.replacen(&header.target.sm(), &target.sm(), 1)
        } else {
            line.to_owned()
        }
    });
    Ok(lines.collect())
}

/// The file without the hints that are younger than its instructions: which bytes of a load are used. These
/// hints have no meaning.
fn without_hints(text: &str) -> String {
    let is_hint = |line: &&str| line.trim_start().starts_with(".pragma \"used_bytes_mask ");
    text.split_inclusive('\n').filter(|line| !is_hint(line)).collect()
}

/// The version and the target that the header names, and their lines.
struct Header {
    version: Version,
    version_line: usize,
    target: Target,
    target_line: usize,
}

impl Header {
    fn find(text: &str) -> Option<Header> {
        let (version_line, version) = line_after(text, ".version")?;
        let (target_line, target) = line_after(text, ".target")?;
        let (major, minor) = version.split_whitespace().next()?.split_once('.')?;
        let target = target.split([',', ' ', '\t']).next()?.strip_prefix("sm_")?;
        let (digits, variant) = match target.strip_suffix(['a', 'f']) {
            Some(digits) => (digits, target.chars().last()),
            None => (target, None),
        };
        Some(Header {
            version: Version(major.parse().ok()?, minor.parse().ok()?),
            version_line,
            target: Target { number: digits.parse().ok()?, variant },
            target_line,
        })
    }
}

fn line_after<'a>(text: &'a str, word: &str) -> Option<(usize, &'a str)> {
    let mut lines = text.lines().enumerate();
    lines.find_map(|(number, line)| Some((number, line.trim().strip_prefix(word)?.trim())))
}

/// Returns the need of all statements together, or the statement that the table does not have.
fn needs(text: &str) -> Result<Need, String> {
    let mut need = Need { version: LOWEST, target: OLDEST };
    let mut declared: Vec<&str> = Vec::new();
    for statement in statements(text) {
        match &statement {
            Statement::Instruction { opcode, operands } => {
                let own = instruction(opcode, operands).ok_or_else(|| (*opcode).to_owned())?;
                need = need.and(own);
                for name in operands.iter().filter(|name| name.starts_with('%')) {
                    if !is_declared(name, &declared) {
                        let known = special_register(name);
                        need = need.and(known.ok_or_else(|| (*name).to_owned())?);
                    }
                }
            }
            Statement::Directive { words } => {
                for (place, word) in words.iter().enumerate() {
                    let own = directive(word, words.get(place + 1).copied());
                    need = need.and(own.ok_or_else(|| (*word).to_owned())?);
                }
                if words.contains(&".reg") || words.contains(&".func") {
                    declared.extend(words.iter().filter(|word| word.starts_with('%')));
                }
            }
        }
    }
    Ok(need)
}

/// Returns true if a name is a register of the program: `%r12` where `%r<20>` is declared, or `%x` itself.
fn is_declared(name: &str, declared: &[&str]) -> bool {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit());
    declared.iter().any(|own| *own == stem || *own == name)
}
