//! The code that a kernel is translated to: a flat list of instructions with numbered registers.

use crate::alu::{AluFunction, CarryFunction, CompareFunction, Lanes, ReadModifyWrite, WARP_SIZE};
use crate::ptx::StateSpace;

/// A register, which has a slot per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(pub u32);

/// A register whose lanes are single bits. Number 0 is never written and always false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredicateRegister(pub u32);

/// An operand that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register.
    Register(Register),
    /// An entry of [`Kernel::constants`].
    Constant(u32),
}

impl Source {
    /// The register, if it is one.
    pub fn register(self) -> Option<Register> {
        match self {
            Self::Register(register) => Some(register),
            Self::Constant(_) => None,
        }
    }
}

/// A predicate register or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The register.
    pub register: PredicateRegister,
    /// True if its opposite is meant.
    pub negated: bool,
}

impl Predicate {
    /// The predicate that always, or never, holds.
    pub const fn constant(holds: bool) -> Self {
        Self { register: PredicateRegister(0), negated: holds }
    }

    /// Returns the opposite of the predicate.
    pub fn not(self) -> Self {
        Self { negated: !self.negated, ..self }
    }
}

/// The logic that combines two predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    And,
    Or,
    Xor,
}

/// A number that the machine knows about a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialRegister {
    ThreadIndex(usize),
    BlockSize(usize),
    BlockIndex(usize),
    GridSize(usize),
    Lane,
    Warp,
    WarpsPerBlock,
    Multiprocessor,
    Multiprocessors,
    GridIdentity,
    LanesEqual,
    LanesLessEqual,
    LanesLess,
    LanesGreaterEqual,
    LanesGreater,
    Clock,
    ClockHigh,
    GlobalTimer,
    GlobalTimerHigh,
    DynamicSharedSize,
    TotalSharedSize,
    Environment,
}

/// The order of an access among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// A plain access, which must not race.
    Weak,
    /// `.volatile` and `.relaxed`: may race.
    Relaxed,
    /// `.acquire`, `.release` and `.acq_rel`: may race, and orders other accesses as a fence does.
    Fenced,
}

/// The address of an access.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// The state space.
    pub space: StateSpace,
    /// The register or constant part.
    pub base: Source,
    /// Bytes to add.
    pub offset: i64,
}

/// A load.
#[derive(Clone, Debug)]
pub struct Load {
    /// The address that is read.
    pub address: Address,
    /// Bytes of an element.
    pub size: u32,
    /// One register per element; none for an element that is dropped.
    pub destinations: Vec<Option<Register>>,
    /// Sign-extends an element to the register.
    pub extension: Option<AluFunction>,
    /// Cuts an extended element to the register.
    pub truncation: Option<AluFunction>,
    /// True if the elements are only stored afterwards.
    pub is_copy: bool,
    /// Its order.
    pub ordering: Ordering,
}

/// A store.
#[derive(Clone, Debug)]
pub struct Store {
    /// The address that is written.
    pub address: Address,
    /// Bytes of an element.
    pub size: u32,
    /// The elements.
    pub sources: Vec<Source>,
    /// Its order.
    pub ordering: Ordering,
}

/// `atom` and `red`.
#[derive(Clone, Debug)]
pub struct Atomic {
    /// The address of the word.
    pub address: Address,
    /// Bytes of the value.
    pub size: u32,
    /// The operation.
    pub function: ReadModifyWrite,
    /// The register of the old value; none for `red`.
    pub destination: Option<Register>,
    /// The operands of the operation; the second counts for `cas` only.
    pub sources: [Source; 2],
    /// Its order.
    pub ordering: Ordering,
}

/// The ways in which a shuffle finds the lane that it reads from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShuffleMode {
    Up,
    Down,
    Butterfly,
    Index,
}

/// The kinds of votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoteMode {
    All,
    Any,
    Uniform,
    Ballot,
}

/// The register of the result of a collective.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// To a register.
    Register(Register),
    /// To a predicate register.
    Predicate(PredicateRegister),
}

/// An operation that lanes of a warp compute together once all lanes of `members` are there.
#[derive(Clone, Debug)]
pub struct Collective {
    /// The lanes that take part, by lane.
    pub members: Source,
    /// The operation.
    pub kind: CollectiveKind,
}

/// The computations of [`Collective`].
#[derive(Clone, Debug)]
pub enum CollectiveKind {
    /// `bar.warp.sync`.
    Barrier,
    /// `shfl.sync`.
    Shuffle {
        /// The way in which the lane is found.
        mode: ShuffleMode,
        /// The result.
        destination: Option<Register>,
        /// The predicate that says if the lane read from was in range.
        in_range: Option<PredicateRegister>,
        /// The value, the lane or distance, and the clamp with the segment mask.
        sources: [Source; 3],
    },
    /// `vote.sync`.
    Vote {
        /// The kind of the vote.
        mode: VoteMode,
        /// The answer.
        destination: Place,
        /// The predicate that is voted on.
        predicate: Predicate,
    },
    /// `match.sync`.
    Match {
        /// True if all lanes must agree.
        all: bool,
        /// The lanes with the same value.
        destination: Option<Register>,
        /// For `all`: whether they agree.
        agreed: Option<PredicateRegister>,
        /// The value.
        source: Source,
    },
    /// `redux.sync`.
    Reduce {
        /// The operation.
        function: ReadModifyWrite,
        /// The result.
        destination: Register,
        /// The value.
        source: Source,
    },
}

