//! Order and overlap of streams.

use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::super::copy::{cudaMemcpy, cudaMemcpyAsync};
use super::super::device::cudaDeviceSynchronize;
use super::super::event::cudaEventRecord;
use super::super::fill::cudaMemsetAsync;
use super::super::handles::Handle;
use super::super::memory::cudaMalloc;
use super::super::stream::{
    cudaLaunchHostFunc, cudaStreamAddCallback, cudaStreamCreateWithPriority, cudaStreamDestroy,
    cudaStreamGetFlags, cudaStreamGetPriority, cudaStreamQuery, cudaStreamSynchronize,
    cudaStreamWaitEvent,
};
use super::{
    SUCCESS, add_one, api, event, fails, integers, kernel, launch, meet, nothing, ok, on_cpu, out,
    param, read, stream, wait_for,
};

#[test]
fn work_of_one_stream_happens_in_order() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let double = kernel("double", super::double_it, &[8]);
    let (data, stream) = (integers(1), stream(1));
    for _ in 0..50 {
        assert_eq!(launch(add, 1, 1, &[param(&data)], stream), SUCCESS);
        assert_eq!(launch(double, 1, 1, &[param(&data)], stream), SUCCESS);
        ok!(cudaMemsetAsync, data.cast(), 0, 4, stream);
        assert_eq!(launch(add, 1, 1, &[param(&data)], stream), SUCCESS);
        assert_eq!(launch(double, 1, 1, &[param(&data)], stream), SUCCESS);
    }
    ok!(cudaStreamSynchronize, stream);
    assert_eq!(read(data, 1), [2]);
}

#[test]
fn kernels_of_two_streams_run_at_the_same_time() {
    on_cpu();
    let meeting = kernel("meet", meet, &[8, 8]);
    let flags = [AtomicU32::new(0), AtomicU32::new(0)];
    let [first, second] = [&raw const flags[0], &raw const flags[1]];
    let streams = [stream(0), stream(0)];
    let start = Instant::now();
    assert_eq!(
        launch(meeting, 1, 1, &[param(&first), param(&second)], streams[0]),
        SUCCESS
    );
    assert_eq!(
        launch(meeting, 1, 1, &[param(&second), param(&first)], streams[1]),
        SUCCESS
    );
    ok!(cudaDeviceSynchronize);
    assert!(
        start.elapsed() < super::PATIENCE / 2,
        "neither kernel saw the other"
    );
}

/// Sets a flag, waits for the next.
extern "C" fn host_meet(data: *mut c_void) {
    // SAFETY: the tests pass two flags that outlive the call.
    let flags = unsafe { &*data.cast::<[AtomicU32; 2]>() };
    flags[0].store(1, Ordering::Release);
    wait_for(&flags[1]);
}

#[test]
fn host_functions_overlap_with_kernels_and_copies() {
    on_cpu();
    let meeting = kernel("meet", meet, &[8, 8]);
    let flags = [AtomicU32::new(0), AtomicU32::new(0)];
    let [first, second] = [&raw const flags[0], &raw const flags[1]];
    let streams = [stream(1), stream(1), stream(1)];
    let data = (&raw const flags).cast_mut().cast::<c_void>();
    ok!(cudaLaunchHostFunc, streams[0], Some(host_meet), data);
    let memory = integers(4);
    ok!(cudaMemsetAsync, memory.cast(), 1, 16, streams[2]);
    ok!(cudaStreamSynchronize, streams[2]);
    assert_eq!(
        api!(cudaStreamQuery, streams[0]),
        600,
        "the host function waits for the kernel"
    );
    let start = Instant::now();
    assert_eq!(
        launch(meeting, 1, 1, &[param(&second), param(&first)], streams[1]),
        SUCCESS
    );
    ok!(cudaDeviceSynchronize);
    assert!(start.elapsed() < super::PATIENCE / 2);
}

/// A stream whose work is held up until the flag is set.
fn held(stream: Handle, gate: &AtomicU32) {
    let hold = kernel("hold", meet, &[8, 8]);
    let unused: &'static AtomicU32 = Box::leak(Box::new(AtomicU32::new(0)));
    let (set, awaited) = (&raw const *unused, &raw const *gate);
    assert_eq!(
        launch(hold, 1, 1, &[param(&set), param(&awaited)], stream),
        SUCCESS
    );
}

