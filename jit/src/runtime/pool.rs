//! Stream-ordered allocation: memory pools, `cudaMallocAsync`, `cudaFreeAsync`.
//!
//! Memory is valid from the call that allocates it. What a stream frees comes back to its pool when the stream gets there, and only
//! then can it be given out again, so no stream ever sees memory that another one still uses.

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use super::Runtime;
use super::allocations::{Allocation, Owner, Space};
use super::ffi::{In, Out, address, api, pointer};
use super::handles::{Handle, Handles};
use super::operation::{GraphMemory, Operation};
use super::pool_name::{FILE_DESCRIPTOR, PoolName};
use super::pool_place::{Guests, Place};
use super::types::{MemAccessDesc, MemLocation, MemPoolProps};
use crate::device::{Error, MemoryKind, Result, Status};
use crate::lock::lock;

/// Freed memory that a pool keeps to give out again, bytes, where its release threshold asks for less.
const KEPT_BYTES_MIN: u64 = 32 << 20;

/// Sizes are rounded up to this, bytes, so that freed memory fits more often.
const GRAIN_BYTES: usize = 512;

// `cudaMemPoolAttr`
const REUSE_FOLLOW: i32 = 1;
const REUSE_INTERNAL: i32 = 3;
const RELEASE_THRESHOLD: i32 = 4;
const RESERVED_CURRENT: i32 = 5;
const RESERVED_HIGH: i32 = 6;
const USED_CURRENT: i32 = 7;
const USED_HIGH: i32 = 8;

/// A memory pool.
pub(crate) struct Pool {
    /// Where the memory lies that it gives out.
    place: Place,
    shared: Shared,
    state: Mutex<State>,
    /// What others than those may do with it whose memory it is.
    guests: Mutex<Guests>,
}

/// How a pool is shared between processes.
enum Shared {
    Not,
    /// By this process.
    Here(PoolName),
    /// It is another process's, which alone allocates.
    Imported(PoolName),
}

#[derive(Default)]
struct State {
    /// Size and address of memory that can be given out.
    free: Vec<(usize, u64)>,
    /// Flags of reuse that were set to 0, by attribute; kept to be asked for.
    reuse_off: [bool; 3],
    release_threshold: u64,
    bytes_max: u64,
    used: Counter,
    reserved: Counter,
    /// Destroyed: what comes back is freed.
    closed: bool,
}

#[derive(Default)]
struct Counter {
    current: u64,
    high: u64,
}

impl Counter {
    fn add(&mut self, bytes: u64) {
        self.current += bytes;
        self.high = self.high.max(self.current);
    }
}

/// The process's pools.
#[derive(Default)]
pub(crate) struct Pools {
    handles: Handles<Pool>,
    /// The default pool and the current one of each place, once someone asked.
    chosen: Mutex<HashMap<Place, Chosen>>,
}

#[derive(Clone, Copy, Default)]
struct Chosen {
    default: Option<Handle>,
    current: Option<Handle>,
}

impl Pools {
    /// The pool of a handle. CUDA calls one that is none an invalid value, unlike handles of streams and events.
    fn at(&self, handle: Handle) -> Result<Arc<Pool>> {
        self.handles
            .get(handle)
            .map_err(|_| Status::INVALID_VALUE.into())
    }
}

impl Runtime {
    fn default_pool(&self, place: Place) -> Handle {
        let mut chosen = lock(&self.pools().chosen);
        let default = &mut chosen.entry(place).or_default().default;
        *default
            .get_or_insert_with(|| self.add_pool(Pool::new(place, Shared::Not, State::default())))
    }

    /// The pool of a handle.
    pub(super) fn pool_at(&self, handle: Handle) -> Result<Arc<Pool>> {
        self.pools().at(handle)
    }

    /// Gives a new pool a handle.
    pub(super) fn add_pool(&self, pool: Pool) -> Handle {
        self.pools().handles.insert(Arc::new(pool))
    }

    fn current_pool(&self, place: Place) -> Handle {
        let chosen = lock(&self.pools().chosen).get(&place).copied();
        let current = chosen.and_then(|chosen| chosen.current);
        current.unwrap_or_else(|| self.default_pool(place))
    }

    fn choose_pool(&self, place: Place, pool: Handle) -> Result<()> {
        let chosen = self.pools().at(pool)?;
        if chosen.place != place || chosen.imported_name().is_some() {
            return Err(Status::INVALID_VALUE.into());
        }
        lock(&self.pools().chosen).entry(place).or_default().current = Some(pool);
        Ok(())
    }

