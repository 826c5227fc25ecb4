//! Devices: choice, limits, modes, waiting, reset. Each thread has a current device.

use std::ffi::{CStr, c_char};
use std::sync::Mutex;

use super::Runtime;
use super::ffi::{In, Out, api};
use super::properties::DeviceProp;
use crate::device::launches_in_kernels::limit_pending_launches;
use crate::device::{Error, Limit, Result, Status};
use crate::lock::lock;
use crate::modules;
use crate::wire::Target;

/// `cudaDeviceScheduleMask`, `cudaDeviceMapHost`, `cudaDeviceLmemResizeToMax` and `cudaDeviceSyncMemops`
const FLAGS: u32 = 0x9f;
/// `cudaDeviceMapHost`: always so with unified addresses.
const FLAG_MAP_HOST: u32 = 8;

// `cudaLimit`
const LIMIT_STACK: i32 = 0;
const LIMIT_PRINTF: i32 = 1;
const LIMIT_HEAP: i32 = 2;
const LIMIT_SYNC_DEPTH: i32 = 3;
pub(super) const LIMIT_PENDING_LAUNCHES: i32 = 4;
const LIMIT_L2_GRANULARITY: i32 = 5;
const LIMIT_PERSISTING_L2: i32 = 6;
const LIMIT_COUNT: usize = 7;

/// Modes and limits that programs set; kept to be asked for.
pub(crate) struct Settings {
    /// By the devices' numbers.
    states: Mutex<Vec<State>>,
}

#[derive(Clone, Copy)]
struct State {
    flags: u32,
    cache_config: i32,
    shared_config: i32,
    limits: [usize; LIMIT_COUNT],
}

impl Settings {
    pub(crate) fn of(devices: usize) -> Settings {
        Settings {
            states: Mutex::new(vec![State::default(); devices]),
        }
    }
}

impl Default for State {
    fn default() -> State {
        // CUDA's defaults: 1 KiB of stack, 1 MiB of printf buffer, 8 MiB of heap.
        State {
            flags: 0,
            cache_config: 0,
            shared_config: 0,
            limits: [1 << 10, 1 << 20, 8 << 20, 2, 2048, 128, 0],
        }
    }
}

impl Runtime {
    /// Makes a device the calling thread's.
    pub(crate) fn select(&self, device: i32) -> Result<()> {
        let number = self.number(device)?;
        self.use_device(number)?;
        self.device().select(number);
        Ok(())
    }

    /// Brings the session's kernels and variables to a device.
    fn use_device(&self, number: usize) -> Result<()> {
        modules::use_device(number).map_err(|message| {
            let id = &self.device().properties_of(number).id;
            let message = format!("device `{id}` cannot be used: {message}");
            Error::new(Status::DEVICES_UNAVAILABLE, message)
        })
    }

    /// Settings of the calling thread's device.
    fn with_state<T>(&self, with: impl FnOnce(&mut State) -> T) -> T {
        with(&mut lock(&self.settings().states)[self.device().current()])
    }

    fn synchronize(&self) -> Result<()> {
        self.forbid_any_capture()?;
        self.device().synchronize()?;
        modules::device_rests();
        Ok(())
    }

    /// Ends all that the user made on the device. Device variables stay: they are the session's.
    fn reset(&self) -> Result<()> {
        // A fault is no reason not to reset. What other devices still do may need this one's memory.
        drop(self.device().synchronize_all());
        if !self.device().recover() {
            return Err(Error::new(
                Status::NOT_SUPPORTED,
                "the device cannot recover within this process",
            ));
        }
        self.streams().clear(&**self.device());
        self.events().clear(&**self.device());
        self.reset_pools();
        self.free_all();
        self.forget_peers();
        self.with_state(|state| *state = State::default());
        limit_pending_launches(usize::MAX);
        Ok(())
    }

    fn set_limit(&self, limit: i32, value: usize) -> Result<()> {
        let index = self.limit_index(limit)?;
        let kept_by_device = match limit {
            LIMIT_STACK => Some(Limit::Stack),
            LIMIT_PRINTF => Some(Limit::Printf),
            LIMIT_HEAP => Some(Limit::Heap),
            _ => None,
        };
        if let Some(limit) = kept_by_device {
            self.device().set_limit(limit, value)?;
        }
        if limit == LIMIT_PENDING_LAUNCHES {
            limit_pending_launches(value);
        }
        self.with_state(|state| state.limits[index] = value);
        Ok(())
    }

    /// A limit of the calling thread's device.
    pub(super) fn limit(&self, limit: i32) -> Result<usize> {
        let index = self.limit_index(limit)?;
        Ok(self.with_state(|state| state.limits[index]))
    }

