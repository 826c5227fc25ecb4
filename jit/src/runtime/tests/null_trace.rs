//! The null device's trace.

use super::super::copy::cudaMemcpy;
use super::super::memory::{cudaFree, cudaMalloc};
use super::super::stream::{cudaStreamDestroy, cudaStreamSynchronize};
use super::{Kernel, SUCCESS, define, kernel, launch, nothing, ok, on_null, out, param, stream};

#[test]
fn calls_are_recorded_and_kernels_do_nothing() {
    let device = on_null();
    let scale: Kernel = kernel("scale", nothing, &[8]);
    let mut memory = std::ptr::null_mut();
    ok!(cudaMalloc, out(&mut memory), 256);
    let own = stream(1);
    assert_eq!(launch(scale, 4, 32, &[param(&memory)], own), SUCCESS);
    ok!(cudaStreamSynchronize, own);
    let bytes = [5u8; 16];
    let mut back = [0u8; 16];
    ok!(cudaMemcpy, memory, bytes.as_ptr().cast(), 16, 1);
    ok!(cudaMemcpy, back.as_mut_ptr().cast(), memory, 16, 2);
    ok!(cudaStreamDestroy, own);
    ok!(cudaFree, memory);
    assert_eq!(back, bytes);
    let expected = [
        "load scale",
        "alloc 256",
        "stream create 1 nonblocking",
        "launch scale grid=4,1,1 block=32,1,1 stream=1",
        "sync stream=1",
        "copy 16 stream=0",
        "copy 16 stream=0",
        "stream destroy 1",
        "sync",
        "free",
    ];
    assert_eq!(device.backend().take_trace(), expected);
}

#[test]
fn a_superseded_kernel_is_unloaded_when_nothing_needs_it() {
    let device = on_null();
    let changing = kernel("changing", nothing, &[]);
    assert_eq!(launch(changing, 1, 1, &[], 0), SUCCESS);
    ok!(super::super::device::cudaDeviceSynchronize);
    define(changing, nothing, &[], |image| {
        image.display = "changed".to_owned()
    });
    let trace = device.backend().take_trace();
    assert_eq!(
        trace[trace.len() - 2..],
        ["load changed", "unload changing"]
    );
}
