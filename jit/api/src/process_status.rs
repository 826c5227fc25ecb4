//! What the system tells of processes and threads: `/proc/PID/stat` and `/proc/PID/status`, as in proc(5).

use std::fs;

/// Among the words behind the name: `R` runs, `S` sleeps, `D` waits for memory or a disk.
const STATE_FIELD: usize = 0;
const FLAGS_FIELD: usize = 6;

/// `PF_EXITING` of Linux: none of the program's code runs any more.
const EXITING: u64 = 4;

/// What a process or thread is at, in a letter; none if it is gone. `path`: its file.
pub fn state(path: &str) -> Option<String> {
    field(path, STATE_FIELD)
}

/// Has a process or thread begun to end? None if the system does not tell.
pub fn is_exiting(path: &str) -> Option<bool> {
    let flags: u64 = field(path, FLAGS_FIELD)?.parse().ok()?;
    Some(flags & EXITING != 0)
}

/// Has a debugger attached to a process?
pub fn is_traced(process: i32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let tracer = status
        .lines()
        .find_map(|line| line.strip_prefix("TracerPid:"));
    tracer.is_some_and(|it| it.trim() != "0")
}

fn field(path: &str, field: usize) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    // The name, which may hold anything, stands in brackets.
    let (_, fields) = text.rsplit_once(')')?;
    fields.split_whitespace().nth(field).map(str::to_owned)
}
