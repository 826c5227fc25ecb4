//! The structures that compiled kernels read; docs/primitives.md is their source.

use std::ffi::{c_char, c_void};

/// One running block.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// `blockIdx`.
    pub block_idx: [u32; 3],
    /// `blockDim`.
    pub block_dim: [u32; 3],
    /// `gridDim`.
    pub grid_dim: [u32; 3],
    /// Size of the dynamic shared array, bytes.
    pub dynamic_shared_bytes: u32,
    /// Static shared memory, then the dynamic array; 128-byte aligned. Owned by the engine, alive while the block runs.
    pub shared: *mut c_char,
    /// The kernel's arguments, one pointer per parameter. Owned by the launch.
    pub args: *const *const c_void,
}

impl Block {
    /// What stands there before a block runs.
    pub const NONE: Block = Block {
        block_idx: [0; 3],
        block_dim: [0; 3],
        grid_dim: [0; 3],
        dynamic_shared_bytes: 0,
        shared: std::ptr::null_mut(),
        args: std::ptr::null(),
    };
}

/// One running thread (tier Thread).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// `threadIdx`.
    pub tid: [u32; 3],
    /// Index in the block: x + y*bx + z*bx*by.
    pub linear: u32,
    /// Lane in the warp.
    pub lane: u32,
    /// Warp in the block.
    pub warp: u32,
    /// Its block.
    pub block: *const Block,
}

/// The threads of a block that one call runs (tier Block).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First thread along each axis.
    pub begin: [u32; 3],
    /// One past the last thread along each axis.
    pub end: [u32; 3],
}

/// Entry of a code object of tier Block.
pub type BlockEntry = unsafe extern "C" fn(*const Block, *const Span);

/// Entry of a code object of tier Thread that runs a whole block, region by region. The second argument is memory for it, 64-byte aligned.
pub type RegionsEntry = unsafe extern "C" fn(*const Block, *mut c_void);

/// Threads for which the memory of a `RegionsEntry` has room, beyond those of the block: a multiple of this many.
pub const REGIONS_THREADS: u32 = 64;

/// Entry of a code object of tier Thread.
pub type ThreadEntry = unsafe extern "C" fn(*const Block, *const Thread);

// The compiler builds the same layouts as IR types.
const _: () = {
    assert!(size_of::<Block>() == 56 && align_of::<Block>() == 8);
    assert!(std::mem::offset_of!(Block, block_dim) == 12);
    assert!(std::mem::offset_of!(Block, grid_dim) == 24);
    assert!(std::mem::offset_of!(Block, dynamic_shared_bytes) == 36);
    assert!(std::mem::offset_of!(Block, shared) == 40);
    assert!(std::mem::offset_of!(Block, args) == 48);
    assert!(size_of::<Thread>() == 32);
    assert!(std::mem::offset_of!(Thread, linear) == 12);
    assert!(std::mem::offset_of!(Thread, lane) == 16);
    assert!(std::mem::offset_of!(Thread, warp) == 20);
    assert!(std::mem::offset_of!(Thread, block) == 24);
    assert!(size_of::<Span>() == 24);
};

impl Span {
    /// All threads of a block.
    pub fn whole(block_dim: [u32; 3]) -> Span {
        Span {
            begin: [0; 3],
            end: block_dim,
        }
    }

    /// The one thread at `index`, counted with x innermost.
    pub fn one(index: u32, block_dim: [u32; 3]) -> Span {
        let begin = position(u64::from(index), block_dim);
        Span {
            begin,
            end: begin.map(|at| at + 1),
        }
    }
}

/// Coordinates of the element at `index` in a box of these extents, x innermost.
pub fn position(index: u64, extents: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extents.map(u64::from);
    // Each coordinate is below its extent, which fits.
    [
        (index % x) as u32,
        (index / x % y) as u32,
        (index / x / y) as u32,
    ]
}
