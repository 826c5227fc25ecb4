//! The cost of a cell does not depend on how many came before.

mod common;

use std::time::{Duration, Instant};

use common::{Session, object};
use jit::client::{Ended, Executor};
use jit::wire::{CellImage, Outcome};

/// Cells in the session.
const CELLS: usize = 2_000;

/// An object that defines `f000000` and a kernel-like weak function, with all names of one length so that they can be replaced.
const TEMPLATE: &str = r#"
struct Thrown { int value; };
extern "C" int g000000(int x) { return x + 42; }
extern "C" void f000000() {
  try { throw Thrown{g000000(1)}; } catch (Thrown &thrown) { if (thrown.value != 43) __builtin_trap(); }
}
"#;

#[test]
fn two_thousand_objects_cost_the_same_each() {
    let mut session = Session::start();
    let template = object(TEMPLATE);
    let before = session.executor.statistics().unwrap().resident_bytes;
    let costs: Vec<(Duration, Duration)> = (0..CELLS)
        .map(|index| {
            let digits = format!("{index:06}");
            let image = CellImage {
                number: index as u32 + 1,
                object: Some(replaced(&template, b"000000", digits.as_bytes())),
                entry: format!("f{digits}"),
                run: true,
                ..CellImage::default()
            };
            match session.end(image) {
                Ended::Finished {
                    outcome: Outcome::Done,
                    link,
                    run,
                } => (link, run),
                other => panic!("cell {index}: {other:?}"),
            }
        })
        .collect();
    let after = session.executor.statistics().unwrap().resident_bytes;
    let link = |range: std::ops::Range<usize>| {
        median(costs[range].iter().map(|(link, _)| *link).collect())
    };
    let run =
        |range: std::ops::Range<usize>| median(costs[range].iter().map(|(_, run)| *run).collect());
    for range in [100..200, 900..1_000, 1_900..2_000] {
        println!(
            "cells {range:?}: link {:?}, run with a throw {:?}",
            link(range.clone()),
            run(range.clone())
        );
    }
    println!(
        "memory of an object: {} bytes",
        (after - before) / CELLS as u64
    );
    // Generous, because other tests run beside this one; a cost that grows with the session would be 10 to 20 times as much.
    assert!(
        link(1_900..2_000) < link(100..200) * 2,
        "linking grows with the session"
    );
}

#[test]
fn a_start_takes_milliseconds() {
    for device in ["null", "cpu"] {
        let starts = (0..15).map(|_| {
            let started = Instant::now();
            drop(Executor::start(device).unwrap());
            started.elapsed()
        });
        let start = median(starts.collect());
        println!("start of an executor on `{device}` until it is ready: {start:?}");
        assert!(
            start < Duration::from_millis(250),
            "{start:?} on `{device}`"
        );
    }
}

/// The object with one text of a fixed length replaced everywhere.
fn replaced(object: &[u8], text: &[u8], by: &[u8]) -> Vec<u8> {
    let mut object = object.to_vec();
    let places: Vec<usize> = (0..object.len() - text.len())
        .filter(|&at| object[at..].starts_with(text))
        .collect();
    for at in places {
        object[at..at + text.len()].copy_from_slice(by);
    }
    object
}

fn median(mut durations: Vec<Duration>) -> Duration {
    durations.sort();
    durations[durations.len() / 2]
}
