//! Queues: order, overlap, waiting, faults.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::state::State;
use super::{Queues, Work};
use crate::device::{Status, StreamId, StreamOptions};
use crate::wire::DeviceFault;

const BLOCKING: StreamOptions = StreamOptions {
    blocking: true,
    priority: 0,
};
const FREE: StreamOptions = StreamOptions {
    blocking: false,
    priority: 0,
};

/// Work that lasts until the sender is dropped or sends.
fn held() -> (mpsc::Sender<()>, Work) {
    let (sender, receiver) = mpsc::channel();
    (
        sender,
        Work::quiet(move || {
            let _ = receiver.recv();
        }),
    )
}

fn fault() -> DeviceFault {
    DeviceFault {
        kernel: "k".to_owned(),
        grid: [1; 3],
        block: [1; 3],
        ..DeviceFault::of(Status::ILLEGAL_ADDRESS.name(), "wild")
    }
}

#[test]
fn every_stream_keeps_its_order_while_many_run() {
    let queues = Queues::new();
    let streams: Vec<StreamId> = (0..8)
        .map(|index| queues.create_stream(if index % 2 == 0 { BLOCKING } else { FREE }, 0))
        .collect();
    let logs: Vec<Arc<Mutex<Vec<usize>>>> = streams.iter().map(|_| Arc::default()).collect();
    for step in 0..500 {
        for (stream, log) in streams.iter().zip(&logs) {
            let log = Arc::clone(log);
            queues
                .submit(*stream, Work::quiet(move || log.lock().unwrap().push(step)))
                .unwrap();
        }
        if step % 100 == 0 {
            queues.submit(StreamId::LEGACY, Work::Marker).unwrap();
        }
    }
    queues.synchronize(0);
    for log in logs {
        assert!(log.lock().unwrap().iter().copied().eq(0..500));
    }
}

#[test]
fn waiting_threads_take_part_in_the_work() {
    let queues = Queues::new();
    let own = thread::current().id();
    let ran_here = Arc::new(AtomicUsize::new(0));
    for _ in 0..100 {
        let ran_here = Arc::clone(&ran_here);
        let work = move || {
            ran_here.fetch_add(
                usize::from(thread::current().id() == own),
                Ordering::Relaxed,
            );
        };
        queues
            .submit_and_wait(StreamId::LEGACY, Work::quiet(work))
            .unwrap();
    }
    assert_eq!(ran_here.load(Ordering::Relaxed), 100);
}

#[test]
fn work_proceeds_without_anyone_waiting() {
    let queues = Queues::new();
    let done = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&done);
    queues.submit(StreamId::LEGACY, Work::quiet(|| ())).unwrap();
    queues
        .submit(
            StreamId::LEGACY,
            Work::quiet(move || flag.store(true, Ordering::Release)),
        )
        .unwrap();
    let start = Instant::now();
    while !done.load(Ordering::Acquire) {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "nobody ran the work"
        );
        thread::yield_now();
    }
}

#[test]
fn what_follows_the_awaited_work_proceeds_too() {
    let queues = Queues::new();
    let stream = queues.create_stream(FREE, 0);
    let event = queues.create_event(false);
    for _ in 0..200 {
        let (sender, receiver) = mpsc::channel();
        queues.submit(stream, Work::quiet(|| ())).unwrap();
        queues.record_event(event, stream).unwrap();
        queues
            .submit(
                stream,
                Work::quiet(move || {
                    let _ = sender.send(());
                }),
            )
            .unwrap();
        queues.synchronize_event(event).unwrap();
        receiver
            .recv_timeout(Duration::from_secs(10))
            .expect("the work after the event runs");
    }
}

#[test]
fn an_event_recorded_again_makes_earlier_waits_no_longer() {
    let queues = Queues::new();
    let (first, second) = (queues.create_stream(FREE, 0), queues.create_stream(FREE, 0));
    let event = queues.create_event(false);
    queues.record_event(event, first).unwrap();
    queues.wait_event(second, event).unwrap();
    let (gate, work) = held();
    queues.submit(first, work).unwrap();
    queues.record_event(event, first).unwrap();
    queues.synchronize_stream(second).unwrap();
    assert!(!queues.event_done(event).unwrap());
    drop(gate);
    queues.synchronize_event(event).unwrap();
}

#[test]
fn urgent_streams_go_first() {
    let mut state = State::new();
    let streams = [0, -1, -5, -3, -5].map(|priority| {
        let stream = state.create_stream(
            StreamOptions {
                blocking: false,
                priority,
            },
            0,
        );
        state.push(stream, Vec::new(), Work::quiet(|| ())).unwrap();
        state.advance(stream.0);
        stream.0
    });
    let mut order = Vec::new();
    while let Some(stream) = state.most_urgent() {
        assert!(state.claim(stream).is_some());
        order.push(stream);
    }
    assert_eq!(order, [2, 4, 3, 1, 0].map(|index: usize| streams[index]));
}

#[test]
fn a_fault_drops_later_work_until_it_is_cleared() {
    let queues = Queues::new();
    let ran = Arc::new(AtomicUsize::new(0));
    let count = |queues: &Queues| {
        let ran = Arc::clone(&ran);
        queues
            .submit(
                StreamId::LEGACY,
                Work::quiet(move || {
                    ran.fetch_add(1, Ordering::Relaxed);
                }),
            )
            .unwrap();
    };
    queues
        .submit(
            StreamId::LEGACY,
            Work::Run(Box::new(|| Err(Box::new(fault())))),
        )
        .unwrap();
    count(&queues);
    let (sender, receiver) = mpsc::channel();
    queues
        .submit(
            StreamId::LEGACY,
            Work::Always(Box::new(move |status| {
                let _ = sender.send(status);
            })),
        )
        .unwrap();
    queues.synchronize(0);
    assert_eq!(
        (queues.fault(), ran.load(Ordering::Relaxed)),
        (Some(fault()), 0)
    );
    assert_eq!(receiver.recv(), Ok(Status::ILLEGAL_ADDRESS));
    queues.clear_fault();
    count(&queues);
    queues.synchronize(0);
    assert_eq!((queues.fault(), ran.load(Ordering::Relaxed)), (None, 1));
}

#[test]
fn a_panic_in_work_is_a_fault() {
    let queues = Queues::new();
    queues
        .submit_and_wait(
            StreamId::LEGACY,
            Work::quiet(|| panic!("expected by this test")),
        )
        .unwrap();
    assert_eq!(
        queues.fault().map(|fault| fault.error),
        Some("cudaErrorUnknown".to_owned())
    );
}

#[test]
fn a_destroyed_stream_is_gone_for_new_work_only() {
    let queues = Queues::new();
    let stream = queues.create_stream(FREE, 0);
    let (gate, work) = held();
    let done = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&done);
    queues.submit(stream, work).unwrap();
    queues
        .submit(
            stream,
            Work::quiet(move || flag.store(true, Ordering::Release)),
        )
        .unwrap();
    queues.destroy_stream(stream).unwrap();
    assert!(queues.submit(stream, Work::Marker).is_err());
    assert!(queues.destroy_stream(StreamId::LEGACY).is_err());
    drop(gate);
    queues.synchronize(0);
    assert!(done.load(Ordering::Acquire));
}
