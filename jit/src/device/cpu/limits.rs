//! What an engine is made with, and what no launch goes beyond.

use std::num::NonZero;
use std::time::Duration;

use super::memory::page_bytes;
use crate::wire::FIBER_STACK_BYTES;

/// Threads of a block at most, as on every GPU.
pub const BLOCK_THREADS_MAX: u32 = 1024;

/// Shared memory of a block at most, static and dynamic, bytes: what the largest GPUs give on request.
pub const SHARED_BYTES_MAX: u32 = 227 * 1024;

/// A launch that takes longer, though that was not expected, asks for help.
pub(super) const INLINE_MAX: Duration = Duration::from_micros(8);

/// What one more helper costs the others of its grid: it is woken, joins under the pool's lock, and is waited for.
const HELPER_COSTS: Duration = Duration::from_micros(4);

/// Environment variable: `fibers` has every kernel with barriers run in fibers, for comparing what it computes.
const TIER: &str = "CHEVRON_CPU_TIER";

/// What an engine is made with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Host threads that run blocks, callers included; at least 1.
    pub threads: usize,
    /// Threads of a warp: 32 or 64.
    pub warp_size: u32,
    /// Stack of one device thread (tier Thread), bytes.
    pub stack_bytes: usize,
    /// Whether kernels with barriers run in loops where they can; else always in fibers.
    pub regions: bool,
    /// Device memory, bytes; allocations beyond it fail.
    pub memory_bytes: usize,
}

impl Default for Config {
    /// All cores, warps of 32, 64 KiB of stack, the machine's memory.
    fn default() -> Config {
        Config {
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            warp_size: 32,
            stack_bytes: FIBER_STACK_BYTES,
            regions: !std::env::var(TIER).is_ok_and(|tier| tier == "fibers"),
            memory_bytes: physical_bytes(),
        }
    }
}

/// How many threads beside the caller are to work on what one thread would need this long for. With `h` helpers it takes `work / (h + 1) + h * HELPER_COSTS`.
pub(super) fn helpers_for(work: Duration) -> usize {
    let threads = (work.as_nanos() / HELPER_COSTS.as_nanos()).isqrt();
    usize::try_from(threads).map_or(usize::MAX, |it| it.saturating_sub(1))
}

fn physical_bytes() -> usize {
    // SAFETY: sysconf reads facts of the system.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    usize::try_from(pages)
        .unwrap_or(0)
        .saturating_mul(page_bytes())
}
