//! Blocks that can never proceed: an error that says who waits where.

use super::*;
use crate::device::cpu::FaultKind;
use crate::device::cpu::primitives::{
    ctaid, sync_block, sync_grid, sync_named, sync_reduce, sync_shuffle, sync_warp,
};

const FULL: u64 = 0xffff_ffff;

kernels! {
    /// One half waits for a barrier, the other for lanes that wait there.
    fn crossed(me: u32) {
        if me.x < 16 {
            sync_block(1);
        } else if me.x < 32 {
            sync_shuffle(FULL, 0, 0, 32, 2, 2);
        } else if me.x < 64 {
            sync_named(3, 64, 3);
        }
    }

    fn missing_lanes(me: u32) {
        if me.lane != 5 && me.lane < 20 {
            sync_reduce(0x00ff_ffff, 1, 0, 4);
        } else if me.lane >= 24 {
            return;
        }
        sync_block(5);
    }

    /// Masks that do not agree.
    fn disagreeing(me: u32) {
        sync_warp(if me.lane == 0 { 3 } else { FULL }, 6);
    }

    fn not_in_mask(_me: u32) {
        sync_warp(0xfffe, 7);
    }

    fn no_such_barrier(_me: u32) {
        sync_named(16, 32, 8);
    }

    fn grid_sync(_me: u32) {
        sync_grid(9);
    }

    fn some_blocks_return(_me: u32) {
        if ctaid::<0>() != 1 {
            sync_grid(9);
        }
    }

    fn grid_and_block(me: u32) {
        if me.x == 0 {
            sync_block(1);
        } else {
            sync_grid(9);
        }
    }
}

fn fault_of(entry: ThreadEntry, grid: Grid) -> Fault {
    run(&kernel(entry), &grid, &mut [0_u32; 1]).unwrap_err()
}

fn deadlock_of(entry: ThreadEntry, grid: Grid) -> String {
    let fault = fault_of(entry, grid);
    assert_eq!(fault.error, FaultKind::Deadlock);
    assert_eq!(fault.error.name(), "cudaErrorLaunchTimeout");
    fault.message
}

#[test]
fn a_report_lists_each_group_that_waits() {
    assert_eq!(
        deadlock_of(crossed, grid(1, 70)),
        "the block can never proceed, because its threads wait for each other
  threads 0-15 wait at cell 3 line 11 in `__syncthreads()`, for 48 more threads
  threads 16-31 wait at cell 3 line 12 in `__shfl_down_sync(mask=0xffffffff)`, for lanes 0-15
  threads 32-63 wait at cell 3 line 13 in `bar.sync 3, 64`, for 32 more threads
  threads 64-69 have returned"
    );
}

#[test]
fn a_report_names_missing_lanes() {
    assert_eq!(
        deadlock_of(missing_lanes, grid(1, 64)),
        "the block can never proceed, because its threads wait for each other
  threads 0-4, 6-19, 32-36, 38-51 wait at cell 3 line 14 in `__reduce_add_sync(mask=0x00ffffff)`, for lanes 5, 20-23
  threads 5, 20-23, 37, 52-55 wait at cell 3 line 15 in `__syncthreads()`, for 38 more threads
  threads 24-31, 56-63 have returned"
    );
}

#[test]
fn a_report_on_a_box_of_threads_says_how_it_counts() {
    let shape = Grid {
        block: [8, 4, 1],
        ..grid(1, 1)
    };
    assert_eq!(
        deadlock_of(disagreeing, shape),
        "the block can never proceed, because its threads wait for each other
  thread 0 waits at cell 3 line 16 in `__syncwarp(mask=0x00000003)`, for lane 1
  threads 1-31 wait at cell 3 line 16 in `__syncwarp(mask=0xffffffff)`, for lane 0
  threads are numbered x + blockDim.x * (y + blockDim.y * z)"
    );
}

#[test]
fn primitives_used_against_their_rules_are_named() {
    let fault = fault_of(not_in_mask, grid(1, 16));
    assert_eq!(fault.error, FaultKind::LaunchFailure);
    assert_eq!(fault.thread_idx, Some([0; 3]));
    assert_eq!(
        fault.message,
        "`__syncwarp` is called by lane 0, which its mask 0xfffe does not name at cell 3 line 17"
    );
    assert_eq!(
        fault_of(no_such_barrier, grid(1, 1)).message,
        "barrier 16 does not exist: a block has barriers 0 to 15 at cell 3 line 18"
    );
    assert_eq!(
        fault_of(grid_sync, grid(1, 1)).message,
        "`grid.sync()` in an ordinary launch; use `cudaLaunchCooperativeKernel` at cell 3 line 19"
    );
}

#[test]
fn blocks_that_return_before_others_sync_the_grid() {
    assert_eq!(
        deadlock_of(some_blocks_return, cooperative(4, 8)),
        "grid.sync() can never complete: 3 of 4 blocks wait there, 1 have returned"
    );
}

#[test]
fn a_block_may_not_split_between_grid_and_block_barrier() {
    assert_eq!(
        deadlock_of(grid_and_block, cooperative(2, 4)),
        "the block can never proceed, because its threads wait for each other
  thread 0 waits at cell 3 line 11 in `__syncthreads()`, for 3 more threads
  threads 1-3 wait at cell 3 line 19 in `grid.sync()`"
    );
}

#[test]
fn the_engine_goes_on_after_a_deadlock() {
    for _ in 0..20 {
        deadlock_of(crossed, grid(3, 70));
        let mut data = [0; 300];
        run(&kernel(add_one), &grid(3, 100), &mut data).unwrap();
        assert_eq!(data, [1; 300]);
    }
}
