//! Tier Block: whole blocks in one call.

use std::hint::black_box;

use super::*;
use crate::device::cpu::FaultKind;
use crate::device::cpu::primitives::{assert_fail, sync_block, trap};

/// Runs `body` for each thread of the span with its index in the grid and its place in the block.
///
/// # Safety
/// The arguments are those of a kernel of tier Block.
unsafe fn each(block: *const Block, span: *const Span, mut body: impl FnMut(usize, [u32; 3])) {
    // SAFETY: as the caller promises.
    let (block, span) = unsafe { (&*block, &*span) };
    let [bx, by, bz] = block.block_dim;
    let [gx, gy, _] = block.grid_dim;
    let [cx, cy, cz] = block.block_idx;
    let at = cx + gx * (cy + gy * cz);
    for z in span.begin[2]..span.end[2] {
        for y in span.begin[1]..span.end[1] {
            for x in span.begin[0]..span.end[0] {
                let index = at * bx * by * bz + x + bx * (y + by * z);
                body(index as usize, [x, y, z]);
            }
        }
    }
}

unsafe extern "C" fn count(block: *const Block, span: *const Span) {
    // SAFETY: launched with an element per thread.
    unsafe {
        let data = param::<u32>(block);
        each(block, span, |index, _| *data.add(index) += 1);
    }
}

/// Stores where the element says 1.
unsafe extern "C" fn store_if(block: *const Block, span: *const Span) {
    // SAFETY: launched with an element per thread; the wild store is the point.
    unsafe {
        let data = param::<u32>(block);
        each(block, span, |index, _| {
            if *data.add(index) == 1 {
                black_box(64 as *mut u32).write_volatile(1);
            }
        });
    }
}

unsafe extern "C" fn assert_third(block: *const Block, span: *const Span) {
    // SAFETY: called as a kernel.
    unsafe {
        each(block, span, |_, at| {
            if at == [1, 2, 0] {
                assert_fail(c"ok".as_ptr(), c"a.cu".as_ptr(), 5, c"void k()".as_ptr());
            }
        });
    }
}

unsafe extern "C" fn trap_last(block: *const Block, span: *const Span) {
    // SAFETY: called as a kernel.
    unsafe {
        each(block, span, |_, at| {
            if at[0] == 63 {
                trap();
            }
        });
    }
}

unsafe extern "C" fn sync(_: *const Block, _: *const Span) {
    sync_block(0);
}

#[test]
fn every_thread_of_every_block_runs_once() {
    for (blocks, threads) in [
        ([1, 1, 1], [1, 1, 1]),
        ([7, 5, 3], [4, 3, 2]),
        ([10_000, 1, 1], [32, 1, 1]),
    ] {
        let shape = Grid {
            grid: blocks,
            block: threads,
            dynamic_shared: 0,
            cooperative: false,
            cluster: [1; 3],
        };
        let mut data = vec![0_u32; (shape.blocks() * shape.block_threads()) as usize];
        run(&block_kernel(count), &shape, &mut data).unwrap();
        assert!(data.iter().all(|&n| n == 1), "{shape:?}");
    }
}

#[test]
fn a_fault_names_its_thread() {
    let mut data = vec![0_u32; 1000 * 64];
    data[777 * 64 + 41] = 1;
    let fault = run(&block_kernel(store_if), &grid(1000, 64), &mut data).unwrap_err();
    assert_eq!(fault.error, FaultKind::IllegalAddress);
    assert_eq!(fault.block_idx, Some([777, 0, 0]));
    assert_eq!(fault.thread_idx, Some([41, 0, 0]));
    assert_eq!(fault.message, "invalid write to address 0x40");
}

#[test]
fn asserts_and_traps_name_their_thread() {
    let shape = Grid {
        block: [4, 3, 1],
        ..grid(1, 1)
    };
    let fault = run(&block_kernel(assert_third), &shape, &mut [0_u32; 1]).unwrap_err();
    assert_eq!(
        fault.message,
        "a.cu:5: void k(): block: [0,0,0], thread: [1,2,0] Assertion `ok` failed."
    );
    let fault = run(&block_kernel(trap_last), &grid(1, 64), &mut [0_u32; 1]).unwrap_err();
    assert_eq!(
        (fault.error, fault.thread_idx),
        (FaultKind::LaunchFailure, Some([63, 0, 0]))
    );
}

#[test]
fn a_barrier_has_no_place_in_this_tier() {
    let fault = run(&block_kernel(sync), &grid(1, 1), &mut [0_u32; 1]).unwrap_err();
    assert_eq!(
        fault.message,
        "a synchronising operation in a kernel that was compiled as having none"
    );
}
