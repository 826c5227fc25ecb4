//! What PTX may leave undefined: functions that NVIDIA's driver has by name, and the dynamic shared array.

use inkwell::module::Module;

use super::variables::SHARED;
use crate::emit::ir::Value;
use crate::emit::shared::{addressed, missing};

/// CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation".
const DRIVER: [&[u8]; 4] = [b"vprintf", b"__assertfail", b"malloc", b"free"];

/// Checks that all the module uses is defined in it, or by the driver.
///
/// # Errors
///
/// Names what is missing: a device function that was declared and never defined.
pub(super) fn check(module: &Module<'_>) -> anyhow::Result<()> {
    addressed::drop_undefined(module, is_known);
    missing::check(module, is_known)
}

fn is_known(symbol: Value<'_>) -> bool {
    match symbol.is_function() {
        true => symbol.is_intrinsic() || DRIVER.contains(&symbol.name()),
        false => symbol.ty().address_space() == SHARED,
    }
}
