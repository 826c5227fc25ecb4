//! Kernels and HIP's functions by the symbols that code in C has for them.
//!
//! `extern void foo(int *, int); … cudaLaunchKernel((const void *)foo, …)`: nvcc's host code defines a kernel under its own symbol. Here the session's host code has
//! a stub, and the kernel's symbol leads to the newest one unless something else defines it.

/// What clang's stubs are called: `__device_stub__` before the kernel's name.
const STUB: &str = "__device_stub__";

/// What tells a kernel's symbol from a function's of the same symbol.
const KERNEL_SUFFIX: &str = ".kernel";

/// Functions of HIP's runtime API that are CUDA's by another name: the same parameters, the same numbers. Code in C++ has HIP's headers for all of them.
const OF_HIP: [&str; 23] = [
    "DeviceSynchronize",
    "EventCreate",
    "EventDestroy",
    "EventElapsedTime",
    "EventRecord",
    "EventSynchronize",
    "Free",
    "GetDevice",
    "GetDeviceCount",
    "GetLastError",
    "LaunchCooperativeKernel",
    "LaunchKernel",
    "Malloc",
    "MallocManaged",
    "Memcpy",
    "MemcpyAsync",
    "Memset",
    "MemsetAsync",
    "PeekAtLastError",
    "SetDevice",
    "StreamCreate",
    "StreamDestroy",
    "StreamSynchronize",
];

/// The symbol of the kernel for which a stub stands, if it is the symbol of a stub.
pub(super) fn kernel_of_stub(symbol: &str) -> Option<String> {
    let (before, name) = symbol.split_once(STUB)?;
    // In a mangled name the length stands before it.
    let plain = before.trim_end_matches(|it: char| it.is_ascii_digit());
    if plain.len() == before.len() {
        return Some(format!("{before}{name}"));
    }
    let length: usize = before[plain.len()..].parse().ok()?;
    let length = length.checked_sub(STUB.len())?;
    Some(format!("{plain}{length}{name}"))
}

/// Under what name `Symbols` has the stub of a kernel.
pub(super) fn of_kernel(symbol: &str) -> String {
    format!("{symbol}{KERNEL_SUFFIX}")
}

/// CUDA's name for a function of HIP's.
pub(super) fn cuda_name(symbol: &str) -> Option<String> {
    let name = symbol.strip_prefix("hip")?;
    OF_HIP.contains(&name).then(|| format!("cuda{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stubs_lead_to_kernels() {
        let kernel = |stub| kernel_of_stub(stub).unwrap_or_default();
        assert_eq!(kernel("__device_stub__foo"), "foo");
        assert_eq!(kernel("_Z18__device_stub__fooPi"), "_Z3fooPi");
        assert_eq!(kernel("_ZN2ns19__device_stub__foo2EPi"), "_ZN2ns4foo2EPi");
        assert_eq!(kernel("_Z16__device_stub__kIiEvPT_"), "_Z1kIiEvPT_");
        assert_eq!(kernel_of_stub("_Z3fooPi"), None);
        assert_eq!(
            cuda_name("hipLaunchKernel").as_deref(),
            Some("cudaLaunchKernel")
        );
        assert_eq!(cuda_name("hipster"), None);
    }
}
