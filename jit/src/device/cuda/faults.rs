//! What the driver's core dump adds to a sticky error.

use super::core_dump;
use super::kernels::Kernels;
use crate::device::Status;
use crate::device::blame::Suspect;
use crate::wire::{DeviceFault, KernelPlace};

/// What the driver's core dump tells of a fault.
pub(super) fn dumped(
    status: Status,
    found: &core_dump::Fault,
    suspect: &Suspect,
    kernels: &Kernels,
) -> DeviceFault {
    let mut message = status.description().to_owned();
    let one = found.threads.filter(|(first, last)| first == last);
    if let (Some((first, last)), None) = (found.threads, one) {
        let triple = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
        message += &format!(", by a thread from {} to {}", triple(first), triple(last));
    }
    let place = found.place.as_ref();
    let entry = found.kernel.as_ref().map(|kernel| &kernel.0);
    let known = entry
        .or(place.map(|place| &place.function))
        .and_then(|entry| kernels.named(entry, suspect.function));
    let (symbol, kernel) = known.unwrap_or_default();
    let blamed = suspect.function != 0 && !suspect.several;
    let extents = found.kernel.as_ref().map(|kernel| (kernel.1, kernel.2));
    let (grid, block) = extents
        .or(blamed.then_some((suspect.grid, suspect.block)))
        .unwrap_or_default();
    let place = place.filter(|_| !symbol.is_empty()).map(|place| {
        Box::new(KernelPlace {
            symbol,
            entry: place.function.clone(),
            offsets: vec![place.offset as i64],
            code: place.code.clone(),
        })
    });
    DeviceFault {
        kernel,
        grid,
        block,
        block_idx: found.block_idx,
        thread_idx: one.map(|one| one.0),
        place,
        ..DeviceFault::of(status.name(), message)
    }
}
