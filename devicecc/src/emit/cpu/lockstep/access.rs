//! Accesses to memory in which lanes of a warp can meet.

use std::collections::HashSet;
use std::rc::Rc;

use inkwell::module::Module;

use super::conflict::Spot;
use super::guard::Guard;
use super::index::Reader;
use super::sum::Atom;
use crate::emit::cpu::context::ThreadContext;
use crate::emit::cpu::memory;
use crate::emit::ir::{self, Opcode, Value};

/// Values that are looked at to find what an address points into.
const LOOKED_AT_MAX: usize = 256;

/// The memory that an address points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space<'m> {
    /// This shared variable.
    Shared(Value<'m>),
    /// Perhaps shared memory.
    Unknown,
    /// Memory of the device, from this address on, if it is one.
    Device(Option<Value<'m>>),
}

/// One access, or a call that makes some.
pub(super) struct Access<'m> {
    pub(super) space: Space<'m>,
    pub(super) reads: bool,
    pub(super) writes: bool,
    pub(super) atomic: bool,
    pub(super) volatile: bool,
    /// Where it goes depends on what was read, or is not known.
    pub(super) scattered: bool,
    pub(super) spot: Spot,
}

/// Which memory a kernel's addresses point into.
pub(super) struct Spaces<'m> {
    /// The array of the kernel's parameters.
    parameters: Value<'m>,
    /// The dynamic array goes by several names.
    dynamic: Option<Value<'m>>,
    /// Could an address of shared memory be read from memory, or be passed to a function?
    escapes: bool,
}

/// An instruction's address, and what it does there.
struct Touch<'m> {
    address: Value<'m>,
    bytes: i64,
    reads: bool,
    writes: bool,
}

impl<'m> Spaces<'m> {
    pub(super) fn new(module: &'m Module<'_>, thread: &ThreadContext<'m>) -> Spaces<'m> {
        let shared: Vec<Value<'m>> = ir::globals(module)
            .into_iter()
            .filter(|global| memory::is_shared(*global))
            .collect();
        Spaces {
            parameters: thread.parameters(),
            dynamic: shared
                .iter()
                .copied()
                .find(|global| memory::is_dynamic(*global)),
            escapes: shared.iter().any(|global| escapes(*global)),
        }
    }

    /// The memory that an address points into; nothing for the thread's own.
    fn space(&self, address: Value<'m>) -> Option<Space<'m>> {
        let mut seen = HashSet::new();
        let mut todo = vec![address];
        let mut found: Option<Space<'m>> = None;
        while let Some(value) = todo.pop() {
            if !seen.insert(value) {
                continue;
            }
            if seen.len() > LOOKED_AT_MAX {
                return Some(Space::Unknown);
            }
            let Some(one) = self.origin(value, &mut todo) else {
                continue;
            };
            found = Some(match found {
                None => one,
                Some(other) if other == one => one,
                Some(Space::Device(_)) if matches!(one, Space::Device(_)) => Space::Device(None),
                Some(_) => Space::Unknown,
            });
        }
        found
    }

    /// Where an address comes from; nothing for the thread's own memory, and if that depends on others, which are added.
    fn origin(&self, value: Value<'m>, todo: &mut Vec<Value<'m>>) -> Option<Space<'m>> {
        let is_code = value.is_instruction() || value.is_constant_expression();
        if !is_code {
            return Some(if memory::is_dynamic(value) {
                Space::Shared(self.dynamic.unwrap_or(value))
            } else if memory::is_shared(value) {
                Space::Shared(value)
            } else if value.is_argument() && self.escapes {
                Space::Unknown
            } else {
                Space::Device(Some(value))
            });
        }
        match value.opcode() {
            Opcode::LLVMAlloca => None,
            Opcode::LLVMGetElementPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast
            | Opcode::LLVMFreeze => {
                todo.extend(value.operands().next());
                None
            }
            Opcode::LLVMSelect => {
                todo.extend(value.operands().skip(1));
                None
            }
            Opcode::LLVMPHI => {
                todo.extend(value.incoming().into_iter().map(|(value, _)| value));
                None
            }
            _ if self.escapes && !self.is_parameter(value) => Some(Space::Unknown),
            _ => Some(Space::Device(Some(value))),
        }
    }

    /// Does the instruction access what may be shared memory?
    pub(super) fn may_be_shared(&self, instruction: Value<'m>, module: &Module<'_>) -> bool {
        touches(instruction, module).iter().any(|touch| {
            let space = self.space(touch.address);
            matches!(space, Some(Space::Shared(_) | Space::Unknown))
        })
    }

    /// Is it a parameter of the kernel, or a part of one?
    fn is_parameter(&self, value: Value<'m>) -> bool {
        let loaded_from = |value: Value<'m>| {
            let is_load = value.is_instruction() && value.opcode() == Opcode::LLVMLoad;
            is_load.then(|| value.operands().next().map(base)).flatten()
        };
        loaded_from(value).and_then(loaded_from) == Some(self.parameters)
    }

