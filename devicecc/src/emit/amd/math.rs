//! The math library on AMD GPUs: what the code generator has no exact instructions for is a function of ocml.
//!
//! Clang makes intrinsics and calls of libm of the math functions. The code generator takes some of the intrinsics as they are (roots, roundings, exponentials in single
//! precision), translates others loosely (sines) and refuses the rest.

use std::collections::BTreeSet;
use std::ffi::CString;

use inkwell::context::Context;
use inkwell::module::Module;

use super::AmdTarget;
use crate::emit::ir;
use crate::emit::shared::{addition, math_calls, math_names};
use crate::error::bail_mendable;

/// Functions that ocml has beside those that every library has: as `__ocml_<name>_f32` and `_f64`, with libm's parameters.
const OWN: [&str; 5] = ["erfcinv", "erfcx", "erfinv", "rhypot", "sinpi"];

/// Functions that `math.ll` has as `chv.<name>`, in single precision with an `f` at the end. Sorted.
const WRAPPED: [&str; 12] = [
    "frexp", "ldexp", "llrint", "llround", "lrint", "lround", "modf", "powi", "remquo", "scalbln",
    "scalbn", "sincos",
];

/// Intrinsics that the code generator translates well in single precision.
const GOOD_SINGLE: [&str; 6] = ["exp", "exp10", "exp2", "log", "log10", "log2"];

/// What `WRAPPED` names.
const WRAPPERS: &str = include_str!("math.ll");

/// As of `math_calls`, of the functions above.
fn plain_name(name: &str) -> Option<(&str, bool)> {
    math_calls::plain_name(name, |name| {
        is_of_ocml(name) || WRAPPED.binary_search(&name).is_ok()
    })
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
        _ if is_of_ocml(plain) => Some(of_ocml(plain, single)),
        _ => None,
    }
}

fn is_of_ocml(name: &str) -> bool {
    math_names::is_of_all(name) || OWN.contains(&name)
}

fn of_ocml(plain: &str, single: bool) -> String {
    format!("__ocml_{plain}_{}", if single { "f32" } else { "f64" })
}

/// Does the code need what `bind` binds?
pub(super) fn is_used(module: &Module<'_>) -> bool {
    math_calls::are_used(module, home)
}

/// Makes the math functions ocml's, and links what is used of that. Gives whether any is.
///
/// # Errors
///
/// If there is no ocml and a function needs it: names the functions, and what to install.
pub(super) fn bind<'c>(
    context: &'c Context,
    module: &Module<'c>,
    target: &AmdTarget,
) -> anyhow::Result<bool> {
    for function in ir::functions(module) {
        let Some(home) = math_calls::home_of(function, home) else {
            continue;
        };
        let target = ir::declare_like(module, &CString::new(home)?, function);
        function.replace_uses(target);
    }
    math_calls::replace_remainders(module, |single| of_ocml("fmod", single), "AMD GPUs")?;
    addition::link(context, module, WRAPPERS, "what wraps math functions")?;
    let used: BTreeSet<String> = ir::functions(module)
        .into_iter()
        .filter(|it| it.is_declaration() && it.is_live())
        .filter_map(|it| readable(it.name()))
        .collect();
    if used.is_empty() {
        return Ok(false);
    }
    let Some(library) = &target.library else {
        bail_mendable!(
            "{} needs AMD's math library ocml, which was not found; install it (`apt-get install rocm-device-libs`, or ROCm), or name its file with \
             `--device-libs`",
            used.into_iter().collect::<Vec<_>>().join(", ")
        );
    };
    library.link(context, module, target)?;
    Ok(true)
}

/// A function of ocml's as the user may have written it.
fn readable(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok()?.strip_prefix("__ocml_")?;
    let (plain, precision) = name.rsplit_once('_')?;
    let letter = if precision == "f32" { "f" } else { "" };
    Some(format!("`{plain}{letter}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intrinsics_and_calls_find_their_function() {
        assert!(WRAPPED.is_sorted());
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
