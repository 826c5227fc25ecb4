//! The session's kernels in graphs of the runtime library's, by what the driver calls them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::super::Runtime;
use super::sys::DriverKernelNode;
use crate::device::{LoadedKernel, Status};
use crate::lock::lock;
use crate::modules::Slot;
use crate::wire::DeviceFault;

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

/// Of a kernel that may launch others: the driver runs graphs alone, so nobody would see what it launches. Tells that.
pub(super) fn refused_in_graph(
    runtime: &Runtime,
    slot: &'static Slot,
    kernel: &LoadedKernel,
) -> bool {
    if kernel.launches() {
        let message = "a kernel that launches kernels cannot be a graph's with a toolkit's headers: use `--headers embedded`";
        let fault = DeviceFault::of(Status::NOT_SUPPORTED.name(), message);
        let name = slot.display();
        runtime.refuse_launch(fault.in_kernel(&name, [1; 3], [1; 3]), true);
    }
    kernel.launches()
}
