//! Names of C's math library that every library for devices has too: ocml, libdevice and the host's.

/// Without the `f` or `l` that ends the names for other types. Sorted.
const OF_ALL: [&str; 38] = [
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
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nextafter",
    "pow",
    "remainder",
    "sin",
    "sinh",
    "tan",
    "tanh",
    "tgamma",
    "y0",
    "y1",
];

/// Has every library this function?
pub(in crate::emit) fn is_of_all(name: &str) -> bool {
    OF_ALL.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_as_the_search_needs_them() {
        assert!(OF_ALL.is_sorted());
    }
}
