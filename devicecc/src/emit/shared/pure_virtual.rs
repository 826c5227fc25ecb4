//! What tables of virtual functions of abstract classes name, on GPUs.

use inkwell::context::Context;
use inkwell::module::Module;

use super::addition;
use crate::emit::ir;

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
pub(in crate::emit) fn provide<'c>(
    context: &'c Context,
    module: &Module<'c>,
) -> anyhow::Result<()> {
    if ir::function(module, c"__cxa_pure_virtual").is_none() {
        return Ok(());
    }
    addition::link(context, module, PURE_VIRTUAL, "the C++ library's part")
}