    /// The current pool of a stream's device.
    fn pool_of_stream(&self, stream: Handle) -> Result<Handle> {
        let stream = self.stream(stream)?;
        let number = self.device().device_of_stream(stream.id);
        Ok(self.current_pool(Place::of_device(number)))
    }

    fn allocate_async(
        &'static self,
        bytes: usize,
        pool: Handle,
        stream: Handle,
    ) -> Result<*mut c_void> {
        let stream = self.stream(stream)?;
        if bytes == 0 {
            return Ok(std::ptr::null_mut());
        }
        let shared = self.pools().at(pool)?;
        if stream.capture.active() {
            if shared.place.kind != MemoryKind::Device {
                let what = "a graph's nodes allocate memory of devices: this pool's is the host's";
                return Err(Error::new(Status::NOT_SUPPORTED, what));
            }
            let memory = GraphMemory::new(self, bytes)?;
            let place = pointer(memory.address());
            self.submit(&stream, Operation::Allocate(memory))?;
            return Ok(place);
        }
        self.guard_legacy(&stream)?;
        if shared.imported_name().is_some() {
            return Err(Error::new(
                Status::INVALID_VALUE,
                "the pool is another process's: only that allocates of it",
            ));
        }
        let memory = self.take_from_pool(&shared, bytes)?;
        self.allocations().insert(
            memory,
            Allocation::new(bytes, Space::of(shared.place.kind), Owner::Pool(pool)),
        );
        Ok(pointer(memory))
    }

    fn take_from_pool(&self, pool: &Pool, bytes: usize) -> Result<u64> {
        let size = bytes
            .checked_next_multiple_of(GRAIN_BYTES)
            .ok_or(Status::MEMORY_ALLOCATION)?;
        let mut state = lock(&pool.state);
        if state.bytes_max != 0 && state.used.current + size as u64 > state.bytes_max {
            return Err(Status::MEMORY_ALLOCATION.into());
        }
        let memory = match state.free.iter().position(|&(free, _)| free == size) {
            Some(found) => state.free.swap_remove(found).1,
            None => {
                let Place { number, kind } = pool.place;
                let memory = self.device().allocate_on(number, size, kind)?;
                state.reserved.add(size as u64);
                memory
            }
        };
        state.used.add(size as u64);
        self.device().shorten(memory, bytes);
        Ok(memory)
    }

    /// Gives memory back to its pool at once; all work that uses it has ended.
    pub(crate) fn return_to_pool(&self, pool: Handle, memory: u64) -> Result<()> {
        let owned = |allocation: &Allocation| allocation.owner == Owner::Pool(pool);
        let allocation = self
            .allocations()
            .remove_if(memory, owned)
            .ok_or(Status::INVALID_VALUE)?;
        let size = allocation.bytes.next_multiple_of(GRAIN_BYTES);
        // A pool that is gone leaves its memory to whoever held it.
        let kept = self.pools().handles.get(pool).is_ok_and(|pool| {
            let mut state = lock(&pool.state);
            state.used.current = state.used.current.saturating_sub(size as u64);
            let kept = !state.closed
                && pool.imported_name().is_none()
                && state.reserved.current <= state.release_threshold.max(KEPT_BYTES_MIN);
            if kept {
                state.free.push((size, memory));
            } else {
                state.reserved.current = state.reserved.current.saturating_sub(size as u64);
            }
            kept
        });
        if kept {
            return Ok(());
        }
        // SAFETY: the pool allocated it, no list has it any more, and all work that uses it has ended.
        unsafe { self.device().free(memory, allocation.space.kind()) }
    }

    fn free_async(&'static self, memory: *mut c_void, stream: Handle) -> Result<()> {
        let memory = address(memory);
        let stream = self.stream(stream)?;
        if memory == 0 {
            return Ok(());
        }
        let allocation = self.allocations().at(memory).ok_or(Status::INVALID_VALUE)?;
        if stream.capture.active() {
            return self.submit(&stream, Operation::Release(memory));
        }
        self.guard_legacy(&stream)?;
        self.mark_active();
        let free: Box<dyn FnOnce() -> Result<()> + Send> = match allocation.owner {
            Owner::Pool(pool) => Box::new(move || self.return_to_pool(pool, memory)),
            // Memory of `cudaMalloc` may be freed in a stream's order too.
            Owner::User if allocation.space == Space::Device => Box::new(move || {
                let same = |other: &Allocation| *other == allocation;
                self.allocations()
                    .remove_if(memory, same)
                    .ok_or(Status::INVALID_VALUE)?;
                // SAFETY: the table had it, and the stream has passed all work that uses it.
                unsafe { self.device().free(memory, MemoryKind::Device) }
            }),
            Owner::Graph => return Ok(()),
            _ => return Err(Status::INVALID_VALUE.into()),
        };
        // A second free of the same memory finds nothing to free; by then there is no one to tell.
        self.device()
            .host_function(stream.id, Box::new(move |_| drop(free())))
    }

