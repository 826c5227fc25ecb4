//! The `Device` trait over HIP.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::{Arc, Mutex, OnceLock};

use super::driver::{self, error};
use super::host_memory::{HostMemory, Origin};
use super::kernels::{Kernels, Local};
use super::pools::Pools;
use super::properties::{self, Found};
use super::sys::{self, Driver, Failure};
use super::worker::Workers;
use crate::device::blame::{Fault, Recent, is_sticky};
use crate::device::{
    Arguments, Completion, Copy, Device, DriverKernels, Error, EventId, Fill, Interfaces, KernelId,
    Launch, LaunchConfig, Limit, Linked, LoadedKernel, MemoryInfo, MemoryKind, Peers, Properties,
    Result, Status, StreamId, StreamOptions, gate, profile,
};
use crate::lock::lock;
use crate::wire::profile::{Did, Way};
use crate::wire::{DeviceFault, KernelImage, Target};

/// `hipLimitStackSize`
const LIMIT_STACK: u32 = 0;

/// A GPU.
pub(super) struct Hip {
    pub(super) driver: &'static Driver,
    /// Its number, in HIP and in the process.
    pub(super) number: usize,
    /// Kernels are loaded on this device first.
    home: bool,
    properties: Properties,
    architecture: u32,
    workers: Arc<Workers>,
    kernels: Arc<Kernels>,
    pools: Arc<Pools>,
    host_memory: HostMemory,
    /// For what must not wait for work of the user: tables of variables.
    stream: OnceLock<usize>,
    state: Arc<State>,
}

/// What the GPUs of a process share.
pub(super) struct Process {
    pub(super) devices: usize,
    /// Number of the one that kernels are loaded on first.
    pub(super) home: usize,
    pub(super) kernels: Arc<Kernels>,
    pub(super) workers: Arc<Workers>,
}

/// What callbacks reach too.
#[derive(Default)]
struct State {
    /// The device's name, if there are several: faults tell it.
    named: Option<String>,
    fault: Fault,
    recent: Recent,
    /// Memory that was freed on a thread of HIP's, which must not call it.
    to_free: Mutex<Vec<(u64, MemoryKind)>>,
}

