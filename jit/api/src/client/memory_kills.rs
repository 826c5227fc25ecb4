//! Processes that the system ended because memory ran out.

use std::fs;

/// Their number so far, in this process's control group where the system counts there, and else on the machine. 0 where it does not
/// tell.
pub(super) fn memory_kills() -> u64 {
    group_kills().unwrap_or_else(|| {
        fs::read_to_string("/proc/vmstat").map_or(0, |text| count(&text).unwrap_or(0))
    })
}

fn group_kills() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let events = fs::read_to_string(format!("/sys/fs/cgroup{path}/memory.events")).ok()?;
    count(&events)
}

/// The value of `oom_kill` in lines of names and numbers.
fn count(text: &str) -> Option<u64> {
    let mut rows = text.lines().filter_map(|line| line.split_once(' '));
    rows.find(|(name, _)| *name == "oom_kill")?
        .1
        .trim()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn both_tables_are_read() {
        assert_eq!(
            count("low 0\nhigh 0\nmax 3\noom 2\noom_kill 1\noom_group_kill 0\n"),
            Some(1)
        );
        assert_eq!(
            count("pgfault 123\noom_kill 7\ndrop_pagecache 0\n"),
            Some(7)
        );
        assert_eq!(count("oom_killed 7\n"), None);
    }
}
