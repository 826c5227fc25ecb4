//! All kernels of a file as one module, and what is said if they cannot be compiled.

use anyhow::anyhow;
use inkwell::context::Context;
use inkwell::module::Module;

use super::defined_variables;
use crate::cell::Kernel;
use crate::emit::{crashes, parse};
use crate::error::Error;

/// The kernels' closures as one module. `name` gives each kernel its name in its closure.
pub(in crate::emit) fn joined<'c>(
    context: &'c Context,
    kernels: &[Kernel],
    name: impl Fn(&Module<'c>, &Kernel) -> anyhow::Result<()>,
) -> anyhow::Result<crashes::Disposable<Module<'c>>> {
    let mut whole: Option<crashes::Disposable<Module<'c>>> = None;
    for kernel in kernels {
        let module = parse(context, &kernel.closure.bitcode)?;
        name(&module, kernel)?;
        defined_variables::name(&module, &kernel.closure.variables)?;
        match &whole {
            None => whole = Some(module),
            Some(whole) => whole
                .link_in_module(module.taken())
                .map_err(|error| anyhow!("the kernels do not fit together: {error}"))?,
        }
    }
    whole.ok_or_else(|| anyhow!("there is no kernel"))
}

/// Why the kernels cannot be compiled together: a line for each that cannot be alone, as `translate` finds; else `error` itself. The user can mend it if each of
/// them can be mended.
pub(in crate::emit) fn explained<T>(
    error: anyhow::Error,
    kernels: &[Kernel],
    translate: impl Fn(&Kernel) -> anyhow::Result<T>,
) -> Error {
    let mut mendable = true;
    let mut lines = Vec::new();
    for kernel in kernels {
        if let Err(why) = translate(kernel) {
            lines.push(format!("kernel `{}`: {why:#}", kernel.display));
            mendable &= matches!(Error::from(why), Error::Mendable(_));
        }
    }
    match (lines.is_empty(), mendable) {
        (true, _) => error.into(),
        (false, true) => Error::mendable(lines.join("\n")),
        (false, false) => Error::Broken(lines.join("\n").into()),
    }
}
