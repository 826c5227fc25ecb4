//! Symbols of kernels and variables of modules that user code loads: their programs' own, and which module it is.

/// What follows a module's symbols, before its number. No symbol of C++ has a blank.
pub(super) const OF_MODULE: &str = " of module ";

/// A symbol as its program has it, if it is a module's; else itself.
pub(crate) fn symbol_in_module(symbol: &str) -> &str {
    symbol.split(OF_MODULE).next().unwrap_or(symbol)
}

/// The symbol of a kernel that another one names: of the same module, if that one is a module's.
pub(crate) fn symbol_beside(other: &str, symbol: &str) -> String {
    match other.find(OF_MODULE) {
        Some(at) => format!("{symbol}{}", &other[at..]),
        None => symbol.to_owned(),
    }
}
