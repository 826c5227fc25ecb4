//! The CPU device: the engine behind software streams.

use std::fs;
use std::io;
use std::sync::Arc;

use super::abi::RegionsEntry;
use super::heap::HeapError;
use super::limits::{BLOCK_THREADS_MAX, SHARED_BYTES_MAX};
use super::overruns::{Overruns, Witness};
use super::primitives;
use super::sanitizer::WatchedKernel;
use super::{Config, CpuKernel, Engine, Regions, Space};
use crate::device::{
    Backend, Device, Error, KernelId, Launch, Linked, MemoryInfo, MemoryKind, Overrun, Properties,
    RegionsCode, Rested, Result, Sharing, Software, Status, VirtualMemory, WatchedMemory,
};
use crate::wire::{DeviceFault, KernelImage, Tier};

/// Backend of the CPU device.
pub struct CpuBackend {
    engine: Engine,
    pub(super) properties: Properties,
    /// Memory that could be given out when the device began.
    memory_bytes_max: usize,
    /// Its number among several CPU devices.
    pub(super) number: Option<usize>,
    pub(super) overruns: Overruns,
}

/// A kernel in the form that the engine runs, with what keeps its code in memory. Kernel ids are addresses of these.
pub(super) struct Loaded {
    /// Before the code, so that it is dropped first.
    pub(super) kernel: CpuKernel,
    /// Symbol of its entry.
    pub(super) entry: String,
    pub(super) witness: Arc<Witness>,
    pub(super) linked: Linked,
}

/// The CPU device, with all cores and warps of so many threads.
///
/// # Errors
/// None today; devices that open a driver have some.
pub fn device(warp: u32) -> io::Result<Arc<dyn Device>> {
    let config = Config {
        warp_size: warp,
        ..Config::default()
    };
    Ok(Arc::new(Software::new(CpuBackend::new(config))))
}

/// So many CPU devices, each with all cores and its share of the memory, for programs that use several devices.
pub fn devices(count: usize, warp: u32) -> Vec<Arc<dyn Device>> {
    let whole = Config::default();
    let config = Config {
        memory_bytes: whole.memory_bytes / count,
        warp_size: warp,
        ..whole
    };
    let first = Software::new(CpuBackend::numbered(config.clone(), 0));
    let others: Vec<_> = (1..count)
        .map(|number| first.beside(CpuBackend::numbered(config.clone(), number)))
        .collect();
    let mut devices: Vec<Arc<dyn Device>> = vec![Arc::new(first)];
    devices.extend(
        others
            .into_iter()
            .map(|other| Arc::new(other) as Arc<dyn Device>),
    );
    devices
}

impl CpuBackend {
    /// A backend with an engine of its own.
    pub fn new(config: Config) -> CpuBackend {
        let engine = Engine::with(config);
        let properties = properties(engine.config());
        let total = properties.memory_bytes;
        let memory_bytes_max = available_bytes().map_or(total, |available| available.min(total));
        CpuBackend {
            engine,
            properties,
            memory_bytes_max,
            number: None,
            overruns: Overruns::default(),
        }
    }

    /// One of several.
    pub fn numbered(config: Config, number: usize) -> CpuBackend {
        let mut backend = CpuBackend::new(config);
        backend.properties.id = format!("cpu:{number}");
        backend.properties.bus_id = format!("0000:00:{number:02x}.0");
        backend.number = Some(number);
        backend
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }
}

impl Backend for CpuBackend {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn memory_info(&self) -> MemoryInfo {
        // Of what the machine could give when the device began, not of what it could give now: untouched pages take nothing
        // from it, and programs compare two answers to find what they still hold.
        MemoryInfo {
            free: self
                .memory_bytes_max
                .saturating_sub(self.engine.heap().used_bytes()),
            total: self.properties.memory_bytes,
        }
    }

    fn allocate(&self, bytes: usize, kind: MemoryKind) -> Result<u64> {
        let space = match kind {
            MemoryKind::Device => Space::Device,
            MemoryKind::Host => Space::Host,
            MemoryKind::Managed => Space::Managed,
        };
        self.engine
            .heap()
            .allocate(bytes, space)
            .map(|address| address as u64)
            .map_err(|error| memory_error(&error))
    }

    unsafe fn free(&self, address: u64, _kind: MemoryKind) -> Result<()> {
        self.overruns
            .before_free(self.engine.heap(), address as usize);
        self.engine
            .heap()
            .free(address as usize)
            .map(drop)
            .map_err(|error| memory_error(&error))
    }

    unsafe fn load_kernel(&self, image: &KernelImage, linked: Linked) -> Result<KernelId> {
        // SAFETY: the caller says that the entry is the image's; the module manager has filled its variable table.
        let kernel = unsafe {
            CpuKernel::new(
                linked.entry as *const (),
                image.tier,
                image.shared_bytes,
                image.display.clone(),
                image.sites.clone(),
                image.max_threads,
            )
            .with_regions(linked.regions.map(|code| regions(code)))
        };
        let kernel = kernel.watched((image.tier == Tier::Watched).then(|| WatchedKernel {
            symbol: image.symbol.clone(),
            entry: image.entry.clone(),
            param_bytes: image.param_bytes.clone(),
        }));
        Ok(KernelId(Box::into_raw(Box::new(Loaded {
            kernel,
            entry: image.entry.clone(),
            witness: self.overruns.witness(&image.display),
            linked,
        })) as u64))
    }

    unsafe fn unload_kernel(&self, kernel: KernelId) {
        // SAFETY: the id came from `load_kernel`, so it is the address of a box, and the caller says that this is the last use.
        drop(unsafe { Box::from_raw(kernel.0 as *mut Loaded) });
    }

