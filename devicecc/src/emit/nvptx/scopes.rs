//! Scopes of atomic operations, which clang's builtins lose on NVIDIA GPUs.

use inkwell::module::Module;

use crate::emit::ir;

/// LLVM's name of the threads of one GPU.
const GPU: &str = "device";

/// Gives `atomicCAS` its scope. The embedded headers write it as a weak exchange of volatile memory, which nobody else does.
pub(super) fn restore(module: &Module<'_>) {
    for instruction in ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
        .filter(|instruction| instruction.is_weak_volatile_exchange())
    {
        instruction.make_plain_exchange(GPU);
    }
}
