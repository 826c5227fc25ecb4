//! Faults of device code become errors with a place; faults of host code stay what they are.

use std::ffi::c_int;
use std::hint::black_box;
use std::process::Command;

use super::*;
use crate::device::cpu::primitives::{assert_fail, sync_block, sync_warp, trap};
use crate::device::cpu::{FaultKind, Space};

kernels! {
    fn wild_store(me: u32) {
        sync_block(0);
        if me.block == 2 && me.x == 37 {
            black_box(64 as *mut u32).write_volatile(1);
        }
        sync_block(0);
    }

    fn divide(me: i32) {
        let divisor = black_box(*me.at(me.global));
        let quotient: i32;
        // As compiled C++ has it: no check before the division.
        std::arch::asm!(
            "cdq", "idiv {divisor:e}",
            divisor = in(reg) divisor, inout("eax") 7 => quotient, out("edx") _,
        );
        *me.at(me.global) = quotient;
    }

    fn misaligned(me: u32) {
        let odd = (me.data as usize | 15) - 11;
        std::arch::asm!("movaps xmm0, [{}]", in(reg) odd, out("xmm0") _);
    }

    fn recursion(me: u32) {
        if me.x == 3 {
            *me.at(0) = descend(black_box(1 << 30));
        }
        sync_block(0);
    }

    fn trapping(me: u32) {
        sync_warp(0xffff_ffff, 0);
        if me.x == 9 {
            trap();
        }
    }

    fn undefined_instruction(_me: u32) {
        std::arch::asm!("ud2");
    }

    fn asserting(me: u32) {
        if me.x == 3 {
            assert_fail(
                c"n < limit".as_ptr(), c"cell 4".as_ptr(), 12, c"void f(int)".as_ptr(),
            );
        }
    }

    fn two_floats_past(me: *mut f32) {
        let data = *me.at(0);
        data.add(me.x as usize).write_volatile(1.0);
    }
}

fn descend(depth: u32) -> u32 {
    let frame = black_box([depth; 32]);
    if depth == 0 {
        0
    } else {
        descend(depth - 1) + black_box(frame)[7]
    }
}

fn fault_of(entry: ThreadEntry, grid: Grid) -> Fault {
    // Ones, so that of all threads only the one that a kernel picks is at fault.
    run(&kernel(entry), &grid, &mut [1_u32; 1024]).unwrap_err()
}

#[test]
fn a_wild_pointer_is_an_illegal_address_with_block_and_thread() {
    let fault = fault_of(wild_store, grid(4, 64));
    assert_eq!(fault.error.name(), "cudaErrorIllegalAddress");
    assert_eq!(fault.message, "invalid write to address 0x40");
    assert_eq!(fault.block_idx, Some([2, 0, 0]));
    assert_eq!(fault.thread_idx, Some([37, 0, 0]));
}

#[test]
fn an_overrun_says_which_allocation() {
    let heap = engine().heap();
    let mut base = heap.allocate(64 * 4, Space::Device).unwrap();
    let launch = |data: &mut usize| {
        run(
            &kernel(two_floats_past),
            &grid(1, 66),
            std::slice::from_mut(data),
        )
        .unwrap_err()
    };
    let fault = launch(&mut base);
    assert_eq!(fault.thread_idx, Some([64, 0, 0]));
    let address = base + 256;
    assert_eq!(
        fault.message,
        format!(
            "invalid write to address {address:#x}, 0 bytes past the end of an allocation of 256 bytes"
        )
    );
    heap.free(base).unwrap();
    let fault = launch(&mut base);
    assert_eq!(fault.thread_idx, Some([0; 3]));
    assert_eq!(
        fault.message,
        format!(
            "invalid write to address {base:#x}, in an allocation of 256 bytes that has been freed"
        )
    );
}

#[test]
fn a_division_by_zero_is_a_launch_failure() {
    let mut data = [1; 64];
    run(&kernel(divide), &grid(1, 64), &mut data).unwrap();
    assert_eq!(data, [7; 64]);
    data[40] = 0;
    let fault = run(&kernel(divide), &grid(1, 64), &mut data).unwrap_err();
    assert_eq!(fault.error.name(), "cudaErrorLaunchFailure");
    assert_eq!(fault.message, "integer division by zero");
    assert_eq!(fault.thread_idx, Some([40, 0, 0]));
}

#[test]
fn a_misaligned_vector_access_is_told_from_a_wild_one() {
    assert_eq!(
        fault_of(misaligned, grid(1, 1)).error,
        FaultKind::MisalignedAddress
    );
}

#[test]
fn a_stack_overflow_is_an_error_and_the_stack_is_used_again() {
    for _ in 0..3 {
        let fault = fault_of(recursion, grid(1, 64));
        assert_eq!(fault.error.name(), "cudaErrorHardwareStackError");
        assert_eq!(fault.message, "the thread used more stack than it has");
        assert_eq!(fault.thread_idx, Some([3, 0, 0]));
        let mut data = [0; 64];
        run(&kernel(add_one), &grid(1, 64), &mut data).unwrap();
    }
}

