//! CUDA's device runtime, as kernels call it: launches, copies and fills in kernels, and their errors. `chevron/device_runtime.h` declares it.
//!
//! It runs on the stack of a device thread, and reads what the kernel gives before it takes a lock: a bad address is a fault of the kernel's there.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::children::{Child, Children, Work};
use super::fiber::{self, DeviceThread, Failure, Signal, Wait};
use super::memory::page_bytes;
use super::primitives;
use crate::device::kernel_name::{KernelName, ParameterPlace};
use crate::device::launches_in_kernels::{DEPTH_MAX, beyond_limit, no_kernel};
use crate::device::{Copy, Fill, Launch, LaunchConfig, Status};
use crate::wire::DeviceFault;

/// What stands above the device and knows kernels by their symbols.
pub trait KernelsBySymbol: Sync {
    /// The launch of the newest kernel of a symbol that the kernel of another one names, its configuration checked. `parameters` has a pointer to each parameter, of as many bytes as
    /// `param_bytes` says. Waits if the kernel is being compiled.
    ///
    /// # Errors
    /// The fault's error is what the launch gives.
    ///
    /// # Safety
    /// `parameters` has so many pointers to so many bytes.
    unsafe fn launch(
        &self,
        launcher: &str,
        symbol: &str,
        config: &LaunchConfig,
        parameters: &[*const c_void],
        param_bytes: &[u32],
    ) -> Result<Launch, Box<DeviceFault>>;

    /// A launch was refused, and no thread has asked for its error.
    fn refused(&self, fault: DeviceFault);
}

static KERNELS: OnceLock<&'static dyn KernelsBySymbol> = OnceLock::new();

/// From now on kernels find others here.
pub fn use_kernels(kernels: &'static dyn KernelsBySymbol) {
    // The first one stays.
    let _ = KERNELS.set(kernels);
}

/// What finds kernels; none in tests of the engine alone.
pub(super) fn kernels() -> Option<&'static dyn KernelsBySymbol> {
    KERNELS.get().copied()
}

/// Names and addresses for the linker that loads code objects, beside those of `primitives`.
pub fn launch_primitives() -> [(&'static str, usize); 8] {
    [
        ("__chv_launch_kernel", launch_kernel as *const () as usize),
        (
            "__chv_launch_transfer",
            launch_transfer as *const () as usize,
        ),
        ("__chv_runtime_buffer", buffer as *const () as usize),
        ("__chv_runtime_error", error as *const () as usize),
        ("__chv_runtime_fail", fail as *const () as usize),
        ("__chv_runtime_free", free as *const () as usize),
        ("__chv_runtime_handle", handle as *const () as usize),
        ("__chv_sync_children", sync_children as *const () as usize),
    ]
}

/// `cudaStreamTailLaunch`
const STREAM_TAIL: usize = 3;

/// The symbol of what a kernel gives for a kernel's address; none if it is no kernel.
///
/// # Safety
/// A device thread calls, and holds no lock: if nothing is there, the fault is the kernel's own.
pub unsafe fn symbol_named_by<'a>(address: *const c_void) -> Option<&'a str> {
    // SAFETY: as the caller says.
    unsafe { KernelName::read(address) }.map(|name| name.symbol)
}

/// Where the calling thread is.
struct Caller<'a> {
    children: &'a Children<'a>,
    block: u64,
    thread: u32,
    quiet: bool,
}

