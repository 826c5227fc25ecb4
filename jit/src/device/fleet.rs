//! Several devices as one: what names a device, a stream, an event or an allocation goes to the device that it belongs to, the rest to
//! the calling thread's current one, as CUDA has it.
//!
//! Ids of streams and events carry their device's number in the uppermost byte: the drivers' handles are addresses of a process and
//! counters, and need less than that. Which device an address came from is kept in a table, which launches do not ask.

mod interfaces;

use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::{
    Completion, Copy, Device, Error, EventId, Fill, KernelId, Launch, LaunchConfig, Limit, Linked,
    LoadedKernel, MemoryInfo, MemoryKind, PeerAttribute, Properties, Result, Status, StreamId,
    StreamOptions, ToolkitInterop, VirtualMemory,
};
use crate::wire::{DeviceFault, KernelImage, Target};

/// Devices of a process at most; CUDA drivers serve fewer.
pub const DEVICES_MAX: usize = 64;

/// Where the number stands in an id, plus one, so that the legacy default stream has none.
const NUMBER_SHIFT: u32 = 56;

thread_local! {
    /// The thread's device, with the address of the fleet that it is one of.
    static CURRENT: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// The devices of a process.
pub struct Fleet {
    members: Vec<Arc<dyn Device>>,
    /// The device that threads begin with.
    home: usize,
    /// A bit for each device that something was asked of: others have no context yet, and are not waited for.
    used: AtomicU64,
    /// The devices of allocations that were not made on `home`.
    owners: RwLock<HashMap<u64, usize>>,
    /// What the members' vendor libraries need, asked for once.
    toolkits: Vec<Option<Arc<dyn ToolkitInterop>>>,
}

impl Fleet {
    /// `members` by their numbers, at most `DEVICES_MAX`; threads begin with `home`, which is one of them.
    pub fn new(members: Vec<Arc<dyn Device>>, home: usize) -> Fleet {
        let toolkits = members.iter().map(|it| Arc::clone(it).toolkit()).collect();
        Fleet {
            members,
            home,
            used: AtomicU64::new(1 << home),
            owners: RwLock::default(),
            toolkits,
        }
    }

    fn number(&self) -> usize {
        let (fleet, number) = CURRENT.get();
        if fleet == std::ptr::from_ref(self) as usize {
            number
        } else {
            self.home
        }
    }

    fn member(&self, number: usize) -> &Arc<dyn Device> {
        if number != self.home && self.used.load(Ordering::Relaxed) & (1 << number) == 0 {
            self.used.fetch_or(1 << number, Ordering::AcqRel);
        }
        &self.members[number]
    }

    /// All of them, by their numbers.
    pub(crate) fn members(&self) -> impl Iterator<Item = &dyn Device> {
        self.members.iter().map(|it| &**it)
    }

    fn here(&self) -> &Arc<dyn Device> {
        self.member(self.number())
    }

    fn toolkit_here(&self) -> Option<&dyn ToolkitInterop> {
        let number = self.number();
        self.member(number);
        self.toolkits[number].as_deref()
    }

    fn used(&self) -> impl Iterator<Item = &Arc<dyn Device>> {
        let used = self.used.load(Ordering::Acquire);
        let members = self.members.iter().enumerate();
        members.filter_map(move |(number, member)| (used & (1 << number) != 0).then_some(member))
    }

    /// The device of a stream, and what it knows the stream by.
    fn at(&self, stream: StreamId) -> (&Arc<dyn Device>, StreamId) {
        match split(stream.0) {
            (Some(number), raw) if number < self.members.len() => {
                (self.member(number), StreamId(raw))
            }
            _ => (self.here(), stream),
        }
    }

    /// The device of an event, and what it knows the event by.
    fn of_event(&self, event: EventId) -> (&Arc<dyn Device>, EventId) {
        match split(event.0) {
            (Some(number), raw) if number < self.members.len() => {
                (self.member(number), EventId(raw))
            }
            _ => (self.here(), event),
        }
    }

    fn same_device(&self, event: EventId, stream: StreamId) -> Result<()> {
        let number = self.device_of_stream(stream);
        if split(event.0).0 == Some(number) {
            return Ok(());
        }
        Err(Error::new(
            Status::INVALID_RESOURCE_HANDLE,
            format!(
                "the event is another device's than the stream's, which is `{}`",
                self.members[number].properties().id
            ),
        ))
    }

    fn note_owner(&self, address: u64, number: usize) {
        if number != self.home {
            let mut owners = self.owners.write().unwrap_or_else(PoisonError::into_inner);
            owners.insert(address, number);
        }
    }

    /// The device that an address came from, which is forgotten.
    fn take_owner(&self, address: u64) -> usize {
        let mut owners = self.owners.write().unwrap_or_else(PoisonError::into_inner);
        owners.remove(&address).unwrap_or(self.home)
    }
}

impl Fleet {
    /// How many devices there are. They are numbered from 0.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Number of the calling thread's device.
    pub fn current(&self) -> usize {
        self.number()
    }

    /// Makes a device, by a number less than `count`, the calling thread's.
    pub fn select(&self, number: usize) {
        self.used.fetch_or(1 << number, Ordering::AcqRel);
        CURRENT.set((std::ptr::from_ref(self) as usize, number));
        self.make_current();
    }

    /// Can a device map memory? Only asked: it is not in use for that.
    pub(super) fn maps_memory(&self, number: usize) -> bool {
        self.members[number].virtual_memory().is_some()
    }

    /// What maps memory of a device, by its number.
    pub(super) fn virtual_memory_of(&self, number: usize) -> Option<&dyn VirtualMemory> {
        self.member(number).virtual_memory()
    }

    /// Forgets which device an address came from.
    pub fn disown(&self, address: u64) {
        self.take_owner(address);
    }

    /// What a device is.
    pub fn properties_of(&self, number: usize) -> &Properties {
        self.members[number].properties()
    }

    /// Number of a stream's device; the calling thread's for the legacy default stream.
    pub fn device_of_stream(&self, stream: StreamId) -> usize {
        split(stream.0).0.unwrap_or_else(|| self.number())
    }

    /// Number of the device that gave an allocation's first address.
    pub fn owner(&self, address: u64) -> usize {
        let owners = self.owners.read().unwrap_or_else(PoisonError::into_inner);
        owners.get(&address).copied().unwrap_or(self.home)
    }

    /// Tells which device an address came from that was allocated past this.
    pub fn adopt(&self, address: u64, number: usize) {
        self.note_owner(address, number);
    }

    /// `Device::allocate` on a device by its number.
    pub fn allocate_on(&self, number: usize, bytes: usize, kind: MemoryKind) -> Result<u64> {
        let address = self.member(number).allocate(bytes, kind)?;
        self.note_owner(address, number);
        Ok(address)
    }

    /// `Device::synchronize` for every device that is in use; the first error.
    pub fn synchronize_all(&self) -> Result<()> {
        let mut ended = Ok(());
        for member in self.used() {
            let one = member.synchronize();
            ended = ended.and(one);
        }
        self.make_current();
        ended
    }
}

/// One device answers as a fleet of one: number 0.
impl dyn Device + '_ {
    /// How many devices stand behind this. They are numbered from 0. Each thread has a current one, which methods are about that name no device, stream,
    /// event or allocation.
    pub fn count(&self) -> usize {
        self.fleet().map_or(1, Fleet::count)
    }

    /// Number of the calling thread's device.
    pub fn current(&self) -> usize {
        self.fleet().map_or(0, Fleet::current)
    }

    /// Makes a device, by a number less than `count`, the calling thread's.
    pub fn select(&self, number: usize) {
        if let Some(fleet) = self.fleet() {
            fleet.select(number);
        }
    }

    /// What a device is, by a number less than `count`.
    pub fn properties_of(&self, number: usize) -> &Properties {
        match self.fleet() {
            Some(fleet) => fleet.properties_of(number),
            None => self.properties(),
        }
    }

    /// Number of a stream's device; the calling thread's for the legacy default stream.
    pub fn device_of_stream(&self, stream: StreamId) -> usize {
        self.fleet()
            .map_or(0, |fleet| fleet.device_of_stream(stream))
    }

    /// Number of the device that gave an allocation's first address.
    pub fn owner(&self, address: u64) -> usize {
        self.fleet().map_or(0, |fleet| fleet.owner(address))
    }

    /// Tells which device an address came from that was allocated past this.
    pub fn adopt(&self, address: u64, number: usize) {
        if let Some(fleet) = self.fleet() {
            fleet.adopt(address, number);
        }
    }

    /// Forgets which device an address came from, which is the caller's no more.
    pub fn disown(&self, address: u64) {
        if let Some(fleet) = self.fleet() {
            fleet.disown(address);
        }
    }

    /// `allocate` on a device by its number.
    pub fn allocate_on(&self, number: usize, bytes: usize, kind: MemoryKind) -> Result<u64> {
        match self.fleet() {
            Some(fleet) => fleet.allocate_on(number, bytes, kind),
            None => self.allocate(bytes, kind),
        }
    }

    /// `synchronize` for every device that is in use; the first error.
    pub fn synchronize_all(&self) -> Result<()> {
        match self.fleet() {
            Some(fleet) => fleet.synchronize_all(),
            None => self.synchronize(),
        }
    }

    /// A `cudaDeviceP2PAttr` of two different devices. Devices of one memory reach each other in every way.
    pub fn peer_attribute(&self, from: usize, to: usize, attribute: PeerAttribute) -> Result<i32> {
        let peers = match self.fleet() {
            Some(fleet) => fleet.members[from].peers(),
            None => self.peers(),
        };
        match peers {
            Some(peers) => peers.attribute(to, attribute),
            None => Ok(i32::from(attribute != PeerAttribute::PerformanceRank)),
        }
    }

    /// Lets kernels of the calling thread's device reach another device's memory, or not any more.
    pub fn set_peer_access(&self, peer: usize, allowed: bool) -> Result<()> {
        match self.peers() {
            Some(peers) => peers.set_access(peer, allowed),
            None => Ok(()),
        }
    }
}

