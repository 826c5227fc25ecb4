//! The math library on NVIDIA GPUs: what the code generator has no instruction for is a function of libdevice.
//!
//! Clang makes intrinsics and calls of libm of the math functions, of which the code generator translates the exact ones (roots, roundings, minima)
//! and refuses the others.

use std::ffi::CString;

use inkwell::context::Context;
use inkwell::module::Module;

use super::libdevice::Libdevice;
use crate::emit::ir;
use crate::emit::shared::{addition, math_calls, math_names};
use crate::error::bail_mendable;

/// Functions that libdevice has beside those that every library has: under the same name with `__nv_` before it, with the same parameters; in single
/// precision with an `f` at the end.
const OWN: [&str; 11] = [
    "frexp", "jn", "ldexp", "llrint", "llround", "lrint", "lround", "powi", "remquo", "scalbn",
    "yn",
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

/// As of `math_calls`, of the functions above.
fn plain_name(name: &str) -> Option<(&str, bool)> {
    math_calls::plain_name(name, |name| is_of_libdevice(name) || name == "scalbln")
}

fn is_of_libdevice(name: &str) -> bool {
    math_names::is_of_all(name) || OWN.contains(&name)
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
        _ if is_of_libdevice(plain) => Some(Home::Libdevice(format!("__nv_{plain}{suffix}"))),
        _ => None,
    }
}

/// Does the code need libdevice?
pub(super) fn is_used(module: &Module<'_>) -> bool {
    math_calls::are_used(module, home)
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
        let Some(home) = math_calls::home_of(function, home) else {
            continue;
        };
        used.push(readable(function.name()));
        let (Home::Libdevice(target) | Home::Wrapper(target)) = home;
        let target = ir::declare_like(module, &CString::new(target)?, function);
        if target != function {
            function.replace_uses(target);
        }
    }
    let fmod = |single: bool| if single { "fmodf" } else { "fmod" };
    let name = |single| format!("__nv_{}", fmod(single));
    let replaced = math_calls::replace_remainders(module, name, "NVIDIA GPUs")?;
    used.extend(
        replaced
            .into_iter()
            .map(|single| format!("`{}`", fmod(single))),
    );
    let Some(libdevice) = libdevice else {
        used.sort();
        used.dedup();
        bail_mendable!(
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
