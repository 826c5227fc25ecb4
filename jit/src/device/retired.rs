//! Kernels that nobody launches any more, and that devices may still run: unloaded once every device has ended what it had by then.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::lock::lock;

/// The kernels of a vendor's devices that wait to be unloaded.
#[derive(Default)]
pub(super) struct Retired {
    kernels: Mutex<Vec<Pending>>,
    /// A bit for each device that is in use.
    entered: AtomicU64,
}

/// A kernel whose launches may still run.
struct Pending {
    id: u64,
    /// A bit for each device that is not known to have ended them.
    devices: u64,
}

impl Retired {
    /// A device, by its number, is in use from now on.
    pub(super) fn enter(&self, number: usize) {
        self.entered.fetch_or(1 << number, Ordering::AcqRel);
    }

    /// Nobody launches the kernel any more.
    pub(super) fn retire(&self, id: u64) {
        let devices = self.entered.load(Ordering::Acquire);
        lock(&self.kernels).push(Pending { id, devices });
    }

    /// The kernels for which a device matters. Tell `ended` once all work that the device has by now has ended.
    pub(super) fn on(&self, number: usize) -> Vec<u64> {
        let kernels = lock(&self.kernels);
        let here = kernels.iter().filter(|it| it.devices & (1 << number) != 0);
        here.map(|it| it.id).collect()
    }

    /// A device has ended all that it had of these. Gives those that can be unloaded, which are forgotten.
    pub(super) fn ended(&self, number: usize, ids: &[u64]) -> Vec<u64> {
        let mut ended = Vec::new();
        lock(&self.kernels).retain_mut(|one| {
            if ids.contains(&one.id) {
                one.devices &= !(1 << number);
            }
            if one.devices == 0 {
                ended.push(one.id);
            }
            one.devices != 0
        });
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_unloaded_when_the_last_device_has_ended_it() {
        let retired = Retired::default();
        retired.enter(0);
        retired.enter(2);
        retired.retire(7);
        let seen = retired.on(0);
        // Retired after the look: the device may have been given work since.
        retired.retire(8);
        assert_eq!(seen, [7]);
        assert!(retired.on(1).is_empty());
        assert!(retired.ended(0, &seen).is_empty());
        assert_eq!(retired.ended(2, &[7, 8]), [7]);
        assert_eq!(retired.ended(0, &[8]), [8]);
        assert!(retired.on(0).is_empty());
    }
}
