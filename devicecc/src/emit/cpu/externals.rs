//! What a closure may leave undefined: primitives, and names of the C and math libraries.

use inkwell::module::Module;

use crate::emit::ir::{self, Value};
use crate::emit::shared::{addressed, math_names, missing};
use crate::error::bail_mendable;

/// Functions of the math library beside those that every library has, without the `f` or `l` that ends the names for other types. Sorted.
const MATH: [&str; 30] = [
    "ceil",
    "copysign",
    "cospi",
    "fabs",
    "floor",
    "fma",
    "fmax",
    "fmaximum_num",
    "fmin",
    "fminimum_num",
    "frexp",
    "jn",
    "ldexp",
    "llrint",
    "llround",
    "lrint",
    "lround",
    "modf",
    "nan",
    "nearbyint",
    "remquo",
    "rint",
    "round",
    "roundeven",
    "scalbln",
    "scalbn",
    "sincos",
    "sqrt",
    "trunc",
    "yn",
];

/// Other functions and data of the C and C++ libraries that clang's own code refers to. Sorted.
const LIBRARY: [&str; 11] = [
    "__cxa_pure_virtual",
    "__divti3",
    "__modti3",
    "__udivti3",
    "__umodti3",
    "bcmp",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "strlen",
];

/// Prefix of the C++ library's tables for run-time type information, which tables of virtual functions refer to.
const TYPE_INFORMATION: &str = "_ZTVN10__cxxabiv1";

/// Checks that all the closure uses is defined in it, or will be at run time.
///
/// # Errors
///
/// Names what is missing: a device function that was declared and never defined.
pub(super) fn check(module: &Module<'_>) -> anyhow::Result<()> {
    addressed::drop_undefined(module, is_known);
    missing::check(module, is_known)
}

/// Checks that the closure holds no inline assembler: in kernels that is PTX. LLVM would report none of it here, and leave an object that is
/// cut off. An empty template is a fence for the compiler and stays.
///
/// # Errors
///
/// Names the first instruction.
pub(super) fn check_assembler(module: &Module<'_>) -> anyhow::Result<()> {
    let template = ir::functions(module)
        .into_iter()
        .flat_map(|function| function.instructions())
        .filter_map(|instruction| instruction.called_assembler())
        .find(|template| !template.trim().is_empty());
    if let Some(template) = template {
        // LLVM writes operands as `$0` and a dollar as `$$`. The shim keeps behind a comment why it has not translated it.
        let (statement, _) = template
            .split_once("\n// chevron: ")
            .unwrap_or((&template, ""));
        let written = statement
            .replace("$$", "\0")
            .replace('$', "%")
            .replace('\0', "$");
        bail_mendable!(
            "inline PTX `{}` cannot run on the CPU device; use the CUDA function for it",
            written.trim()
        );
    }
    Ok(())
}

/// Will the executor provide it?
fn is_known(symbol: Value<'_>) -> bool {
    if symbol.is_function() && symbol.is_intrinsic() {
        return true;
    }
    let Ok(name) = std::str::from_utf8(symbol.name()) else {
        return false;
    };
    name.starts_with("__chv_")
        || name.starts_with(TYPE_INFORMATION)
        || LIBRARY.binary_search(&name).is_ok()
        || is_math(name)
}

/// Is it a function of the math library, for any of its types?
fn is_math(name: &str) -> bool {
    let known = |name: &str| math_names::is_of_all(name) || MATH.binary_search(&name).is_ok();
    known(name)
        || name.strip_suffix(['f', 'l']).is_some_and(known)
        || name.strip_suffix("_r").is_some_and(is_math)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_as_the_search_needs_them() {
        assert!(MATH.is_sorted());
        assert!(LIBRARY.is_sorted());
    }

    #[test]
    fn math_is_known_for_every_type() {
        assert!(
            [
                "sin",
                "sinf",
                "sinl",
                "sincosf",
                "lgammaf_r",
                "fma",
                "exp10f"
            ]
            .iter()
            .all(|name| is_math(name))
        );
        assert!(!["f", "sing", "system", ""].iter().any(|name| is_math(name)));
    }
}
