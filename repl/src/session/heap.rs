//! The C library's heap, after its own words say that it is damaged. What has written past an allocation may be any cell since the executor
//! started, and a checkpoint may hold the damage.

use jit_api::client::{Cause, CrashReport};

use super::Session;

/// How glibc's words about its heap begin.
const DAMAGED: [&str; 11] = [
    "_int_free",
    "corrupted ",
    "double free or corruption",
    "free():",
    "malloc():",
    "malloc_consolidate():",
    "mremap_chunk():",
    "munmap_chunk():",
    "realloc():",
    "sysmalloc",
    "unlink_chunk",
];

/// A call of `free` that is wrong in itself, whatever the heap was like.
const FREED_TWICE: &str = "double free detected";

impl Session {
    /// After the executor's end: if the heap was damaged, names the cells that may have done it. True if the checkpoint is not to be gone back to, because
    /// that was done a moment ago and did not help.
    pub(super) fn heap_is_lost(&mut self, cell: Option<u32>) -> bool {
        let Some(report) = self.executor().crash_report() else {
            return false;
        };
        if !says_damaged(&report) {
            return false;
        }
        let earlier = self.cells().iter().filter(|it| it.facts.runs);
        let mut cells: Vec<u32> = earlier.map(|it| it.number).collect();
        cells.extend(cell);
        let first = self.heap().first();
        cells.retain(|&number| number >= first);
        cells.dedup();
        if let [first, .., last] = cells[..] {
            self.render().note(format_args!(
                "the heap was damaged by this cell or an earlier one: cells {first} to {last} have run since it was last known to be sound"
            ));
        }
        let lost = self.heap_mut().was_suspect();
        if lost {
            self.render()
                .note("the checkpoint has the damage, too, so it is not gone back to again");
        }
        lost
    }
}

fn says_damaged(report: &CrashReport) -> bool {
    let Some(Cause::Abort(Some(words))) = &report.cause else {
        return false;
    };
    DAMAGED.iter().any(|start| words.starts_with(start)) && !words.contains(FREED_TWICE)
}
