//! The syntax tree of a PTX module.

use super::{ScalarType, StateSpace};

/// A parsed module.
#[derive(Debug)]
pub struct Module {
    /// `.version`: major and minor.
    pub version: (u32, u32),
    /// The compute capability of `.target`: 75 for `sm_75`.
    pub target: u32,
    /// Variables of module scope.
    pub variables: Vec<Variable>,
    /// Kernels and device functions, declared or defined.
    pub functions: Vec<Function>,
}

/// A variable in one of the state spaces.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The state space.
    pub space: StateSpace,
    /// Alignment in bytes.
    pub alignment: u32,
    /// Size in bytes; `None` for `extern` arrays whose size the launch gives.
    pub size: Option<u64>,
    /// The initial bytes: empty, or shorter than the size and to be followed by zeros.
    pub initializer: Vec<InitialValue>,
    /// True if it is only declared here.
    pub is_extern: bool,
    /// The line of its declaration.
    pub line: u32,
}

/// A part of an initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum InitialValue {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The address of a variable plus an offset, in this many bytes; generic if so asked for.
    Address {
        /// The variable.
        symbol: String,
        /// Bytes after its beginning.
        offset: i64,
        /// The bytes that the address takes.
        size: u32,
        /// True if the address is a generic one.
        generic: bool,
    },
}

/// A kernel or device function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// True if it is an `.entry`.
    pub is_kernel: bool,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The results.
    pub results: Vec<Parameter>,
    /// `.maxntid` or `.reqntid`, as a product of the dimensions.
    pub maximum_threads: Option<u32>,
    /// `.reqntid`.
    pub required_threads: Option<[u32; 3]>,
    /// Absent for a declaration.
    pub body: Option<Vec<Statement>>,
    /// The line of its declaration.
    pub line: u32,
}

/// A parameter or result of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The place of the parameter: a register or memory.
    pub place: ParameterPlace,
}

/// The places of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterPlace {
    /// `.reg`, of this type.
    Register(ScalarType),
    /// `.param`, with size and alignment in bytes.
    Memory {
        /// Size in bytes.
        size: u32,
        /// Alignment in bytes.
        alignment: u32,
    },
}

/// A statement of a body.
#[derive(Debug)]
pub enum Statement {
    /// `name:`.
    Label(String),
    /// An instruction.
    Instruction(Instruction),
    /// `.reg .type name` (no count) or `.reg .type name<count>`.
    Registers {
        /// The type of each.
        scalar: ScalarType,
        /// Name, or common beginning of the names.
        name: String,
        /// The number of registers, numbered from 0; a single one if absent.
        count: Option<u32>,
    },
    /// A variable of the scope.
    Variable(Variable),
    /// Braces: a scope of its own.
    Scope(Vec<Statement>),
    /// `name: .branchtargets a, b, c;`.
    BranchTargets {
        /// The name of the table.
        name: String,
        /// The labels.
        targets: Vec<String>,
    },
}

/// An instruction as it is written.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// `@p` or `@!p`: the register's name, and whether it is negated.
    pub guard: Option<(String, bool)>,
    /// The first word before the dot.
    pub opcode: String,
    /// The words after the dots.
    pub modifiers: Vec<String>,
    /// The operands.
    pub operands: Vec<Operand>,
    /// The line.
    pub line: u32,
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A register, label, variable or function.
    Name(String),
    /// `!p`.
    Negated(String),
    /// A variable's address plus an offset, without brackets.
    NameOffset(String, i64),
    /// An integer.
    Integer(u64),
    /// A floating-point constant.
    Float(f64),
    /// A `0f` constant, whose bits count.
    SingleBits(u32),
    /// `[base + offset]`.
    Address {
        /// A register or variable; none for an absolute address.
        base: Option<String>,
        /// Bytes to add.
        offset: i64,
    },
    /// `{a, b}`.
    Vector(Vec<Operand>),
    /// `p|q`.
    Pair(String, String),
    /// `(a, b)` of a call.
    List(Vec<Operand>),
    /// `_`.
    Sink,
}
