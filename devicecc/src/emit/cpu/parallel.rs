//! Telling the optimiser which accesses of different threads may be reordered, so that it can run threads side by side in vectors.

use super::context::ThreadContext;
use crate::emit::ir::{Opcode, Value};

/// How far an address is followed back to the object it points into.
const STEPS_MAX: u32 = 32;

/// Marks the kernel's plain accesses as unordered between threads.
///
/// All threads of a span use the same stack slots one after the other, so accesses that could be to a slot are left ordered.
pub(super) fn mark_accesses(context: &ThreadContext<'_>) {
    let Some(group) = context.access_group() else {
        return;
    };
    let instructions = context.entry().instructions();
    let has_slots = instructions
        .iter()
        .any(|instruction| instruction.opcode() == Opcode::LLVMAlloca);
    for instruction in instructions {
        let address = match instruction.opcode() {
            Opcode::LLVMLoad => instruction.operands().next(),
            Opcode::LLVMStore => instruction.operands().nth(1),
            _ => None,
        };
        let Some(address) = address else { continue };
        if instruction.is_volatile() || instruction.is_atomic() {
            continue;
        }
        if !has_slots || is_outside(context, address, STEPS_MAX) {
            instruction.set_metadata("llvm.access.group", group);
        }
    }
}

/// Does the address surely point to memory that is not a stack slot of the entry?
fn is_outside<'m>(context: &ThreadContext<'m>, address: Value<'m>, steps: u32) -> bool {
    let Some(steps) = steps.checked_sub(1) else {
        return false;
    };
    if !address.is_instruction() {
        // The block, the span, or a global.
        return address.is_argument() || address.is_constant();
    }
    if address == context.shared() || address == context.parameters() {
        return true;
    }
    match address.opcode() {
        Opcode::LLVMGetElementPtr => address
            .operands()
            .next()
            .is_some_and(|base| is_outside(context, base, steps)),
        Opcode::LLVMSelect => address
            .operands()
            .skip(1)
            .all(|choice| is_outside(context, choice, steps)),
        Opcode::LLVMPHI => address
            .incoming()
            .iter()
            .all(|(choice, _)| is_outside(context, *choice, steps)),
        // The launch wrote the parameters and the loader the table of variables, before there were slots.
        Opcode::LLVMLoad => {
            let from = address.operands().next().map(Value::base);
            from.is_some_and(|from| {
                from == context.parameters()
                    || is_parameter(context, from)
                    || is_invariant_global(address, from)
            })
        }
        _ => false,
    }
}

/// Is it the address of a parameter's value, as loaded from the array of parameters?
fn is_parameter<'m>(context: &ThreadContext<'m>, address: Value<'m>) -> bool {
    address.is_instruction()
        && address.opcode() == Opcode::LLVMLoad
        && address.operands().next().map(Value::base) == Some(context.parameters())
}

/// Does `load` read what never changes in the table of variables or in constant data?
fn is_invariant_global<'m>(load: Value<'m>, from: Value<'m>) -> bool {
    from.is_constant() && load.metadata("invariant.load").is_some()
}
