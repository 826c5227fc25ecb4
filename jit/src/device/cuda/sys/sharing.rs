//! Memory and events that other processes open by handles of the driver.

use std::ffi::{c_uint, c_void};

use super::{Driver, Result, check, out};
use crate::device::IpcName;

/// `CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS`
const LAZY_PEER_ACCESS: c_uint = 1;
/// `CU_POINTER_ATTRIBUTE_RANGE_SIZE`
const RANGE_BYTES: c_uint = 12;
// `CUevent_flags`
const EVENT_DISABLE_TIMING: c_uint = 2;
const EVENT_INTERPROCESS: c_uint = 4;

/// `CUipcMemHandle` and `CUipcEventHandle`, which are passed by value.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Named(IpcName);

impl Driver {
    /// The handle of an allocation.
    pub(in crate::device::cuda) fn memory_name(&self, address: u64) -> Result<IpcName> {
        let mut name = Named([0; 64]);
        // SAFETY: the pointer is to a live object; an address of no allocation is an error.
        check(unsafe { (self.functions.ipc_memory)(&mut name, address) })?;
        Ok(name.0)
    }

    /// Opens another process's memory: where it lies here, and its bytes.
    pub(in crate::device::cuda) fn open_memory(&self, name: &IpcName) -> Result<(u64, usize)> {
        // SAFETY: the pointer is to a live object; a handle that is none is an error.
        let address = out(|address| unsafe {
            (self.functions.ipc_open_memory)(address, Named(*name), LAZY_PEER_ACCESS)
        })?;
        let mut bytes = 0_usize;
        let target = (&raw mut bytes).cast::<c_void>();
        // SAFETY: the target is as large as the attribute's value.
        check(unsafe { (self.functions.pointer_attribute)(target, RANGE_BYTES, address) })?;
        Ok((address, bytes))
    }

    /// # Safety
    /// It came from `open_memory` and was not closed since, and no pending work uses it.
    pub(in crate::device::cuda) unsafe fn close_memory(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.ipc_close_memory)(address) })
    }

    /// An event that other processes can open.
    pub(in crate::device::cuda) fn create_shared_event(&self) -> Result<usize> {
        let flags = EVENT_DISABLE_TIMING | EVENT_INTERPROCESS;
        // SAFETY: the pointer is to a live object.
        out(|event| unsafe { (self.functions.event_create)(event, flags) })
    }

    /// The handle of such an event.
    pub(in crate::device::cuda) fn event_name(&self, event: usize) -> Result<IpcName> {
        let mut name = Named([0; 64]);
        // SAFETY: the event is a live one of this driver (module's contract); the pointer is to a live object.
        check(unsafe { (self.functions.ipc_event)(&mut name, event) })?;
        Ok(name.0)
    }

    /// Opens another process's event.
    pub(in crate::device::cuda) fn open_event(&self, name: &IpcName) -> Result<usize> {
        // SAFETY: as for `open_memory`.
        out(|event| unsafe { (self.functions.ipc_open_event)(event, Named(*name)) })
    }
}