    unsafe fn run(&self, launch: &Launch) -> std::result::Result<(), Box<DeviceFault>> {
        // SAFETY: the caller's duty is the same.
        unsafe { self.run_family(launch) }
    }

    fn watched_memory(&self) -> Option<&dyn WatchedMemory> {
        Some(self)
    }

    fn sharing(&self) -> Option<&dyn Sharing> {
        Some(self)
    }

    fn virtual_memory(&self) -> Option<&dyn VirtualMemory> {
        Some(self)
    }

    fn interrupt(&self) {
        self.engine.interrupt();
    }

    fn rest(&self) -> Rested<'_> {
        self.engine.rest()
    }

    fn cooperative_blocks_max(&self, kernel: KernelId, block: &[u32; 3]) -> u64 {
        // SAFETY: callers hold the kernel, so its id is the address of a live `Loaded`.
        let loaded = unsafe { &*(kernel.0 as *const Loaded) };
        match loaded
            .kernel
            .regions_for(*block, self.engine.config())
            .is_none()
        {
            _ if loaded.kernel.tier() == Tier::Block => u64::MAX,
            false => u64::MAX,
            true => {
                let threads: u64 = block.iter().map(|&extent| u64::from(extent)).product();
                self.engine
                    .cooperative_blocks_max(u32::try_from(threads).unwrap_or(u32::MAX))
            }
        }
    }
}

impl WatchedMemory for CpuBackend {
    fn shorten(&self, address: u64, bytes: usize) {
        self.engine.heap().shorten(address as usize, bytes);
    }

    fn overruns(&self) -> Vec<Overrun> {
        self.overruns.take(self.engine.heap())
    }

    fn covers(&self, address: u64) -> bool {
        self.engine.heap().covers(address as usize) || primitives::kernels_allocate()
    }
}

/// The code that runs whole blocks of a kernel.
///
/// # Safety
/// Its addresses are those of an entry and of a word in a code object that stays loaded.
unsafe fn regions(code: RegionsCode) -> Regions {
    // SAFETY: as the caller says; the entry's type is what docs/tiers.md has.
    let (entry, needs) = unsafe {
        (
            std::mem::transmute::<*const (), RegionsEntry>(code.entry as *const ()),
            *(code.needs as *const u32),
        )
    };
    Regions::new(entry, needs)
}

pub(super) fn memory_error(error: &HeapError) -> Error {
    let status = match error {
        HeapError::OutOfMemory { .. } | HeapError::Refused { .. } => Status::MEMORY_ALLOCATION,
        HeapError::NoSuchAllocation(_) => Status::INVALID_VALUE,
    };
    Error::new(status, error.to_string())
}

fn properties(config: &Config) -> Properties {
    let model = cpu_model();
    let gibibytes = config.memory_bytes as f64 / f64::from(1 << 30);
    Properties {
        id: "cpu".to_owned(),
        name: format!("Chevron CPU ({model})"),
        detail: format!(
            "{} cores, {gibibytes:.1} GiB, warps of {}",
            config.threads, config.warp_size
        ),
        memory_bytes: config.memory_bytes,
        multiprocessors: config.threads as u32,
        warp_size: config.warp_size,
        block_threads_max: BLOCK_THREADS_MAX,
        block_extents_max: [BLOCK_THREADS_MAX, BLOCK_THREADS_MAX, 64],
        grid_extents_max: [0x7fff_ffff, 65535, 65535],
        multiprocessor_threads_max: 2048,
        multiprocessor_blocks_max: 32,
        shared_bytes_max: 48 << 10,
        shared_optin_bytes_max: SHARED_BYTES_MAX,
        multiprocessor_shared_bytes: SHARED_BYTES_MAX + (1 << 10),
        registers_per_block: 64 << 10,
        constant_bytes: 64 << 10,
        // Programs choose features by it; all of that capability's that the headers have, this device has.
        capability: (9, 0),
        architecture: String::new(),
        clock_khz: clock_khz(),
        memory_clock_khz: 0,
        memory_bus_bits: 0,
        cache_bytes: cache_bytes(),
        priority_greatest: -5,
        integrated: true,
        driver_version: 13000,
        bus_id: "0000:00:00.0".to_owned(),
        loading_waits: false,
        facts_depend_on_code: false,
    }
}

/// The processor's name, as the system gives it.
fn cpu_model() -> String {
    cpu_info("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

fn cpu_info(field: &str) -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with(field))?;
    line.split_once(':')
        .map(|(_, value)| value.trim().to_owned())
}

/// The clock; where the system does not give the greatest, the one that runs now.
fn clock_khz() -> u32 {
    let greatest = fs::read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    let greatest = greatest.ok().and_then(|text| text.trim().parse().ok());
    let now = || {
        cpu_info("cpu MHz")
            .and_then(|text| text.parse::<f64>().ok())
            .map(|megahertz| (megahertz * 1000.0) as u32)
    };
    greatest.or_else(now).unwrap_or(0)
}

/// The largest cache of the first core.
fn cache_bytes() -> u32 {
    let size = |index: usize| {
        let text = fs::read_to_string(format!(
            "/sys/devices/system/cpu/cpu0/cache/index{index}/size"
        ))
        .ok()?;
        text.trim().strip_suffix('K')?.parse::<u32>().ok()
    };
    (0..8)
        .filter_map(size)
        .max()
        .unwrap_or(0)
        .saturating_mul(1 << 10)
}

/// Memory that the machine could still give.
fn available_bytes() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}