/// An id with its device's number.
fn tagged(raw: u64, number: usize) -> u64 {
    raw | (number as u64 + 1) << NUMBER_SHIFT
}

fn split(id: u64) -> (Option<usize>, u64) {
    let number = (id >> NUMBER_SHIFT) as usize;
    (number.checked_sub(1), id & ((1 << NUMBER_SHIFT) - 1))
}

impl Device for Fleet {
    fn properties(&self) -> &Properties {
        self.members[self.number()].properties()
    }

    fn target(&self) -> Target {
        self.members[self.home].target()
    }

    fn memory_info(&self) -> MemoryInfo {
        self.here().memory_info()
    }

    fn set_limit(&self, limit: Limit, bytes: usize) -> Result<()> {
        self.here().set_limit(limit, bytes)
    }

    fn allocate(&self, bytes: usize, kind: MemoryKind) -> Result<u64> {
        self.allocate_on(self.number(), bytes, kind)
    }

    unsafe fn free(&self, address: u64, kind: MemoryKind) -> Result<()> {
        let number = self.take_owner(address);
        // SAFETY: the caller's duty is the same, and this is the device that gave the address.
        unsafe { self.member(number).free(address, kind) }
    }

    unsafe fn register_host(&self, address: u64, bytes: usize) -> Result<u64> {
        let number = self.number();
        // SAFETY: the caller's duty is the same.
        let reached = unsafe { self.member(number).register_host(address, bytes)? };
        self.note_owner(address, number);
        Ok(reached)
    }

