//! Which kernels are worth a draft.

use std::collections::HashSet;

use inkwell::module::Module;

use crate::emit::cpu::spin;
use crate::emit::ir::{self, Value};

/// A closure without loops is worth a draft from so many instructions on, as clang makes them. The driver's assembler takes half as long for a draft that is mostly loops, and a
/// tenth less for straight code of a few lines: less than making a kernel twice costs.
const STRAIGHT_INSTRUCTIONS_MIN: usize = 1_000;

/// Is it worth making the closure's kernel quickly first and well afterwards?
///
/// Not if one of its loops may wait for other threads, since blocks that wait for each other must all run at once: how many do is a matter of registers, of which a draft needs others.
pub(super) fn pays(module: &Module<'_>) -> bool {
    let functions: Vec<Value<'_>> = ir::functions(module)
        .into_iter()
        .filter(|function| !function.is_declaration())
        .collect();
    let waiting = waiting(&functions);
    let mut instructions = 0;
    let mut loops = false;
    for function in functions {
        instructions += function.instructions().len();
        for block in spin::loops(function) {
            loops = true;
            if block
                .instructions()
                .into_iter()
                .any(|it| waits(it, &waiting))
            {
                return false;
            }
        }
    }
    loops || instructions >= STRAIGHT_INSTRUCTIONS_MIN
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
    let unknown = |callee: Value<'m>| !callee.is_function() && !callee.is_inline_asm();
    instruction
        .callee()
        .is_some_and(|callee| unknown(callee) || waiting.contains(&callee))
}
