//! What code uses and nobody defines.

use inkwell::module::Module;

use crate::emit::ir::{self, Value};
use crate::error::bail_mendable;
use crate::shim::demangled;

/// Checks that all the module uses is defined in it, or is known to be there when the code runs.
///
/// # Errors
///
/// Names what is missing: a device function that was declared and never defined.
pub(in crate::emit) fn check<'m>(
    module: &'m Module<'_>,
    is_known: impl Fn(Value<'m>) -> bool,
) -> anyhow::Result<()> {
    let missing: Vec<&[u8]> = ir::functions(module)
        .into_iter()
        .chain(ir::globals(module))
        .filter(|symbol| symbol.is_declaration() && symbol.is_live() && !is_known(*symbol))
        .map(Value::name)
        .collect();
    if let Some(name) = missing.iter().find(|name| is_reserved(name)) {
        bail_mendable!(
            "the compiler calls `{}` for something in this code, and this device has no such function; write it otherwise",
            String::from_utf8_lossy(name)
        );
    }
    let missing: Vec<String> = missing
        .into_iter()
        .map(|name| format!("`{}`", demangled(&String::from_utf8_lossy(name))))
        .collect();
    match missing.as_slice() {
        [] => Ok(()),
        [name] => {
            bail_mendable!(
                "{name} is used in device code and defined nowhere; define it and launch again"
            )
        }
        _ => bail_mendable!(
            "{} are used in device code and defined nowhere; define them and launch again",
            missing.join(", ")
        ),
    }
}

/// Is it a name that programs must not define? Those of C++ functions and variables of users are mangled.
fn is_reserved(name: &[u8]) -> bool {
    name.starts_with(b"__")
}
