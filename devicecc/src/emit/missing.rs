//! What code uses and nobody defines.

use anyhow::bail;
use inkwell::module::Module;

use super::ir::{self, Value};
use crate::shim::demangled;

/// Checks that all the module uses is defined in it, or is known to be there when the code runs.
///
/// # Errors
///
/// Names what is missing: a device function that was declared and never defined.
pub(super) fn check<'m>(
    module: &'m Module<'_>,
    is_known: impl Fn(Value<'m>) -> bool,
) -> anyhow::Result<()> {
    let missing: Vec<String> = ir::functions(module)
        .into_iter()
        .chain(ir::globals(module))
        .filter(|symbol| symbol.is_declaration() && symbol.is_live() && !is_known(*symbol))
        .map(|symbol| format!("`{}`", demangled(&String::from_utf8_lossy(symbol.name()))))
        .collect();
    match missing.as_slice() {
        [] => Ok(()),
        [name] => {
            bail!("{name} is used in device code and defined nowhere; define it and launch again")
        }
        _ => bail!(
            "{} are used in device code and defined nowhere; define them and launch again",
            missing.join(", ")
        ),
    }
}