    unsafe fn unregister_host(&self, address: u64) -> Result<()> {
        let number = self.take_owner(address);
        // SAFETY: the caller's duty is the same, and this is the device that it was registered with.
        unsafe { self.member(number).unregister_host(address) }
    }

    unsafe fn load_kernel(&self, image: &KernelImage, linked: Linked) -> Result<KernelId> {
        // SAFETY: the caller's duty is the same.
        unsafe { self.members[self.home].load_kernel(image, linked) }
    }

    unsafe fn unload_kernel(&self, kernel: KernelId) {
        // SAFETY: the caller's duty is the same, and `load_kernel` loads there.
        unsafe { self.members[self.home].unload_kernel(kernel) };
    }

    fn create_stream(&self, options: StreamOptions) -> Result<StreamId> {
        let number = self.number();
        let stream = self.member(number).create_stream(options)?;
        Ok(StreamId(tagged(stream.0, number)))
    }

    fn destroy_stream(&self, stream: StreamId) -> Result<()> {
        let (member, stream) = self.at(stream);
        member.destroy_stream(stream)
    }

    fn stream_done(&self, stream: StreamId) -> Result<bool> {
        let (member, stream) = self.at(stream);
        member.stream_done(stream)
    }

    fn synchronize_stream(&self, stream: StreamId) -> Result<()> {
        let (member, stream) = self.at(stream);
        member.synchronize_stream(stream)
    }

