//! The CUDA runtime API, over the `Device` trait.
//!
//! Each file defines the functions of one topic with the `api!` macro, which also puts them into the file's table; `symbols` gives
//! all tables to the linker. Functions validate, keep the books that need no device (allocations, handles, capture, graphs,
//! per-thread errors) and hand the rest to the device. What is not in the tables does not exist: the headers say so at compile time.

mod allocations;
mod array;
mod array_copy;
mod attribute;
mod capture;
mod cluster;
mod code_image;
mod condition;
mod copy;
mod copy_3d;
mod device;
mod device_code;
mod driver;
mod driver_link;
mod driver_module;
mod error;
mod event;
mod ffi;
mod fill;
mod function;
mod graph;
mod handles;
mod hip;
mod host_functions;
mod host_memory;
mod host_pointers;
mod inspect;
mod ipc;
mod last_error;
mod launch;
mod launched;
mod live_memory;
mod managed;
mod memory;
mod memory_notes;
mod notes;
mod occupancy;
mod operation;
mod peer;
mod pool;
mod pool_name;
mod pool_place;
mod profile;
mod program;
mod properties;
mod pushed;
mod refused;
mod rtc;
mod rtc_options;
mod sanitizer;
mod shared_event;
mod shared_pool;
mod stream;
mod stream_capture;
mod stream_values;
mod symbol;
#[cfg(test)]
mod tests;
mod texture;
mod texture_types;
pub(crate) mod toolkit;
mod types;
mod unread;
mod version;
mod virtual_memory;

pub use self::device_code::device_primitives;
pub use self::host_functions::call_by_prelude;
pub(crate) use self::host_pointers::be_strict;
pub(crate) use self::profile::{begin_profile, end_profile};
pub(crate) use self::program::{ProgramEnd, begin_program};
pub(crate) use self::rtc::compile_programs_with;
pub(crate) use self::sanitizer::{leaks, look_for, traffic};
pub(crate) use self::unread::builtins;
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use self::allocations::{Allocation, Allocations, Space};
use crate::device::{Device, Error, MemoryKind, Result, Status, ToolkitInterop};
use crate::wire::{DeviceFault, LastLaunch};

/// The runtime of a process: its device and the books above it. Lives as long as the process. Files reach a book by the method of its name.
pub struct Runtime {
    device: Arc<dyn Device>,
    /// What the vendor's runtime library needs of it, so that launches need not ask.
    toolkit: Option<Arc<dyn ToolkitInterop>>,
    allocations: Allocations,
    streams: stream::Streams,
    events: event::Events,
    arrays: array::Arrays,
    textures: texture::Textures,
    pools: pool::Pools,
    open_memory: Mutex<ipc::OpenMemory>,
    graphs: graph::Graphs,
    captures: capture::Captures,
    contexts: driver::Contexts,
    driver_modules: driver_module::DriverModules,
    links: driver_link::Links,
    virtual_memory: virtual_memory::VirtualBook,
    notes: notes::Notes,
    functions: function::Functions,
    settings: device::Settings,
    /// Which devices' kernels may reach which other devices' memory, by `cudaDeviceEnablePeerAccess`.
    peers: Mutex<HashSet<(usize, usize)>>,
    limits: launch::Limits,
    host_pointers: host_pointers::HostPointers,
    /// Something was queued since the last `finish_cell`.
    active: AtomicBool,
    refused: refused::RefusedLaunch,
}

static RUNTIME: OnceLock<Runtime> = OnceLock::new();

thread_local! {
    /// True while a stream runs a host function of the user on this thread.
    static IN_HOST_FUNCTION: Cell<bool> = const { Cell::new(false) };
}

/// Gives the process its device.
///
/// # Errors
/// `Status::SET_ON_ACTIVE_PROCESS` if it has one.
pub fn start(device: Arc<dyn Device>) -> Result<()> {
    crate::device::cpu::use_kernels(&device_code::SessionKernels);
    RUNTIME
        .set(Runtime::new(device))
        .map_err(|_| Status::SET_ON_ACTIVE_PROCESS.into())
}

