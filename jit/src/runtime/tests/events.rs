//! Events: states, waits, timing.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::super::event::{
    cudaEventCreateWithFlags, cudaEventDestroy, cudaEventElapsedTime, cudaEventQuery,
    cudaEventRecord, cudaEventSynchronize,
};
use super::{SUCCESS, event, fails, kernel, launch, meet, ok, on_cpu, out, param, stream};

#[test]
fn events_that_were_never_recorded_are_done_but_have_no_time() {
    on_cpu();
    let (fresh, recorded) = (event(), event());
    ok!(cudaEventQuery, fresh);
    ok!(cudaEventSynchronize, fresh);
    ok!(cudaEventRecord, recorded, 0);
    let mut milliseconds = -1.0;
    fails!(
        INVALID_RESOURCE_HANDLE,
        cudaEventElapsedTime,
        out(&mut milliseconds),
        fresh,
        recorded
    );
    let mut untimed = 0;
    ok!(cudaEventCreateWithFlags, out(&mut untimed), 2);
    ok!(cudaEventRecord, untimed, 0);
    fails!(
        INVALID_RESOURCE_HANDLE,
        cudaEventElapsedTime,
        out(&mut milliseconds),
        untimed,
        recorded
    );
    ok!(cudaEventDestroy, recorded);
    fails!(INVALID_RESOURCE_HANDLE, cudaEventQuery, recorded);
}

#[test]
fn elapsed_time_is_that_of_the_work_between() {
    on_cpu();
    let hold = kernel("hold", meet, &[8, 8]);
    let flags = [AtomicU32::new(0), AtomicU32::new(0)];
    let [set, awaited] = [&raw const flags[0], &raw const flags[1]];
    let (own, start, end) = (stream(1), event(), event());
    ok!(cudaEventRecord, start, own);
    assert_eq!(
        launch(hold, 1, 1, &[param(&set), param(&awaited)], own),
        SUCCESS
    );
    ok!(cudaEventRecord, end, own);
    let mut milliseconds = -1.0;
    fails!(NOT_READY, cudaEventQuery, end);
    fails!(
        NOT_READY,
        cudaEventElapsedTime,
        out(&mut milliseconds),
        start,
        end
    );
    std::thread::sleep(Duration::from_millis(20));
    flags[1].store(1, Ordering::Release);
    ok!(cudaEventSynchronize, end);
    ok!(cudaEventElapsedTime, out(&mut milliseconds), start, end);
    assert!((20.0..2000.0).contains(&milliseconds), "{milliseconds} ms");
    let mut back = 0.0;
    ok!(cudaEventElapsedTime, out(&mut back), end, start);
    assert!((back + milliseconds).abs() < 1e-3);
}

#[test]
fn a_record_captures_what_was_queued_before_it() {
    on_cpu();
    let hold = kernel("hold", meet, &[8, 8]);
    let flags = [AtomicU32::new(0), AtomicU32::new(0)];
    let [set, awaited] = [&raw const flags[0], &raw const flags[1]];
    let (own, mark) = (stream(1), event());
    ok!(cudaEventRecord, mark, own);
    assert_eq!(
        launch(hold, 1, 1, &[param(&set), param(&awaited)], own),
        SUCCESS
    );
    ok!(cudaEventSynchronize, mark);
    ok!(cudaEventRecord, mark, own);
    fails!(NOT_READY, cudaEventQuery, mark);
    flags[1].store(1, Ordering::Release);
    ok!(cudaEventSynchronize, mark);
}
