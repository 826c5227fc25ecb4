//! The `Device` trait over the driver.

use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::core_dump::Dumps;
use super::driver::error;
use super::faults;
use super::kernels::{Asking, Kernels, Local};
use super::properties;
use super::sys::{self, Driver, Failure};
use crate::device::blame::{Fault, Recent, is_sticky};
use crate::device::{
    Assembler, ClusterKernels, Completion, Copy, Device, DriverHandles, DriverIpc, DriverKernels,
    Error, EventId, Fill, ForeignCode, Graphs, Interfaces, KernelId, Launch, LaunchConfig, Limit,
    Linked, LoadedKernel, MemoryInfo, MemoryKind, Peers, Profiler, Properties, Result, Status,
    StreamId, StreamOptions, StreamValues, ToolkitInterop, VirtualMemory, gate, profile,
};
use crate::lock::lock;
use crate::wire::profile::Did;
use crate::wire::{DeviceFault, KernelImage, Target};

/// A kernel that faults takes longer than this to end (measured: 5 ms).
const FAULT_TAKES: Duration = Duration::from_millis(1);
/// The driver reports a fault sooner than this after it has dumped it (measured: 30 ms).
const REPORT_TAKES_MAX: Duration = Duration::from_secs(1);

/// A GPU.
pub(super) struct Cuda {
    pub(super) driver: &'static Driver,
    pub(super) device: i32,
    /// Its ordinal, and its number in the process.
    number: usize,
    /// Kernels are loaded on this device first.
    home: bool,
    properties: Properties,
    /// The primary context, made when it is first needed: that takes 0.1 s, and the session can do without until then.
    pub(super) context: OnceLock<std::result::Result<usize, Failure>>,
    /// For what must not wait for work of the user: tables of variables.
    stream: OnceLock<usize>,
    /// A byte that is written to find out whether the device still works.
    scratch: OnceLock<u64>,
    pub(super) kernels: Arc<Kernels>,
    pub(super) state: Arc<State>,
}

/// What the GPUs of a process share.
pub(super) struct Process {
    pub(super) devices: usize,
    /// Number of the one that kernels are loaded on first.
    pub(super) home: usize,
    pub(super) kernels: Arc<Kernels>,
    pub(super) dumps: Arc<Dumps>,
}

/// What callbacks reach too.
#[derive(Default)]
pub(super) struct State {
    /// The device's name, if there are several: faults tell it.
    named: Option<String>,
    fault: Fault,
    pub(super) recent: Recent,
    dumps: Arc<Dumps>,
    /// When this device had last done all that was asked of it; kept while faults are dumped.
    at_rest: Mutex<Option<Instant>>,
    /// Memory that was freed on a thread of the driver's, which must not call it.
    to_free: Mutex<Vec<(u64, MemoryKind)>>,
}