#[test]
fn traps_and_asserts_end_the_launch() {
    let fault = fault_of(trapping, grid(1, 32));
    assert_eq!(
        (fault.error, fault.thread_idx),
        (FaultKind::LaunchFailure, Some([9, 0, 0]))
    );
    assert_eq!(fault.message, "the kernel executed a trap");
    assert_eq!(
        fault_of(undefined_instruction, grid(1, 1)).error,
        FaultKind::LaunchFailure
    );
    let fault = fault_of(asserting, grid(1, 8));
    assert_eq!(fault.error.name(), "cudaErrorAssert");
    assert_eq!(
        fault.message,
        "cell 4:12: void f(int): block: [0,0,0], thread: [3,0,0] Assertion `n < limit` failed."
    );
}

#[test]
fn errors_have_the_numbers_of_cuda() {
    assert_eq!(FaultKind::IllegalAddress.code(), 700);
    assert_eq!(FaultKind::LaunchFailure.code(), 719);
    assert!(FaultKind::Assert.sticky() && !FaultKind::CooperativeLaunchTooLarge.sticky());
}

/// Set in the process that is to crash.
const CRASH: &str = "CHEVRON_TEST_CRASH";

#[test]
fn a_crash_of_host_code_still_kills_the_process() {
    if std::env::var_os(CRASH).is_some() {
        // The handlers are installed and have caught something before.
        fault_of(wild_store, grid(4, 64));
        // SAFETY: none; this is the crash.
        unsafe { black_box(64 as *mut u32).write_volatile(1) };
    }
    assert_eq!(
        crash_signal("a_crash_of_host_code_still_kills_the_process"),
        Some(libc::SIGSEGV)
    );
}

/// The signal that kills this test when it runs alone, in a process of its own, and is told to crash.
fn crash_signal(test: &str) -> Option<c_int> {
    use std::os::unix::process::ExitStatusExt;
    let path = module_path!();
    let name = format!(
        "{}::{test}",
        path.split_once("::").map_or(path, |(_, rest)| rest)
    );
    let output = Command::new(std::env::current_exe().unwrap())
        .args([&name, "--exact", "--nocapture"])
        .env(CRASH, "1")
        .output()
        .unwrap();
    output.status.signal()
}

#[test]
fn device_output_comes_whole_and_counts_its_arguments() {
    if std::env::var_os(CRASH).is_some() {
        let mut data: [c_int; 1] = [0];
        run(&kernel(printing), &grid(1, 1), &mut data).unwrap();
        // SAFETY: flushes all streams, then says that all went well.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            libc::_exit(data[0]);
        }
    }
    let path = module_path!().split_once("::").unwrap().1;
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            &format!("{path}::device_output_comes_whole_and_counts_its_arguments"),
            "--exact",
            "--nocapture",
        ])
        .env(CRASH, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let line = format!("7 1.5 3 2.5 4 5 6 7.25 8 {}|{:>600}|100%\n", "x", "end");
    assert!(text.contains(&line), "{text}");
    assert_eq!(output.status.code(), Some(12));
}

type Printf = unsafe extern "C" fn(*const std::ffi::c_char, ...) -> c_int;

kernels! {
    /// More arguments of both kinds than registers hold.
    fn printing(me: c_int) {
        let (_, address) =
            primitives().iter().find(|(name, _)| *name == "__chv_printf").copied().unwrap_unchecked();
        let printf: Printf = std::mem::transmute(address);
        *me.at(0) = printf(
            c"%d %g %d %.1f %ld %u %hhd %g %d %s|%*s|100%%\n".as_ptr(),
            7, 1.5, 3, 2.5, 4_i64, 5_u32, 6, 7.25, 8, c"x".as_ptr(), 600, c"end".as_ptr(),
        );
    }
}

kernels! {
    fn print_wild(_me: u32) {
        let (_, address) =
            primitives().iter().find(|(name, _)| *name == "__chv_printf").copied().unwrap_unchecked();
        let printf: Printf = std::mem::transmute(address);
        printf(c"%s\n".as_ptr(), black_box(64 as *const std::ffi::c_char));
    }
}

#[test]
fn a_fault_within_printf_leaves_stdout_usable() {
    assert_eq!(
        fault_of(print_wild, grid(1, 1)).error,
        FaultKind::IllegalAddress
    );
    let usable = std::thread::spawn(|| {
        unsafe extern "C" {
            static stdout: *mut libc::FILE;
            fn ftrylockfile(file: *mut libc::FILE) -> c_int;
            fn funlockfile(file: *mut libc::FILE);
        }
        // SAFETY: stdout is a valid stream; the lock is given back.
        unsafe {
            let free = ftrylockfile(stdout) == 0;
            if free {
                funlockfile(stdout);
            }
            free
        }
    });
    assert!(usable.join().unwrap());
}
