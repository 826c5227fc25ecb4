//! Does a process of a cell wait for stdin? Linux tells which system call a thread is in.

use std::fs;
use std::path::Path;

use jit_api::client::executors;

/// `read(0, …)`, as `/proc/PID/task/TID/syscall` begins.
#[cfg(target_arch = "x86_64")]
const READING: &str = "0 0x0 ";
#[cfg(not(target_arch = "x86_64"))]
const READING: &str = "63 0x0 ";

/// Processes below an executor that are looked at: what `system` starts, and what that starts.
const DEPTH_MAX: u32 = 4;

/// Does a thread of an executor, or of a process that it started, read from this terminal as its stdin?
pub fn is_read(terminal: &Path) -> bool {
    executors().into_iter().any(|pid| reads(pid, terminal, 0))
}

fn reads(pid: i32, terminal: &Path, depth: u32) -> bool {
    let process = Path::new("/proc").join(pid.to_string());
    let Ok(threads) = fs::read_dir(process.join("task")) else {
        return false;
    };
    let threads: Vec<_> = threads.flatten().map(|it| it.path()).collect();
    let in_read = |thread: &std::path::PathBuf| {
        fs::read_to_string(thread.join("syscall")).is_ok_and(|it| it.starts_with(READING))
    };
    if threads.iter().any(in_read)
        && fs::read_link(process.join("fd/0")).is_ok_and(|it| it == terminal)
    {
        return true;
    }
    depth < DEPTH_MAX
        && threads.iter().any(|thread| {
            let children = fs::read_to_string(thread.join("children")).unwrap_or_default();
            let mut children = children.split_whitespace().filter_map(|it| it.parse().ok());
            children.any(|child| reads(child, terminal, depth + 1))
        })
}
