//! The state of a kernel's translation: blocks so far, registers, constants, memory layout.

use super::bytecode::{
    Instruction, Kernel, Operation, ParameterSlot, Predicate, PredicateRegister, Register, Source,
    uniform,
};
use super::graph::{Block, BlockId, Terminator};
use super::scope::Entity;
use super::{copies, linear, order, registers};
use crate::ptx::syntax::{Function, Module, ParameterPlace, Variable};
use crate::ptx::{PtxError, StateSpace};
use std::collections::HashMap;

/// The most local memory that a thread can have.
const LOCAL_LIMIT: u32 = 512 << 10;

/// A kernel that is being translated.
pub(super) struct Builder<'a> {
    pub module: &'a Module,
    pub addresses: &'a HashMap<String, u64>,
    /// The functions that are being expanded, outermost first.
    pub expanding: Vec<String>,
    blocks: Vec<Block>,
    current: BlockId,
    constants: Vec<u64>,
    constant_of: HashMap<u64, u32>,
    dynamic_shared: Option<u32>,
    dynamic_alignment: u32,
    registers: u32,
    predicates: u32,
    shared: HashMap<String, u32>,
    shared_size: u32,
    local_size: u32,
    guard: Option<Predicate>,
    line: u32,
}

impl<'a> Builder<'a> {
    pub fn new(module: &'a Module, addresses: &'a HashMap<String, u64>) -> Self {
        let mut builder = Self {
            module,
            addresses,
            expanding: Vec::new(),
            blocks: Vec::new(),
            current: BlockId(0),
            constants: Vec::new(),
            constant_of: HashMap::new(),
            dynamic_shared: None,
            dynamic_alignment: 1,
            registers: 0,
            predicates: 1,
            shared: HashMap::new(),
            shared_size: 0,
            local_size: 0,
            guard: None,
            line: 0,
        };
        builder.current = builder.new_block();
        builder
    }

    /// The lines and the guard of the instructions that follow.
    pub fn at(&mut self, line: u32, guard: Option<Predicate>) {
        self.line = line;
        self.guard = guard;
    }

    pub fn guard(&self) -> Option<Predicate> {
        self.guard
    }

    pub fn error(&self, message: impl Into<String>) -> PtxError {
        PtxError::new(self.line, message)
    }

    pub fn emit(&mut self, operation: Operation) {
        let instruction = Instruction { guard: self.guard, operation, line: self.line };
        self.blocks[self.current.0].instructions.push(instruction);
    }

    /// Emits an operation for the lanes of a predicate instead of those of the guard.
    pub fn emit_guarded(&mut self, guard: Predicate, operation: Operation) {
        let instruction = Instruction { guard: Some(guard), operation, line: self.line };
        self.blocks[self.current.0].instructions.push(instruction);
    }

    pub fn new_block(&mut self) -> BlockId {
        let terminator = Terminator::Exit;
        self.blocks.push(Block { instructions: Vec::new(), terminator, line: self.line });
        BlockId(self.blocks.len() - 1)
    }

    /// Ends the current block; the instructions that follow belong to the next.
    pub fn end_block(&mut self, terminator: Terminator, next: BlockId) {
        let block = &mut self.blocks[self.current.0];
        block.terminator = terminator;
        block.line = self.line;
        self.current = next;
    }

    pub fn register(&mut self) -> Register {
        self.registers += 1;
        Register(self.registers - 1)
    }

    pub fn predicate(&mut self) -> PredicateRegister {
        self.predicates += 1;
        PredicateRegister(self.predicates - 1)
    }

    pub fn constant(&mut self, value: u64) -> Source {
        let constants = &mut self.constants;
        Source::Constant(*self.constant_of.entry(value).or_insert_with(|| {
            constants.push(value);
            constants.len() as u32 - 1
        }))
    }

    /// The address of the dynamic shared memory, which is filled in at the end.
    pub fn dynamic_shared(&mut self) -> Source {
        let constants = &mut self.constants;
        Source::Constant(*self.dynamic_shared.get_or_insert_with(|| {
            constants.push(0);
            constants.len() as u32 - 1
        }))
    }

