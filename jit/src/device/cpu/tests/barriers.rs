//! Barriers of a block.

use super::*;
use crate::device::cpu::primitives::{
    sync_block, sync_block_and, sync_block_count, sync_block_or, sync_named,
};

kernels! {
    fn reverse_twice(me: u32) {
        // Threads read what others wrote, so each barrier matters.
        for round in 0..2 {
            let other = *me.at(255 - me.x as usize);
            sync_block(0);
            *me.at(me.x as usize) = other + round;
            sync_block(0);
        }
    }

    /// Every other thread returns before the barrier.
    fn early_exit(me: u32) {
        if me.x % 2 == 1 {
            return;
        }
        *me.at(me.x as usize) = 1;
        sync_block(0);
        let ones = (0..64).step_by(2).filter(|&x| *me.at(x) == 1).count();
        *me.at(64 + me.x as usize) = ones as u32;
    }

    /// Thread x comes to the barrier x times and returns.
    fn trips(me: u32) {
        for trip in 0..me.x {
            *me.at(me.x as usize) = trip + 1;
            sync_block(0);
            // Everybody who is still here has made as many trips.
            let behind = (me.x as usize..64).filter(|&x| *me.at(x) != trip + 1).count();
            assert_same(behind, 0);
            sync_block(0);
        }
    }

    /// The halves of the block meet at two different calls.
    fn divergent(me: u32) {
        if me.x < 32 {
            *me.at(me.x as usize) = 1;
            sync_block(1);
        } else {
            *me.at(me.x as usize) = 2;
            sync_block(2);
        }
        *me.at(64 + me.x as usize) = *me.at(63 - me.x as usize);
    }

    fn votes(me: [i32; 3]) {
        let third = i32::from(me.x.is_multiple_of(3));
        let count = sync_block_count(third, 0);
        let and = sync_block_and(7, 0) + 10 * sync_block_and(third, 0);
        let or = sync_block_or(0, 0) + 10 * sync_block_or(third, 0);
        *me.at(me.x as usize) = [count, and, or];
    }

    /// Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2, one pair far more often.
    fn named(me: u32) {
        let (id, rounds) = if me.x < 64 { (1, 3) } else { (2, 50) };
        for round in 0..rounds {
            *me.at(me.x as usize) = round;
            sync_named(id, 64, 0);
            assert_same(*me.at(me.x as usize ^ 32), round);
            sync_named(id, 64, 0);
        }
    }
}

fn assert_same<T: PartialEq + std::fmt::Debug>(a: T, b: T) {
    // A panic cannot leave a kernel: it ends the test process with this message.
    assert_eq!(a, b);
}

#[test]
fn values_cross_barriers() {
    let mut data: Vec<u32> = (0..256).collect();
    run(&kernel(reverse_twice), &grid(1, 256), &mut data).unwrap();
    assert_eq!(data, (1..257).collect::<Vec<u32>>());
}

#[test]
fn threads_that_returned_are_not_waited_for() {
    let mut data = [0; 128];
    run(&kernel(early_exit), &grid(1, 64), &mut data).unwrap();
    for x in 0..64 {
        assert_eq!(data[64 + x], if x % 2 == 0 { 32 } else { 0 }, "thread {x}");
    }
}

#[test]
fn loops_may_have_different_trip_counts() {
    let mut data = [0; 64];
    run(&kernel(trips), &grid(1, 64), &mut data).unwrap();
    assert_eq!(data.to_vec(), (0..64).collect::<Vec<u32>>());
}

#[test]
fn different_calls_are_the_same_barrier() {
    let mut data = [0; 128];
    run(&kernel(divergent), &grid(1, 64), &mut data).unwrap();
    assert_eq!(data[64..], [[2; 32], [1; 32]].concat());
}

#[test]
fn barriers_count_votes() {
    let mut data = [[-1; 3]; 100];
    run(&kernel(votes), &grid(1, 100), &mut data).unwrap();
    assert_eq!(data, [[34, 1, 10]; 100]);
}

#[test]
fn named_barriers_are_separate() {
    let mut data = [0; 128];
    run(&kernel(named), &grid(1, 128), &mut data).unwrap();
    assert_eq!(data, *[[2_u32; 64], [49; 64]].concat());
}

#[test]
fn indices_are_those_of_the_launch() {
    unsafe extern "C" fn indices(block: *const Block, thread: *const Thread) {
        use crate::device::cpu::primitives::*;
        // SAFETY: `run` launches it with a pointer to enough elements.
        unsafe {
            let tid = [tid::<0>(), tid::<1>(), tid::<2>()];
            let ctaid = [ctaid::<0>(), ctaid::<1>(), ctaid::<2>()];
            assert_same(tid, (*thread).tid);
            assert_same(ctaid, (*block).block_idx);
            assert_same([ntid::<0>(), ntid::<1>(), ntid::<2>()], [5, 4, 3]);
            assert_same([nctaid::<0>(), nctaid::<1>(), nctaid::<2>()], [2, 3, 4]);
            assert_same(lane(), (*thread).linear % 32);
            assert_same(warp_size(), 32);
            assert_same(dynamic_shared_bytes(), 40);
            assert_same(shared_base() as usize % 128, 0);
            assert_same(is_shared(shared_base().add(39).cast()), 1);
            assert_same(is_shared(block.cast()), 0);
            let at = ctaid[0] + 2 * (ctaid[1] + 3 * ctaid[2]);
            let linear = tid[0] + 5 * (tid[1] + 4 * tid[2]);
            assert_same(linear, (*thread).linear);
            *param::<u32>(block).add((at * 60 + linear) as usize) += 1;
        }
    }
    let mut data = vec![0_u32; 24 * 60];
    let shape = Grid {
        grid: [2, 3, 4],
        block: [5, 4, 3],
        dynamic_shared: 40,
        cooperative: false,
        cluster: [1; 3],
    };
    run(&kernel(indices), &shape, &mut data).unwrap();
    assert!(data.iter().all(|&n| n == 1));
}
