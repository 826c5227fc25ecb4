//! Launches that kernels make: what holds for them on every device (docs/dynamic-parallelism.md).

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Status;
use crate::wire::DeviceFault;

/// Grids below the host's own, each launched by the one before, at most: as on every GPU.
pub(crate) const DEPTH_MAX: u32 = 24;

/// Launches above a fault, or above a refused launch, that are told.
const ORIGINS_MAX: usize = 4;

/// Launches of a grid that may wait at the same time; not limited unless a program asks for that.
static PENDING_MAX: AtomicUsize = AtomicUsize::new(usize::MAX);

/// From now on so many launches of a grid may wait at the same time: `cudaLimitDevRuntimePendingLaunchCount`.
pub(crate) fn limit_pending_launches(most: usize) {
    PENDING_MAX.store(most, Ordering::Relaxed);
}

/// So many launches of a grid may wait at the same time; `usize::MAX`: as many as memory holds.
pub(crate) fn pending_launches_max() -> usize {
    PENDING_MAX.load(Ordering::Relaxed)
}

/// A launch of something that is no kernel.
pub(crate) fn no_kernel() -> DeviceFault {
    let message = "what device code launched is no kernel of this session";
    DeviceFault::of(Status::INVALID_DEVICE_FUNCTION.name(), message)
}

/// A launch that goes beyond a limit of such launches; none if the status is of something else.
pub(crate) fn beyond_limit(status: Status) -> Option<DeviceFault> {
    let message = match status {
        Status::LAUNCH_MAX_DEPTH_EXCEEDED => {
            format!("launches in launched kernels are more than {DEPTH_MAX} deep")
        }
        Status::LAUNCH_PENDING_COUNT_EXCEEDED => {
            "more launches wait than `cudaLimitDevRuntimePendingLaunchCount` allows".to_owned()
        }
        _ => return None,
    };
    Some(DeviceFault::of(status.name(), message))
}

/// Lines for the end of a message: who launched a grid, who that, and so on. Each launcher is its name for people, and ` at ` its place or nothing.
pub(crate) fn origin<'a>(launchers: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut launchers = launchers.peekable();
    let told = launchers.by_ref().take(ORIGINS_MAX);
    let mut text: String = told
        .map(|(display, place)| format!("\nlaunched by kernel `{display}`{place}"))
        .collect();
    if launchers.peek().is_some() {
        text += "\nand so on";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{ORIGINS_MAX, origin};

    #[test]
    fn an_origin_tells_the_nearest_launchers() {
        let of = |count| origin((0..count).map(|_| ("k", " at cell 1".to_owned())));
        assert_eq!(of(0), "");
        let line = "\nlaunched by kernel `k` at cell 1";
        assert_eq!(of(ORIGINS_MAX), line.repeat(ORIGINS_MAX));
        let all = line.repeat(ORIGINS_MAX) + "\nand so on";
        assert_eq!(of(ORIGINS_MAX + 3), all);
    }
}
