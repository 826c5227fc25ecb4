//! The null device: has memory and streams, and records what it is asked; kernels do nothing. One named `null_device_fault` fails, for
//! good: for tests of what follows then.
//!
//! The trace goes to the file that `CHEVRON_NULL_TRACE` names (`-` is standard error), a line per call, and is kept in memory where
//! no file is named. Addresses are not in it, so that it is the same in every run.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::{
    Backend, Device, Error, KernelId, Launch, Linked, MemoryInfo, MemoryKind, Properties, Result,
    Software, Status,
};
use crate::lock::lock;
use crate::wire::{DeviceFault, KernelImage};

/// Environment variable that names the trace's file.
pub const TRACE_VARIABLE: &str = "CHEVRON_NULL_TRACE";

/// Launching a kernel of this name is a fault that the device does not recover from, as a GPU's faults are.
const FAULTY_KERNEL: &str = "null_device_fault";

/// Memory that the device says it has, bytes.
const MEMORY_BYTES: usize = 1 << 30;

/// Alignment of all allocations, bytes.
const ALIGN_BYTES: usize = 256;

/// Backend of the null device.
pub struct NullBackend {
    properties: Properties,
    allocations: Mutex<HashMap<u64, Layout>>,
    kernels: Mutex<Kernels>,
    trace: Mutex<Trace>,
}

#[derive(Default)]
struct Kernels {
    loaded: HashMap<u64, Loaded>,
    id_next: u64,
}

struct Loaded {
    display: String,
    /// Kept for its drop, which unloads the code.
    _linked: Linked,
}

enum Trace {
    Memory(Vec<String>),
    Sink(Box<dyn Write + Send>),
}

/// The null device, with its trace where the environment says.
///
/// # Errors
/// If the trace's file cannot be made.
pub fn device() -> io::Result<Arc<dyn Device>> {
    let trace = match std::env::var_os(TRACE_VARIABLE) {
        None => Trace::Memory(Vec::new()),
        Some(path) if path == "-" => Trace::Sink(Box::new(io::stderr())),
        Some(path) => Trace::Sink(Box::new(
            File::options().create(true).append(true).open(path)?,
        )),
    };
    Ok(Arc::new(Software::new(NullBackend::new(trace))))
}

/// The null device with its trace in memory.
pub fn recording() -> Arc<Software<NullBackend>> {
    Arc::new(Software::new(NullBackend::new(Trace::Memory(Vec::new()))))
}

impl NullBackend {
    fn new(trace: Trace) -> NullBackend {
        NullBackend {
            properties: properties(),
            allocations: Mutex::default(),
            kernels: Mutex::default(),
            trace: Mutex::new(trace),
        }
    }

    /// Takes the lines that were recorded in memory.
    pub fn take_trace(&self) -> Vec<String> {
        match &mut *lock(&self.trace) {
            Trace::Memory(lines) => std::mem::take(lines),
            Trace::Sink(_) => Vec::new(),
        }
    }

    fn record(&self, line: String) {
        match &mut *lock(&self.trace) {
            Trace::Memory(lines) => lines.push(line),
            // A trace that cannot be written has no one to tell.
            Trace::Sink(sink) => drop(writeln!(sink, "{line}").and_then(|()| sink.flush())),
        }
    }
}

impl Backend for NullBackend {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn memory_info(&self) -> MemoryInfo {
        let used: usize = lock(&self.allocations).values().map(Layout::size).sum();
        MemoryInfo {
            free: MEMORY_BYTES.saturating_sub(used),
            total: MEMORY_BYTES,
        }
    }

    fn allocate(&self, bytes: usize, _kind: MemoryKind) -> Result<u64> {
        if bytes > self.memory_info().free {
            return Err(Error::new(
                Status::MEMORY_ALLOCATION,
                format!("{bytes} bytes are more than the null device has"),
            ));
        }
        let layout = Layout::from_size_align(bytes, ALIGN_BYTES)
            .map_err(|_| Error::from(Status::MEMORY_ALLOCATION))?;
        // SAFETY: the trait's callers ask for more than 0 bytes.
        let address = unsafe { alloc_zeroed(layout) } as u64;
        if address == 0 {
            return Err(Status::MEMORY_ALLOCATION.into());
        }
        lock(&self.allocations).insert(address, layout);
        Ok(address)
    }

    unsafe fn free(&self, address: u64, _kind: MemoryKind) -> Result<()> {
        let Some(layout) = lock(&self.allocations).remove(&address) else {
            return Err(Status::INVALID_VALUE.into());
        };
        // SAFETY: the table says that `allocate` gave this address with this layout; it is taken out, so this happens once.
        unsafe { dealloc(address as *mut u8, layout) };
        Ok(())
    }

    unsafe fn load_kernel(&self, image: &KernelImage, linked: Linked) -> Result<KernelId> {
        let mut kernels = lock(&self.kernels);
        kernels.id_next += 1;
        let id = kernels.id_next;
        kernels.loaded.insert(
            id,
            Loaded {
                display: image.display.clone(),
                _linked: linked,
            },
        );
        Ok(KernelId(id))
    }

    unsafe fn unload_kernel(&self, kernel: KernelId) {
        let unloaded = lock(&self.kernels).loaded.remove(&kernel.0);
        if let Some(unloaded) = unloaded {
            self.record(format!("unload {}", unloaded.display));
        }
    }

    unsafe fn run(&self, launch: &Launch) -> std::result::Result<(), Box<DeviceFault>> {
        if launch.kernel.display != FAULTY_KERNEL {
            return Ok(());
        }
        let message = "the null device was asked for a fault";
        let fault = DeviceFault::of(Status::ILLEGAL_ADDRESS.name(), message);
        Err(Box::new(fault.in_kernel(
            &launch.kernel.display,
            launch.config.grid,
            launch.config.block,
        )))
    }

    fn recovers(&self) -> bool {
        false
    }

    fn takes_graphs(&self) -> bool {
        true
    }

    fn cooperative_blocks_max(&self, _kernel: KernelId, block: &[u32; 3]) -> u64 {
        let threads: u64 = block.iter().map(|&extent| u64::from(extent)).product();
        u64::from(self.properties.multiprocessor_threads_max) / threads.max(1)
            * u64::from(self.properties.multiprocessors)
    }

    fn note(&self, call: &dyn Fn() -> String) {
        self.record(call());
    }
}

fn properties() -> Properties {
    Properties {
        id: "null".to_owned(),
        name: "Chevron null device".to_owned(),
        detail: "records calls and runs no kernel".to_owned(),
        memory_bytes: MEMORY_BYTES,
        multiprocessors: 4,
        warp_size: 32,
        block_threads_max: 1024,
        block_extents_max: [1024, 1024, 64],
        grid_extents_max: [0x7fff_ffff, 65535, 65535],
        multiprocessor_threads_max: 2048,
        multiprocessor_blocks_max: 32,
        shared_bytes_max: 48 << 10,
        shared_optin_bytes_max: 227 << 10,
        multiprocessor_shared_bytes: 228 << 10,
        registers_per_block: 65536,
        constant_bytes: 64 << 10,
        capability: (9, 0),
        architecture: String::new(),
        clock_khz: 0,
        memory_clock_khz: 0,
        memory_bus_bits: 0,
        cache_bytes: 0,
        priority_greatest: -5,
        integrated: true,
        driver_version: 13000,
        bus_id: "0000:00:00.0".to_owned(),
        // As GPUs have it.
        loading_waits: true,
        facts_depend_on_code: true,
    }
}
