//! Code of ours that is linked into a kernel's module: texts of IR.

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::module::Module;

use crate::emit::ir;

/// Links a text of IR in, which is compiled for what the module is; `what` names it in errors.
///
/// # Errors
///
/// It is no IR, or does not fit, which are our failures.
pub(in crate::emit) fn link<'c>(
    context: &'c Context,
    module: &Module<'c>,
    text: &str,
    what: &str,
) -> anyhow::Result<()> {
    let addition =
        ir::parse_text(context, text).with_context(|| format!("the text of {what} is broken"))?;
    addition.set_triple(&module.get_triple());
    addition.set_data_layout(&module.get_data_layout());
    module
        .link_in_module(addition)
        .map_err(|error| anyhow!("{what} does not fit the kernel: {error}"))
}
