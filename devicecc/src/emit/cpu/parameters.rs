//! Loading a kernel's parameters once for a block, not once for every thread.
//!
//! The optimiser cannot do it: it does not know that the array of parameters, and each parameter in it, may be read at any time.

use super::context::ThreadContext;
use crate::emit::ir::{Opcode, Value};

/// Moves the loads of parameters to the top of the entry.
pub(super) fn load_first(context: &ThreadContext<'_>) {
    let top = context.entry().blocks()[0].terminator();
    // What points into the array leads to the parameters' addresses; what points into a parameter leads to its value, which may be anything.
    let mut todo = vec![(context.parameters(), true)];
    while let Some((pointer, in_array)) = todo.pop() {
        for user in pointer.users() {
            if !user.is_instruction()
                || user == context.marker()
                || user.operands().next() != Some(pointer)
            {
                continue;
            }
            match user.opcode() {
                Opcode::LLVMGetElementPtr if user.operands().skip(1).all(Value::is_constant) => {
                    todo.push((user.move_before(top), in_array));
                }
                Opcode::LLVMLoad if !user.is_volatile() && !user.is_atomic() => {
                    let loaded = user.move_before(top);
                    if in_array {
                        todo.push((loaded, false));
                    }
                }
                _ => {}
            }
        }
    }
}