    fn synchronize(&self) -> Result<()> {
        self.here().synchronize()
    }

    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()> {
        // Of any device: the drivers' events, and those of devices that share their queues, are known on all.
        let ((member, stream), (_, event)) = (self.at(stream), self.of_event(event));
        member.wait_event(stream, event)
    }

    fn host_function(
        &self,
        stream: StreamId,
        function: Box<dyn FnOnce(Status) + Send>,
    ) -> Result<()> {
        let (member, stream) = self.at(stream);
        member.host_function(stream, function)
    }

    fn create_event(&self, timing: bool) -> Result<EventId> {
        let number = self.number();
        let event = self.member(number).create_event(timing)?;
        Ok(EventId(tagged(event.0, number)))
    }

    fn destroy_event(&self, event: EventId) -> Result<()> {
        let (member, event) = self.of_event(event);
        member.destroy_event(event)
    }

    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.same_device(event, stream)?;
        let ((member, stream), (_, event)) = (self.at(stream), self.of_event(event));
        member.record_event(event, stream)
    }

    fn event_done(&self, event: EventId) -> Result<bool> {
        let (member, event) = self.of_event(event);
        member.event_done(event)
    }

    fn synchronize_event(&self, event: EventId) -> Result<()> {
        let (member, event) = self.of_event(event);
        member.synchronize_event(event)
    }

    fn elapsed_ms(&self, start: EventId, end: EventId) -> Result<f32> {
        if split(start.0).0 != split(end.0).0 {
            return Err(Status::INVALID_RESOURCE_HANDLE.into());
        }
        let ((member, start), (_, end)) = (self.of_event(start), self.of_event(end));
        member.elapsed_ms(start, end)
    }

    unsafe fn copy(&self, stream: StreamId, copy: &Copy, completion: Completion) -> Result<()> {
        let (member, stream) = self.at(stream);
        // SAFETY: the caller's duty is the same.
        unsafe { member.copy(stream, copy, completion) }
    }

    unsafe fn fill(&self, stream: StreamId, fill: &Fill, completion: Completion) -> Result<()> {
        let (member, stream) = self.at(stream);
        // SAFETY: the caller's duty is the same.
        unsafe { member.fill(stream, fill, completion) }
    }

    unsafe fn launch(&self, stream: StreamId, launch: Launch) -> Result<()> {
        let (member, stream) = self.at(stream);
        // SAFETY: the caller's duty is the same.
        unsafe { member.launch(stream, launch) }
    }

    unsafe fn launch_now(
        &self,
        stream: StreamId,
        kernel: &Arc<LoadedKernel>,
        config: &LaunchConfig,
        arguments: *const *const c_void,
    ) -> Result<()> {
        let (member, stream) = self.at(stream);
        // SAFETY: the caller's duty is the same.
        unsafe { member.launch_now(stream, kernel, config, arguments) }
    }

    fn cooperative_blocks_max(&self, kernel: KernelId, block: &[u32; 3]) -> u64 {
        self.here().cooperative_blocks_max(kernel, block)
    }

    fn fault(&self) -> Option<DeviceFault> {
        self.members.iter().find_map(|member| member.fault())
    }

    fn broken(&self) -> bool {
        self.members.iter().any(|member| member.broken())
    }

    fn recover(&self) -> bool {
        let mut recovered = true;
        for member in &self.members {
            // All of them, also after one that cannot.
            recovered &= member.recover();
        }
        recovered
    }

    fn interrupt(&self) {
        self.used().for_each(|member| member.interrupt());
    }

    fn fleet(&self) -> Option<&Fleet> {
        Some(self)
    }
}
