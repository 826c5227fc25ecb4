//! What the CPU device's sanitizer is told of the API's memory, and what of it is never freed.

use super::allocations::{Allocation, Owner, Space};
use super::current;
use crate::device::cpu::sanitizer;
use crate::wire::{Checks, HostCall, KernelTraffic, Leak};

/// From now on this is looked for; nothing: the sanitizer is off.
pub(crate) fn look_for(checks: Checks) {
    let was_on = sanitizer::is_on();
    sanitizer::look_for(checks);
    let Ok(runtime) = current() else { return };
    if was_on || checks.is_empty() {
        return;
    }
    for (base, it) in runtime.allocations().all() {
        sanitizer::was_allocated(base, it.bytes, it.name(), it.cell);
    }
}

/// What kernels moved and computed since the last time, if that is counted.
pub(crate) fn traffic() -> Vec<KernelTraffic> {
    sanitizer::take_traffic()
}

/// What the user has allocated and not freed.
pub(crate) fn leaks() -> Vec<Leak> {
    let Ok(runtime) = current() else {
        return Vec::new();
    };
    let owned = |it: &Allocation| matches!(it.owner, Owner::User | Owner::Pool(_));
    let allocations = runtime.allocations().all().into_iter();
    let mut leaks: Vec<Leak> = allocations
        .filter(|(_, it)| owned(it))
        .map(|(base, it)| Leak {
            what: match it.space {
                Space::Managed => "managed memory",
                Space::Host | Space::Pageable => "pinned host memory",
                Space::Device => "device memory",
            }
            .to_owned(),
            bytes: it.bytes as u64,
            allocated: sanitizer::allocation(base).unwrap_or(HostCall {
                what: "allocated".to_owned(),
                cell: it.cell,
                addresses: Vec::new(),
            }),
        })
        .collect();
    leaks.sort_by_key(|it| (it.allocated.cell, std::cmp::Reverse(it.bytes)));
    leaks
}
