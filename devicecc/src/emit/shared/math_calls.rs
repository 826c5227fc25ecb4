//! Math functions of GPUs: which functions and instructions of a module a library has to take over.

use std::ffi::CString;

use inkwell::module::Module;

use crate::emit::ir::{self, Builder, Opcode, Value};
use crate::error::bail_mendable;

/// What the optimiser runs before calls of a math library are bound: it knows them only by their own names.
pub(in crate::emit) const SIMPLIFY: &str =
    "always-inline,function(sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>)";

/// The math function behind an intrinsic's or libm's name: its name without `f`, and whether it is of single precision. Of libm's, those that are `known`.
pub(in crate::emit) fn plain_name(
    name: &str,
    known: impl Fn(&str) -> bool,
) -> Option<(&str, bool)> {
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        // `llvm.ldexp.f32.i32`, `llvm.lround.i64.f64`
        let (name, types) = intrinsic.split_once('.')?;
        let single = types.split('.').any(|ty| ty == "f32");
        return (single || types.split('.').any(|ty| ty == "f64")).then_some((name, single));
    }
    if known(name) {
        return Some((name, false));
    }
    let name = name.strip_suffix('f')?;
    known(name).then_some((name, true))
}

/// What `home` says of the name of a function that is declared and used; `None` for all others.
pub(in crate::emit) fn home_of<H>(
    function: Value<'_>,
    home: impl Fn(&str) -> Option<H>,
) -> Option<H> {
    if !function.is_declaration() || !function.is_live() {
        return None;
    }
    home(std::str::from_utf8(function.name()).ok()?)
}

/// Is it a remainder of floating point numbers? The code generators' own are inexact for large quotients.
fn is_remainder(instruction: &Value<'_>) -> bool {
    instruction.opcode() == Opcode::LLVMFRem
}

/// Is there a function with a home, or a remainder?
pub(in crate::emit) fn are_used<H>(module: &Module<'_>, home: impl Fn(&str) -> Option<H>) -> bool {
    let functions = ir::functions(module);
    functions
        .iter()
        .any(|function| home_of(*function, &home).is_some())
        || functions
            .iter()
            .flat_map(|function| function.instructions())
            .any(|instruction| is_remainder(&instruction))
}

/// Makes calls of the remainders, of the function that `name` gives for single precision or double. Gives the precision of each: true for single.
///
/// # Errors
///
/// If one is of another type; `gpus` says whose GPUs lack that.
pub(in crate::emit) fn replace_remainders(
    module: &Module<'_>,
    name: impl Fn(bool) -> String,
    gpus: &str,
) -> anyhow::Result<Vec<bool>> {
    let mut replaced = Vec::new();
    for instruction in ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
        .filter(is_remainder)
    {
        let ty = instruction.ty();
        let single = match ty.bytes(module) {
            4 => true,
            8 => false,
            _ => bail_mendable!(
                "a remainder of numbers that are neither float nor double cannot be computed on {gpus}"
            ),
        };
        replaced.push(single);
        let function = ir::declare(module, &CString::new(name(single))?, ty, &[ty, ty]);
        let operands: Vec<Value<'_>> = instruction.operands().collect();
        let call = Builder::before(instruction).call(function, &operands);
        instruction.replace_uses(call);
        instruction.erase();
    }
    Ok(replaced)
}
