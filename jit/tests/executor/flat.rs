//! The cost of a cell does not depend on how many came before.

use std::time::{Duration, Instant};

use crate::common::{Session, object, start_built};
use jit_api::client::Ended;
use jit_api::wire::{CellImage, Outcome};

/// Cells in the session.
const CELLS: usize = 2_000;

/// An object whose names can be replaced by others of the same length.
const TEMPLATE: &str = r#"
inline int shared(int x) { return x + 42; }
extern "C" int g000000(int x) { return shared(x); }
extern "C" void f000000() { if (g000000(1) != 43) __builtin_trap(); }
"#;

/// An entry that throws and catches.
const THROWING: &str = r#"
struct Thrown { int value; };
extern "C" void t000000() {
  try { throw Thrown{43}; } catch (Thrown &thrown) { if (thrown.value != 43) __builtin_trap(); }
}
"#;

#[test]
fn two_thousand_objects_cost_the_same_each() {
    let mut session = Session::start();
    let (template, throwing) = (object(TEMPLATE), object(THROWING));
    let before = session.executor.statistics().unwrap().resident_bytes;
    let mut links = Vec::new();
    for index in 0..CELLS {
        links.push(run(&mut session, &template, 'f', index).0);
        if index % 500 == 100 {
            // The first throw behind new objects sorts their unwind tables; the second one is the lasting cost.
            run(&mut session, &throwing, 't', index);
            println!(
                "a throw after {index} cells: {:?}",
                run(&mut session, &throwing, 't', index + 1).1
            );
        }
    }
    let after = session.executor.statistics().unwrap().resident_bytes;
    // The least, because other tests run beside this one and machines are busy.
    let link = |range: std::ops::Range<usize>| links[range].iter().min().copied().unwrap();
    for range in [100..200, 900..1_000, 1_900..2_000] {
        println!("linking cells {range:?}: {:?}", link(range.clone()));
    }
    println!(
        "memory of an object: {} bytes",
        (after - before) / CELLS as u64
    );
    // Generous; a cost that grows with the session would be 10 to 20 times as much.
    assert!(
        link(1_900..2_000) < link(100..200) * 2,
        "linking grows with the session"
    );
}

/// Runs a copy of an object with names of its own; gives the times of linking and running.
fn run(session: &mut Session, template: &[u8], entry: char, index: usize) -> (Duration, Duration) {
    let digits = format!("{index:06}");
    let image = CellImage {
        number: index as u32 + 1,
        object: Some(replaced(template, b"000000", digits.as_bytes())),
        entry: format!("{entry}{digits}"),
        run: true,
        ..CellImage::default()
    };
    match session.end(image) {
        Ended::Finished {
            outcome: Outcome::Done,
            link,
            run,
            ..
        } => (link, run),
        other => panic!("cell {index}: {other:?}"),
    }
}

#[test]
fn a_start_takes_milliseconds() {
    for device in ["null", "cpu"] {
        let starts = (0..15).map(|_| {
            let started = Instant::now();
            drop(start_built(device).unwrap());
            started.elapsed()
        });
        let starts: Vec<Duration> = starts.collect();
        let (least, start) = (starts.iter().min().unwrap(), median(starts.clone()));
        println!(
            "start of an executor on `{device}` until it is ready: median {start:?}, least {least:?}"
        );
        assert!(
            start < Duration::from_millis(250),
            "{start:?} on `{device}`"
        );
    }
}

/// The object with one text of a fixed length replaced everywhere.
pub fn replaced(object: &[u8], text: &[u8], by: &[u8]) -> Vec<u8> {
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
