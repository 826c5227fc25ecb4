//! Blocks that wait for other blocks.

use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::device::cpu::primitives::{sync_active_mask, sync_block, sync_grid, sync_yield};
use crate::device::cpu::{Config, FaultKind};

/// # Safety
/// The element exists; it is used through this only.
unsafe fn atomic<'data>(me: Me<u32>, index: usize) -> &'data AtomicU32 {
    // SAFETY: as the caller promises; the layouts are the same.
    unsafe { &*me.data.add(index).cast::<AtomicU32>() }
}

kernels! {
    /// A barrier of all blocks made by hand, as programs without cooperative launch have it; twice.
    fn handmade_grid_barrier(me: u32) {
        for round in 1..=2 {
            sync_block(0);
            if me.x == 0 {
                atomic(me, 0).fetch_add(1, Ordering::AcqRel);
                while atomic(me, 0).load(Ordering::Acquire) < round * 40 {
                    sync_yield(0);
                }
            }
            sync_block(0);
            *me.at(1 + me.global) += atomic(me, 0).load(Ordering::Acquire) / 40;
        }
    }

    /// The same, all threads of a block in step: they spin through barriers and never yield.
    fn barrier_spin(me: u32) {
        if me.x == 0 {
            atomic(me, 0).fetch_add(1, Ordering::AcqRel);
        }
        loop {
            sync_block(0);
            let all = atomic(me, 0).load(Ordering::Acquire) == 6;
            sync_block(0);
            if all {
                break;
            }
        }
    }

    /// Each block waits for the one before it (decoupled look-back, simplified).
    fn look_back(me: u32) {
        let block = me.block as usize;
        if me.x == 0 {
            while block > 0 && atomic(me, block - 1).load(Ordering::Acquire) == 0 {
                sync_yield(0);
            }
            let before = if block > 0 { atomic(me, block - 1).load(Ordering::Acquire) } else { 0 };
            atomic(me, block).store(before + 1, Ordering::Release);
        }
    }

    /// Each block waits for the one after it: only residency beside each other helps.
    fn look_ahead(me: u32) {
        let block = me.block as usize;
        while block < 29 && atomic(me, block + 1).load(Ordering::Acquire) == 0 {
            sync_yield(0);
        }
        atomic(me, block).store(1, Ordering::Release);
    }

    /// A lock taken by all threads of all blocks.
    fn spin_lock(me: u32) {
        while atomic(me, 0).swap(1, Ordering::Acquire) == 1 {
            sync_yield(0);
        }
        let sum = *me.at(1);
        sync_yield(0);
        *me.at(1) = sum + 1;
        atomic(me, 0).store(0, Ordering::Release);
    }

    /// One lane asks for the active mask while the others spin until it has the answer.
    fn mask_among_spinners(me: u32) {
        if me.lane == 0 {
            let mask = sync_active_mask(0);
            atomic(me, 0).store(mask as u32, Ordering::Release);
        }
        while atomic(me, 0).load(Ordering::Acquire) == 0 {
            sync_yield(0);
        }
    }

    /// Rounds of neighbour exchange with `grid.sync()`; some threads leave early.
    fn grid_rounds(me: u32) {
        let size = 1000 * 8;
        for round in 0..10 {
            if me.x == 7 && round == 5 {
                return;
            }
            if me.x != 7 {
                let value = *me.at((round % 2) as usize * size + (me.global + 8) % size);
                *me.at((1 - round % 2) as usize * size + me.global) = value + 1;
            }
            sync_grid(0);
        }
    }
}

#[test]
fn a_grid_barrier_made_by_hand_works() {
    for threads in [1, 3] {
        let engine = Engine::new(threads);
        let mut data = vec![0_u32; 1 + 40 * 64];
        run_on(
            &engine,
            &kernel(handmade_grid_barrier),
            &grid(40, 64),
            &mut data,
        )
        .unwrap();
        assert_eq!(data[0], 80);
        assert!(data[1..].iter().all(|&sum| sum == 3), "{:?}", &data[..10]);
    }
}

#[test]
fn blocks_that_run_long_do_not_keep_others_from_starting() {
    let mut data = [0];
    run_on(
        &Engine::new(1),
        &kernel(barrier_spin),
        &grid(6, 32),
        &mut data,
    )
    .unwrap();
    assert_eq!(data, [6]);
}

#[test]
fn blocks_may_wait_for_their_neighbours() {
    for threads in [1, 3] {
        let engine = Engine::new(threads);
        let mut data = [0; 500];
        run_on(&engine, &kernel(look_back), &grid(500, 32), &mut data).unwrap();
        assert_eq!(data.to_vec(), (1..=500).collect::<Vec<u32>>());
        let mut data = [0; 30];
        run_on(&engine, &kernel(look_ahead), &grid(30, 32), &mut data).unwrap();
        assert_eq!(data, [1; 30]);
    }
}

#[test]
fn locks_between_threads_work() {
    let mut data = [0; 2];
    run(&kernel(spin_lock), &grid(4, 100), &mut data).unwrap();
    assert_eq!(data, [0, 400]);
}

#[test]
fn spinning_lanes_do_not_hold_up_the_active_mask() {
    let mut data = [0];
    run(&kernel(mask_among_spinners), &grid(1, 32), &mut data).unwrap();
    assert_eq!(data, [1]);
}

#[test]
fn cooperative_grids_synchronise_whatever_their_size() {
    for threads in [1, 3] {
        let mut data = vec![0_u32; 2 * 8000];
        let engine = Engine::new(threads);
        run_on(
            &engine,
            &kernel(grid_rounds),
            &cooperative(1000, 8),
            &mut data,
        )
        .unwrap();
        for (at, &value) in data[..8000].iter().enumerate() {
            assert_eq!(value, if at % 8 == 7 { 0 } else { 10 }, "{at}");
        }
    }
}

#[test]
fn a_cooperative_grid_that_cannot_be_resident_is_refused() {
    let config = Config {
        threads: 1,
        memory_bytes: 256 << 20,
        ..Config::default()
    };
    let engine = Engine::with(config);
    let most = engine.cooperative_blocks_max(1024) as u32;
    let fault = run_on(
        &engine,
        &kernel(grid_rounds),
        &cooperative(most + 1, 1024),
        &mut [0_u32; 1],
    );
    let fault = fault.unwrap_err();
    assert_eq!(fault.error, FaultKind::CooperativeLaunchTooLarge);
    assert_eq!(
        fault.message,
        format!(
            "cooperative launch of `kernel` with {} blocks of 1024 threads; {most} blocks can be resident at once",
            most + 1
        )
    );
}