thread_local! {
    /// True while the driver runs a host function on this thread.
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

impl Cuda {
    /// Opens a device; needs no context yet.
    pub(super) fn open(
        driver: &'static Driver,
        ordinal: i32,
        process: &Process,
    ) -> sys::Result<Cuda> {
        let device = driver.device(ordinal)?;
        let properties = properties::read(driver, device, ordinal)?;
        let named = (process.devices > 1).then(|| properties.id.clone());
        Ok(Cuda {
            driver,
            device,
            number: ordinal as usize,
            home: ordinal as usize == process.home,
            properties,
            context: OnceLock::new(),
            stream: OnceLock::new(),
            scratch: OnceLock::new(),
            kernels: Arc::clone(&process.kernels),
            state: Arc::new(State {
                named,
                dumps: Arc::clone(&process.dumps),
                ..State::default()
            }),
        })
    }

    /// The driver, with the context current on this thread.
    #[inline]
    pub(super) fn entered(&self) -> Result<&'static Driver> {
        let context = self.context.get_or_init(|| {
            self.kernels.retired.enter(self.number);
            self.driver.retain_context(self.device)
        });
        let context = (*context).map_err(error)?;
        self.noted(self.driver.bind(context))?;
        Ok(self.driver)
    }

    /// A driver's result as the runtime gets it; a sticky failure is kept.
    #[inline]
    pub(super) fn noted<T>(&self, result: sys::Result<T>) -> Result<T> {
        result.map_err(|Failure(code)| note_failure(&self.state, &self.kernels, Status(code)))
    }

    /// Does something in the context.
    pub(super) fn call<T>(
        &self,
        body: impl FnOnce(&'static Driver) -> sys::Result<T>,
    ) -> Result<T> {
        let driver = self.entered()?;
        self.noted(body(driver))
    }

    pub(super) fn asking(&self) -> Asking {
        Asking {
            number: self.number,
            shared_max: self
                .kernels
                .shared_max(self.properties.shared_optin_bytes_max),
        }
    }

    /// What a kernel is on this device.
    pub(super) fn local(&self, kernel: KernelId) -> Result<Local> {
        self.call(|driver| self.kernels.local(driver, kernel.0, self.asking()))
    }

    /// This device's function of a kernel.
    #[inline]
    pub(super) fn function(&self, kernel: &LoadedKernel) -> Result<usize> {
        let function = if self.home {
            kernel.id().0
        } else {
            self.function_of(kernel)?
        };
        Ok(function as usize)
    }

    /// The context, current on this thread.
    pub(super) fn current_context(&self) -> Result<usize> {
        self.entered()?;
        let context = self.context.get().copied();
        context
            .unwrap_or(Err(Failure(Status::DEVICE_UNINITIALIZED.0)))
            .map_err(error)
    }

    /// This device's function of a kernel that was loaded on another one first.
    fn function_of(&self, kernel: &LoadedKernel) -> Result<u64> {
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
        let made = self.call(|driver| driver.create_stream(false, 0))?;
        let kept = *self.stream.get_or_init(|| made);
        if kept != made {
            // Another thread was quicker.
            self.call(|driver| driver.destroy_stream(made))?;
        }
        Ok(kept)
    }

    /// A byte of the device's memory that means nothing.
    fn scratch(&self) -> Result<u64> {
        if let Some(scratch) = self.scratch.get() {
            return Ok(*scratch);
        }
        let made = self.call(|driver| driver.allocate(1))?;
        // Another thread may have been quicker; then this one is lost.
        Ok(*self.scratch.get_or_init(|| made))
    }

    /// Frees what callbacks left.
    fn free_deferred(&self) {
        let waiting = std::mem::take(&mut *lock(&self.state.to_free));
        for (address, kind) in waiting {
            // SAFETY: whoever freed it was obliged as this is. A failure only costs the memory.
            drop(unsafe { self.free(address, kind) });
        }
    }

    /// Called when the driver says that work has ended well. While faults are dumped that may not be true: the kernel whose last stores fault ends, and the fault is
    /// noticed later. What the device is given to do then waits until the dump is there, so waiting for that tells.
    fn ended(&self) -> Result<()> {
        let Dumps::On(dump) = &*self.state.dumps else {
            return Ok(());
        };
        let before = lock(&self.state.at_rest).replace(Instant::now());
        if before.is_some_and(|before| before.elapsed() < FAULT_TAKES) {
            return Ok(());
        }
        let (stream, scratch) = (self.own_stream()?, self.scratch()?);
        // SAFETY: the byte is the device's own, and nothing reads it.
        self.noted(unsafe { self.driver.fill(scratch, 0, 1, 1, stream) })?;
        self.noted(self.driver.synchronize_stream(stream))?;
        let until = Instant::now() + REPORT_TAKES_MAX;
        while dump.is_there() && Instant::now() < until {
            self.noted(self.driver.synchronize())?;
            thread::sleep(FAULT_TAKES);
        }
        *lock(&self.state.at_rest) = Some(Instant::now());
        Ok(())
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
fn note_failure(state: &State, kernels: &Kernels, status: Status) -> Error {
    if !is_sticky(status) {
        return status.into();
    }
    let mut told = status;
    let found = match &*state.dumps {
        Dumps::On(dump) => dump.fault(),
        _ => None,
    };
    // Without a dump the driver tells failed assertions from other faults.
    if found.is_some_and(|found| found.assertion) {
        told = Status::ASSERT;
    }
    state.fault.set(|| {
        let suspect = state.recent.suspect();
        let mut fault = match found {
            Some(found) => faults::dumped(told, found, &suspect, kernels),
            None => suspect.fault(told, |kernel| kernels.display(kernel)),
        };
        if matches!(*state.dumps, Dumps::Unavailable) {
            fault.message += "\nto tell where, the driver of CUDA 12.5 or newer is needed";
        }
        if let Some(device) = &state.named {
            fault.message = format!("{}, on `{device}`", fault.message);
        }
        fault
    });
    told.into()
}

pub(super) fn handle(stream: StreamId) -> usize {
    stream.0 as usize
}

impl Device for Cuda {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn target(&self) -> Target {
        let (major, minor) = self.properties.capability;
        Target::Cuda {
            architecture: major * 10 + minor,
            driver: self.properties.driver_version,
        }
    }

    fn memory_info(&self) -> MemoryInfo {
        let (free, total) = self
            .call(|driver| driver.memory_info())
            .unwrap_or((0, self.properties.memory_bytes));
        MemoryInfo { free, total }
    }

    fn set_limit(&self, limit: Limit, bytes: usize) -> Result<()> {
        // `CUlimit`
        let limit = match limit {
            Limit::Stack => 0,
            Limit::Printf => 1,
            Limit::Heap => 2,
        };
        self.call(|driver| driver.set_limit(limit, bytes))
    }

    fn allocate(&self, bytes: usize, kind: MemoryKind) -> Result<u64> {
        self.free_deferred();
        self.call(|driver| match kind {
            MemoryKind::Device => driver.allocate(bytes),
            MemoryKind::Host => driver.allocate_host(bytes),
            MemoryKind::Managed => driver.allocate_managed(bytes),
        })
    }

    unsafe fn free(&self, address: u64, kind: MemoryKind) -> Result<()> {
        if IN_CALLBACK.get() {
            let waiting = self.state.to_free.lock();
            waiting
                .unwrap_or_else(PoisonError::into_inner)
                .push((address, kind));
            return Ok(());
        }
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe {
            match kind {
                MemoryKind::Device | MemoryKind::Managed => driver.free(address),
                MemoryKind::Host => driver.free_host(address),
            }
        })
    }

    unsafe fn register_host(&self, address: u64, bytes: usize) -> Result<u64> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.register(address, bytes) })?;
        Ok(address)
    }

    unsafe fn unregister_host(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.unregister(address) })
    }

    unsafe fn load_kernel(&self, image: &KernelImage, _linked: Linked) -> Result<KernelId> {
        let _inside = gate::enter();
        self.call(|driver| self.kernels.load(driver, image, self.asking()))
            .map(KernelId)
    }

    unsafe fn unload_kernel(&self, kernel: KernelId) {
        self.kernels.retired.retire(kernel.0);
    }

    fn create_stream(&self, options: StreamOptions) -> Result<StreamId> {
        let stream =
            self.call(|driver| driver.create_stream(options.blocking, options.priority))?;
        Ok(StreamId(stream as u64))
    }

    fn destroy_stream(&self, stream: StreamId) -> Result<()> {
        self.call(|driver| driver.destroy_stream(handle(stream)))
    }

    fn stream_done(&self, stream: StreamId) -> Result<bool> {
        self.call(|driver| driver.stream_done(handle(stream)))
    }

    fn synchronize_stream(&self, stream: StreamId) -> Result<()> {
        self.call(|driver| driver.synchronize_stream(handle(stream)))?;
        self.ended()
    }

    fn synchronize(&self) -> Result<()> {
        let retired = self.kernels.retired.on(self.number);
        self.call(|driver| driver.synchronize())?;
        self.ended()?;
        self.state.recent.clear();
        // SAFETY: they were retired before the synchronisation, which has waited for all work of this device.
        unsafe { self.kernels.unload(self.driver, self.number, &retired) };
        self.free_deferred();
        Ok(())
    }

    fn wait_event(&self, stream: StreamId, event: EventId) -> Result<()> {
        self.call(|driver| driver.wait_event(handle(stream), event.0 as usize))
    }

    fn host_function(
        &self,
        stream: StreamId,
        function: Box<dyn FnOnce(Status) + Send>,
    ) -> Result<()> {
        let (state, kernels) = (Arc::clone(&self.state), Arc::clone(&self.kernels));
        let function = move |code: i32| {
            if code != 0 {
                note_failure(&state, &kernels, Status(code));
            }
            IN_CALLBACK.set(true);
            function(Status(code));
            IN_CALLBACK.set(false);
        };
        self.call(|driver| driver.add_callback(handle(stream), Box::new(function)))
    }

    fn create_event(&self, timing: bool) -> Result<EventId> {
        let event = self.call(|driver| driver.create_event(timing))?;
        Ok(EventId(event as u64))
    }

    fn destroy_event(&self, event: EventId) -> Result<()> {
        self.call(|driver| driver.destroy_event(event.0 as usize))
    }

    fn record_event(&self, event: EventId, stream: StreamId) -> Result<()> {
        self.call(|driver| driver.record_event(event.0 as usize, handle(stream)))
    }

    fn event_done(&self, event: EventId) -> Result<bool> {
        self.call(|driver| driver.event_done(event.0 as usize))
    }

    fn synchronize_event(&self, event: EventId) -> Result<()> {
        self.call(|driver| driver.synchronize_event(event.0 as usize))?;
        self.ended()
    }

    fn elapsed_ms(&self, start: EventId, end: EventId) -> Result<f32> {
        self.call(|driver| driver.elapsed(start.0 as usize, end.0 as usize))
    }

    unsafe fn copy(&self, stream: StreamId, copy: &Copy, completion: Completion) -> Result<()> {
        let one_row = copy.height == 1 && copy.depth == 1;
        let bytes = copy.bytes() as u64;
        let did = || Did::Copy {
            bytes,
            way: self.way(copy),
        };
        let copied = |driver: &'static Driver| {
            if one_row {
                // SAFETY: the caller's duty is the same.
                return unsafe {
                    driver.copy(copy.target, copy.source, copy.width, handle(stream))
                };
            }
            for slice in 0..copy.depth {
                let target = copy.target + (slice * copy.target_slice) as u64;
                let source = copy.source + (slice * copy.source_slice) as u64;
                // SAFETY: these are rows of the copy.
                unsafe {
                    driver.copy_rows(
                        (target, copy.target_pitch),
                        (source, copy.source_pitch),
                        copy.width,
                        copy.height,
                        handle(stream),
                    )?;
                }
            }
            Ok(())
        };
        profile::between_events(self, stream, did, || self.call(copied))?;
        self.wait_if(stream, completion == Completion::Done)
    }

    unsafe fn fill(&self, stream: StreamId, fill: &Fill, completion: Completion) -> Result<()> {
        let element = (fill.value, fill.element_bytes);
        // As CUDA has it: fills of device memory are not waited for, those of memory that the host reaches are.
        let mut wait = completion == Completion::Done;
        let bytes = fill.bytes() as u64;
        let did = || Did::Fill { bytes };
        let filled = |driver: &'static Driver| {
            wait |= completion == Completion::Soon && driver.host_reaches(fill.target);
            for slice in 0..fill.depth {
                let target = fill.target + (slice * fill.slice) as u64;
                // SAFETY: these are rows of the fill, which the caller says are valid.
                unsafe {
                    if fill.height == 1 {
                        driver.fill(target, element.0, element.1, fill.width, handle(stream))?;
                    } else {
                        let extent = (fill.width, fill.height);
                        let rows = (target, fill.pitch);
                        driver.fill_rows(rows, element.0, element.1, extent, handle(stream))?;
                    }
                }
            }
            Ok(())
        };
        profile::between_events(self, stream, did, || self.call(filled))?;
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
        let driver = self.entered()?;
        let function = self.function(kernel)?;
        self.state.recent.launched(kernel.id().0, config);
        // SAFETY: the caller says that the parameters are the kernel's, and holds the kernel. Once nobody holds it any more it is
        // unloaded, but not before all work that was queued by then has ended.
        let launch = || unsafe { driver.launch(function, config, arguments, handle(stream)) };
        if profile::is_taken() {
            let did = || Did::Kernel(Box::new(profile::kernel(config, kernel)));
            return profile::between_events(self, stream, did, || self.noted(launch()));
        }
        self.noted(launch())
    }

    fn cooperative_blocks_max(&self, kernel: KernelId, block: &[u32; 3]) -> u64 {
        let threads = block.iter().product();
        // Dynamic shared memory may allow fewer; then the driver refuses the launch.
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
        // Measured: not even a reset of the primary context brings a device back.
        !self.broken()
    }
}