#[test]
fn the_legacy_stream_waits_for_blocking_streams_and_they_for_it() {
    on_cpu();
    let empty = kernel("nothing", nothing, &[]);
    let (gate, blocking, other, free) = (AtomicU32::new(0), stream(0), stream(0), stream(1));
    held(blocking, &gate);
    assert_eq!(launch(empty, 1, 1, &[], 0), SUCCESS);
    assert_eq!(launch(empty, 1, 1, &[], other), SUCCESS);
    assert_eq!(launch(empty, 1, 1, &[], free), SUCCESS);
    // The non-blocking stream does not care; the other blocking stream waits for the legacy one, which waits for the first.
    ok!(cudaStreamSynchronize, free);
    std::thread::sleep(Duration::from_millis(5));
    fails!(NOT_READY, cudaStreamQuery, 0);
    fails!(NOT_READY, cudaStreamQuery, other);
    gate.store(1, Ordering::Release);
    ok!(cudaStreamSynchronize, other);
    ok!(cudaStreamQuery, 0);
    ok!(cudaStreamQuery, blocking);
}

#[test]
fn the_per_thread_stream_orders_with_the_legacy_one_only() {
    on_cpu();
    let empty = kernel("nothing", nothing, &[]);
    let (gate, blocking) = (AtomicU32::new(0), stream(0));
    held(blocking, &gate);
    assert_eq!(launch(empty, 1, 1, &[], 2), SUCCESS);
    ok!(cudaStreamSynchronize, 2);
    assert_eq!(launch(empty, 1, 1, &[], 1), SUCCESS);
    assert_eq!(launch(empty, 1, 1, &[], 2), SUCCESS);
    fails!(NOT_READY, cudaStreamQuery, 2);
    gate.store(1, Ordering::Release);
    ok!(cudaStreamSynchronize, 2);
}

#[test]
fn a_waiting_copy_waits_for_blocking_streams() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (gate, blocking, data) = (AtomicU32::new(0), stream(0), integers(1));
    held(blocking, &gate);
    assert_eq!(launch(add, 1, 1, &[param(&data)], blocking), SUCCESS);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(5));
            gate.store(1, Ordering::Release);
        });
        assert_eq!(read(data, 1), [1]);
    });
}

#[test]
fn an_event_orders_two_streams() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let double = kernel("double", super::double_it, &[8]);
    let (gate, first, second, data, done) = (
        AtomicU32::new(0),
        stream(1),
        stream(1),
        integers(1),
        event(),
    );
    held(first, &gate);
    assert_eq!(launch(add, 1, 1, &[param(&data)], first), SUCCESS);
    ok!(cudaEventRecord, done, first);
    ok!(cudaStreamWaitEvent, second, done, 0);
    assert_eq!(launch(double, 1, 1, &[param(&data)], second), SUCCESS);
    std::thread::sleep(Duration::from_millis(5));
    fails!(NOT_READY, cudaStreamQuery, second);
    gate.store(1, Ordering::Release);
    ok!(cudaStreamSynchronize, second);
    assert_eq!(read(data, 1), [2]);
}

#[test]
fn arguments_are_copied_at_the_launch() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (gate, held_stream) = (AtomicU32::new(0), stream(1));
    let (mut data, kept) = (integers(1), integers(1));
    held(held_stream, &gate);
    let original = data;
    assert_eq!(launch(add, 1, 1, &[param(&data)], held_stream), SUCCESS);
    data = kept;
    gate.store(1, Ordering::Release);
    ok!(cudaStreamSynchronize, held_stream);
    assert_eq!((read(original, 1), read(data, 1)), (vec![1], vec![0]));
}

#[test]
fn pageable_memory_is_free_when_a_queued_copy_returns() {
    on_cpu();
    let (gate, held_stream, data) = (AtomicU32::new(0), stream(1), integers(4));
    held(held_stream, &gate);
    let mut source = [1, 2, 3, 4];
    ok!(
        cudaMemcpyAsync,
        data.cast(),
        source.as_ptr().cast(),
        16,
        1,
        held_stream
    );
    source = [0; 4];
    gate.store(1, Ordering::Release);
    ok!(cudaStreamSynchronize, held_stream);
    assert_eq!((read(data, 4), source), (vec![1, 2, 3, 4], [0; 4]));
}