    /// Frees what a pool keeps, down to `bytes_kept`.
    fn trim(&self, pool: &Pool, bytes_kept: u64) -> Result<()> {
        let mut state = lock(&pool.state);
        while state.reserved.current > bytes_kept {
            let Some((size, memory)) = state.free.pop() else {
                break;
            };
            state.reserved.current = state.reserved.current.saturating_sub(size as u64);
            // SAFETY: memory of the free list is in no one's use.
            unsafe { self.device().free(memory, pool.place.kind)? };
        }
        Ok(())
    }

    fn destroy_pool(&self, handle: Handle) -> Result<()> {
        let mut chosen = lock(&self.pools().chosen);
        if chosen.values().any(|of| of.default == Some(handle)) {
            return Err(Status::INVALID_VALUE.into());
        }
        let pool = {
            self.pools().at(handle)?;
            self.pools().handles.remove(handle)?
        };
        for of in chosen.values_mut().filter(|of| of.current == Some(handle)) {
            of.current = None;
        }
        drop(chosen);
        lock(&pool.state).closed = true;
        self.trim(&pool, 0)
    }

    /// Frees all that pools of the calling thread's device hold, in use or not; `cudaDeviceReset`.
    pub(crate) fn reset_pools(&self) {
        let here = self.device().current();
        let held = |address: u64, allocation: &Allocation| {
            matches!(allocation.owner, Owner::Pool(_))
                && allocation.space == Space::Device
                && self.device().owner(address) == here
        };
        for (memory, _) in self.allocations().drain_if(held) {
            // SAFETY: a pool allocated it and the table no longer has it; the caller has waited for all work.
            drop(unsafe { self.device().free(memory, MemoryKind::Device) });
        }
        let place = Place::of_device(here);
        for pool in self.pools().handles.drain_if(|pool| pool.place == place) {
            drop(self.trim(&pool, 0));
        }
        lock(&self.pools().chosen).remove(&place);
    }
}

impl Pool {
    fn new(place: Place, shared: Shared, state: State) -> Pool {
        Pool {
            place,
            shared,
            state: Mutex::new(state),
            guests: Mutex::default(),
        }
    }

    /// Another process's.
    pub(super) fn imported(number: usize, name: PoolName) -> Pool {
        let place = Place::of_device(number);
        Pool::new(place, Shared::Imported(name), State::default())
    }

    /// What other processes know it by, if it is shared.
    pub(super) fn shared_name(&self) -> Result<PoolName> {
        match self.shared {
            Shared::Here(name) => Ok(name),
            Shared::Not => Err(Error::new(
                Status::INVALID_VALUE,
                "the pool was made without a type of handles",
            )),
            Shared::Imported(_) => Err(Error::new(
                Status::INVALID_VALUE,
                "the pool is another process's: only that shares it",
            )),
        }
    }

    /// What the process knows it by whose it is, if that is another one.
    pub(super) fn imported_name(&self) -> Option<PoolName> {
        match self.shared {
            Shared::Imported(name) => Some(name),
            Shared::Not | Shared::Here(_) => None,
        }
    }

    fn set(&self, attribute: i32, value: Out<u64>) -> Result<()> {
        let mut state = lock(&self.state);
        match attribute {
            REUSE_FOLLOW..=REUSE_INTERNAL => {
                state.reuse_off[attribute as usize - 1] = value.cast::<i32>().get()? == 0
            }
            RELEASE_THRESHOLD => state.release_threshold = value.get()?,
            RESERVED_HIGH if value.get()? == 0 => state.reserved.high = state.reserved.current,
            USED_HIGH if value.get()? == 0 => state.used.high = state.used.current,
            _ => return Err(Status::INVALID_VALUE.into()),
        }
        Ok(())
    }

