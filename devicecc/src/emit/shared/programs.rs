//! All kernels of a file as one module, and what is said if they cannot be compiled.

use anyhow::anyhow;
use inkwell::context::Context;
use inkwell::module::Module;

use super::defined_variables;
use crate::cell::Kernel;
use crate::emit::{crashes, parse};

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

/// Why the kernels cannot be compiled together: a line for each that cannot be alone, as `translate` finds; else `error` itself.
pub(in crate::emit) fn explained<T>(
    error: anyhow::Error,
    kernels: &[Kernel],
    translate: impl Fn(&Kernel) -> anyhow::Result<T>,
) -> anyhow::Error {
    let alone = kernels.iter().filter_map(|kernel| {
        let why = translate(kernel).err()?;
        Some(format!("kernel `{}`: {why:#}", kernel.display))
    });
    let lines: Vec<String> = alone.collect();
    match lines.is_empty() {
        true => error,
        false => anyhow!(lines.join("\n")),
    }
}
