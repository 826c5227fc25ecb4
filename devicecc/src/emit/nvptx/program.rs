//! All kernels and device variables of a file as one PTX text.

use anyhow::Context as _;
use inkwell::module::Module;

use super::machine::Machine;
use super::{NvptxTarget, OPTIMISE, Source, complete, copies, externals, text, translate};
use crate::cell::{Kernel, Variable};
use crate::emit::shared::effort::Effort;
use crate::emit::shared::{KERNEL, defined_variables, programs};
use crate::emit::{crashes, ir};
use crate::error::Error;

/// Translates kernels to one text, in which each has its symbol's name and each of the variables is defined under its own.
///
/// # Errors
///
/// As for [`super::nvptx_kernel`]: a line for each kernel that cannot be compiled.
pub fn nvptx_program(
    kernels: &[Kernel],
    variables: &[Variable],
    target: &NvptxTarget,
) -> Result<Vec<u8>, Error> {
    whole(kernels, variables, target).map_err(|error| {
        programs::explained(error, kernels, |kernel| {
            translate(&Source::of(kernel), target, Effort::Full)
        })
    })
}

fn whole(
    kernels: &[Kernel],
    variables: &[Variable],
    target: &NvptxTarget,
) -> anyhow::Result<Vec<u8>> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = programs::joined(&context, kernels, name)?;
    defined_variables::define(&context, &module, variables)?;
    let machine = Machine::of(target.sm, target.ptx, Effort::Full)?;
    complete(&context, &module, &machine, target)?;
    machine.run_passes(&module, OPTIMISE)?;
    copies::widen(&module);
    externals::check(&module)?;
    let ptx = text(&module, &machine)?;
    diagnostics.check()?;
    Ok(ptx)
}

fn name(module: &Module<'_>, kernel: &Kernel) -> anyhow::Result<()> {
    let function = ir::function(module, KERNEL).context("the closure defines no kernel")?;
    function.set_name(&kernel.symbol);
    Ok(())
}
