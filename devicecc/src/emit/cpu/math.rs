//! Mathematical functions that become vectors: `expf` is code of ours (`runtime/math.c`), not a call of the math library, which takes one number at a time.
//!
//! Drafts and optimised code have the same functions, and so give the same numbers.

use std::ffi::CString;

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::module::Module;

use crate::emit::host_machine::{Host, run_passes};
use crate::emit::ir::{self, Value};
use crate::emit::shared::addition;
use crate::emit::shared::effort::Effort;

/// The functions.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/math_cpu.bc"));

/// What processors with estimates have in place of the library's `__chv_math_rsqrtf`.
const ESTIMATED: &str = include_str!("rsqrt_estimated.ll");
const ESTIMATED_LEGACY: &str = include_str!("rsqrt_estimated_legacy.ll");

/// What clang calls a function, as an intrinsic or as one of libm's, and what the library has behind `__chv_math_`. Sorted.
const OURS: [(&str, &str); 65] = [
    ("__chv_math_fast_cosf", "fast_cosf"),
    ("__chv_math_fast_divide", "fast_divide"),
    ("__chv_math_fast_exp10f", "fast_exp10f"),
    ("__chv_math_fast_expf", "fast_expf"),
    ("__chv_math_fast_log10f", "fast_log10f"),
    ("__chv_math_fast_log2f", "fast_log2f"),
    ("__chv_math_fast_powf", "fast_powf"),
    ("__chv_math_fast_sinf", "fast_sinf"),
    ("__chv_math_fast_tanhf", "fast_tanhf"),
    ("__chv_math_rcbrtf", "rcbrtf"),
    ("__chv_math_rhypotf", "rhypotf"),
    ("__chv_math_rsqrtf", "rsqrtf"),
    ("acosf", "acosf"),
    ("asinf", "asinf"),
    ("atan2f", "atan2f"),
    ("atanf", "atanf"),
    ("cbrtf", "cbrtf"),
    ("cos", "cos"),
    ("cosf", "cosf"),
    ("coshf", "coshf"),
    ("erff", "erff"),
    ("exp", "exp"),
    ("exp10f", "exp10f"),
    ("exp2f", "exp2f"),
    ("expf", "expf"),
    ("expm1f", "expm1f"),
    ("hypotf", "hypotf"),
    ("llvm.acos.f32", "acosf"),
    ("llvm.asin.f32", "asinf"),
    ("llvm.atan.f32", "atanf"),
    ("llvm.atan2.f32", "atan2f"),
    ("llvm.cos.f32", "cosf"),
    ("llvm.cos.f64", "cos"),
    ("llvm.cosh.f32", "coshf"),
    ("llvm.exp.f32", "expf"),
    ("llvm.exp.f64", "exp"),
    ("llvm.exp10.f32", "exp10f"),
    ("llvm.exp2.f32", "exp2f"),
    ("llvm.log.f32", "logf"),
    ("llvm.log.f64", "log"),
    ("llvm.log10.f32", "log10f"),
    ("llvm.log2.f32", "log2f"),
    ("llvm.pow.f32", "powf"),
    ("llvm.pow.f64", "pow"),
    ("llvm.sin.f32", "sinf"),
    ("llvm.sin.f64", "sin"),
    ("llvm.sinh.f32", "sinhf"),
    ("llvm.tan.f32", "tanf"),
    ("llvm.tan.f64", "tan"),
    ("llvm.tanh.f32", "tanhf"),
    ("log", "log"),
    ("log10f", "log10f"),
    ("log1pf", "log1pf"),
    ("log2f", "log2f"),
    ("logf", "logf"),
    ("pow", "pow"),
    ("powf", "powf"),
    ("sin", "sin"),
    ("sincos", "sincos"),
    ("sincosf", "sincosf"),
    ("sinf", "sinf"),
    ("sinhf", "sinhf"),
    ("tan", "tan"),
    ("tanf", "tanf"),
    ("tanhf", "tanhf"),
];

/// What the library's functions begin with. Those that no library of the machine has are called by these names in headers (math_special.h).
const PREFIX: &str = "__chv_math_";

/// Puts them in the place of the math library's and inlines them. A processor that rounds products keeps the library's, where there is one.
///
/// # Errors
///
/// LLVM refuses to link them in, which is our failure.
pub(super) fn provide<'c>(
    context: &'c Context,
    module: &Module<'c>,
    effort: Effort,
) -> anyhow::Result<()> {
    let replaces = Host::get().fuses();
    let mut any = false;
    for function in ir::functions(module) {
        let Some(ours) = replacement(function) else {
            continue;
        };
        let is_ours = function.name().starts_with(PREFIX.as_bytes());
        if !is_ours && replaces {
            let name = CString::new(format!("{PREFIX}{ours}"))?;
            function.replace_uses(ir::declare_like(module, &name, function));
        }
        any |= is_ours || replaces;
    }
    if !any {
        return Ok(());
    }
    let estimated = match Host::get().estimate_bits() {
        Some(14) => Some(ESTIMATED),
        Some(_) => Some(ESTIMATED_LEGACY),
        None => None,
    };
    if let Some(text) = estimated
        && ir::function(module, c"__chv_math_rsqrtf").is_some()
    {
        addition::link(context, module, text, "the root by an estimate")?;
    }
    let library =
        ir::parse_lazily(context, LIBRARY).context("the library of math functions is broken")?;
    ir::link_what_is_used(module, library)
        .map_err(|error| anyhow!("the math functions do not fit the kernel: {error}"))?;
    run_passes(module, "always-inline,globaldce", effort)
}

/// What the library calls a function that is called and nothing else.
fn replacement(function: Value<'_>) -> Option<&'static str> {
    if !function.is_declaration() || !function.is_live() {
        return None;
    }
    let name = std::str::from_utf8(function.name()).ok()?;
    let found = OURS.binary_search_by_key(&name, |(clang, _)| clang).ok()?;
    let is_call = |user: &Value<'_>| user.called_function() == Some(function);
    function
        .users()
        .iter()
        .all(is_call)
        .then_some(OURS[found].1)
}

#[cfg(test)]
mod tests {
    use super::OURS;

    #[test]
    fn the_table_is_sorted_as_the_search_needs_it() {
        assert!(OURS.is_sorted());
    }
}
