//! The sticky error of a GPU, and what is known of its place: the launches since the last synchronisation.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::{LaunchConfig, Status};
use crate::lock::lock;
use crate::wire::DeviceFault;

/// True for results after which the context only gives that result again.
pub(super) fn is_sticky(status: Status) -> bool {
    matches!(
        status,
        Status::ECC_UNCORRECTABLE
            | Status::NVLINK_UNCORRECTABLE
            | Status::CONTAINED
            | Status::ILLEGAL_ADDRESS
            | Status::LAUNCH_TIMEOUT
            | Status::ASSERT
            | Status::HARDWARE_STACK_ERROR
            | Status::ILLEGAL_INSTRUCTION
            | Status::MISALIGNED_ADDRESS
            | Status::INVALID_ADDRESS_SPACE
            | Status::INVALID_PC
            | Status::LAUNCH_FAILURE
            | Status::TENSOR_MEMORY_LEAK
    )
}

/// The first sticky error, if there was one.
#[derive(Default)]
pub(super) struct Fault {
    broken: AtomicBool,
    fault: Mutex<Option<DeviceFault>>,
}

impl Fault {
    /// Costs one load.
    pub(super) fn is_set(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    pub(super) fn get(&self) -> Option<DeviceFault> {
        if !self.is_set() {
            return None;
        }
        lock(&self.fault).clone()
    }

    /// Keeps the first one.
    pub(super) fn set(&self, fault: impl FnOnce() -> DeviceFault) {
        let mut first = lock(&self.fault);
        if first.is_none() {
            *first = Some(fault());
            self.broken.store(true, Ordering::Release);
        }
    }
}

/// Which kernels may be to blame. Written at every launch with plain stores: two threads that launch at the same time may mix
/// their configurations, which only a message shows.
#[derive(Default)]
pub(super) struct Recent {
    function: AtomicU64,
    several: AtomicBool,
    extents: [AtomicU32; 6],
}

/// What `Recent` knows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Suspect {
    /// The kernel's `CUfunction`; 0 if nothing was launched.
    pub(super) function: u64,
    /// Other kernels were launched too, and may be to blame instead.
    pub(super) several: bool,
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
}

impl Recent {
    /// Notes a launch.
    #[inline]
    pub(super) fn launched(&self, function: u64, config: &LaunchConfig) {
        let before = self.function.load(Ordering::Relaxed);
        if before != function {
            self.function.store(function, Ordering::Relaxed);
            if before != 0 {
                self.several.store(true, Ordering::Relaxed);
            }
        }
        for (slot, &extent) in self
            .extents
            .iter()
            .zip(config.grid.iter().chain(&config.block))
        {
            slot.store(extent, Ordering::Relaxed);
        }
    }

    /// All that was launched has ended well.
    pub(super) fn clear(&self) {
        self.function.store(0, Ordering::Relaxed);
        self.several.store(false, Ordering::Relaxed);
    }

    pub(super) fn suspect(&self) -> Suspect {
        let extent = |index: usize| self.extents[index].load(Ordering::Relaxed);
        Suspect {
            function: self.function.load(Ordering::Relaxed),
            several: self.several.load(Ordering::Relaxed),
            grid: [extent(0), extent(1), extent(2)],
            block: [extent(3), extent(4), extent(5)],
        }
    }
}

impl Suspect {
    /// A fault for people, where `name` gives a kernel's.
    pub(super) fn fault(
        &self,
        status: Status,
        name: impl FnOnce(u64) -> Option<String>,
    ) -> DeviceFault {
        let kernel = Some(self.function)
            .filter(|&function| function != 0)
            .and_then(name);
        let message = match &kernel {
            Some(last) if self.several => format!(
                "{}; several kernels ran, `{last}` was the last",
                status.description()
            ),
            _ => status.description().to_owned(),
        };
        let blamed = kernel.filter(|_| !self.several);
        let known = |extents: [u32; 3]| if blamed.is_some() { extents } else { [0; 3] };
        DeviceFault {
            grid: known(self.grid),
            block: known(self.block),
            kernel: blamed.unwrap_or_default(),
            ..DeviceFault::of(status.name(), message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: LaunchConfig = LaunchConfig {
        cluster: [0; 3],
        grid: [4, 1, 1],
        block: [32, 2, 1],
        dynamic_shared_bytes: 0,
        cooperative: false,
    };

    fn fault(recent: &Recent) -> DeviceFault {
        let name = |function| Some(format!("k{function}"));
        recent.suspect().fault(Status::ILLEGAL_ADDRESS, name)
    }

    #[test]
    fn the_only_kernel_is_to_blame() {
        let recent = Recent::default();
        recent.launched(7, &CONFIG);
        recent.launched(7, &CONFIG);
        let fault = fault(&recent);
        assert_eq!(
            (fault.kernel.as_str(), fault.grid, fault.block),
            ("k7", [4, 1, 1], [32, 2, 1])
        );
        assert_eq!(fault.message, "an illegal memory access was encountered");
    }

    #[test]
    fn of_several_kernels_none_is() {
        let recent = Recent::default();
        recent.launched(7, &CONFIG);
        recent.launched(8, &CONFIG);
        let found = fault(&recent);
        assert_eq!(found.kernel, "");
        assert!(
            found
                .message
                .ends_with("several kernels ran, `k8` was the last"),
            "{found:?}"
        );
        recent.clear();
        recent.launched(8, &CONFIG);
        assert_eq!(fault(&recent).kernel, "k8");
    }

    #[test]
    fn the_first_fault_stays() {
        let sticky = Fault::default();
        assert_eq!(sticky.get(), None);
        for function in [1, 2] {
            let recent = Recent::default();
            recent.launched(function, &CONFIG);
            sticky.set(|| fault(&recent));
        }
        assert_eq!(
            sticky.get().map(|fault| fault.kernel),
            Some("k1".to_owned())
        );
    }

    #[test]
    fn errors_of_a_call_are_not_sticky() {
        assert!(is_sticky(Status::ILLEGAL_ADDRESS));
        assert!(!is_sticky(Status::MEMORY_ALLOCATION));
        assert!(!is_sticky(Status::LAUNCH_OUT_OF_RESOURCES));
    }
}
