//! How much static shared memory a kernel may have.

use crate::error::bail_mendable;

/// As ptxas has it, for every architecture: more is for dynamic shared memory only. Unit: bytes.
const STATIC_BYTES_MAX: u64 = 48 << 10;

/// Checks a kernel's static shared memory. The compiler has done so where the kernel was defined; what it calls may have been defined anew since.
///
/// # Errors
///
/// If it is more than a kernel may have.
pub(in crate::emit) fn check(bytes: u64) -> anyhow::Result<()> {
    if bytes > STATIC_BYTES_MAX {
        bail_mendable!(
            "it uses too much shared data ({bytes:#x} bytes, {STATIC_BYTES_MAX:#x} max), that of the functions which it calls included"
        );
    }
    Ok(())
}