    fn get(&self, attribute: i32, value: Out<u64>) -> Result<()> {
        let state = lock(&self.state);
        match attribute {
            REUSE_FOLLOW..=REUSE_INTERNAL => value
                .cast::<i32>()
                .put(i32::from(!state.reuse_off[attribute as usize - 1])),
            RELEASE_THRESHOLD => value.put(state.release_threshold),
            RESERVED_CURRENT => value.put(state.reserved.current),
            RESERVED_HIGH => value.put(state.reserved.high),
            USED_CURRENT => value.put(state.used.current),
            USED_HIGH => value.put(state.used.high),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }
}

/// Checks a pool's properties and gives its place.
fn check_properties(runtime: &Runtime, properties: &MemPoolProps) -> Result<Place> {
    let place = Place::find(runtime, properties.alloc_type, properties.location)?;
    match properties.handle_types {
        0 => {}
        FILE_DESCRIPTOR if place.kind == MemoryKind::Device => {
            runtime.sharing()?;
        }
        _ => return Err(Status::NOT_SUPPORTED.into()),
    }
    Ok(place)
}

/// The place that `cudaMemGetMemPool` and its kin name.
fn place_of(runtime: &Runtime, location: In<MemLocation>, alloc_type: i32) -> Result<Place> {
    Place::find(runtime, alloc_type, location.get()?)
}

api! {
    call fn cudaMallocAsync(runtime, memory: Out<*mut c_void>, bytes: usize, stream: Handle) {
        memory.put(runtime.allocate_async(bytes, runtime.pool_of_stream(stream)?, stream)?)
    }

    call fn cudaMallocFromPoolAsync(runtime, memory: Out<*mut c_void>, bytes: usize, pool: Handle, stream: Handle) {
        memory.put(runtime.allocate_async(bytes, pool, stream)?)
    }

    call fn cudaFreeAsync(runtime, memory: *mut c_void, stream: Handle) {
        runtime.free_async(memory, stream)
    }

    call fn cudaMemPoolCreate(runtime, pool: Out<Handle>, properties: In<MemPoolProps>) {
        let properties = properties.get()?;
        let place = check_properties(runtime, &properties)?;
        let state = State { bytes_max: properties.max_size as u64, ..State::default() };
        let shared = match properties.handle_types {
            0 => Shared::Not,
            _ => Shared::Here(PoolName::new(place.number)),
        };
        pool.put(runtime.add_pool(Pool::new(place, shared, state)))
    }

    call fn cudaMemPoolDestroy(runtime, pool: Handle) {
        runtime.destroy_pool(pool)
    }

    call fn cudaMemPoolTrimTo(runtime, pool: Handle, bytes_kept: usize) {
        runtime.trim(&*runtime.pools().at(pool)?, bytes_kept as u64)
    }

    call fn cudaMemPoolSetAttribute(runtime, pool: Handle, attribute: i32, value: Out<u64>) {
        runtime.pools().at(pool)?.set(attribute, value)
    }

    call fn cudaMemPoolGetAttribute(runtime, pool: Handle, attribute: i32, value: Out<u64>) {
        runtime.pools().at(pool)?.get(attribute, value)
    }

    call fn cudaMemPoolSetAccess(runtime, pool: Handle, list: In<MemAccessDesc>, count: usize) {
        let pool = runtime.pools().at(pool)?;
        for access in list.all(count)? {
            lock(&pool.guests).set(runtime, pool.place, &access)?;
        }
        Ok(())
    }

    call fn cudaMemPoolGetAccess(runtime, flags: Out<i32>, pool: Handle, location: In<MemLocation>) {
        let pool = runtime.pools().at(pool)?;
        let flag = lock(&pool.guests).get(runtime, pool.place, location.get()?)?;
        flags.put(flag)
    }

    call fn cudaDeviceGetDefaultMemPool(runtime, pool: Out<Handle>, device: i32) {
        pool.put(runtime.default_pool(Place::of_device(runtime.number(device)?)))
    }

    call fn cudaDeviceSetMemPool(runtime, device: i32, pool: Handle) {
        runtime.choose_pool(Place::of_device(runtime.number(device)?), pool)
    }

    call fn cudaDeviceGetMemPool(runtime, pool: Out<Handle>, device: i32) {
        pool.put(runtime.current_pool(Place::of_device(runtime.number(device)?)))
    }

    call fn cudaMemGetDefaultMemPool(runtime, pool: Out<Handle>, location: In<MemLocation>, alloc_type: i32) {
        pool.put(runtime.default_pool(place_of(runtime, location, alloc_type)?))
    }

    call fn cudaMemGetMemPool(runtime, pool: Out<Handle>, location: In<MemLocation>, alloc_type: i32) {
        pool.put(runtime.current_pool(place_of(runtime, location, alloc_type)?))
    }

    call fn cudaMemSetMemPool(runtime, location: In<MemLocation>, alloc_type: i32, pool: Handle) {
        runtime.choose_pool(place_of(runtime, location, alloc_type)?, pool)
    }
}
