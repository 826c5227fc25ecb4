//! Tests of the API through its C functions, with kernels made by hand.

mod devices;
mod errors;
mod events;
mod graphs;
mod graphs_edit;
mod graphs_recorded;
mod graphs_whole;
mod headers;
mod launches;
mod memory;
mod null_trace;
mod pools;
mod streams;
mod symbols;

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::Runtime;
use super::ffi::Out;
use super::handles::Handle;
use super::launch::{__cudaPopCallConfiguration, __cudaPushCallConfiguration, cudaLaunchKernel};
use super::types::Dim3;
use crate::device::cpu::abi::{Block, Span};
use crate::device::cpu::{Config, CpuBackend};
use crate::device::null::{NullBackend, recording};
use crate::device::{Device, Linked, LoadedKernel, Software};
use crate::modules::{register_stub, slot_named};
use crate::wire::{CodeKind, Edition, KernelImage, Tier};

/// No kernel of a test waits longer than this, so that a failure is not a hang.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) const SUCCESS: i32 = 0;

thread_local! {
    static CURRENT: Cell<Option<&'static Runtime>> = const { Cell::new(None) };
}

/// The runtime of the test that runs on this thread.
pub(super) fn current() -> Option<&'static Runtime> {
    CURRENT.get()
}

/// Calls an API function. Pointers given to it are live.
macro_rules! api {
    ($function:path $(, $argument:expr)* $(,)?) => {{
        // SAFETY: tests pass pointers to live objects, as the API asks for.
        unsafe { $function($($argument),*) }
    }};
}

/// Calls an API function that must succeed.
macro_rules! ok {
    ($function:path $(, $argument:expr)* $(,)?) => {{
        let status = crate::runtime::tests::api!($function $(, $argument)*);
        assert_eq!(crate::device::Status(status).name(), "cudaSuccess", "{}", stringify!($function));
    }};
}

/// Calls an API function that must fail in a certain way.
macro_rules! fails {
    ($status:ident, $function:path $(, $argument:expr)* $(,)?) => {{
        let status = crate::runtime::tests::api!($function $(, $argument)*);
        let expected = crate::device::Status::$status;
        assert_eq!(crate::device::Status(status).name(), expected.name(), "{}", stringify!($function));
    }};
}

use {api, fails, ok};

/// Gives this thread a runtime with a CPU device of its own.
fn on_cpu() -> &'static Runtime {
    let config = Config {
        threads: 2,
        memory_bytes: 1 << 30,
        ..Config::default()
    };
    install(Arc::new(Software::new(CpuBackend::new(config))))
}

/// Gives this thread a runtime with a null device of its own.
fn on_null() -> Arc<Software<NullBackend>> {
    let device = recording();
    install(Arc::clone(&device) as Arc<dyn Device>);
    device
}

fn install(device: Arc<dyn Device>) -> &'static Runtime {
    let runtime: &'static Runtime = Box::leak(Box::new(Runtime::new(device)));
    CURRENT.set(Some(runtime));
    super::last_error::take();
    runtime
}

/// Code of a kernel made by hand.
type Entry = extern "C" fn(*const Block, *const Span);

/// A kernel in a slot, with a stub that names it.
#[derive(Clone, Copy)]
struct Kernel {
    stub: *const c_void,
    symbol: &'static str,
}

/// Makes a kernel.
fn kernel(name: &str, entry: Entry, param_bytes: &[u32]) -> Kernel {
    kernel_of(name, entry, param_bytes, |_| {})
}

/// Makes a kernel whose image differs in something.
fn kernel_of(
    name: &str,
    entry: Entry,
    param_bytes: &[u32],
    change: impl FnOnce(&mut KernelImage),
) -> Kernel {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let symbol: &'static str = format!("{name}.{}", NEXT.fetch_add(1, Ordering::Relaxed)).leak();
    let stub = ptr::from_ref::<u64>(Box::leak(Box::new(0))).cast();
    register_stub(stub, symbol);
    let kernel = Kernel { stub, symbol };
    define(kernel, entry, param_bytes, change);
    kernel
}

/// Puts other code into a kernel's slot.
fn define(
    kernel: Kernel,
    entry: Entry,
    param_bytes: &[u32],
    change: impl FnOnce(&mut KernelImage),
) {
    let mut image = KernelImage {
        symbol: kernel.symbol.to_owned(),
        cell: 0,
        edition: Edition::Only,
        display: kernel
            .symbol
            .split('.')
            .next()
            .unwrap_or_default()
            .to_owned(),
        kind: CodeKind::Elf,
        entry: "entry".to_owned(),
        tier: Tier::Block,
        param_bytes: param_bytes.to_vec(),
        ..KernelImage::default()
    };
    change(&mut image);
    let device = Arc::clone(&super::current().expect("the test has a runtime").device);
    let linked = Linked {
        entry: entry as usize,
        regions: None,
        variables: Vec::new(),
        code: None,
    };
    // SAFETY: the entry has the layout of tier Block and uses no variables.
    let loaded = unsafe { LoadedKernel::load(&device, &image, linked) }.expect("loads");
    slot_named(kernel.symbol).set_ready(&image.display, Arc::new(loaded));
}

