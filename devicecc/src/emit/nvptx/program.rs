//! All kernels and device variables of a file as one PTX text.

use anyhow::{Context as _, anyhow, bail};
use inkwell::context::Context;
use inkwell::module::Module;

use super::machine::Machine;
use super::{
    KERNEL, NvptxTarget, OPTIMISE, RUNTIME, SIMPLIFY, Source, callees, copies, externals,
    mark_inlined, math, parameters, scopes, translate, variables,
};
use crate::cell::{Kernel, Variable};
use crate::emit::shared::effort::Effort;
use crate::emit::shared::{defined_variables, pure_virtual, runtime};
use crate::emit::{crashes, ir, parse};

/// Translates kernels to one text, in which each has its symbol's name and each of the variables is defined under its own.
///
/// # Errors
///
/// As for [`super::nvptx_kernel`]: a line for each kernel that cannot be compiled.
pub fn nvptx_program(
    kernels: &[Kernel],
    variables: &[Variable],
    target: &NvptxTarget,
) -> anyhow::Result<Vec<u8>> {
    whole(kernels, variables, target).map_err(|error| {
        let alone = kernels.iter().filter_map(|kernel| {
            let why = translate(&Source::of(kernel), target, Effort::Full).err()?;
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
    target: &NvptxTarget,
) -> anyhow::Result<Vec<u8>> {
    let context = crashes::new_context();
    let diagnostics = ir::Diagnostics::collect(&context);
    let module = joined(&context, kernels)?;
    defined_variables::define(&context, &module, variables)?;
    scopes::restore(&module);
    pure_virtual::provide(&context, &module)?;
    runtime::call_wide_conversions(&module)?;
    runtime::provide(&context, &module, RUNTIME)?;
    mark_inlined(&module);
    variables::align_shared(&module);
    let machine = Machine::of(target.sm, target.ptx, Effort::Full)?;
    if math::is_used(&module) {
        machine.run_passes(&module, SIMPLIFY)?;
        math::bind(&context, &module, target.libdevice.as_deref())?;
        mark_inlined(&module);
    }
    machine.run_passes(&module, OPTIMISE)?;
    copies::widen(&module);
    externals::check(&module)?;
    let mut ptx = machine.assembly(&module)?;
    callees::make_room(&mut ptx);
    parameters::raise_version(&mut ptx);
    let errors = diagnostics.errors();
    if !errors.is_empty() {
        bail!("LLVM cannot translate the code: {errors}");
    }
    Ok(ptx)
}

/// The closures as one module.
fn joined<'c>(
    context: &'c Context,
    kernels: &[Kernel],
) -> anyhow::Result<crashes::Disposable<Module<'c>>> {
    let mut whole: Option<crashes::Disposable<Module<'c>>> = None;
    for kernel in kernels {
        let module = parse(context, &kernel.closure.bitcode)?;
        let function = ir::function(&module, KERNEL).context("the closure defines no kernel")?;
        function.set_name(&kernel.symbol);
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