impl Caller<'_> {
    /// # Safety
    /// A kernel calls. The value is not kept across a suspension.
    unsafe fn of<'a>(thread: u32) -> Caller<'a> {
        // SAFETY: a device thread runs; its block is valid, and its grid outlives it.
        unsafe {
            let this = &*fiber::current();
            let block = &*this.abi.block;
            let [x, y, z] = block.block_idx.map(u64::from);
            let [width, height, _] = block.grid_dim.map(u64::from);
            let children = match this.resident.as_ref() {
                Some(resident) => resident.children,
                None => this.children,
            };
            Caller {
                children: &*children,
                block: x + width * (y + height * z),
                thread,
                quiet: this.quiet,
            }
        }
    }

    /// Keeps an error, which is told if the thread does not ask for it.
    fn refuse(&self, status: Status, fault: Option<DeviceFault>) -> c_int {
        if !self.quiet {
            self.children.refuse(self.block, self.thread, status, fault);
        }
        status.0
    }

    /// Refuses a launch, with who launched it, and where.
    fn refuse_launch(&self, fault: DeviceFault, site: u32) -> c_int {
        let status = Status::named(&fault.error).unwrap_or(Status::UNKNOWN);
        let origin = self
            .children
            .family()
            .map_or_else(String::new, |it| it.origin(site));
        let message = format!("{}{origin}", fault.message);
        self.refuse(status, Some(DeviceFault { message, ..fault }))
    }

    fn add(&self, work: Work, stream: usize, site: u32) {
        // A block that runs again to find a fault launches nothing.
        if self.quiet {
            return;
        }
        self.children.add(Child {
            work,
            block: self.block,
            site,
            tail: stream == STREAM_TAIL,
        });
    }
}

/// The memory of a launch's parameters, freed with the value.
struct Buffer(*mut c_void);

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: it came from `buffer`, and the launch that it is for owns it.
        unsafe { libc::free(self.0) };
    }
}

extern "C" fn buffer(align: usize, bytes: usize) -> *mut c_void {
    // SAFETY: the compiler asks for a power of two; the size is a multiple of it.
    unsafe { libc::aligned_alloc(align, bytes.max(1).next_multiple_of(align)) }
}

extern "C" fn launch_kernel(
    name: *const c_void,
    parameters: *mut c_void,
    shape: *const [u32; 6],
    dynamic_shared_bytes: u32,
    stream: usize,
    thread: u32,
    site: u32,
) -> c_int {
    // SAFETY: a kernel calls, and holds no lock.
    let (caller, name, [gx, gy, gz, bx, by, bz]) =
        unsafe { (Caller::of(thread), KernelName::read(name), *shape) };
    let buffer = Buffer(parameters);
    let Some(name) = name else {
        return caller.refuse_launch(no_kernel(), site);
    };
    let config = LaunchConfig {
        cluster: [0; 3],
        grid: [gx, gy, gz],
        block: [bx, by, bz],
        dynamic_shared_bytes,
        cooperative: false,
    };
    // SAFETY: clang has put the parameters there as the name tells.
    match unsafe { prepare(&caller, &name, &config, &buffer, stream == STREAM_TAIL) } {
        Ok(launch) => {
            caller.add(Work::Grid(launch), stream, site);
            Status::SUCCESS.0
        }
        Err(fault) => caller.refuse_launch(*fault, site),
    }
}

/// # Safety
/// The buffer holds the kernel's parameters where the name tells.
unsafe fn prepare(
    caller: &Caller,
    name: &KernelName,
    config: &LaunchConfig,
    buffer: &Buffer,
    tail: bool,
) -> Result<Launch, Box<DeviceFault>> {
    let (Some(kernels), Some(family)) = (kernels(), caller.children.family()) else {
        return Err(Box::new(no_kernel()));
    };
    let beyond = if caller.children.depth >= DEPTH_MAX && !tail {
        beyond_limit(Status::LAUNCH_MAX_DEPTH_EXCEEDED)
    } else if !caller.children.has_room() {
        beyond_limit(Status::LAUNCH_PENDING_COUNT_EXCEEDED)
    } else {
        None
    };
    if let Some(fault) = beyond {
        return Err(Box::new(fault.in_kernel(
            name.display,
            config.grid,
            config.block,
        )));
    }
    let at = |place: &ParameterPlace| {
        let parameter = buffer.0.cast::<u8>().wrapping_add(place.offset as usize);
        parameter.cast_const().cast::<c_void>()
    };
    let parameters: Vec<*const c_void> = name.places.iter().map(at).collect();
    let param_bytes: Vec<u32> = name.places.iter().map(|place| place.bytes).collect();
    // SAFETY: as the caller says.
    let launch = unsafe {
        kernels.launch(
            family.symbol(),
            name.symbol,
            config,
            &parameters,
            &param_bytes,
        )
    };
    launch.map_err(|fault| Box::new(fault.in_kernel(name.display, config.grid, config.block)))
}

