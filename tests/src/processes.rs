//! Processes and their threads, as Linux tells of them under `/proc` (proc(5)).

use std::fs::{read_dir, read_to_string};

/// The children of a process, whichever of its threads started them.
pub fn children(process: u32) -> Vec<u32> {
    let mut found: Vec<u32> = threads(process)
        .filter_map(|thread| read_to_string(format!("{thread}/children")).ok())
        .flat_map(|text| numbers(&text))
        .collect();
    found.sort_unstable();
    found
}

/// Resident memory of a process, bytes; 0 if it has ended.
pub fn resident_bytes(process: u32) -> u64 {
    let text = read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|it| it.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// Processor time used so far, in clock ticks (10 ms); 0 if it has ended.
pub fn cpu_ticks(process: u32) -> u64 {
    let fields = stat(&format!("/proc/{process}"));
    // utime and stime are fields 14 and 15 of the line, the state is field 3.
    let times = fields.iter().skip(11).take(2);
    times.filter_map(|it| it.parse::<u64>().ok()).sum()
}

/// Does it run still, and not only wait for its parent to ask how it ended?
pub fn lives(process: u32) -> bool {
    state(&format!("/proc/{process}")).is_some_and(|it| it != "Z")
}

/// Does no thread of the process, or of those that it started, run, wait for a processor or for a disk?
pub fn rests(process: u32) -> bool {
    let busy = |thread: String| matches!(state(&thread).as_deref(), Some("R" | "D"));
    !threads(process).any(busy) && children(process).into_iter().all(rests)
}

/// The directories of a process's threads.
fn threads(process: u32) -> impl Iterator<Item = String> {
    let entries = read_dir(format!("/proc/{process}/task"));
    let paths = entries.into_iter().flatten().flatten();
    paths.map(|entry| entry.path().display().to_string())
}

/// The state of a process or thread, as a letter.
fn state(directory: &str) -> Option<String> {
    stat(directory).into_iter().next()
}

/// The fields of `stat` behind the name, which may hold anything.
fn stat(directory: &str) -> Vec<String> {
    let text = read_to_string(format!("{directory}/stat")).unwrap_or_default();
    let (_, fields) = text.rsplit_once(')').unwrap_or_default();
    fields.split_whitespace().map(str::to_owned).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    let words = text.split_whitespace();
    words.filter_map(|it| it.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn one_that_computes_does_not_rest() {
        let start = |code: &str| Command::new("sh").args(["-c", code]).spawn();
        let mut busy = start("(while :; do :; done) & wait").expect("there is a shell");
        let mut idle = start("sleep 60 & wait").expect("there is a shell");
        // Both need a moment to start; one of them never rests and the other soon does.
        while children(busy.id()).is_empty() || !rests(idle.id()) {}
        let rested = rests(busy.id());
        for child in [&mut busy, &mut idle] {
            for process in children(child.id()) {
                let _ = Command::new("kill").arg(process.to_string()).status();
            }
            let _ = child.kill();
            let _ = child.wait();
        }
        assert!(!rested);
    }
}
