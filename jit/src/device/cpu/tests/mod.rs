//! The engine against CUDA's rules, with kernels written in Rust to the compiled kernels' ABI.

use std::ffi::c_void;
use std::sync::OnceLock;

use super::abi::{Block, BlockEntry, Span, Thread, ThreadEntry};
use super::{CpuKernel, Engine, Fault, Grid, launch_primitives, primitives};
use crate::wire::{Site, Tier};

mod barriers;
mod better_code;
mod deadlocks;
mod faults;
mod memory;
mod residency;
mod spans;
mod streams;
mod warps;

/// The engine that tests share; with helpers, whatever the machine has.
fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::new(3))
}

/// A kernel of tier Thread whose sites 1 to 9 are lines 11 to 19 of cell 3.
fn kernel(entry: ThreadEntry) -> CpuKernel {
    let site = |line| Site {
        source: "cell 3".to_owned(),
        line,
        primitive: String::new(),
    };
    let sites = (10..20).map(site).collect();
    // SAFETY: the entry has the type of its tier and is part of this program.
    unsafe {
        CpuKernel::new(
            entry as *const (),
            Tier::Thread,
            0,
            "kernel".to_owned(),
            sites,
            0,
        )
    }
}

/// A kernel of tier Block.
fn block_kernel(entry: BlockEntry) -> CpuKernel {
    let (entry, name) = (entry as *const (), "kernel".to_owned());
    // SAFETY: the entry has the type of its tier and is part of this program.
    unsafe { CpuKernel::new(entry, Tier::Block, 0, name, Vec::new(), 0) }
}

fn grid(blocks: u32, threads: u32) -> Grid {
    Grid {
        grid: [blocks, 1, 1],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        cooperative: false,
        cluster: [1; 3],
    }
}

fn cooperative(blocks: u32, threads: u32) -> Grid {
    Grid {
        cooperative: true,
        ..grid(blocks, threads)
    }
}

/// Runs a kernel whose one parameter is a pointer to the elements of `data`.
fn run<T>(kernel: &CpuKernel, grid: &Grid, data: &mut [T]) -> Result<(), Fault> {
    run_on(engine(), kernel, grid, data)
}

fn run_on<T>(
    engine: &Engine,
    kernel: &CpuKernel,
    grid: &Grid,
    data: &mut [T],
) -> Result<(), Fault> {
    let pointer = data.as_mut_ptr();
    let args = [(&raw const pointer).cast::<c_void>()];
    // SAFETY: the kernels of these tests take one pointer.
    unsafe { engine.run(kernel, grid, args.as_ptr()) }
}

/// The kernel's parameter.
///
/// # Safety
/// The launch passes a pointer to `T`.
unsafe fn param<T>(block: *const Block) -> *mut T {
    // SAFETY: as the caller promises.
    unsafe { *(*(*block).args).cast() }
}

/// What a test kernel knows of itself.
#[derive(Clone, Copy)]
struct Me<T> {
    data: *mut T,
    /// `threadIdx.x`
    x: u32,
    /// `blockIdx.x`
    block: u32,
    /// Index in the grid, for one-dimensional launches.
    global: usize,
    lane: u32,
}

impl<T> Me<T> {
    /// # Safety
    /// The arguments are those of a kernel launched by `run::<T>`.
    unsafe fn new(block: *const Block, thread: *const Thread) -> Me<T> {
        // SAFETY: as the caller promises.
        unsafe {
            let [x, ..] = (*thread).tid;
            let at = (*block).block_idx[0];
            let global = (at * (*block).block_dim[0] + x) as usize;
            Me {
                data: param(block),
                x,
                block: at,
                global,
                lane: (*thread).lane,
            }
        }
    }

    /// Element of the data.
    ///
    /// # Safety
    /// `index` is in bounds, and nobody else uses the element at the same time.
    unsafe fn at<'data>(self, index: usize) -> &'data mut T {
        // SAFETY: as the caller promises.
        unsafe { &mut *self.data.add(index) }
    }
}

/// Defines kernels of tier Thread: `me` is the thread, the body runs for each.
macro_rules! kernels {
    ($($(#[$meta:meta])* fn $name:ident($me:ident: $type:ty) $body:block)*) => {$(
        $(#[$meta])*
        unsafe extern "C" fn $name(
            block: *const crate::device::cpu::abi::Block,
            thread: *const crate::device::cpu::abi::Thread,
        ) {
            // SAFETY: `run` launches it with a pointer to this type, and its body keeps to its own elements or to shared ones
            // that barriers protect.
            unsafe {
                let $me = crate::device::cpu::tests::Me::<$type>::new(block, thread);
                $body
            }
        }
    )*};
}
pub(crate) use kernels;

kernels! {
    fn add_one(me: u32) { *me.at(me.global) += 1; }
}

unsafe extern "C" fn add_one_span(block: *const Block, span: *const Span) {
    // SAFETY: `run` launches it with a pointer to as many elements as the grid has threads.
    unsafe {
        let base = (*block).block_idx[0] * (*block).block_dim[0];
        for x in (*span).begin[0]..(*span).end[0] {
            *param::<u32>(block).add((base + x) as usize) += 1;
        }
    }
}

#[test]
fn every_primitive_of_the_contract_has_an_address() {
    let contract = "tid_x tid_y tid_z ctaid_x ctaid_y ctaid_z ntid_x ntid_y ntid_z nctaid_x nctaid_y nctaid_z lane warp_size
        dynamic_shared_bytes is_shared shared_base clock global_timer trap assert_fail printf printed malloc free sync_block
        sync_block_count sync_block_and sync_block_or sync_named sync_grid sync_cluster sync_cluster_extent sync_cluster_owner sync_cluster_shared sync_warp sync_ballot sync_shuffle sync_match_any
        sync_match_all sync_reduce sync_active_mask sync_step sync_yield launch_kernel launch_transfer runtime_buffer
        runtime_error runtime_fail runtime_free runtime_handle sync_children
         watch_load watch_store watch_atomic watch_atomic_load watch_object watch_copy watch_fill watch_fence watch_operations";
    let mut wanted: Vec<String> = contract
        .split_whitespace()
        .map(|name| format!("__chv_{name}"))
        .collect();
    let mut given: Vec<String> = primitives::primitives()
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .chain(launch_primitives().map(|(name, _)| name.to_owned()))
        .collect();
    wanted.sort();
    given.sort();
    assert_eq!(given, wanted);
}

#[test]
fn wrong_configurations_are_refused() {
    let refused = |grid: Grid| {
        run(&kernel(add_one), &grid, &mut [0_u32; 1])
            .unwrap_err()
            .message
    };
    assert_eq!(
        refused(grid(0, 1)),
        "launch of `kernel` with an empty grid or block"
    );
    assert_eq!(
        refused(grid(1, 1025)),
        "launch of `kernel` with 1025 threads per block; it can have 1024"
    );
    let shared = Grid {
        dynamic_shared: 1 << 20,
        ..grid(1, 1)
    };
    assert_eq!(
        refused(shared),
        "launch of `kernel` with 1048576 bytes of shared memory; a block can have 232448"
    );
}
