//! The compiler's runtime in device code: functions that clang and LLVM call by name, which no user can define.

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::module::Module;

use crate::emit::ir::{self, Builder, Opcode, Value};

/// What the runtime defines and clang calls itself. Sorted.
const CALLED: [&[u8]; 4] = [b"__divdc3", b"__divsc3", b"__muldc3", b"__mulsc3"];

/// What clang names the processor of: a kernel's is another, and functions for different ones are not inlined.
const PROCESSOR: [&str; 3] = ["target-cpu", "target-features", "tune-cpu"];

/// Links what the module uses of the runtime into it.
///
/// # Errors
///
/// LLVM refuses to link it in, which is our failure.
pub(in crate::emit) fn provide<'c>(
    context: &'c Context,
    module: &Module<'c>,
    runtime: &[u8],
) -> anyhow::Result<()> {
    provide_where(context, module, runtime, is_of_runtime)
}

/// Links what the module uses of these primitives into it, where headers have not inlined them: inline PTX calls some by name.
///
/// # Errors
///
/// As of `provide`.
pub(in crate::emit) fn provide_primitives<'c>(
    context: &'c Context,
    module: &Module<'c>,
    primitives: &[u8],
) -> anyhow::Result<()> {
    provide_where(context, module, primitives, |it| {
        it.is_declaration() && it.is_live() && it.name().starts_with(b"__chv_")
    })
}

/// Links what the module uses of `runtime` into it, if a function is `wanted`: most modules want nothing.
fn provide_where<'c>(
    context: &'c Context,
    module: &Module<'c>,
    runtime: &[u8],
    wanted: impl Fn(Value<'_>) -> bool,
) -> anyhow::Result<()> {
    if !ir::functions(module).into_iter().any(wanted) {
        return Ok(());
    }
    let library = ir::parse_lazily(context, runtime).context("the compiler's runtime is broken")?;
    let taken = ir::link_what_is_used(module, library)
        .map_err(|error| anyhow!("the compiler's runtime does not fit the kernel: {error}"))?;
    for function in taken {
        for attribute in PROCESSOR {
            function.remove_text_attribute(attribute);
        }
    }
    Ok(())
}

fn is_of_runtime(function: Value<'_>) -> bool {
    function.is_declaration()
        && function.is_live()
        && (CALLED.binary_search(&function.name()).is_ok() || is_conversion(function.name()))
}

fn is_conversion(name: &[u8]) -> bool {
    (name.starts_with(b"__float") || name.starts_with(b"__fix")) && name.len() > 8
}

/// Makes calls of the conversions between integers of 128 bits and floating point numbers: the code generator for GPUs knows none.
///
/// # Errors
///
/// Never: the names have no zero byte.
pub(in crate::emit) fn call_wide_conversions(module: &Module<'_>) -> anyhow::Result<()> {
    let types = ir::Types::new(module);
    for instruction in ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
    {
        let (to_integer, unsigned) = match instruction.opcode() {
            Opcode::LLVMFPToSI => (true, false),
            Opcode::LLVMFPToUI => (true, true),
            Opcode::LLVMSIToFP => (false, false),
            Opcode::LLVMUIToFP => (false, true),
            _ => continue,
        };
        let Some(from) = instruction.operands().next() else {
            continue;
        };
        let (wide, number) = match to_integer {
            true => (instruction.ty(), from.ty()),
            false => (from.ty(), instruction.ty()),
        };
        if wide.bytes(module) != 16 || number.bytes(module) > 8 {
            continue;
        }
        // Half precision goes by way of single.
        let double = number.bytes(module) == 8;
        let inner = if double { types.double } else { types.float };
        let builder = Builder::before(instruction);
        let sign = if unsigned { "uns" } else { "" };
        let letter = if double { "d" } else { "s" };
        let made = if to_integer {
            let name = std::ffi::CString::new(format!("__fix{sign}{letter}fti"))?;
            let wider = match number == inner {
                true => from,
                false => builder.cast(Opcode::LLVMFPExt, from, inner),
            };
            builder.call(ir::declare(module, &name, wide, &[inner]), &[wider])
        } else {
            let sign = if unsigned { "un" } else { "" };
            let name = std::ffi::CString::new(format!("__float{sign}ti{letter}f"))?;
            let call = builder.call(ir::declare(module, &name, inner, &[wide]), &[from]);
            match number == inner {
                true => call,
                false => builder.cast(Opcode::LLVMFPTrunc, call, number),
            }
        };
        instruction.replace_uses(made);
        instruction.erase();
    }
    Ok(())
}
