//! Launches whose kernel gets better code while they wait or run.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::super::children::Children;
use super::super::grid::Part;
use super::super::primitives::sync_yield;
use super::{
    Block, CpuKernel, Grid, Span, block_kernel, cooperative, engine, grid, kernel, kernels, param,
};

/// Kernel of tier Block: `data[block] += 1`.
extern "C" fn draft(block: *const Block, _span: *const Span) {
    add(block, 1);
}

/// The same, told apart: adds 100.
extern "C" fn better(block: *const Block, _span: *const Span) {
    add(block, 100);
}

fn add(block: *const Block, by: u32) {
    // SAFETY: tests launch as many blocks as the data has elements.
    unsafe {
        let data: *mut u32 = param(block);
        *data.add((*block).block_idx[0] as usize) += by;
    }
}

/// Blocks of the grid in which each one waits for the one after it.
const WAITING: usize = 30;

kernels! {
    fn look_ahead(me: u32) {
        let flag = |block: usize| AtomicU32::from_ptr(me.at(block));
        let block = me.block as usize;
        while block + 1 < WAITING && flag(block + 1).load(Ordering::Acquire) == 0 {
            sync_yield(0);
        }
        flag(block).fetch_add(1, Ordering::Release);
    }
}

/// Runs a grid with the first kernel until it gives way, then with the second. Gives the first block of the second part.
fn in_parts<T>(
    kernels: [&CpuKernel; 2],
    launched: &Grid,
    data: &mut [T],
    gives_way: &(dyn Fn() -> bool + Sync),
) -> u64 {
    let pointer = data.as_mut_ptr();
    let args = [(&raw const pointer).cast::<c_void>()];
    let part = |kernel: &CpuKernel, first, gives_way| {
        // SAFETY: the kernels of these tests take one pointer.
        let ran = unsafe {
            let (children, part) = (Children::none(), Part { first, gives_way });
            engine().run_part(kernel, launched, args.as_ptr(), &children, part)
        };
        ran.expect("the part runs")
    };
    let first = part(kernels[0], 0, Some(gives_way));
    if first < launched.blocks() {
        assert_eq!(part(kernels[1], first, None), launched.blocks());
    }
    first
}

#[test]
fn each_block_runs_once_whichever_code_it_gets() {
    let kernels = [&block_kernel(draft), &block_kernel(better)];
    let mut data = vec![0_u32; 5000];
    let asked = AtomicU32::new(0);
    let gives_way = || asked.fetch_add(1, Ordering::Relaxed) > 20;
    let first = in_parts(kernels, &grid(5000, 1), &mut data, &gives_way) as usize;
    assert!((1..5000).contains(&first), "{first}");
    assert!(data[..first].iter().all(|it| *it == 1));
    assert!(data[first..].iter().all(|it| *it == 100));
}

#[test]
fn code_that_is_there_at_once_runs_all_blocks() {
    let kernels = [&block_kernel(draft), &block_kernel(better)];
    let mut data = vec![0_u32; 100];
    assert_eq!(in_parts(kernels, &grid(100, 1), &mut data, &|| true), 0);
    assert_eq!(data, [100; 100]);
}

#[test]
fn a_cooperative_grid_keeps_its_code() {
    let kernels = [&block_kernel(draft), &block_kernel(better)];
    let mut data = vec![0_u32; 8];
    in_parts(kernels, &cooperative(8, 1), &mut data, &|| true);
    assert_eq!(data, [1; 8]);
}

#[test]
fn blocks_that_wait_for_later_ones_get_them_in_their_own_code() {
    let waiting = kernel(look_ahead);
    let mut data = vec![0_u32; WAITING];
    let late = AtomicBool::new(false);
    let gives_way = || late.swap(true, Ordering::Relaxed);
    let launched = grid(WAITING as u32, 1);
    in_parts([&waiting, &waiting], &launched, &mut data, &gives_way);
    assert_eq!(data, [1; WAITING]);
}
