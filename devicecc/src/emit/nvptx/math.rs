//! The math library on NVIDIA GPUs: what the code generator has no instruction for is a function of libdevice.
//!
//! Clang makes intrinsics and calls of libm of the math functions, of which the code generator translates the exact ones (roots, roundings, minima)
//! and refuses the others.

use std::ffi::CString;

use anyhow::bail;
use inkwell::context::Context;
use inkwell::module::Module;

use super::libdevice::Libdevice;
use crate::emit::ir::{self, Builder, Opcode, Value};
use crate::emit::shared::addition;

/// Functions that libdevice has under the same name with `__nv_` before it, with the same parameters; in single precision with an `f` at the
/// end. Sorted.
const SAME: [&str; 49] = [
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
    "jn",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "nextafter",
    "pow",
    "powi",
    "remainder",
    "remquo",
    "scalbn",
    "sin",
    "sinh",
    "tan",
    "tanh",
    "tgamma",
    "y0",
    "y1",
    "yn",
    "frexp",
];

/// Functions that give several values, or take other types than libdevice's: each in terms of libdevice.
const WRAPPED: &str = include_str!("math.ll");

/// Where a math function goes.
enum Home {
    /// To this function of libdevice, with the same parameters.
    Libdevice(String),
    /// To this function of `math.ll`.
    Wrapper(String),
}

/// The math function behind an intrinsic's or libm's name: its name without `f`, and whether it is of single precision.
fn plain_name(name: &str) -> Option<(&str, bool)> {
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        // `llvm.ldexp.f32.i32`, `llvm.lround.i64.f64`
        let (name, types) = intrinsic.split_once('.')?;
        let single = types.split('.').any(|ty| ty == "f32");
        return (single || types.split('.').any(|ty| ty == "f64")).then_some((name, single));
    }
    let known = |name: &str| SAME.contains(&name) || name == "scalbln";
    if known(name) {
        return Some((name, false));
    }
    let name = name.strip_suffix('f')?;
    known(name).then_some((name, true))
}

fn home(name: &str) -> Option<Home> {
    if name.starts_with("__nv_") {
        return Some(Home::Libdevice(name.to_owned()));
    }
    let (plain, single) = plain_name(name)?;
    let suffix = if single { "f" } else { "" };
    let intrinsic = name.starts_with("llvm.");
    match plain {
        "frexp" | "modf" | "sincos" if intrinsic => {
            Some(Home::Wrapper(format!("chv.{plain}{suffix}")))
        }
        "scalbln" => Some(Home::Wrapper(format!("chv.{plain}{suffix}"))),
        // The library has these two for 64 bits, which is what `long` has.
        "lrint" | "lround" => Some(Home::Libdevice(format!("__nv_l{plain}{suffix}"))),
        _ if SAME.contains(&plain) => Some(Home::Libdevice(format!("__nv_{plain}{suffix}"))),
        _ => None,
    }
}

/// The home of a function that is declared and used; `None` for all others.
fn home_of(function: Value<'_>) -> Option<Home> {
    if !function.is_declaration() || !function.is_live() {
        return None;
    }
    home(std::str::from_utf8(function.name()).ok()?)
}

/// Is it a remainder of floating point numbers? The code generator's own is inexact for large quotients.
fn is_remainder(instruction: &Value<'_>) -> bool {
    instruction.opcode() == Opcode::LLVMFRem
}

/// Does the code need libdevice?
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

/// Makes the math functions libdevice's, and links what is used of that.
///
/// # Errors
///
/// If there is no libdevice: names the functions, and what to install.
pub(super) fn bind<'c>(
    context: &'c Context,
    module: &Module<'c>,
    libdevice: Option<&Libdevice>,
) -> anyhow::Result<()> {
    let mut used: Vec<String> = Vec::new();
    for function in ir::functions(module) {
        let Some(home) = home_of(function) else {
            continue;
        };
        used.push(readable(function.name()));
        let (Home::Libdevice(target) | Home::Wrapper(target)) = home;
        let target = ir::declare_like(module, &CString::new(target)?, function);
        if target != function {
            function.replace_uses(target);
        }
    }
    replace_remainders(module, &mut used)?;
    let Some(libdevice) = libdevice else {
        used.sort();
        used.dedup();
        bail!(
            "{} needs NVIDIA's math library libdevice, which was not found; install it with `pip install nvidia-nvvm` (CUDA 12: \
             `nvidia-cuda-nvcc-cu12`) or a CUDA toolkit, or name its file with `--libdevice`",
            used.join(", ")
        );
    };
    addition::link(context, module, WRAPPED, "what wraps math functions")?;
    libdevice.link(context, module)
}

/// The name as the user may have written it.
fn readable(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let written = match plain_name(&name) {
        Some((plain, single)) => format!("{plain}{}", if single { "f" } else { "" }),
        None => name.trim_start_matches("__nv_").to_owned(),
    };
    format!("`{written}`")
}

/// Makes calls of the remainders.
fn replace_remainders(module: &Module<'_>, used: &mut Vec<String>) -> anyhow::Result<()> {
    for instruction in ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
        .filter(is_remainder)
    {
        let ty = instruction.ty();
        let (name, written) = match ty.bytes(module) {
            4 => (c"__nv_fmodf", "`fmodf`"),
            8 => (c"__nv_fmod", "`fmod`"),
            _ => bail!(
                "a remainder of numbers that are neither float nor double cannot be computed on NVIDIA GPUs"
            ),
        };
        used.push(written.to_owned());
        let function = ir::declare(module, name, ty, &[ty, ty]);
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

    fn target(name: &str) -> Option<String> {
        home(name).map(|(Home::Libdevice(target) | Home::Wrapper(target))| target)
    }

    #[test]
    fn intrinsics_and_calls_find_their_function() {
        let expected = [
            ("llvm.sin.f32", Some("__nv_sinf")),
            ("llvm.pow.f64", Some("__nv_pow")),
            ("llvm.lround.i64.f32", Some("__nv_llroundf")),
            ("llvm.ldexp.f64.i32", Some("__nv_ldexp")),
            ("llvm.frexp.f32.i32", Some("chv.frexpf")),
            ("erff", Some("__nv_erff")),
            ("erf", Some("__nv_erf")),
            ("scalblnf", Some("chv.scalblnf")),
            ("__nv_sincosf", Some("__nv_sincosf")),
            ("llvm.sqrt.f32", None),
            ("llvm.fma.f64", None),
            ("vprintf", None),
        ];
        for (name, found) in expected {
            assert_eq!(target(name).as_deref(), found, "{name}");
        }
    }
}
