//! The session's kernels in graphs of the runtime library's, by what the driver calls them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::sys::DriverKernelNode;
use crate::device::LoadedKernel;
use crate::lock::lock;
use crate::modules::Slot;

/// A kernel that graphs may hold.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) slot: &'static Slot,
    pub(super) kernel: Arc<LoadedKernel>,
}

/// The kernels that graphs may hold, by all that the driver calls them.
static KEPT: Mutex<Option<HashMap<usize, Kept>>> = Mutex::new(None);

/// Keeps a kernel that is put into a graph.
pub(super) fn keep(slot: &'static Slot, kernel: &Arc<LoadedKernel>) {
    let mut kept = lock(&KEPT);
    let kept = kept.get_or_insert_default();
    for name in [kernel.runtime_handle, kernel.id().0 as usize] {
        kept.entry(name).or_insert_with(|| Kept {
            slot,
            kernel: Arc::clone(kernel),
        });
    }
}

/// Has any kernel of the session been put into a graph?
pub(super) fn any_kept() -> bool {
    lock(&KEPT).as_ref().is_some_and(|it| !it.is_empty())
}

/// The session's kernel in a node.
pub(super) fn kept(params: &DriverKernelNode) -> Option<Kept> {
    let kept = lock(&KEPT);
    let kept = kept.as_ref()?;
    let found = kept
        .get(&params.kernel)
        .or_else(|| kept.get(&params.function));
    found.cloned()
}
