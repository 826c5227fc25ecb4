//! Lines of the user's text, which passes that move and inline code would lose.

use inkwell::module::Module;

use crate::shim;

/// What stands around a kernel in its code and has no text of the user's: the function that runs threads, and the one that passes the
/// parameters.
const SURROUNDINGS: [&str; 2] = ["chv.entry", "__chv_thread"];

/// Lets what is inlined into functions without text of the user's keep its lines.
pub(super) fn cover(module: &Module<'_>) {
    for function in SURROUNDINGS {
        shim::give_lines(module, function);
    }
}

/// Runs passes that move code: an instruction that is moved and stays the same one keeps its line, which LLVM drops for the sake of those
/// who step through code.
pub(super) fn kept(
    module: &Module<'_>,
    passes: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    shim::note_lines(module);
    passes()?;
    shim::restore_lines(module);
    Ok(())
}