/// The process's device, after `start`.
pub fn device() -> Option<Arc<dyn Device>> {
    current().ok().map(|runtime| Arc::clone(runtime.device()))
}

/// Makes memory that the module manager allocated (a device variable, on the device of a number) known, so that copies from and to it are checked like others.
pub fn adopt_variable(address: u64, bytes: usize, kind: MemoryKind, number: usize) {
    if let Ok(runtime) = current() {
        runtime.device().adopt(address, number);
        runtime
            .allocations()
            .insert(address, Allocation::variable(bytes, Space::of(kind)));
    }
}

/// What a cell did to the device.
#[derive(Debug, Default, PartialEq)]
pub struct DeviceEnd {
    /// Its first fault.
    pub fault: Option<DeviceFault>,
    /// The device cannot be used any more by this process.
    pub lost: bool,
    /// Calls whose errors nobody has looked at, and what else kernels did that is no error here, for people.
    pub notes: Vec<String>,
}

/// Errors of earlier cells that nobody has looked at, and nobody was told of, are forgotten.
pub fn begin_cell() {
    drop(unread::take(None));
}

/// Waits for all that a cell queued and gives its first fault, if there is one.
///
/// Reported are faults of kernels and refused launches whose error the user did not ask for. On devices that can recover, the
/// sticky error is cleared, memory stays, and the next cell works. An interrupt of the device is over after this.
pub fn finish_cell() -> DeviceEnd {
    let Ok(runtime) = current() else {
        return DeviceEnd::default();
    };
    let mut active = runtime.take_active();
    if toolkit::active() {
        // Libraries queue work that does not come by here. While a stream is captured the driver lets nobody wait.
        active = !toolkit::capturing();
    }
    // A fault that this gives is the sticky one below, as a rule.
    let waited = match active {
        true => runtime.device().synchronize_all(),
        false => Ok(()),
    };
    let refused = runtime.refused().take();
    let fault = runtime.device().fault();
    let recovered = runtime.device().recover();
    let lost = fault.is_some() && !recovered;
    let failed = |error: Error| DeviceFault::of(error.status.name(), error.message);
    let fault = fault.or(refused).or(waited.err().map(failed));
    if fault.is_some() {
        last_error::take();
        toolkit::forget_error();
    }
    let told = fault.as_ref().map(|fault| fault.error.as_str());
    let mut notes = unread::take(told);
    notes.extend(memory_notes::take(runtime));
    notes.extend(runtime.notes().take());
    DeviceEnd { fault, lost, notes }
}

/// The program ends, if one runs here.
pub(crate) fn end_program() -> Option<ProgramEnd> {
    program::end_program()
}

/// Lets the device work again after an interrupt that found nothing to stop.
pub fn end_interrupt() {
    if let Ok(runtime) = current() {
        runtime.device().recover();
    }
}

/// Bytes of device memory that the user holds.
pub fn device_bytes() -> u64 {
    current().map_or(0, |runtime| runtime.allocations().device_bytes() as u64)
}

/// What is allocated.
pub(crate) fn memory_use() -> crate::wire::MemoryUse {
    live_memory::memory_use()
}

/// How the kernel with this symbol was launched last.
pub(crate) fn last_launch(symbol: &str) -> Option<LastLaunch> {
    current()
        .ok()?
        .last_launch(crate::modules::slot_named(symbol))
}

/// The most that is in use on the device at once counts from now on.
pub(crate) fn forget_most_memory() {
    live_memory::forget_most();
}