extern "C" fn launch_transfer(
    kind: u32,
    target: u64,
    source: u64,
    byte: u32,
    extents: *const [usize; 7],
    stream: usize,
    thread: u32,
    site: u32,
) -> c_int {
    // SAFETY: a kernel calls, and holds no lock.
    let (caller, extents) = unsafe { (Caller::of(thread), *extents) };
    let [
        width,
        height,
        depth,
        pitch,
        slice,
        source_pitch,
        source_slice,
    ] = extents;
    if width == 0 || height == 0 || depth == 0 {
        return Status::SUCCESS.0;
    }
    let last = |pitch: usize, slice: usize| {
        ((depth - 1) * slice + (height - 1) * pitch + width - 1) as u64
    };
    let covers = |from: u64, pitch: usize, slice: usize| {
        let ends = [from, from.wrapping_add(last(pitch, slice))];
        let family = caller.children.family();
        let known = |end: u64| family.is_some_and(|it| it.owns(end));
        let of_heap = |end: u64| primitives::kernels_allocate() && is_mapped(end);
        ends.into_iter().all(|end| known(end) || of_heap(end))
    };
    if !covers(target, pitch, slice) || kind == 0 && !covers(source, source_pitch, source_slice) {
        return caller.refuse(Status::INVALID_VALUE, None);
    }
    let work = match kind {
        0 => Work::Copy(Copy {
            target,
            source,
            width,
            height,
            depth,
            target_pitch: pitch,
            target_slice: slice,
            source_pitch,
            source_slice,
        }),
        _ => Work::Fill(Fill {
            target,
            value: byte,
            element_bytes: 1,
            width,
            height,
            depth,
            pitch,
            slice,
        }),
    };
    caller.add(work, stream, site);
    Status::SUCCESS.0
}

/// Is there anything at an address?
fn is_mapped(address: u64) -> bool {
    let page = page_bytes() as u64;
    let mut resident = 0_u8;
    // SAFETY: asks about one page, whether or not it is there; there is room for the answer.
    unsafe { libc::mincore((address / page * page) as *mut c_void, 1, &raw mut resident) == 0 }
}

extern "C" fn error(thread: u32, forget: c_int) -> c_int {
    // SAFETY: a kernel calls.
    let caller = unsafe { Caller::of(thread) };
    let status = caller.children.error(caller.block, thread, forget != 0);
    status.0
}

extern "C" fn fail(status: c_int, thread: u32) -> c_int {
    // SAFETY: a kernel calls.
    unsafe { Caller::of(thread) }.refuse(Status(status), None)
}

/// Frees what device code's `cudaMalloc` gave. What the host allocated is the host's to free.
extern "C" fn free(address: *mut c_void) -> c_int {
    // SAFETY: a kernel calls.
    let caller = unsafe { Caller::of(0) };
    let family = caller.children.family();
    if !address.is_null() && family.is_some_and(|family| family.owns(address as u64)) {
        return Status::INVALID_VALUE.0;
    }
    // SAFETY: the kernel says that it came from its `malloc`; if not, the fault is its own.
    unsafe { libc::free(address) };
    Status::SUCCESS.0
}

/// A handle of a stream or an event, of which nothing but its number is ever looked at.
extern "C" fn handle() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed) << 8
}

extern "C" fn sync_children(site: u32) {
    let thread = fiber::current();
    // SAFETY: a kernel calls; the thread is valid.
    unsafe {
        if (*thread).resident.is_null() {
            primitives::fail(thread, Failure::WrongTier, site);
        }
        (*thread).wait = Wait::Nothing;
        (*thread).site = site;
        DeviceThread::suspend(thread, Signal::WaitsForChildren);
    }
}
