//! Interrupts of cells, at any moment of their lives.

use std::thread;
use std::time::{Duration, Instant};

use jit_api::wire::Outcome;

use super::common::Session;

/// Longest time that an executor on a busy machine may take to stop a cell.
const STOP_MAX: Duration = Duration::from_secs(10);

/// Runs a cell and interrupts it so long after it was sent.
fn interrupted(
    session: &mut Session,
    declarations: &str,
    statements: &str,
    after: Duration,
) -> Outcome {
    let image = session.image(declarations, statements);
    let interrupt = session.executor.interrupter(image.number);
    let other = thread::spawn(move || {
        thread::sleep(after);
        interrupt();
    });
    let start = Instant::now();
    let outcome = session.outcome(image);
    assert!(start.elapsed() < STOP_MAX + after, "{:?}", start.elapsed());
    other.join().unwrap();
    outcome
}

const STOPPED: Outcome = Outcome::Interrupted {
    fault: None,
    unwound: true,
};

#[test]
fn loops_and_waits_are_stopped_at_any_moment_and_state_is_kept() {
    let mut session = Session::start();
    session.shows("int x = 1; volatile int go = 1;", "");
    for round in 0..12 {
        let statements = [
            "x += 1; while (go) {}",
            "x += 1; sleep(100); x = -1000;",
            "x += 1; while (go) usleep(50);",
            "x += 1; std::string text; while (go) text = std::to_string(go);",
        ][round % 4];
        let outcome = interrupted(
            &mut session,
            "#include <unistd.h>\nextern int x; extern volatile int go;",
            statements,
            Duration::from_micros(round as u64 * 701),
        );
        assert_eq!(outcome, STOPPED, "{statements}");
    }
    // A cell that was asked before it began may have been stopped before its first statement.
    let shown = session.shows("extern int x;", "SHOW(x > 4 && x <= 13);");
    assert_eq!(shown, ["1"]);
}

#[test]
fn an_interrupt_of_a_cell_that_has_ended_stops_no_other() {
    let mut session = Session::start();
    let image = session.image("", "");
    let interrupt = session.executor.interrupter(image.number);
    assert_eq!(session.outcome(image), Outcome::Done);
    interrupt();
    let shown = session.shows("#include <unistd.h>", "usleep(100000); SHOW(7);");
    assert_eq!(shown, ["7"]);
}

#[test]
fn destructors_run_on_the_way_out() {
    let mut session = Session::start();
    session.shows("int destroyed;", "");
    let outcome = interrupted(
        &mut session,
        "#include <unistd.h>\nextern int destroyed;\nstruct Local { ~Local() { ++destroyed; } };\n\
         __attribute__((noinline)) void deep(int n) { Local local; if (n) deep(n - 1); else sleep(100); }",
        "deep(20);",
        Duration::from_millis(100),
    );
    assert_eq!(outcome, STOPPED);
    assert_eq!(
        session.shows("extern int destroyed;", "SHOW(destroyed);"),
        ["21"]
    );
}
