//! What emission does alike for every kind of device: it knows nothing of any of them.

pub(super) mod addition;
pub(super) mod address_spaces;
pub(super) mod addressed;
pub(super) mod bitcode_library;
pub(super) mod calls;
pub(super) mod defined_variables;
pub(super) mod device_variables;
pub(super) mod effort;
pub(super) mod graph;
pub(super) mod kept;
pub(super) mod math_calls;
pub(super) mod math_names;
pub(super) mod missing;
pub(super) mod programs;
pub(super) mod pure_virtual;
pub(super) mod relocate;
pub(super) mod runtime;
pub(super) mod shared_limit;

/// The symbol of the kernel in a closure for a GPU.
pub(super) const KERNEL: &std::ffi::CStr = c"__chv_kernel";

/// The symbol that a kernel's code object defines if memory may hold addresses of what it defines, so that it must stay loaded.
pub(super) fn stays_symbol(entry: &str) -> String {
    format!("{entry}_stays")
}

/// LLVM's version, such as `22.1.8`.
pub(super) fn llvm_version() -> String {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    format!("{major}.{minor}.{patch}")
}