    fn limit_index(&self, limit: i32) -> Result<usize> {
        match limit {
            LIMIT_STACK..=LIMIT_HEAP | LIMIT_PENDING_LAUNCHES | LIMIT_L2_GRANULARITY => {
                Ok(limit as usize)
            }
            // Of programs whose kernels wait for what they launched: only the CPU device runs those.
            LIMIT_SYNC_DEPTH if self.device().target() == Target::Host => Ok(limit as usize),
            LIMIT_SYNC_DEPTH | LIMIT_PERSISTING_L2 => Err(Status::UNSUPPORTED_LIMIT.into()),
            _ => Err(Status::INVALID_VALUE.into()),
        }
    }
}

fn bus_id(text: In<c_char>) -> Result<Vec<u8>> {
    if text.is_null() {
        return Err(Status::INVALID_VALUE.into());
    }
    // SAFETY: the API obliges the caller to pass a NUL-terminated string.
    Ok(unsafe { CStr::from_ptr(text.raw()) }
        .to_bytes()
        .to_ascii_lowercase())
}

api! {
    plain fn cudaGetDeviceCount(runtime, count: Out<i32>) {
        count.put(runtime.device().count() as i32)
    }

    plain fn cudaGetDevice(runtime, device: Out<i32>) {
        device.put(runtime.device().current() as i32)
    }

    plain fn cudaSetDevice(runtime, device: i32) {
        runtime.select(device)
    }

    call fn cudaInitDevice(runtime, device: i32, device_flags: u32, flags: u32) {
        let number = runtime.number(device)?;
        if flags & !1 != 0 || device_flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.use_device(number)?;
        if flags & 1 != 0 {
            lock(&runtime.settings().states)[number].flags = device_flags;
        }
        Ok(())
    }

    call fn cudaSetDeviceFlags(runtime, flags: u32) {
        if flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.with_state(|state| state.flags = flags);
        Ok(())
    }

    call fn cudaGetDeviceFlags(runtime, flags: Out<u32>) {
        flags.put(runtime.with_state(|state| state.flags) | FLAG_MAP_HOST)
    }

    call fn cudaSetValidDevices(runtime, devices: In<i32>, count: i32) {
        let count = usize::try_from(count).map_err(|_| Status::INVALID_VALUE)?;
        devices.all(count)?.into_iter().try_for_each(|device| runtime.number(device).map(drop))
    }

    call fn cudaChooseDevice(_runtime, device: Out<i32>, properties: In<DeviceProp>) {
        properties.get()?;
        device.put(0)
    }

    call fn cudaDeviceGetByPCIBusId(runtime, device: Out<i32>, text: In<c_char>) {
        let text = bus_id(text)?;
        // The function may be left out, and the domain.
        let means = |number: &usize| {
            let known = runtime.device().properties_of(*number).bus_id.as_bytes();
            text == known || text == known[..10] || text == known[5..] || text == known[5..10]
        };
        let found = (0..runtime.device().count()).find(means).ok_or(Status::INVALID_VALUE)?;
        device.put(found as i32)
    }

    call fn cudaDeviceGetPCIBusId(runtime, text: Out<u8>, bytes: i32, device: i32) {
        let number = runtime.number(device)?;
        let mut known = runtime.device().properties_of(number).bus_id.clone().into_bytes();
        known.push(0);
        if usize::try_from(bytes).unwrap_or(0) < known.len() {
            return Err(Status::INVALID_VALUE.into());
        }
        text.put_all(&known)
    }

    plain fn cudaDeviceReset(runtime) {
        super::program::before_reset(runtime);
        runtime.reset()
    }

    call fn cudaDeviceSynchronize(runtime) {
        runtime.synchronize()
    }

    call fn cudaDeviceSetLimit(runtime, limit: i32, value: usize) {
        runtime.set_limit(limit, value)
    }

    call fn cudaDeviceGetLimit(runtime, value: Out<usize>, limit: i32) {
        value.put(runtime.limit(limit)?)
    }

    call fn cudaDeviceGetCacheConfig(runtime, config: Out<i32>) {
        config.put(runtime.with_state(|state| state.cache_config))
    }

    call fn cudaDeviceSetCacheConfig(runtime, config: i32) {
        if !(0..=3).contains(&config) {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.with_state(|state| state.cache_config = config);
        Ok(())
    }

    call fn cudaDeviceGetSharedMemConfig(runtime, config: Out<i32>) {
        config.put(runtime.with_state(|state| state.shared_config))
    }

    call fn cudaDeviceSetSharedMemConfig(runtime, config: i32) {
        if !(0..=2).contains(&config) {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.with_state(|state| state.shared_config = config);
        Ok(())
    }

    call fn cudaDeviceGetStreamPriorityRange(runtime, least: Out<i32>, greatest: Out<i32>) {
        least.put_if_wanted(0);
        greatest.put_if_wanted(runtime.device().properties().priority_greatest);
        Ok(())
    }

    call fn cudaCtxResetPersistingL2Cache(_runtime) {
        Ok(())
    }
}
