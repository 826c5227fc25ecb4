//! The math library on AMD GPUs: what the code generator has no exact instructions for is a function of ocml.
//!
//! Clang makes intrinsics and calls of libm of the math functions. The code generator takes some of the intrinsics as they are (roots, roundings, exponentials in single
//! precision), translates others loosely (sines) and refuses the rest.

use std::collections::BTreeSet;
use std::ffi::CString;

use anyhow::bail;
use inkwell::context::Context;
use inkwell::module::Module;

use super::architectures::AmdArchitecture;
use super::library::Ocml;
use crate::emit::ir::{self, Builder, Opcode, Value};
use crate::emit::shared::addition;

/// Functions that ocml has as `__ocml_<name>_f32` and `_f64`, with libm's parameters. Sorted.
const SAME: [&str; 43] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "erfcinv",
    "erfcx",
    "erfinv",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fdim",
    "fmod",
    "hypot",
    "ilogb",
    "j0",
    "j1",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nextafter",
    "pow",
    "remainder",
    "rhypot",
    "sin",
    "sinh",
    "sinpi",
    "tan",
    "tanh",
    "tgamma",
    "y0",
    "y1",
];

/// Functions that `math.ll` has as `chv.<name>`, in single precision with an `f` at the end. Sorted.
const WRAPPED: [&str; 12] = [
    "frexp", "ldexp", "llrint", "llround", "lrint", "lround", "modf", "powi", "remquo", "scalbln",
    "scalbn", "sincos",
];

/// Intrinsics that the code generator translates well in single precision.
const GOOD_SINGLE: [&str; 6] = ["exp", "exp10", "exp2", "log", "log10", "log2"];

/// What `WRAPPED` names.
const WRAPPERS: &str = include_str!("math.ll");

/// The math function behind an intrinsic's or libm's name: its name without `f`, and whether it is of single precision.
fn plain_name(name: &str) -> Option<(&str, bool)> {
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        // `llvm.ldexp.f32.i32`, `llvm.lround.i64.f64`
        let (name, types) = intrinsic.split_once('.')?;
        let single = types.split('.').any(|ty| ty == "f32");
        return (single || types.split('.').any(|ty| ty == "f64")).then_some((name, single));
    }
    let known =
        |name: &str| SAME.binary_search(&name).is_ok() || WRAPPED.binary_search(&name).is_ok();
    if known(name) {
        return Some((name, false));
    }
    let name = name.strip_suffix('f')?;
    known(name).then_some((name, true))
}

/// The function that takes the place of this one, if another has to.
fn home(name: &str) -> Option<String> {
    let (plain, single) = plain_name(name)?;
    let intrinsic = name.starts_with("llvm.");
    let letter = if single { "f" } else { "" };
    match plain {
        "frexp" | "ldexp" if intrinsic => None,
        _ if intrinsic && single && GOOD_SINGLE.contains(&plain) => None,
        // These give a pair, libm's a number and what they write.
        "modf" | "sincos" if intrinsic => Some(format!("chv.{plain}.pair{letter}")),
        _ if WRAPPED.binary_search(&plain).is_ok() => Some(format!("chv.{plain}{letter}")),
        _ if SAME.binary_search(&plain).is_ok() => Some(of_ocml(plain, single)),
        _ => None,
    }
}

fn of_ocml(plain: &str, single: bool) -> String {
    format!("__ocml_{plain}_{}", if single { "f32" } else { "f64" })
}

/// The home of a function that is declared and used; `None` for all others.
fn home_of(function: Value<'_>) -> Option<String> {
    if !function.is_declaration() || !function.is_live() {
        return None;
    }
    home(std::str::from_utf8(function.name()).ok()?)
}

/// Is it a remainder of floating point numbers? The code generator's own is inexact for large quotients.
fn is_remainder(instruction: &Value<'_>) -> bool {
    instruction.opcode() == Opcode::LLVMFRem
}

/// Does the code need what `bind` binds?
pub(super) fn is_used(module: &Module<'_>) -> bool {
    let functions = ir::functions(module);
    functions
        .iter()
        .any(|function| home_of(*function).is_some())
        || functions
            .iter()
            .flat_map(|function| function.instructions())
            .any(|instruction| is_remainder(&instruction))
}

/// Makes the math functions ocml's, and links what is used of that. Gives whether any is.
///
/// # Errors
///
/// If there is no ocml and a function needs it: names the functions, and what to install.
pub(super) fn bind<'c>(
    context: &'c Context,
    module: &Module<'c>,
    architecture: &AmdArchitecture,
    library: Option<&Ocml>,
) -> anyhow::Result<bool> {
    for function in ir::functions(module) {
        let Some(home) = home_of(function) else {
            continue;
        };
        let target = ir::declare_like(module, &CString::new(home)?, function);
        function.replace_uses(target);
    }
    replace_remainders(module)?;
    addition::link(context, module, WRAPPERS, "what wraps math functions")?;
    let used: BTreeSet<String> = ir::functions(module)
        .into_iter()
        .filter(|it| it.is_declaration() && it.is_live())
        .filter_map(|it| readable(it.name()))
        .collect();
    if used.is_empty() {
        return Ok(false);
    }
    let Some(library) = library else {
        bail!(
            "{} needs AMD's math library ocml, which was not found; install it (`apt-get install rocm-device-libs`, or ROCm), or name its file with \
             `--device-libs`",
            used.into_iter().collect::<Vec<_>>().join(", ")
        );
    };
    library.link(context, module, architecture)?;
    Ok(true)
}

/// A function of ocml's as the user may have written it.
fn readable(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok()?.strip_prefix("__ocml_")?;
    let (plain, precision) = name.rsplit_once('_')?;
    let letter = if precision == "f32" { "f" } else { "" };
    Some(format!("`{plain}{letter}`"))
}

/// Makes calls of the remainders.
fn replace_remainders(module: &Module<'_>) -> anyhow::Result<()> {
    for instruction in ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
        .filter(is_remainder)
    {
        let ty = instruction.ty();
        let name = match ty.bytes(module) {
            4 => of_ocml("fmod", true),
            8 => of_ocml("fmod", false),
            _ => bail!(
                "a remainder of numbers that are neither float nor double cannot be computed on AMD GPUs"
            ),
        };
        let function = ir::declare(module, &CString::new(name)?, ty, &[ty, ty]);
        let operands: Vec<Value<'_>> = instruction.operands().collect();
        let call = Builder::before(instruction).call(function, &operands);
        instruction.replace_uses(call);
        instruction.erase();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intrinsics_and_calls_find_their_function() {
        assert!(SAME.is_sorted() && WRAPPED.is_sorted());
        let expected = [
            ("llvm.sin.f32", Some("__ocml_sin_f32")),
            ("llvm.exp.f32", None),
            ("llvm.exp.f64", Some("__ocml_exp_f64")),
            ("llvm.pow.f64", Some("__ocml_pow_f64")),
            ("llvm.powi.f32.i32", Some("chv.powif")),
            ("llvm.lround.i64.f32", Some("chv.lroundf")),
            ("llvm.ldexp.f64.i32", None),
            ("llvm.modf.f64", Some("chv.modf.pair")),
            ("erff", Some("__ocml_erf_f32")),
            ("erf", Some("__ocml_erf_f64")),
            ("frexp", Some("chv.frexp")),
            ("scalblnf", Some("chv.scalblnf")),
            ("llvm.sqrt.f32", None),
            ("llvm.fma.f64", None),
            ("__chv_printf", None),
        ];
        for (name, found) in expected {
            assert_eq!(home(name).as_deref(), found, "{name}");
        }
    }
}