#[test]
fn a_destroyed_stream_still_does_its_work() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let (gate, doomed, data) = (AtomicU32::new(0), stream(1), integers(1));
    held(doomed, &gate);
    assert_eq!(launch(add, 1, 1, &[param(&data)], doomed), SUCCESS);
    ok!(cudaStreamDestroy, doomed);
    fails!(INVALID_RESOURCE_HANDLE, cudaStreamSynchronize, doomed);
    gate.store(1, Ordering::Release);
    ok!(cudaDeviceSynchronize);
    assert_eq!(read(data, 1), [1]);
}

static CALLED_WITH: Mutex<Vec<(Handle, i32)>> = Mutex::new(Vec::new());

extern "C" fn callback(stream: Handle, status: i32, _data: *mut c_void) {
    CALLED_WITH.lock().expect("no panic").push((stream, status));
}

extern "C" fn calls_the_api(data: *mut c_void) {
    let mut memory = std::ptr::null_mut();
    let status = api!(cudaMalloc, out(&mut memory), 4);
    // SAFETY: the test passes an integer that outlives the call.
    unsafe { *data.cast::<i32>() = status };
}

#[test]
fn callbacks_get_the_stream_and_may_not_call_the_api() {
    on_cpu();
    let own = stream(1);
    ok!(
        cudaStreamAddCallback,
        own,
        Some(callback),
        std::ptr::null_mut(),
        0
    );
    let mut status = -1;
    ok!(
        cudaLaunchHostFunc,
        own,
        Some(calls_the_api),
        (&raw mut status).cast()
    );
    ok!(cudaStreamSynchronize, own);
    assert!(
        CALLED_WITH
            .lock()
            .expect("no panic")
            .contains(&(own, SUCCESS))
    );
    assert_eq!(status, 800, "cudaErrorNotPermitted");
}

#[test]
fn streams_keep_flags_and_priorities_within_range() {
    on_cpu();
    let (mut urgent, mut priority, mut flags) = (0, 1, 0);
    ok!(cudaStreamCreateWithPriority, out(&mut urgent), 1, -100);
    ok!(cudaStreamGetPriority, urgent, out(&mut priority));
    ok!(cudaStreamGetFlags, urgent, out(&mut flags));
    assert_eq!((priority, flags), (-5, 1));
    fails!(
        INVALID_VALUE,
        cudaStreamCreateWithPriority,
        out(&mut urgent),
        8,
        0
    );
    fails!(INVALID_RESOURCE_HANDLE, cudaStreamSynchronize, 0x7777);
}

#[test]
fn many_streams_do_much_work_at_once() {
    on_cpu();
    let add = kernel("add", add_one, &[8]);
    let streams: Vec<Handle> = (0..32).map(|index| stream(index % 2)).collect();
    let data: Vec<*mut i32> = streams.iter().map(|_| integers(64)).collect();
    for round in 0..50 {
        for (stream, data) in streams.iter().zip(&data) {
            assert_eq!(launch(add, 2, 32, &[param(data)], *stream), SUCCESS);
        }
        if round % 10 == 0 {
            assert_eq!(launch(add, 2, 32, &[param(&data[0])], 0), SUCCESS);
        }
    }
    ok!(cudaDeviceSynchronize);
    assert_eq!(read(data[0], 64), [55; 64]);
    assert!(data[1..].iter().all(|data| read(*data, 64) == [50; 64]));
}

#[test]
fn a_launch_and_its_synchronisation_need_no_switch_of_threads() {
    on_cpu();
    let empty = kernel("nothing", nothing, &[]);
    let mut samples: Vec<Duration> = (0..2000)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(launch(empty, 1, 32, &[], 0), SUCCESS);
            ok!(cudaDeviceSynchronize);
            start.elapsed()
        })
        .collect();
    samples.sort();
    println!(
        "launch + synchronise: median {:?}, 99th percentile {:?}",
        samples[1000], samples[1980]
    );
    // The bound is for a machine that does nothing else; tests run side by side, so it is wide here.
    assert!(
        samples[1000] < Duration::from_micros(500),
        "median {:?}",
        samples[1000]
    );
}

#[test]
fn a_waiting_copy_in_one_thread_does_not_hold_up_another() {
    let runtime = on_cpu();
    let (gate, held_stream) = (AtomicU32::new(0), stream(1));
    held(held_stream, &gate);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            super::CURRENT.set(Some(runtime));
            ok!(cudaStreamSynchronize, held_stream);
        });
        let mut memory = std::ptr::null_mut();
        ok!(cudaMalloc, out(&mut memory), 64);
        ok!(cudaMemcpy, memory, [7u8; 64].as_ptr().cast(), 64, 1);
        gate.store(1, Ordering::Release);
    });
}
