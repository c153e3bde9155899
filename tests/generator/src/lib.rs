//! Programs for tests, with all that needs the compiler alone: random programs, mutations, the program
//! files, random inputs, and the comparison of all forms that the compiler gives a program. It knows nothing
//! of the runtime, so that a change of the compiler is tested without it.

pub mod agreement;
pub mod block;
pub mod deep_stacks;
pub mod folders;
pub mod forms;
pub mod golden;
pub mod inputs;
pub mod mutation;
pub mod random;
pub mod scopes;
pub mod settings;
pub mod texts;
pub mod values;
pub mod work;
