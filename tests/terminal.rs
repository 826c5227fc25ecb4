//! Ctrl-C in a terminal, which sends it to the session and to the executor at once.

use std::time::Duration;

use tests::peer::chevron_prompt;

/// Long enough for a cell to be compiled and to run, on a busy machine.
const RUNS: Duration = Duration::from_secs(2);

#[test]
fn ctrl_c_stops_the_cell_where_it_waits() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    for line in ["#include <unistd.h>", "int x = 5;", "char c;"] {
        prompt.line(line).expect("the cell runs");
    }
    // The signal itself makes these calls return early: what follows them must not happen all the same.
    for line in [
        "sleep(100); x = 0;",
        "read(0, &c, 1); x = 1;",
        "while (true);",
    ] {
        prompt
            .interrupted(line, RUNS)
            .expect("the prompt comes back");
        assert!(
            prompt.answer.contains("was interrupted; its state is kept"),
            "{line}: {}",
            prompt.answer
        );
    }
    prompt.line("x").expect("the session goes on");
    assert!(prompt.answer.contains("(int) 5"), "{}", prompt.answer);
}
