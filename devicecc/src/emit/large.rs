//! Large variables lie apart from code and other data, which reach one another by offsets of 32 bits only.

use inkwell::module::Module;

use super::host_machine::Reach;
use super::ir::{self, Value};
use crate::error::bail_mendable;
use crate::shim::demangled;

/// Variables of so many bytes are large. Smaller ones would have to be many to leave no room beside the code.
const LARGE_BYTES_MIN: u64 = 16 << 20;

/// Bytes of initial data that a cell's code may have: it is held several times on its way to the executor.
const INITIAL_BYTES_MAX: u64 = 512 << 20;

/// How the module's code is to reach its variables: LLVM puts all or none apart.
///
/// # Errors
///
/// If there is more initial data than can be handed on.
pub(super) fn reach(module: &Module<'_>) -> anyhow::Result<Reach> {
    let (mut reach, mut initial_bytes) = (Reach::Near, 0_u64);
    for global in ir::globals(module) {
        let Some(initial) = global.initializer() else {
            continue;
        };
        let ty = global.global_type();
        let bytes = ty.bytes(module);
        if initial != ty.zero() || global.is_constant_global() {
            initial_bytes = initial_bytes.saturating_add(bytes);
            check(initial_bytes, global)?;
        }
        if bytes >= LARGE_BYTES_MIN {
            reach = Reach::Far;
        }
    }
    Ok(reach)
}

fn check(initial_bytes: u64, last: Value<'_>) -> anyhow::Result<()> {
    if initial_bytes > INITIAL_BYTES_MAX {
        bail_mendable!(
            "with `{}` it has {initial_bytes} bytes of constants and initial values, and {INITIAL_BYTES_MAX} at most can be handed on; let a statement fill it in",
            demangled(&String::from_utf8_lossy(last.name()))
        );
    }
    Ok(())
}