/// A reduction that a barrier of the block computes besides.
#[derive(Clone, Copy, Debug)]
pub enum BarrierReduction {
    /// The number of threads that have the predicate.
    Count(Register, Predicate),
    /// True if all threads have it.
    And(PredicateRegister, Predicate),
    /// True if any thread has it.
    Or(PredicateRegister, Predicate),
}

/// `bar` and `barrier`.
#[derive(Clone, Copy, Debug)]
pub struct Barrier {
    /// Its number.
    pub index: Source,
    /// The number of threads it waits for; all of the block if absent.
    pub threads: Option<Source>,
    /// True if the thread waits, false if it only says that it was there.
    pub waits: bool,
    /// True if all threads of a warp must come together.
    pub aligned: bool,
    /// The reduction that it computes.
    pub reduction: Option<BarrierReduction>,
}

/// An operation.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A lane-wise computation.
    Alu {
        /// The computation.
        function: AluFunction,
        /// The register of the result.
        destination: Register,
        /// The operands; a constant zero for those it does not have.
        sources: [Source; 4],
    },
    /// A computation with the warp's carry bits.
    Carry {
        /// The computation.
        function: CarryFunction,
        /// The register of the result.
        destination: Register,
        /// The operands.
        sources: [Source; 4],
        /// True if the instruction reads the carry.
        reads: bool,
        /// True if the instruction writes the carry.
        writes: bool,
    },
    /// `setp`.
    Compare {
        /// The comparison.
        function: CompareFunction,
        /// The register of the result.
        destination: Option<PredicateRegister>,
        /// The register of the opposite.
        opposite: Option<PredicateRegister>,
        /// The operands.
        sources: [Source; 2],
        /// The operation and the predicate that the result, and the opposite, are combined with.
        combine: Option<(Logic, Predicate)>,
    },
    /// Logic on predicates.
    PredicateLogic {
        /// The operation.
        logic: Logic,
        /// The register of the result.
        destination: PredicateRegister,
        /// The operands.
        sources: [Predicate; 2],
    },
    /// `selp`.
    Select {
        /// The register of the result.
        destination: Register,
        /// The value where the predicate holds, and the other.
        sources: [Source; 2],
        /// The predicate.
        predicate: Predicate,
    },
    /// Reads a special register.
    Special {
        /// The register of the value.
        destination: Register,
        /// The special register.
        register: SpecialRegister,
    },
    /// `activemask`.
    ActiveMask {
        /// The register of the mask.
        destination: Register,
    },
    /// A load.
    Load(Box<Load>),
    /// A store.
    Store(Box<Store>),
    /// An atomic operation.
    Atomic(Box<Atomic>),
    /// `isspacep`.
    IsInSpace {
        /// The answer.
        destination: PredicateRegister,
        /// The generic address.
        address: Source,
        /// The state space.
        space: StateSpace,
    },
    /// `membar` and `fence`.
    Fence,
    /// A barrier of the block.
    Barrier(Barrier),
    /// A computation of several lanes of the warp.
    Collective(Box<Collective>),
    /// Gives other warps a turn.
    Yield,
    /// Goes elsewhere.
    Jump(u32),
    /// Goes elsewhere in the lanes that the predicate holds in.
    Branch {
        /// The condition.
        predicate: Predicate,
        /// The instruction to go on with.
        target: u32,
    },
    /// Goes to one of several places.
    Switch {
        /// The number of the place.
        index: Source,
        /// The places.
        targets: Vec<u32>,
    },
    /// Ends the thread.
    Exit,
    /// Ends the launch with an error.
    Trap,
    /// Ends the launch because a condition does not hold: message, file, line, function.
    AssertionFailure([Source; 4]),
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The lanes that do it.
    pub guard: Option<Predicate>,
    /// The operation of the lanes.
    pub operation: Operation,
    /// The line in the PTX.
    pub line: u32,
}

/// A parameter of a kernel in its parameter buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterSlot {
    /// Bytes from the beginning.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
}

/// A translated kernel.
#[derive(Debug)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The instructions.
    pub instructions: Vec<Instruction>,
    /// Constants among the operands, in all lanes.
    pub constants: Vec<Lanes>,
    /// The number of registers of a warp.
    pub registers: u32,
    /// The number of predicate registers of a warp.
    pub predicates: u32,
    /// The parameters.
    pub parameters: Vec<ParameterSlot>,
    /// Bytes of shared memory of fixed size; dynamic shared memory follows.
    pub shared_size: u32,
    /// The place in shared memory at which the dynamic part begins, which its alignment may move.
    pub dynamic_shared_offset: u32,
    /// Bytes of local memory of a thread.
    pub local_size: u32,
    /// The most threads of a block, from `.maxntid` or `.reqntid`.
    pub maximum_threads: Option<u32>,
    /// The exact block that `.reqntid` asks for.
    pub required_threads: Option<[u32; 3]>,
    /// Bytes of constant memory of the module.
    pub constant_size: u32,
}

impl Kernel {
    /// Bytes of the parameter buffer.
    pub fn parameter_size(&self) -> u32 {
        self.parameters.iter().map(|slot| slot.offset + slot.size).max().unwrap_or(0)
    }
}

/// The same value in all lanes.
pub fn uniform(value: u64) -> Lanes {
    [value; WARP_SIZE]
}
