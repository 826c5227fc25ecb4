//! Memory and events that several processes use: `cudaIpcGetMemHandle` and its kin. On the CPU device it shares the memory; an event's two counters lie in
//! memory of the system's that all its processes have mapped. On a GPU the driver has handles of its own.
//!
//! A handle names the process that gave it, which has to live as long as others open it.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::Arc;

use super::Runtime;
use super::allocations::{Allocation, Owner, Space};
use super::event::{Event, INTERPROCESS};
use super::ffi::{Out, address, api, pointer};
use super::handles::Handle;
use super::pool_name::OF_POOL;
use super::shared_event::SharedEvent;
use crate::device::cpu::sharing::SharedPage;
use crate::device::{
    Device, Error, IpcName, MemoryKind, Result, SharedMemory, Sharing, Status, StreamId,
};
use crate::lock::lock;

/// `cudaIpcMemLazyEnablePeerAccess`
const LAZY_PEER_ACCESS: u32 = 1;

const OF_MEMORY: u32 = 0x6368_6d31; // "chm1"
const OF_EVENT: u32 = 0x6368_6531; // "che1"

/// `cudaIpcMemHandle_t`, `cudaIpcEventHandle_t` and `cudaMemPoolPtrExportData`: 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct IpcHandle {
    kind: u32,
    reserved: [u32; 7],
    memory: SharedMemory,
}

impl IpcHandle {
    fn new(kind: u32, memory: SharedMemory) -> IpcHandle {
        IpcHandle {
            kind,
            reserved: [0; 7],
            memory,
        }
    }

    /// As the driver has it.
    fn of_driver(name: IpcName) -> IpcHandle {
        // SAFETY: both are 64 bytes, and the handle is whole numbers, for which all bytes are values.
        unsafe { std::mem::transmute::<IpcName, IpcHandle>(name) }
    }

    /// As the driver has it.
    fn name(&self) -> IpcName {
        // SAFETY: both are 64 bytes, and the handle has no gaps.
        unsafe { std::mem::transmute::<IpcHandle, IpcName>(*self) }
    }

    /// Of memory of a pool.
    pub(super) fn of_pool(pool: [u32; 4], memory: SharedMemory) -> IpcHandle {
        let mut handle = IpcHandle::new(OF_POOL, memory);
        handle.reserved[..4].copy_from_slice(&pool);
        handle
    }

    /// The pool and what it names there, if it is of a pool.
    pub(super) fn in_pool(&self) -> Option<([u32; 4], SharedMemory)> {
        let [a, b, c, d, ..] = self.reserved;
        (self.kind == OF_POOL).then_some(([a, b, c, d], self.memory))
    }

    /// What it names, if it is one of another process's.
    fn named(&self, kind: u32) -> Result<SharedMemory> {
        if self.kind != kind {
            return Err(Status::INVALID_VALUE.into());
        }
        if self.memory.process == std::process::id() {
            return Err(Error::new(
                Status::DEVICE_UNINITIALIZED,
                "the handle is this process's own: another process can open it",
            ));
        }
        Ok(self.memory)
    }
}

/// What open memory is known by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum OpenedBy {
    /// The process that has it, and its descriptor.
    Process(u32, i32),
    /// Where the driver has put it.
    Driver(u64),
}

/// Memory of other processes that is open here.
#[derive(Default)]
pub(crate) struct OpenMemory {
    /// Where, and how often it was opened.
    open: HashMap<OpenedBy, (u64, usize)>,
}

impl Runtime {
    pub(super) fn sharing(&self) -> Result<&dyn Sharing> {
        self.device().sharing().ok_or_else(|| {
            Error::new(
                Status::NOT_SUPPORTED,
                "this device shares no memory between processes so",
            )
        })
    }

    fn share_memory(&self, memory: u64) -> Result<IpcHandle> {
        let (base, allocation) = self
            .allocations()
            .find(memory)
            .ok_or(Status::INVALID_VALUE)?;
        if allocation.space != Space::Device || allocation.owner != Owner::User {
            return Err(Error::new(
                Status::INVALID_VALUE,
                "only memory of `cudaMalloc` can be shared between processes",
            ));
        }
        if let Some(driver) = self.device().driver_ipc() {
            return Ok(IpcHandle::of_driver(driver.memory_name(base)?));
        }
        let sharing = self.sharing()?;
        // Its pages move to where others find them.
        self.device().synchronize_all()?;
        Ok(IpcHandle::new(OF_MEMORY, sharing.share(base)?))
    }

    fn open_handle(&self, handle: &IpcHandle) -> Result<u64> {
        // Held until the memory is noted: two threads that open it get the same address.
        let mut table = lock(self.open_memory());
        if let Some(driver) = self.device().driver_ipc() {
            let (base, bytes) = driver.open_memory(&handle.name())?;
            self.note_open(&mut table, OpenedBy::Driver(base), base, bytes);
            return Ok(base);
        }
        let sharing = self.sharing()?;
        let memory = handle.named(OF_MEMORY)?;
        let key = OpenedBy::Process(memory.process, memory.file);
        if let Some((base, count)) = table.open.get_mut(&key) {
            *count += 1;
            return Ok(*base);
        }
        let base = sharing.open(&memory)?;
        self.note_open(&mut table, key, base, memory.bytes as usize);
        Ok(base)
    }

