//! What is allocated, for people: `%mem` asks.

use std::collections::HashSet;

use super::allocations::{Allocation, Owner, Space};
use super::{Runtime, current, toolkit};
use crate::modules;
use crate::wire::{LiveAllocation, MemoryOf, MemoryUse};

/// All that is allocated; without the values of variables.
pub(crate) fn memory_use() -> MemoryUse {
    let Ok(runtime) = current() else {
        return MemoryUse::default();
    };
    if toolkit::active() {
        return MemoryUse::default();
    }
    let arrays = runtime.arrays().handles.all();
    let arrays: HashSet<u64> = { arrays.iter() }.map(|array| array.memory).collect();
    let all = runtime.allocations().all().into_iter();
    let live = all.filter_map(|(address, allocation)| {
        Some(LiveAllocation {
            address,
            bytes: allocation.bytes as u64,
            of: runtime.memory_of(address, &allocation, &arrays)?,
            cell: allocation.cell,
        })
    });
    MemoryUse {
        live: Some(live.collect()),
        most_bytes: runtime.allocations().most_bytes() as u64,
        most_in: runtime.allocations().most_in(),
        pointers: Vec::new(),
    }
}

/// The most that is in use at once counts from now on.
pub(crate) fn forget_most() {
    if let Ok(runtime) = current() {
        runtime.allocations().forget_most();
    }
}

impl Runtime {
    /// What an allocation is; nothing if it is none of the user's making.
    fn memory_of(
        &self,
        address: u64,
        allocation: &Allocation,
        arrays: &HashSet<u64>,
    ) -> Option<MemoryOf> {
        Some(match (allocation.owner, allocation.space) {
            (Owner::Variable, _) => MemoryOf::Variable(modules::variable_stored_at(address)?),
            (Owner::Registration, _) => MemoryOf::Registered,
            (Owner::Graph, _) => MemoryOf::Graph,
            _ if arrays.contains(&address) => MemoryOf::Array,
            (_, Space::Managed) => MemoryOf::Managed,
            (_, Space::Host) => MemoryOf::Pinned,
            (_, Space::Device) => MemoryOf::Device,
            (_, Space::Pageable) => return None,
        })
    }
}
