//! What PTX may leave undefined: functions that NVIDIA's driver has by name.

use anyhow::bail;
use inkwell::module::Module;

use super::variables::SHARED;
use crate::emit::ir;

/// CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation".
const DRIVER: [&[u8]; 4] = [b"vprintf", b"__assertfail", b"malloc", b"free"];

/// Checks that all the module uses is defined in it, or by the driver.
///
/// # Errors
///
/// Names what is missing: a device function that was declared and never defined.
pub(super) fn check(module: &Module<'_>) -> anyhow::Result<()> {
    let is_shared_array =
        |symbol: ir::Value<'_>| !symbol.is_function() && symbol.ty().address_space() == SHARED;
    let missing: Vec<String> = ir::functions(module)
        .into_iter()
        .chain(ir::globals(module))
        .filter(|symbol| symbol.is_declaration() && symbol.is_live())
        .filter(|symbol| {
            !(DRIVER.contains(&symbol.name())
                || symbol.is_function() && symbol.is_intrinsic()
                || is_shared_array(*symbol))
        })
        .map(|symbol| format!("`{}`", String::from_utf8_lossy(symbol.name())))
        .collect();
    match missing.as_slice() {
        [] => Ok(()),
        [name] => bail!(
            "{name} is used in device code and defined nowhere; define it in this or an earlier cell"
        ),
        _ => bail!(
            "{} are used in device code and defined nowhere; define them in this or an earlier cell",
            missing.join(", ")
        ),
    }
}
