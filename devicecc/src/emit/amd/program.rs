//! All kernels and device variables of a file as one code object.

use super::{AmdTarget, Binding, code_object, mark_kernel, optimise, translate};
use crate::cell::{Kernel, Variable};
use crate::emit::shared::{defined_variables, programs};
use crate::emit::{crashes, ir};
use crate::error::Error;

/// Compiles kernels to one code object, in which each has its symbol's name and each of the variables is defined under its own.
///
/// # Errors
///
/// As for [`super::amd_kernel`]: a line for each kernel that cannot be compiled.
pub fn amd_program(
    kernels: &[Kernel],
    variables: &[Variable],
    target: &AmdTarget,
) -> Result<Vec<u8>, Error> {
    whole(kernels, variables, target).map_err(|error| {
        programs::explained(error, kernels, |kernel| {
            translate(kernel, target, Binding::Late)
        })
    })
}

fn whole(
    kernels: &[Kernel],
    variables: &[Variable],
    target: &AmdTarget,
) -> anyhow::Result<Vec<u8>> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = programs::joined(&context, kernels, |module, kernel| {
        mark_kernel(module, &kernel.symbol, kernel.max_threads)
    })?;
    defined_variables::define(&context, &module, variables)?;
    optimise(&context, &module, target)?;
    code_object(&module, target, &diagnostics)
}
