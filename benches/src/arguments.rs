//! The command line of `speed`.

use crate::{KERNELS, Kernel};

/// The arguments of the command line.
#[derive(Default)]
pub struct Arguments {
    /// The kernels; none means all.
    pub names: Vec<String>,
    /// Fewer repetitions, and nothing out of cache.
    pub quick: bool,
    /// The fastest repetition counts, instead of the median.
    pub fastest: bool,
    /// The file under `benches/results/` that gets the table.
    pub out: Option<String>,
}

/// The usage of the program.
pub const USAGE: &str = "usage: speed [NAME…] [--quick] [--fastest] [--out FILE]";

impl Arguments {
    /// Reads the words after the name of the program.
    ///
    /// # Errors
    /// A message that says which argument is wrong.
    pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => arguments.quick = true,
                "--fastest" => arguments.fastest = true,
                "--out" => {
                    let file = words.next().ok_or("--out needs the name of a file")?;
                    arguments.out = Some(file);
                }
                "--help" | "-h" => return Err(USAGE.to_string()),
                name if KERNELS.iter().any(|kernel| kernel.name == name) => {
                    arguments.names.push(word);
                }
                _ => {
                    let names: Vec<&str> = KERNELS.iter().map(|kernel| kernel.name).collect();
                    return Err(format!(
                        "`{word}` is neither a flag nor a kernel\n{USAGE}\nkernels: {}",
                        names.join(", ")
                    ));
                }
            }
        }
        Ok(arguments)
    }

    /// Returns true if a kernel is to be measured.
    pub fn wants(&self, kernel: &Kernel) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| name == kernel.name)
    }
}
