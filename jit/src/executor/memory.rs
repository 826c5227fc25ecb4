//! How much memory the process uses.

use std::fs;

/// Resident set, bytes; 0 where the system does not tell.
pub(super) fn resident_bytes() -> u64 {
    let Ok(text) = fs::read_to_string("/proc/self/statm") else {
        return 0;
    };
    // SAFETY: `sysconf` has no preconditions.
    let page_bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let pages: Option<u64> = text
        .split_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0) * u64::try_from(page_bytes).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_process_has_memory() {
        assert!(super::resident_bytes() > 100_000);
    }
}
