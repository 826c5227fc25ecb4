//! Which kernels may have a draft, and who makes its code object.

use std::collections::HashSet;

use inkwell::module::Module;

use crate::emit::ir::{self, Value};
use crate::emit::shared::{addressed, graph};

/// May the closure's kernel be made quickly first and well afterwards? The driver's assembler takes half as long for a draft that is mostly loops, and 2 of 9 ms less for a few
/// lines of straight code (measured on an H100), for which a launch waits; the second time nobody does.
///
/// Not if one of its loops may wait for other threads, since blocks that wait for each other must all run at once: how many do is a matter of registers, of which a draft needs others.
pub(super) fn may_come_first(module: &Module<'_>) -> bool {
    let functions: Vec<Value<'_>> = ir::functions(module)
        .into_iter()
        .filter(|function| !function.is_declaration())
        .collect();
    let waiting = waiting(&functions);
    let in_loops = functions.into_iter().flat_map(graph::loops);
    !in_loops
        .flat_map(|block| block.instructions())
        .any(|it| waits(it, &waiting))
}

/// `PtxKernel::function_addresses`.
pub(super) fn has_function_addresses(module: &Module<'_>) -> bool {
    let functions = ir::functions(module);
    functions.iter().any(|&function| {
        addressed::is_taken(function)
            || function
                .instructions()
                .into_iter()
                .any(Value::calls_pointer)
    })
}

/// The functions in which a thread could look at what another one does, those that they call included.
fn waiting<'m>(functions: &[Value<'m>]) -> HashSet<Value<'m>> {
    let mut found = HashSet::new();
    loop {
        let more: Vec<Value<'m>> = functions
            .iter()
            .copied()
            .filter(|function| !found.contains(function))
            .filter(|function| {
                function
                    .instructions()
                    .into_iter()
                    .any(|it| waits(it, &found))
            })
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Could a loop with this instruction wait for another thread? Barriers are waited for by threads of one block, which run at once in any case.
fn waits<'m>(instruction: Value<'m>, waiting: &HashSet<Value<'m>>) -> bool {
    if instruction.is_volatile()
        || instruction.is_atomic()
        || instruction.calls_assembler_on_memory()
    {
        return true;
    }
    // What a pointer leads to is not known.
    instruction.calls_pointer()
        || instruction
            .callee()
            .is_some_and(|callee| waiting.contains(&callee))
}
