//! Stream-ordered allocation.

use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

use super::super::ffi::In;
use super::super::memory::cudaFree;
use super::super::pool::{
    cudaDeviceGetDefaultMemPool, cudaDeviceGetMemPool, cudaDeviceSetMemPool, cudaFreeAsync,
    cudaMallocAsync, cudaMallocFromPoolAsync, cudaMemPoolCreate, cudaMemPoolDestroy,
    cudaMemPoolGetAttribute, cudaMemPoolSetAttribute, cudaMemPoolTrimTo,
};
use super::super::stream::cudaStreamSynchronize;
use super::super::types::{MemLocation, MemPoolProps};
use super::{SUCCESS, fails, kernel, launch, meet, ok, on_cpu, out, param, stream};

fn attribute(pool: usize, attribute: i32) -> u64 {
    let mut value = u64::MAX;
    ok!(cudaMemPoolGetAttribute, pool, attribute, out(&mut value));
    value
}

#[test]
fn freed_memory_comes_back_when_the_stream_gets_there() {
    on_cpu();
    let hold = kernel("hold", meet, &[8, 8]);
    let flags = [AtomicU32::new(0), AtomicU32::new(0)];
    let [set, awaited] = [&raw const flags[0], &raw const flags[1]];
    let (own, other) = (stream(1), stream(1));
    let (mut first, mut second, mut third, mut pool) =
        (ptr::null_mut(), ptr::null_mut(), ptr::null_mut(), 0);
    ok!(cudaDeviceGetDefaultMemPool, out(&mut pool), 0);
    ok!(cudaMallocAsync, out(&mut first), 1000, own);
    assert_eq!(
        launch(hold, 1, 1, &[param(&set), param(&awaited)], own),
        SUCCESS
    );
    ok!(cudaFreeAsync, first, own);
    ok!(cudaMallocAsync, out(&mut second), 1000, other);
    assert_ne!(first, second, "still in use by the first stream");
    assert_eq!(attribute(pool, 7), 2048);
    flags[1].store(1, Ordering::Release);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(attribute(pool, 7), 1024);
    ok!(cudaMallocAsync, out(&mut third), 900, other);
    assert_eq!(third, first, "given out again");
    ok!(cudaFree, second);
    fails!(INVALID_VALUE, cudaFreeAsync, second, own);
    ok!(cudaFreeAsync, third, own);
    ok!(cudaStreamSynchronize, own);
    assert_eq!(
        (attribute(pool, 7), attribute(pool, 8), attribute(pool, 5)),
        (0, 2048, 2048)
    );
    ok!(cudaMemPoolTrimTo, pool, 0);
    assert_eq!(attribute(pool, 5), 0);
}

#[test]
fn pools_are_made_chosen_limited_and_destroyed() {
    on_cpu();
    let location = MemLocation { kind: 1, id: 0 };
    let properties = MemPoolProps {
        alloc_type: 1,
        handle_types: 0,
        location,
        win32_security_attributes: 0,
        max_size: 4096,
        usage: 0,
        reserved: [0; 54],
    };
    let (mut pool, mut current, mut default, own) = (0, 0, 0, stream(0));
    ok!(cudaMemPoolCreate, out(&mut pool), In::of(&properties));
    ok!(cudaDeviceSetMemPool, 0, pool);
    ok!(cudaDeviceGetMemPool, out(&mut current), 0);
    ok!(cudaDeviceGetDefaultMemPool, out(&mut default), 0);
    assert_eq!(current, pool);
    let mut memory = ptr::null_mut();
    ok!(cudaMallocAsync, out(&mut memory), 4096, own);
    assert_eq!(attribute(pool, 7), 4096);
    fails!(
        MEMORY_ALLOCATION,
        cudaMallocFromPoolAsync,
        out(&mut memory),
        1,
        pool,
        own
    );
    let mut threshold = 12345u64;
    ok!(cudaMemPoolSetAttribute, pool, 4, out(&mut threshold));
    assert_eq!(attribute(pool, 4), 12345);
    ok!(cudaMemPoolDestroy, pool);
    fails!(
        INVALID_VALUE,
        cudaMallocFromPoolAsync,
        out(&mut memory),
        1,
        pool,
        own
    );
    ok!(cudaDeviceGetMemPool, out(&mut current), 0);
    assert_eq!(current, default);
    fails!(INVALID_VALUE, cudaMemPoolDestroy, default);
}