impl Interfaces for Cuda {
    fn driver_function(&self, name: &CStr) -> Option<usize> {
        // Functions of the driver's work in the thread's current context.
        self.entered().ok()?.address(name)
    }

    fn driver_handles(&self) -> Option<&dyn DriverHandles> {
        Some(self)
    }

    fn driver_ipc(&self) -> Option<&dyn DriverIpc> {
        Some(self)
    }

    fn cluster_kernels(&self) -> Option<&dyn ClusterKernels> {
        Some(self)
    }

    fn assembler(&self) -> Option<&dyn Assembler> {
        Some(self)
    }

    fn toolkit(self: Arc<Self>) -> Option<Arc<dyn ToolkitInterop>> {
        Some(self)
    }

    fn graphs(self: Arc<Self>) -> Option<Arc<dyn Graphs>> {
        Some(self)
    }

    fn foreign_code(&self) -> Option<&dyn ForeignCode> {
        Some(self)
    }

    fn driver_kernels(&self) -> Option<&dyn DriverKernels> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        Some(self)
    }

    fn stream_values(&self) -> Option<&dyn StreamValues> {
        Some(self)
    }

    fn virtual_memory(&self) -> Option<&dyn VirtualMemory> {
        Some(self)
    }

    fn profiler(&self) -> Option<&dyn Profiler> {
        Some(self)
    }
}