    pub fn align_dynamic_shared(&mut self, alignment: u32) {
        self.dynamic_alignment = self.dynamic_alignment.max(alignment);
    }

    pub fn allocate_local(&mut self, size: u32, alignment: u32) -> Result<u64, PtxError> {
        let offset = self.local_size.next_multiple_of(alignment.max(1));
        self.local_size = offset.saturating_add(size);
        if self.local_size > LOCAL_LIMIT {
            return Err(self.error("a thread needs more local memory than there is"));
        }
        Ok(u64::from(offset))
    }

    /// The address of a shared variable; the same key gives the same variable.
    pub fn allocate_shared(&mut self, key: String, variable: &Variable) -> Result<u64, PtxError> {
        if let Some(offset) = self.shared.get(&key) {
            return Ok(u64::from(*offset));
        }
        let offset = self.shared_size.next_multiple_of(variable.alignment.max(1));
        let size = u32::try_from(variable.size.unwrap_or(0)).unwrap_or(u32::MAX);
        self.shared_size = offset
            .checked_add(size)
            .ok_or_else(|| self.error("the shared variables are larger than any memory"))?;
        self.shared.insert(key, offset);
        Ok(u64::from(offset))
    }

    /// Orders the blocks, numbers the registers and lays the code out.
    pub fn finish(mut self, function: &Function) -> Result<Kernel, PtxError> {
        let dynamic_offset = self.shared_size.next_multiple_of(self.dynamic_alignment);
        if let Some(index) = self.dynamic_shared {
            self.constants[index as usize] = u64::from(dynamic_offset);
        }
        copies::mark(&mut self.blocks);
        let order = order::weak_topological(&self.blocks);
        let registers = registers::allocate(&mut self.blocks, &order);
        let mut instructions = linear::flatten(&self.blocks, &order);
        instructions.shrink_to_fit();
        Ok(Kernel {
            name: function.name.clone(),
            instructions,
            constants: self.constants.into_iter().map(uniform).collect(),
            registers,
            predicates: self.predicates,
            parameters: parameter_slots(function)?,
            shared_size: self.shared_size,
            dynamic_shared_offset: dynamic_offset,
            local_size: self.local_size.next_multiple_of(16),
            maximum_threads: function.maximum_threads,
            required_threads: function.required_threads,
            constant_size: 0,
        })
    }

    /// The module's variable of this name: its state space and address.
    pub fn module_variable(&mut self, name: &str) -> Result<Option<Entity>, PtxError> {
        if let Some(address) = self.addresses.get(name) {
            return Ok(Some(Entity::Variable(StateSpace::Global, *address)));
        }
        let module = self.module;
        let Some(variable) = module.variables.iter().find(|variable| variable.name == name) else {
            return Ok(None);
        };
        match (variable.space, variable.size) {
            (StateSpace::Shared, None) => {
                self.align_dynamic_shared(variable.alignment);
                Ok(Some(Entity::DynamicShared))
            }
            (StateSpace::Shared, Some(_)) => {
                let offset = self.allocate_shared(name.to_string(), variable)?;
                Ok(Some(Entity::Variable(StateSpace::Shared, offset)))
            }
            _ => Err(self.error(format!("the variable `{name}` is declared but not defined"))),
        }
    }
}

/// Returns the places of the parameters of a kernel in its parameter buffer.
pub(super) fn parameter_slots(function: &Function) -> Result<Vec<ParameterSlot>, PtxError> {
    let mut end = 0_u32;
    function
        .parameters
        .iter()
        .map(|parameter| match parameter.place {
            ParameterPlace::Memory { size, alignment } => {
                let offset = end.next_multiple_of(alignment.max(1));
                end = offset.saturating_add(size);
                Ok(ParameterSlot { offset, size })
            }
            ParameterPlace::Register(_) => {
                Err(PtxError::new(function.line, "a kernel takes no parameters in registers"))
            }
        })
        .collect()
}
