//! All kernels and device variables of a file as one code object.

use anyhow::anyhow;
use inkwell::context::Context;
use inkwell::module::Module;

use super::{AmdTarget, code_object, mark_kernel, optimise, translate};
use crate::cell::{Kernel, Variable};
use crate::emit::shared::defined_variables;
use crate::emit::{crashes, ir, parse};

/// Compiles kernels to one code object, in which each has its symbol's name and each of the variables is defined under its own.
///
/// # Errors
///
/// As for [`super::amd_kernel`]: a line for each kernel that cannot be compiled.
pub fn amd_program(
    kernels: &[Kernel],
    variables: &[Variable],
    target: &AmdTarget,
) -> anyhow::Result<Vec<u8>> {
    whole(kernels, variables, target).map_err(|error| {
        let alone = kernels.iter().filter_map(|kernel| {
            let why = translate(kernel, target, super::Binding::Late).err()?;
            Some(format!("kernel `{}`: {why:#}", kernel.display))
        });
        let lines: Vec<String> = alone.collect();
        match lines.is_empty() {
            true => error,
            false => anyhow!(lines.join("\n")),
        }
    })
}

fn whole(
    kernels: &[Kernel],
    variables: &[Variable],
    target: &AmdTarget,
) -> anyhow::Result<Vec<u8>> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = joined(&context, kernels)?;
    defined_variables::define(&context, &module, variables)?;
    optimise(&context, &module, target)?;
    code_object(&module, target, &diagnostics)
}

/// The closures as one module.
fn joined<'c>(
    context: &'c Context,
    kernels: &[Kernel],
) -> anyhow::Result<crashes::Disposable<Module<'c>>> {
    let mut whole: Option<crashes::Disposable<Module<'c>>> = None;
    for kernel in kernels {
        let module = parse(context, &kernel.closure.bitcode)?;
        mark_kernel(&module, &kernel.symbol, kernel.max_threads)?;
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
