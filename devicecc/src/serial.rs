//! Numbers of texts.

use std::sync::atomic::{AtomicU32, Ordering};

/// Another number for each text that this process compiles: it tells instances of display code apart, which executors keep while
/// compilers come and go.
pub(crate) fn next_serial() -> u32 {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    SERIAL.fetch_add(1, Ordering::Relaxed) + 1
}