/// Launches as the stub of a `<<<>>>` does, with one pointer to each parameter.
fn launch(kernel: Kernel, grid: u32, block: u32, values: &[*const c_void], stream: Handle) -> i32 {
    let [mut grid, mut block] = [grid, block].map(|x| Dim3 { x, y: 1, z: 1 });
    let (mut shared_bytes, mut in_stream) = (0, 0);
    assert_eq!(__cudaPushCallConfiguration(grid, block, 0, stream), 0);
    ok!(
        __cudaPopCallConfiguration,
        out(&mut grid),
        out(&mut block),
        out(&mut shared_bytes),
        out(&mut in_stream)
    );
    api!(
        cudaLaunchKernel,
        kernel.stub,
        grid,
        block,
        values.as_ptr(),
        0,
        stream
    )
}

fn param<T>(value: &T) -> *const c_void {
    ptr::from_ref(value).cast()
}

fn out<T: Copy>(value: &mut T) -> Out<T> {
    Out::to(value)
}

/// A parameter of a running kernel.
fn argument<T: Copy>(block: *const Block, index: usize) -> T {
    // SAFETY: the engine gives a live block, and tests launch with parameters of the types that their kernels read.
    unsafe { (*(*block).args.add(index)).cast::<T>().read() }
}

/// Kernel `(int *data)`: adds one to each thread's element.
extern "C" fn add_one(block: *const Block, span: *const Span) {
    // SAFETY: the engine gives a live block and span.
    let (running, threads) = unsafe { (*block, *span) };
    let data: *mut i32 = argument(block, 0);
    for thread in threads.begin[0]..threads.end[0] {
        let index = running.block_idx[0] * running.block_dim[0] + thread;
        // SAFETY: tests launch as many threads as `data` has elements.
        unsafe { *data.add(index as usize) += 1 };
    }
}

/// Kernel `(int *data)`: doubles the first element.
extern "C" fn double_it(block: *const Block, _span: *const Span) {
    let data: *mut i32 = argument(block, 0);
    // SAFETY: tests launch one thread, with an element.
    unsafe { *data *= 2 };
}

/// Kernel without parameters that does nothing.
extern "C" fn nothing(_block: *const Block, _span: *const Span) {}

/// Kernel `(flag *set, flag *awaited)`: sets the one, then waits for the other.
extern "C" fn meet(block: *const Block, _span: *const Span) {
    let (set, awaited): (*const AtomicU32, *const AtomicU32) =
        (argument(block, 0), argument(block, 1));
    // SAFETY: tests pass flags that outlive the launch.
    let (set, awaited) = unsafe { (&*set, &*awaited) };
    set.store(1, Ordering::Release);
    wait_for(awaited);
}

/// Kernel that writes where nothing is.
extern "C" fn go_wild(_block: *const Block, _span: *const Span) {
    // SAFETY: this is not; the engine must report it.
    unsafe { ptr::without_provenance_mut::<i32>(64).write_volatile(1) };
}

/// Waits for a flag, with patience; true if it came.
fn wait_for(flag: &AtomicU32) -> bool {
    let start = Instant::now();
    while flag.load(Ordering::Acquire) == 0 {
        if start.elapsed() > PATIENCE {
            return false;
        }
        std::thread::yield_now();
    }
    true
}

/// Device memory for so many integers, all zero.
fn integers(count: usize) -> *mut i32 {
    let mut memory = ptr::null_mut();
    ok!(super::memory::cudaMalloc, out(&mut memory), count * 4);
    ok!(super::fill::cudaMemset, memory, 0, count * 4);
    memory.cast()
}

/// Reads integers back; waits for the legacy default stream.
fn read(memory: *const i32, count: usize) -> Vec<i32> {
    let mut values = vec![-1; count];
    ok!(
        super::copy::cudaMemcpy,
        values.as_mut_ptr().cast(),
        memory.cast(),
        count * 4,
        2
    );
    values
}

fn stream(flags: u32) -> Handle {
    let mut stream = 0;
    ok!(
        super::stream::cudaStreamCreateWithFlags,
        out(&mut stream),
        flags
    );
    stream
}

fn event() -> Handle {
    let mut event = 0;
    ok!(super::event::cudaEventCreate, out(&mut event));
    event
}