    /// Reads the accesses that an instruction makes, but those of the thread's own memory.
    pub(super) fn accesses(
        &self,
        instruction: Value<'m>,
        block: usize,
        guard: &Rc<Guard>,
        module: &Module<'_>,
        reader: &mut Reader<'_, 'm, '_>,
    ) -> Vec<Access<'m>> {
        let mut found = Vec::new();
        for touch in touches(instruction, module) {
            let Some(space) = self.space(touch.address) else {
                continue;
            };
            let sum = reader.sum(touch.address);
            let varying: Vec<Atom> = sum
                .atoms()
                .filter(|atom| reader.is_varying(*atom, block))
                .collect();
            found.push(Access {
                space,
                reads: touch.reads,
                writes: touch.writes,
                atomic: instruction.is_atomic(),
                volatile: instruction.is_volatile(),
                scattered: varying.iter().any(|atom| reader.is_data(*atom)),
                spot: Spot {
                    sum: Some(sum),
                    varies: !varying.is_empty(),
                    bytes: touch.bytes,
                    guard: Rc::clone(guard),
                },
            });
        }
        found
    }
}

impl<'m> Access<'m> {
    /// What a call of a function that accesses memory may do.
    pub(super) fn anything(guard: &Rc<Guard>) -> Access<'m> {
        Access {
            space: Space::Unknown,
            reads: true,
            writes: true,
            atomic: false,
            volatile: false,
            scattered: true,
            spot: Spot {
                sum: None,
                varies: true,
                bytes: i64::MAX,
                guard: Rc::clone(guard),
            },
        }
    }
}

/// The addresses that an instruction reads or writes at.
fn touches<'m>(instruction: Value<'m>, module: &Module<'_>) -> Vec<Touch<'m>> {
    let operands: Vec<Value<'m>> = instruction.operands().collect();
    let touch = |address: usize, bytes: u64, reads: bool, writes: bool| Touch {
        address: operands[address],
        bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
        reads,
        writes,
    };
    match instruction.opcode() {
        Opcode::LLVMLoad => vec![touch(0, instruction.ty().bytes(module), true, false)],
        Opcode::LLVMStore => vec![touch(1, operands[0].ty().bytes(module), false, true)],
        Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => {
            vec![touch(0, operands[1].ty().bytes(module), true, true)]
        }
        Opcode::LLVMCall => {
            let Some(function) = instruction.called_function() else {
                return Vec::new();
            };
            let bytes = || {
                let bytes = operands[2].unsigned();
                bytes.unwrap_or(1 << 32)
            };
            let name = function.name();
            if name.starts_with(b"llvm.memcpy") || name.starts_with(b"llvm.memmove") {
                vec![
                    touch(1, bytes(), true, false),
                    touch(0, bytes(), false, true),
                ]
            } else if name.starts_with(b"llvm.memset") {
                vec![touch(0, bytes(), false, true)]
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
}

/// The pointer that an address is computed from.
fn base(mut address: Value<'_>) -> Value<'_> {
    while address.is_instruction() && address.opcode() == Opcode::LLVMGetElementPtr {
        match address.operands().next() {
            Some(from) => address = from,
            None => break,
        }
    }
    address
}

/// Could the address of the variable be found elsewhere than in what is computed from its name?
fn escapes(variable: Value<'_>) -> bool {
    let mut seen = HashSet::new();
    let mut todo = vec![variable];
    while let Some(address) = todo.pop() {
        if !seen.insert(address) {
            continue;
        }
        for user in address.users() {
            if user.is_constant_expression() {
                todo.push(user);
                continue;
            }
            if !user.is_instruction() {
                return true;
            }
            use Opcode::*;
            match user.opcode() {
                LLVMGetElementPtr | LLVMBitCast | LLVMPHI | LLVMSelect | LLVMFreeze => {
                    todo.push(user);
                }
                LLVMLoad | LLVMICmp => {}
                LLVMStore if user.operands().next() != Some(address) => {}
                LLVMAtomicRMW | LLVMAtomicCmpXchg
                    if user.operands().skip(1).all(|operand| operand != address) => {}
                LLVMCall if user.called_function().is_some_and(Value::is_declaration) => {}
                _ => return true,
            }
        }
    }
    false
}

/// Can the instruction access memory other than by a call of the user's functions?
pub(super) fn may_touch(instruction: Value<'_>) -> bool {
    use Opcode::*;
    matches!(
        instruction.opcode(),
        LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMCall
    )
}
