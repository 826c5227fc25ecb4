//! Errors: per thread, sticky, reported on the cell.

use std::ffi::CStr;

use super::super::device::{cudaDeviceReset, cudaDeviceSynchronize, cudaSetDevice};
use super::super::error::{
    cudaGetErrorName, cudaGetErrorString, cudaGetLastError, cudaPeekAtLastError,
};
use super::super::memory::cudaMalloc;
use super::super::{DeviceEnd, finish_cell, stream};
use super::{
    SUCCESS, add_one, api, fails, go_wild, integers, kernel, kernel_of, launch, ok, on_cpu, out,
    param, read,
};

#[test]
fn the_last_error_is_the_threads_own_and_is_forgotten_once_fetched() {
    let runtime = on_cpu();
    fails!(INVALID_DEVICE, cudaSetDevice, 7);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            super::CURRENT.set(Some(runtime));
            assert_eq!(cudaGetLastError(), SUCCESS);
        });
    });
    assert_eq!(cudaPeekAtLastError(), 101);
    assert_eq!(cudaGetLastError(), 101);
    assert_eq!(cudaGetLastError(), SUCCESS);
}

#[test]
fn a_fault_is_sticky_until_the_cell_ends_and_memory_stays() {
    on_cpu();
    let (wild, add) = (kernel("wild", go_wild, &[]), kernel("add", add_one, &[8]));
    let data = integers(4);
    assert_eq!(launch(add, 1, 4, &[param(&data)], 0), SUCCESS);
    assert_eq!(launch(wild, 2, 1, &[], 0), SUCCESS);
    assert_eq!(
        launch(add, 1, 4, &[param(&data)], 0) % 700,
        0,
        "either not yet known, or already refused"
    );
    fails!(ILLEGAL_ADDRESS, cudaDeviceSynchronize);
    fails!(ILLEGAL_ADDRESS, cudaDeviceSynchronize);
    let mut memory = std::ptr::null_mut();
    fails!(ILLEGAL_ADDRESS, cudaMalloc, out(&mut memory), 16);
    assert_eq!(cudaGetLastError(), 700);
    assert_eq!(cudaGetLastError(), 700, "sticky");
    let fault = finish_cell().fault.expect("the cell has a fault");
    assert_eq!(
        (fault.error.as_str(), fault.kernel.as_str()),
        ("cudaErrorIllegalAddress", "wild")
    );
    assert_eq!((fault.grid, fault.block), ([2, 1, 1], [1, 1, 1]));
    assert!(fault.block_idx.is_some(), "{fault:?}");
    assert_eq!(cudaGetLastError(), SUCCESS);
    assert_eq!(finish_cell(), DeviceEnd::default(), "reported once");
    assert_eq!(
        read(data, 4),
        [1; 4],
        "what ran before the fault is there, what came after did not run"
    );
    assert_eq!(launch(add, 1, 4, &[param(&data)], 0), SUCCESS);
    assert_eq!(read(data, 4), [2; 4]);
}

#[test]
fn a_reset_recovers_and_ends_what_the_user_made() {
    on_cpu();
    let wild = kernel("wild", go_wild, &[]);
    let (data, own) = (integers(4), super::stream(0));
    assert_eq!(launch(wild, 1, 1, &[], own), SUCCESS);
    fails!(ILLEGAL_ADDRESS, cudaDeviceSynchronize);
    ok!(cudaDeviceReset);
    ok!(cudaDeviceSynchronize);
    fails!(INVALID_RESOURCE_HANDLE, stream::cudaStreamSynchronize, own);
    fails!(INVALID_VALUE, super::super::memory::cudaFree, data.cast());
    assert_eq!(read(integers(1), 1), [0]);
}

#[test]
fn refused_launches_are_not_sticky_and_are_reported_unless_fetched() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let data = integers(1);
    assert_eq!(launch(add, 1, 2048, &[param(&data)], 0), 9);
    ok!(cudaDeviceSynchronize);
    let fault = finish_cell().fault.expect("nobody asked for the error");
    assert_eq!(
        (fault.error.as_str(), fault.kernel.as_str()),
        ("cudaErrorInvalidConfiguration", "add")
    );
    assert!(
        fault.message.contains("2048 threads exceeds 1024"),
        "{}",
        fault.message
    );
    assert_eq!(fault.block, [2048, 1, 1]);
    assert_eq!(launch(add, 0, 1, &[param(&data)], 0), 9);
    assert_eq!(cudaGetLastError(), 9);
    assert_eq!(finish_cell(), DeviceEnd::default(), "the user has seen it");
}

#[test]
fn limits_of_grids_blocks_and_bounds_are_kept() {
    on_cpu();
    let bounded = kernel_of("bounded", add_one, &[8], |image| image.max_threads = 64);
    let data = integers(65);
    assert_eq!(launch(bounded, 1, 65, &[param(&data)], 0), 1);
    assert_eq!(launch(bounded, 1, 64, &[param(&data)], 0), SUCCESS);
    let call = |grid: [u32; 3], block: [u32; 3]| {
        let values = [param(&data)];
        api!(
            super::cudaLaunchKernel,
            bounded.stub,
            grid.into(),
            block.into(),
            values.as_ptr(),
            0,
            0
        )
    };
    assert_eq!(call([1, 70_000, 1], [1, 1, 1]), 9);
    assert_eq!(call([1, 1, 1], [1, 1, 65]), 9);
    assert_eq!(call([1, 1, 1], [32, 32, 2]), 9);
}

#[test]
fn unknown_functions_are_refused() {
    on_cpu();
    let unknown = super::Kernel {
        stub: std::ptr::without_provenance(0x1234),
        symbol: "",
    };
    assert_eq!(launch(unknown, 1, 1, &[], 0), 98);
    let fault = finish_cell().fault.expect("the launch was refused");
    assert_eq!(fault.error, "cudaErrorInvalidDeviceFunction");
    assert!(fault.message.contains("no kernel"), "{fault:?}");
    assert_eq!(launch(unknown, 1, 1, &[], 0), 98);
    assert_eq!(cudaGetLastError(), 98);
    assert_eq!(
        finish_cell(),
        DeviceEnd::default(),
        "the user has asked for it"
    );
}

#[test]
fn a_kernel_that_did_not_compile_says_why_on_its_cell() {
    on_cpu();
    let broken = kernel("broken", add_one, &[8]);
    crate::modules::slot_named(broken.symbol).set_failed("no registers left".to_owned());
    assert_eq!(launch(broken, 1, 1, &[], 0), 98);
    let fault = finish_cell().fault.expect("the launch was refused");
    assert_eq!(fault.message, "no registers left");
    assert_eq!(launch(broken, 1, 1, &[], 0), 98);
    assert_eq!(cudaGetLastError(), 98);
    let fault = finish_cell()
        .fault
        .expect("the number alone does not say why");
    assert_eq!(fault.message, "no registers left");
}

#[test]
fn names_and_texts_are_c_strings() {
    // SAFETY: the API gives NUL-terminated strings that live for ever.
    let (name, text) = unsafe {
        (
            CStr::from_ptr(cudaGetErrorName(2)),
            CStr::from_ptr(cudaGetErrorString(2)),
        )
    };
    assert_eq!(
        (name.to_str(), text.to_str()),
        (Ok("cudaErrorMemoryAllocation"), Ok("out of memory"))
    );
}