/// Names and addresses of the functions of the API that are ours, for the linker: all, or with NVIDIA's runtime library those that it needs us for.
pub fn symbols() -> &'static [(&'static str, *const ())] {
    struct Symbols(Vec<(&'static str, *const ())>);
    // SAFETY: the addresses of functions can be used from any thread.
    unsafe impl Send for Symbols {}
    // SAFETY: as above; the list never changes.
    unsafe impl Sync for Symbols {}
    static SYMBOLS: OnceLock<Symbols> = OnceLock::new();
    &SYMBOLS
        .get_or_init(|| {
            Symbols(
                own_tables()
                    .iter()
                    .flat_map(|table| table.iter().map(|(name, entry)| (*name, entry.0)))
                    .collect(),
            )
        })
        .0
}

fn own_tables() -> Vec<ffi::Table> {
    if toolkit::active() {
        let mut tables = toolkit::tables().to_vec();
        tables.push(inspect::EXTENT);
        return tables;
    }
    let mut tables = tables().to_vec();
    tables.push(inspect::EXTENT);
    tables
}

fn tables() -> [ffi::Table; 45] {
    [
        array::TABLE,
        array_copy::TABLE,
        attribute::TABLE,
        cluster::TABLE,
        copy::TABLE,
        copy_3d::TABLE,
        device::TABLE,
        driver::TABLE,
        driver_link::TABLE,
        driver_module::TABLE,
        error::TABLE,
        event::TABLE,
        fill::TABLE,
        function::TABLE,
        graph::TABLE,
        graph::attribute::TABLE,
        graph::conditional::TABLE,
        graph::edges::TABLE,
        graph::exec::TABLE,
        graph::exec_params::TABLE,
        graph::memory_node::TABLE,
        graph::node_params::TABLE,
        graph::nodes::TABLE,
        graph::record::TABLE,
        graph::user_object::TABLE,
        hip::TABLE,
        host_memory::TABLE,
        inspect::TABLE,
        ipc::TABLE,
        launch::TABLE,
        managed::TABLE,
        memory::TABLE,
        occupancy::TABLE,
        peer::TABLE,
        pool::TABLE,
        properties::TABLE,
        rtc::TABLE,
        shared_pool::TABLE,
        stream::TABLE,
        stream_capture::TABLE,
        stream_values::TABLE,
        symbol::TABLE,
        texture::TABLE,
        version::TABLE,
        virtual_memory::TABLE,
    ]
}

impl Runtime {
    fn new(device: Arc<dyn Device>) -> Runtime {
        Runtime {
            allocations: Allocations::default(),
            streams: stream::Streams::default(),
            events: event::Events::default(),
            arrays: array::Arrays::default(),
            textures: texture::Textures::default(),
            pools: pool::Pools::default(),
            open_memory: Mutex::default(),
            graphs: graph::Graphs::default(),
            captures: capture::Captures::default(),
            contexts: driver::Contexts::default(),
            driver_modules: driver_module::DriverModules::default(),
            links: driver_link::Links::default(),
            virtual_memory: virtual_memory::VirtualBook::default(),
            notes: notes::Notes::default(),
            functions: function::Functions::default(),
            settings: device::Settings::of(device.count()),
            peers: Mutex::default(),
            limits: launch::Limits::of(device.properties()),
            host_pointers: host_pointers::HostPointers::new(device.reaches_host_memory()),
            active: AtomicBool::new(false),
            refused: refused::RefusedLaunch::default(),
            toolkit: Arc::clone(&device).toolkit(),
            device,
        }
    }

    /// The device.
    #[inline]
    fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }

    /// What the vendor's runtime library needs of it, so that launches need not ask.
    #[inline]
    fn toolkit(&self) -> Option<&Arc<dyn ToolkitInterop>> {
        self.toolkit.as_ref()
    }

    /// What is allocated.
    #[inline]
    fn allocations(&self) -> &Allocations {
        &self.allocations
    }

    /// Streams.
    #[inline]
    fn streams(&self) -> &stream::Streams {
        &self.streams
    }

    /// Events.
    #[inline]
    fn events(&self) -> &event::Events {
        &self.events
    }

    /// Arrays.
    #[inline]
    fn arrays(&self) -> &array::Arrays {
        &self.arrays
    }

    /// Textures and surfaces.
    #[inline]
    fn textures(&self) -> &texture::Textures {
        &self.textures
    }

    /// Memory pools.
    #[inline]
    fn pools(&self) -> &pool::Pools {
        &self.pools
    }

    /// Other processes' memory.
    #[inline]
    fn open_memory(&self) -> &Mutex<ipc::OpenMemory> {
        &self.open_memory
    }

    /// Graphs.
    #[inline]
    fn graphs(&self) -> &graph::Graphs {
        &self.graphs
    }

    /// Captures of streams.
    #[inline]
    fn captures(&self) -> &capture::Captures {
        &self.captures
    }

    /// The driver API's contexts.
    #[inline]
    fn contexts(&self) -> &driver::Contexts {
        &self.contexts
    }

    /// The driver API's modules.
    #[inline]
    fn links(&self) -> &driver_link::Links {
        &self.links
    }

    fn driver_modules(&self) -> &driver_module::DriverModules {
        &self.driver_modules
    }

    fn notes(&self) -> &notes::Notes {
        &self.notes
    }

    /// Memory that programs map themselves.
    #[inline]
    fn virtual_memory(&self) -> &virtual_memory::VirtualBook {
        &self.virtual_memory
    }

    /// What is known of kernels by their stubs.
    #[inline]
    fn functions(&self) -> &function::Functions {
        &self.functions
    }

    /// What programs set of devices.
    #[inline]
    fn settings(&self) -> &device::Settings {
        &self.settings
    }

    /// Which devices' kernels may reach which other devices' memory, by `cudaDeviceEnablePeerAccess`.
    #[inline]
    fn peers(&self) -> &Mutex<HashSet<(usize, usize)>> {
        &self.peers
    }

    /// Limits of launches.
    #[inline]
    fn limits(&self) -> &launch::Limits {
        &self.limits
    }

    /// Pointers of the host's that kernels got.
    #[inline]
    fn host_pointers(&self) -> &host_pointers::HostPointers {
        &self.host_pointers
    }

    /// A launch that was refused.
    #[inline]
    fn refused(&self) -> &refused::RefusedLaunch {
        &self.refused
    }

    /// Tells `finish_cell` that there is something to wait for.
    #[inline]
    fn mark_active(&self) {
        self.active.store(true, Ordering::Release);
    }

    /// Was something queued since the last `take_active`?
    fn is_active(&self) -> bool {
        self.active.load(Ordering::Acquire)
    }

    /// As `is_active`, for the last time.
    fn take_active(&self) -> bool {
        self.active.swap(false, Ordering::AcqRel)
    }

    /// The sticky error, if there is one.
    #[inline]
    fn healthy(&self) -> Result<()> {
        if self.device().broken() {
            return self.sticky();
        }
        Ok(())
    }

    #[cold]
    fn sticky(&self) -> Result<()> {
        let fault = self.device().fault();
        fault.map_or(Ok(()), |fault| {
            program::tell_fault(&fault);
            Err(Error::from(&fault))
        })
    }

    /// A device's number as the API has it; which is checked.
    fn number(&self, device: i32) -> Result<usize> {
        usize::try_from(device)
            .ok()
            .filter(|&number| number < self.device().count())
            .ok_or_else(|| Status::INVALID_DEVICE.into())
    }

    /// Remembers a launch that was refused, to report it on its cell: always, or unless the user asks for its error.
    ///
    /// A function that the user called gives the error to its caller: that is told if the caller throws it away, as any other.
    fn refuse_launch(&self, fault: DeviceFault, always_told: bool) -> Error {
        let error = Error::from(&fault);
        if !always_told && !pushed::stub_launches() && !toolkit::active() {
            return error;
        }
        program::tell_refused(&fault);
        self.refused().note(fault, always_told);
        error
    }
}

/// Does a stream run a host function of the user on the calling thread? Async-signal-safe. Never where the real runtime runs them.
#[inline]
pub(crate) fn in_host_function() -> bool {
    IN_HOST_FUNCTION.get()
}

#[cfg(not(test))]
#[inline]
fn current() -> Result<&'static Runtime> {
    RUNTIME.get().ok_or_else(|| Status::NO_DEVICE.into())
}

#[cfg(test)]
fn current() -> Result<&'static Runtime> {
    // Each test has its own runtime and device.
    tests::current()
        .or_else(|| RUNTIME.get())
        .ok_or_else(|| Status::NO_DEVICE.into())
}
