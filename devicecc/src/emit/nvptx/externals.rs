//! What PTX may leave undefined: functions that NVIDIA's driver has by name, and the dynamic shared array.

use inkwell::context::Context;
use inkwell::module::Module;

use super::variables::SHARED;
use crate::emit::ir::{self, Value};
use crate::emit::shared::{addition, missing};

/// CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation".
const DRIVER: [&[u8]; 4] = [b"vprintf", b"__assertfail", b"malloc", b"free"];

/// What the tables of virtual functions of abstract classes hold, from the C++ ABI's library (Itanium C++ ABI 3.2.6).
const PURE_VIRTUAL: &str = "declare void @llvm.trap()
define linkonce_odr void @__cxa_pure_virtual() noreturn {
  call void @llvm.trap()
  unreachable
}";

/// Gives the module what the C++ library has on the host and no GPU has.
///
/// # Errors
///
/// LLVM refuses to link it in, which is our failure.
pub(super) fn provide<'c>(context: &'c Context, module: &Module<'c>) -> anyhow::Result<()> {
    if ir::function(module, c"__cxa_pure_virtual").is_none() {
        return Ok(());
    }
    addition::link(context, module, PURE_VIRTUAL, "the C++ library's part")
}

/// Checks that all the module uses is defined in it, or by the driver.
///
/// # Errors
///
/// Names what is missing: a device function that was declared and never defined.
pub(super) fn check(module: &Module<'_>) -> anyhow::Result<()> {
    missing::check(module, is_known)
}

fn is_known(symbol: Value<'_>) -> bool {
    match symbol.is_function() {
        true => symbol.is_intrinsic() || DRIVER.contains(&symbol.name()),
        false => symbol.ty().address_space() == SHARED,
    }
}