    /// Another process's memory was opened: what it is from now on, or once more.
    fn note_open(&self, table: &mut OpenMemory, key: OpenedBy, base: u64, bytes: usize) {
        let (_, count) = table.open.entry(key).or_insert((base, 0));
        *count += 1;
        if *count == 1 {
            self.allocations()
                .insert(base, Allocation::new(bytes, Space::Device, Owner::Process));
        }
    }

    fn close_memory(&self, memory: u64) -> Result<()> {
        let mut table = lock(self.open_memory());
        let found = table.open.iter_mut().find(|(_, open)| open.0 == memory);
        let (&key, open) = found.ok_or(Status::INVALID_VALUE)?;
        open.1 -= 1;
        let last = open.1 == 0;
        if last {
            table.open.remove(&key);
        }
        drop(table);
        if let Some(driver) = self.device().driver_ipc() {
            // A sticky error is no reason to keep memory.
            drop(self.device().synchronize_all());
            if last {
                self.allocations()
                    .remove_if(memory, |it| it.owner == Owner::Process);
            }
            // SAFETY: the table had it, as often as the driver opened it; all work has ended.
            return unsafe { driver.close_memory(memory) };
        }
        if !last {
            return Ok(());
        }
        self.free_waiting(memory, MemoryKind::Device, Owner::Process)
    }

    fn share_event(&self, handle: Handle) -> Result<IpcHandle> {
        let event = self.event(handle)?;
        if event.flags & INTERPROCESS == 0 {
            return Err(Error::new(
                Status::INVALID_VALUE,
                "the event was made without `cudaEventInterprocess`",
            ));
        }
        if let Some(driver) = self.device().driver_ipc() {
            return Ok(IpcHandle::of_driver(driver.event_name(event.id)?));
        }
        self.sharing()?;
        // What was recorded before others know of it has happened then.
        self.device().synchronize_event(event.id)?;
        if event.shared.get().is_none() {
            let page = SharedPage::new()?;
            let _ = event.shared.set(Arc::new(SharedEvent { page, of: 0 }));
        }
        let shared = event.shared.get().ok_or(Status::UNKNOWN)?;
        let name = shared.page.name();
        Ok(IpcHandle::new(OF_EVENT, name))
    }

    fn open_event(&self, handle: &IpcHandle) -> Result<Handle> {
        if let Some(driver) = self.device().driver_ipc() {
            return self.keep_driver_event(driver.open_event(&handle.name())?);
        }
        self.sharing()?;
        let memory = handle.named(OF_EVENT)?;
        let page = SharedPage::open(&memory)?;
        let of = memory.process;
        self.new_shared_event(Arc::new(SharedEvent { page, of }))
    }

    /// Queues an event's record in a stream.
    pub(super) fn record_now(&self, event: &Event, stream: StreamId) -> Result<()> {
        let Some(shared) = event.shared.get() else {
            return self.device().record_event(event.id, stream);
        };
        let (shared, record) = (Arc::clone(shared), shared.begin_record());
        let end = move |_: Status| shared.end_record(record);
        Device::host_function(&**self.device(), stream, Box::new(end))
    }

    /// Makes a stream wait for what an event's last record captured.
    pub(super) fn wait_now(&self, event: &Event, stream: StreamId) -> Result<()> {
        let Some(shared) = event.shared.get() else {
            return self.device().wait_event(stream, event.id);
        };
        let (shared, record) = (Arc::clone(shared), shared.recorded());
        if shared.done(record) {
            return Ok(());
        }
        let wait = move |status: Status| {
            if status == Status::SUCCESS {
                shared.wait(record);
            }
        };
        Device::host_function(&**self.device(), stream, Box::new(wait))
    }
}

api! {
    call fn cudaIpcGetMemHandle(runtime, handle: Out<IpcHandle>, memory: *mut c_void) {
        handle.wanted()?;
        handle.put(runtime.share_memory(address(memory))?)
    }

    call fn cudaIpcOpenMemHandle(runtime, memory: Out<*mut c_void>, handle: IpcHandle, flags: u32) {
        if memory.is_null() || flags != LAZY_PEER_ACCESS {
            return Err(Status::INVALID_VALUE.into());
        }
        memory.put(pointer(runtime.open_handle(&handle)?))
    }

    call fn cudaIpcCloseMemHandle(runtime, memory: *mut c_void) {
        runtime.close_memory(address(memory))
    }

    call fn cudaIpcGetEventHandle(runtime, handle: Out<IpcHandle>, event: Handle) {
        handle.wanted()?;
        handle.put(runtime.share_event(event)?)
    }

    call fn cudaIpcOpenEventHandle(runtime, event: Out<Handle>, handle: IpcHandle) {
        event.wanted()?;
        event.put(runtime.open_event(&handle)?)
    }
}
