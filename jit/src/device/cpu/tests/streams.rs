//! Several launches at once, and many in a row.

use std::arch::asm;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::*;
use crate::device::cpu::primitives::{sync_block, sync_yield};

kernels! {
    fn add_with_barrier(me: u32) {
        sync_block(0);
        *me.at(me.global) += 1;
        sync_block(0);
    }

    /// Waits until the other launch is there too.
    fn meet(me: usize) {
        let there = &*(*me.at(0) as *const AtomicU32);
        there.fetch_add(1, Ordering::AcqRel);
        while there.load(Ordering::Acquire) < 2 {
            sync_yield(0);
        }
    }

    fn float_control(me: u32) {
        asm!("stmxcsr [{}]", in(reg) me.at(0));
    }
}

#[test]
fn a_thousand_launches_from_two_threads_at_once() {
    std::thread::scope(|scope| {
        for stream in 0..2 {
            scope.spawn(move || {
                let (threads, spans) = (kernel(add_with_barrier), block_kernel(add_one_span));
                let mut data = vec![0_u32; 8 * 33];
                for launch in 0..1000 {
                    let kernel = if launch % 2 == stream {
                        &threads
                    } else {
                        &spans
                    };
                    run(kernel, &grid(8, 33), &mut data).unwrap();
                }
                assert!(data.iter().all(|&n| n == 1000));
            });
        }
    });
}

#[test]
fn grids_of_different_threads_run_at_the_same_time() {
    // One thread each and no helpers: only real concurrency lets them meet.
    let (engine, there) = (Engine::new(1), AtomicU32::new(0));
    let address = (&raw const there) as usize;
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                run_on(&engine, &kernel(meet), &grid(1, 1), &mut [address]).unwrap();
            });
        }
    });
    assert_eq!(there.into_inner(), 2);
}

#[test]
fn large_grids_use_other_threads() {
    unsafe extern "C" fn who(block: *const Block, _: *const Thread) {
        // SAFETY: launched with an element per block; gettid has no conditions.
        unsafe {
            let at = (*block).block_idx[0] as usize;
            *param::<u32>(block).add(at) = libc::gettid().cast_unsigned();
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut data = [0_u32; 32];
    run(&kernel(who), &grid(32, 1), &mut data).unwrap();
    data.sort_unstable();
    let threads = data.chunk_by(|a, b| a == b).count();
    assert_eq!(threads, 3);
}

#[test]
fn device_code_rounds_to_nearest_whatever_the_caller_does() {
    let towards_zero = 0x7f80_u32;
    let mut before = 0_u32;
    let mut data = [0_u32];
    let mut after = 0_u32;
    // SAFETY: sets a valid control word and puts the old one back.
    unsafe {
        asm!("stmxcsr [{}]", in(reg) &raw mut before);
        asm!("ldmxcsr [{}]", in(reg) &raw const towards_zero);
    }
    run(&kernel(float_control), &grid(1, 1), &mut data).unwrap();
    // SAFETY: as above.
    unsafe {
        asm!("stmxcsr [{}]", in(reg) &raw mut after);
        asm!("ldmxcsr [{}]", in(reg) &raw const before);
    }
    assert_eq!((data[0] & 0xffc0, after & 0xffc0), (0x1f80, towards_zero));
}