thread_local! {
    /// True while HIP runs a host function on this thread.
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

impl Hip {
    /// Opens a device; that makes HIP ready for none yet.
    pub(super) fn open(
        driver: &'static Driver,
        number: usize,
        process: &Process,
    ) -> sys::Result<Hip> {
        let Found {
            properties,
            architecture,
        } = properties::read(driver, number as i32)?;
        let named = (process.devices > 1).then(|| properties.id.clone());
        Ok(Hip {
            driver,
            number,
            home: number == process.home,
            properties,
            architecture,
            workers: Arc::clone(&process.workers),
            kernels: Arc::clone(&process.kernels),
            pools: Arc::default(),
            host_memory: HostMemory::default(),
            stream: OnceLock::new(),
            state: Arc::new(State {
                named,
                ..State::default()
            }),
        })
    }

    /// A result as the runtime gets it; a sticky failure is kept.
    #[inline]
    pub(super) fn noted<T>(&self, result: sys::Result<T>) -> Result<T> {
        result.map_err(|failure| note_failure(self.driver, &self.state, &self.kernels, failure))
    }

    /// Does something on the device's own thread, and waits for it.
    pub(super) fn on_worker<T: Send + 'static>(
        &self,
        body: impl FnOnce(&'static Driver) -> sys::Result<T> + Send + 'static,
    ) -> Result<T> {
        self.kernels.retired.enter(self.number);
        let worker = self.workers.of(self.number);
        self.noted(worker.and_then(|worker| worker.run(body)))
    }

    /// Is the device the calling thread's current one? Then what depends on that needs no other thread.
    #[inline]
    fn is_current(&self) -> bool {
        self.driver.current_device() == Ok(self.number as i32)
    }

    /// Does something with a stream, where that means this device's: the null stream is the current device's.
    fn with_stream<T: Send + 'static>(
        &self,
        stream: StreamId,
        body: impl FnOnce(&'static Driver, usize) -> sys::Result<T> + Send + 'static,
    ) -> Result<T> {
        let handle = handle(stream);
        if handle == 0 && !self.is_current() {
            return self.on_worker(move |driver| body(driver, handle));
        }
        self.kernels.retired.enter(self.number);
        self.noted(body(self.driver, handle))
    }

    /// What a kernel is on this device.
    pub(super) fn local(&self, kernel: KernelId) -> Result<Local> {
        if let Some(known) = self.kernels.known(kernel.0, self.number) {
            return Ok(known);
        }
        let (kernels, number) = (Arc::clone(&self.kernels), self.number);
        self.on_worker(move |driver| kernels.local(driver, kernel.0, number))
    }

    /// This device's function of a kernel that was loaded on another one first.
    fn function_of(&self, kernel: &LoadedKernel) -> Result<u64> {
        if self.home {
            return Ok(kernel.id().0);
        }
        if let Some(known) = kernel.id_on(self.number) {
            return Ok(known.0);
        }
        let _inside = gate::enter();
        let function = self.local(kernel.id())?.function;
        kernel.keep_id(self.number, KernelId(function));
        Ok(function)
    }

    /// The stream that waits for nothing of the user's.
    pub(super) fn own_stream(&self) -> Result<usize> {
        if let Some(stream) = self.stream.get() {
            return Ok(*stream);
        }
        let made = self.on_worker(|driver| driver.create_stream(false, 0))?;
        let kept = *self.stream.get_or_init(|| made);
        if kept != made {
            // Another thread was quicker.
            self.noted(self.driver.destroy_stream(made))?;
        }
        Ok(kept)
    }

    /// An event that was never recorded.
    fn event(&self, timing: bool) -> Result<usize> {
        if let Some(event) = self.pools.event(timing) {
            return Ok(event);
        }
        let pools = Arc::clone(&self.pools);
        self.on_worker(move |driver| pools.grow_events(driver, timing))
    }

    /// Waits for the null stream, of which only this device's threads can ask, without keeping them from other work.
    fn synchronize_null_stream(&self) -> Result<()> {
        let event = self.event(false)?;
        let recorded = self.on_worker(move |driver| driver.record_event(event, 0));
        let waited = recorded.and_then(|()| self.noted(self.driver.synchronize_event(event)));
        // A failure only costs the event.
        let _ = self.driver.destroy_event(event);
        waited
    }

    fn allocate_managed(&self, bytes: usize) -> Result<(u64, Origin)> {
        self.on_worker(move |driver| match driver.allocate_managed(bytes)? {
            Some(address) => Ok((address, Origin::Managed)),
            // Host memory that both see the same in, at one address: slower, but what programs count on.
            None => Ok((driver.allocate_host(bytes, true)?, Origin::Host)),
        })
    }

    /// Frees what callbacks left.
    fn free_deferred(&self) {
        let waiting = std::mem::take(&mut *lock(&self.state.to_free));
        for (address, kind) in waiting {
            // SAFETY: whoever freed it was obliged as this is. A failure only costs the memory.
            drop(unsafe { self.free(address, kind) });
        }
    }

    /// Unloads what nobody runs any more, each module by its device's thread.
    fn unload(&self, retired: &[u64]) {
        for unloadable in self.kernels.ended(self.number, retired) {
            let Ok(worker) = self.workers.of(unloadable.number) else {
                continue;
            };
            // A failure only costs memory.
            let _ = worker.run(move |driver| {
                // SAFETY: the table had the module, so it was not unloaded; no launch of it is pending.
                unsafe { driver.unload_module(unloadable.module) }
            });
        }
    }

    /// As `launch_now`, in HIP's stream.
    ///
    /// # Safety
    /// As for `Device::launch_now`.
    unsafe fn launch_in(
        &self,
        stream: usize,
        kernel: &Arc<LoadedKernel>,
        config: &LaunchConfig,
        arguments: *const *const c_void,
    ) -> Result<()> {
        let function = self.function_of(kernel)? as usize;
        self.state.recent.launched(kernel.id().0, config);
        if stream != 0 || self.is_current() {
            // SAFETY: the caller says that the parameters are the kernel's, and holds the kernel. Once nobody holds it any more it is
            // unloaded, but not before all work that was queued by then has ended.
            return self.noted(unsafe { self.driver.launch(function, config, arguments, stream) });
        }
        // SAFETY: the caller passes one pointer for each parameter.
        let arguments = unsafe { Arguments::copy(arguments, &kernel.param_bytes) };
        let config = *config;
        self.on_worker(move |driver| {
            // SAFETY: as above; who launches waits for this.
            unsafe { driver.launch(function, &config, arguments.pointers(), 0) }
        })
    }

    fn wait_if(&self, stream: StreamId, wait: bool) -> Result<()> {
        if wait {
            self.synchronize_stream(stream)
        } else {
            Ok(())
        }
    }
}

/// Keeps a sticky failure, with all that is known of it, and gives the error for the runtime's callers.
fn note_failure(driver: &Driver, state: &State, kernels: &Kernels, failure: Failure) -> Error {
    let status = driver::status(failure);
    if !is_sticky(status) {
        return error(driver, failure);
    }
    state.fault.set(|| {
        let suspect = state.recent.suspect();
        let mut fault = suspect.fault(status, |kernel| kernels.display(kernel));
        if let Some(device) = &state.named {
            fault.message = format!("{}, on `{device}`", fault.message);
        }
        fault
    });
    status.into()
}

fn handle(stream: StreamId) -> usize {
    stream.0 as usize
}

impl Device for Hip {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn target(&self) -> Target {
        Target::Hip {
            architecture: self.architecture,
            driver: self.properties.driver_version,
        }
    }

    fn memory_info(&self) -> MemoryInfo {
        let (free, total) = self
            .on_worker(Driver::memory_info)
            .unwrap_or((0, self.properties.memory_bytes));
        MemoryInfo { free, total }
    }

    fn set_limit(&self, limit: Limit, bytes: usize) -> Result<()> {
        match limit {
            Limit::Stack => self.on_worker(move |driver| driver.set_limit(LIMIT_STACK, bytes)),
            // Kernels for AMD GPUs neither print nor allocate.
            Limit::Printf | Limit::Heap => Ok(()),
        }
    }

    fn allocate(&self, bytes: usize, kind: MemoryKind) -> Result<u64> {
        self.free_deferred();
        let (address, origin) = match kind {
            MemoryKind::Device => return self.on_worker(move |driver| driver.allocate(bytes)),
            MemoryKind::Host => {
                let address = self.on_worker(move |driver| driver.allocate_host(bytes, false))?;
                (address, Origin::Host)
            }
            MemoryKind::Managed => self.allocate_managed(bytes)?,
        };
        self.host_memory.note(address, bytes, origin);
        Ok(address)
    }

    unsafe fn free(&self, address: u64, kind: MemoryKind) -> Result<()> {
        if IN_CALLBACK.get() {
            lock(&self.state.to_free).push((address, kind));
            return Ok(());
        }
        let origin = match kind {
            MemoryKind::Device => None,
            MemoryKind::Host | MemoryKind::Managed => self.host_memory.take(address),
        };
        // Not on the device's thread: HIP waits until the GPU has done its work.
        // SAFETY: the caller's duty is the same; how it was allocated is known.
        self.noted(unsafe {
            match origin {
                Some(Origin::Host) => self.driver.free_host(address),
                _ => self.driver.free(address),
            }
        })
    }

    unsafe fn register_host(&self, address: u64, bytes: usize) -> Result<u64> {
        let reached = self.on_worker(move |driver| {
            // SAFETY: the caller's duty is the same.
            unsafe { driver.register(address, bytes) }
        })?;
        self.host_memory.note(address, bytes, Origin::Registered);
        Ok(reached)
    }

    unsafe fn unregister_host(&self, address: u64) -> Result<()> {
        self.host_memory.take(address);
        self.on_worker(move |driver| {
            // SAFETY: the caller's duty is the same.
            unsafe { driver.unregister(address) }
        })
    }

    unsafe fn load_kernel(&self, image: &KernelImage, _linked: Linked) -> Result<KernelId> {
        let _inside = gate::enter();
        let (kernels, number) = (Arc::clone(&self.kernels), self.number);
        let image = image.clone();
        self.on_worker(move |driver| kernels.load(driver, &image, number))
            .map(KernelId)
    }

    unsafe fn unload_kernel(&self, kernel: KernelId) {
        self.kernels.retired.retire(kernel.0);
    }

    fn create_stream(&self, options: StreamOptions) -> Result<StreamId> {
        if let Some(stream) = self.pools.stream(options) {
            return Ok(StreamId(stream as u64));
        }
        let StreamOptions { blocking, priority } = options;
        let stream = self.on_worker(move |driver| driver.create_stream(blocking, priority))?;
        self.pools.note(stream, options);
        Ok(StreamId(stream as u64))
    }

    fn destroy_stream(&self, stream: StreamId) -> Result<()> {
        let stream = handle(stream);
        let done = self.driver.stream_done(stream) == Ok(true);
        if self.pools.keep(stream, done) {
            return Ok(());
        }
        self.noted(self.driver.destroy_stream(stream))
    }

    fn stream_done(&self, stream: StreamId) -> Result<bool> {
        self.with_stream(stream, Driver::stream_done)
    }

    fn synchronize_stream(&self, stream: StreamId) -> Result<()> {
        if handle(stream) == 0 && !self.is_current() {
            return self.synchronize_null_stream();
        }
        self.noted(self.driver.synchronize_stream(handle(stream)))
    }

    fn synchronize(&self) -> Result<()> {
        let retired = self.kernels.retired.on(self.number);
        self.kernels.retired.enter(self.number);
        let waited = match self.is_current() {
            true => self.driver.synchronize(),
            false => {
                let thread = self.workers.waiting(self.number);
                thread.and_then(|thread| thread.run(Driver::synchronize))
            }
        };
        self.noted(waited)?;
        self.state.recent.clear();
        self.unload(&retired);
        self.free_deferred();
        Ok(())
    }

    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()> {
        self.with_stream(stream, move |driver, stream| {
            driver.wait_event(stream, event.0 as usize)
        })
    }

    fn host_function(
        &self,
        stream: StreamId,
        function: Box<dyn FnOnce(Status) + Send>,
    ) -> Result<()> {
        let (state, kernels) = (Arc::clone(&self.state), Arc::clone(&self.kernels));
        let driver = self.driver;
        let function = move |code: i32| {
            let failure = Failure {
                call: "hipStreamAddCallback",
                code,
            };
            let status = driver::status(failure);
            if code != 0 {
                note_failure(driver, &state, &kernels, failure);
            }
            IN_CALLBACK.set(true);
            function(status);
            IN_CALLBACK.set(false);
        };
        self.with_stream(stream, move |driver, stream| {
            driver.add_callback(stream, Box::new(function))
        })
    }

    fn create_event(&self, timing: bool) -> Result<EventId> {
        Ok(EventId(self.event(timing)? as u64))
    }

    fn destroy_event(&self, event: EventId) -> Result<()> {
        self.noted(self.driver.destroy_event(event.0 as usize))
    }

    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.with_stream(stream, move |driver, stream| {
            driver.record_event(event.0 as usize, stream)
        })
    }

    fn event_done(&self, event: EventId) -> Result<bool> {
        self.noted(self.driver.event_done(event.0 as usize))
    }

    fn synchronize_event(&self, event: EventId) -> Result<()> {
        self.noted(self.driver.synchronize_event(event.0 as usize))
    }

    fn elapsed_ms(&self, start: EventId, end: EventId) -> Result<f32> {
        self.noted(self.driver.elapsed(start.0 as usize, end.0 as usize))
    }

    unsafe fn copy(&self, stream: StreamId, copy: &Copy, completion: Completion) -> Result<()> {
        let copy = *copy;
        let did = || Did::Copy {
            bytes: copy.bytes() as u64,
            way: Way::Unknown,
        };
        let copied = move |driver: &'static Driver, stream| {
            if copy.height == 1 && copy.depth == 1 {
                // SAFETY: the caller's duty is the same.
                return unsafe { driver.copy(copy.target, copy.source, copy.width, stream) };
            }
            (0..copy.depth).try_for_each(|slice| {
                let target = copy.target + (slice * copy.target_slice) as u64;
                let source = copy.source + (slice * copy.source_slice) as u64;
                let extent = (copy.width, copy.height);
                // SAFETY: these are rows of the copy.
                unsafe {
                    driver.copy_rows(
                        (target, copy.target_pitch),
                        (source, copy.source_pitch),
                        extent,
                        stream,
                    )
                }
            })
        };
        profile::between_events(self, stream, did, || self.with_stream(stream, copied))?;
        self.wait_if(stream, completion == Completion::Done)
    }

    unsafe fn fill(&self, stream: StreamId, fill: &Fill, completion: Completion) -> Result<()> {
        // As CUDA has it: fills of device memory are not waited for, those of memory that the host reaches are.
        let wait = match completion {
            Completion::Done => true,
            Completion::Soon => self.host_memory.has(fill.target),
            Completion::Queued => false,
        };
        let fill = *fill;
        let element = (fill.value, fill.element_bytes);
        let bytes = fill.bytes() as u64;
        let did = || Did::Fill { bytes };
        let filled = move |driver: &'static Driver, stream| {
            (0..fill.depth).try_for_each(|slice| {
                let target = fill.target + (slice * fill.slice) as u64;
                // SAFETY: these are rows of the fill, which the caller says are valid.
                unsafe {
                    if fill.height == 1 {
                        return driver.fill(target, element, fill.width, stream);
                    }
                    let extent = (fill.width, fill.height);
                    driver.fill_rows((target, fill.pitch), element, extent, stream)
                }
            })
        };
        profile::between_events(self, stream, did, || self.with_stream(stream, filled))?;
        self.wait_if(stream, wait)
    }

    unsafe fn launch(&self, stream: StreamId, launch: Launch) -> Result<()> {
        let Launch {
            kernel,
            config,
            arguments,
        } = launch;
        // SAFETY: the copied parameters are what the kernel takes; they live until this returns.
        unsafe { self.launch_now(stream, &kernel, &config, arguments.pointers()) }
    }

    unsafe fn launch_now(
        &self,
        stream: StreamId,
        kernel: &Arc<LoadedKernel>,
        config: &LaunchConfig,
        arguments: *const *const c_void,
    ) -> Result<()> {
        let did = || Did::Kernel(Box::new(profile::kernel(config, kernel)));
        // SAFETY: the caller's duty is the same.
        profile::between_events(self, stream, did, || unsafe {
            self.launch_in(handle(stream), kernel, config, arguments)
        })
    }

    fn cooperative_blocks_max(&self, kernel: KernelId, block: &[u32; 3]) -> u64 {
        let threads = block.iter().product();
        // Dynamic shared memory may allow fewer; then HIP refuses the launch.
        let blocks = DriverKernels::active_blocks(self, kernel, threads, 0).unwrap_or(0);
        u64::from(blocks) * u64::from(self.properties.multiprocessors)
    }

    fn fault(&self) -> Option<DeviceFault> {
        self.state.fault.get()
    }

    fn broken(&self) -> bool {
        self.state.fault.is_set()
    }

    fn recover(&self) -> bool {
        // A new process does.
        !self.broken()
    }
}

impl Interfaces for Hip {
    fn driver_kernels(&self) -> Option<&dyn DriverKernels> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }
}
