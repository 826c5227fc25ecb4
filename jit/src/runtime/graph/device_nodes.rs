//! What the operations of a graph's nodes are for the device.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::super::Runtime;
use super::super::host_functions::call_function;
use super::super::operation::{HostFunction, KernelOperation, Operation};
use crate::device::{HostCall, Launch, LoadedKernel, NodeWork, Result};
use crate::lock::lock;
use crate::modules::Slot;

/// Functions that graphs call, each with its argument. A graph that was destroyed may still run, so they stay: 16 bytes each.
static HOST_FUNCTIONS: Mutex<Option<HashMap<(usize, usize), &'static HostFunction>>> =
    Mutex::new(None);

/// For the device: calls one of `HOST_FUNCTIONS`.
extern "C" fn call_host_function(data: *mut c_void) {
    // SAFETY: `host_call` gives no other data than functions that stay.
    let host = unsafe { &*data.cast::<HostFunction>() };
    call_function(host.function, host.data as *mut c_void);
}

fn host_call(host: HostFunction) -> HostCall {
    let mut kept = lock(&HOST_FUNCTIONS);
    let key = (host.function as usize, host.data);
    let kept = kept.get_or_insert_default().entry(key);
    let host: &'static HostFunction = kept.or_insert_with(|| Box::leak(Box::new(host)));
    HostCall {
        function: call_host_function,
        data: std::ptr::from_ref(host) as usize,
    }
}

/// What an operation is for the device's graph. None: nothing.
pub(super) fn work_of(runtime: &Runtime, operation: &Operation) -> Option<Result<NodeWork>> {
    Some(Ok(match operation {
        Operation::Kernel(kernel) => match launch_of(runtime, kernel) {
            // The host has to see to what it launches.
            Ok(launch) if launch.kernel.launches() => return None,
            Ok(launch) => NodeWork::Kernel(launch),
            Err(error) => return Some(Err(error)),
        },
        Operation::Copy(copy) if copy.copy.bytes() == 0 => NodeWork::Nothing,
        Operation::Copy(copy) => NodeWork::Copy(copy.copy),
        Operation::Fill(fill) if fill.width * fill.height * fill.depth == 0 => NodeWork::Nothing,
        Operation::Fill(fill) => NodeWork::Fill(*fill),
        Operation::Host(host) => NodeWork::Host(host_call(*host)),
        // Graph memory is there as long as its graph.
        Operation::Empty | Operation::Allocate(_) | Operation::Release(_) => NodeWork::Nothing,
        Operation::Child(_)
        | Operation::Conditional(_)
        | Operation::Wait(_)
        | Operation::Record(_) => return None,
    }))
}

/// A launch of what the slot holds now.
fn launch_of(runtime: &Runtime, operation: &KernelOperation) -> Result<Launch> {
    Ok(operation.of_kernel(runtime.kernel_of_node(operation)?))
}

/// Which kernels the slots of a graph's nodes held when these were made.
#[derive(Clone, Default)]
pub(super) struct SlotKernels {
    /// By the slot's address.
    held: FxHashMap<usize, (&'static Slot, Arc<LoadedKernel>)>,
    /// The slot that came last, and its kernel's address: the next node mostly has the same.
    last: (usize, usize),
}

impl SlotKernels {
    /// Keeps which kernel a slot holds. False: another one was known of it.
    pub(super) fn note(&mut self, slot: &'static Slot, kernel: &Arc<LoadedKernel>) -> bool {
        let key = std::ptr::from_ref(slot) as usize;
        let place = (key, Arc::as_ptr(kernel) as usize);
        if self.last == place {
            return true;
        }
        self.last = place;
        let known = self.held.insert(key, (slot, Arc::clone(kernel)));
        known.is_none_or(|(_, known)| Arc::ptr_eq(&known, kernel))
    }

    /// Slots that hold another kernel now, or none.
    pub(super) fn renewed(&self) -> Vec<&'static Slot> {
        let renewed = self.held.values().filter(|(slot, kernel)| {
            let ready = slot.ready();
            !ready.as_ref().is_some_and(|it| Arc::ptr_eq(it, kernel))
        });
        renewed.map(|(slot, _)| *slot).collect()
    }
}
