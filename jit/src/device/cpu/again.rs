//! Running a block again thread by thread, to find the thread at fault.

use super::abi::ThreadEntry;
use super::block::{Resident, Slice};
use super::fault::Fault;
use super::grid::GridRun;
use super::report;

/// Slices of time that the block is given; a fault that does not come again by then is told without its thread.
const SLICES_MAX: u32 = 64;

/// The fault of a block that has failed while all its threads ran in one call: the block runs again, on fibers. The launch is over anyway; what the
/// threads print is held back. None if the fault does not come again.
pub(super) fn on_fibers(run: &GridRun, entry: ThreadEntry, block: u64) -> Option<Fault> {
    let mut resident = Box::new(Resident::new());
    resident.prepare(entry, &run.shape).ok()?;
    resident.begin(run.block_idx(block));
    resident.hush();
    let mut found = None;
    for _ in 0..SLICES_MAX {
        // SAFETY: it is readied and begun, does not move, and is this thread's alone.
        let slice = unsafe { Resident::run(&raw mut *resident) };
        match slice {
            Slice::Trapped(_) | Slice::Failed(_) => {
                found = Some(report::resident_fault(&resident, slice, run));
                break;
            }
            Slice::Expired | Slice::Spinning => {}
            // Its launches have been made once.
            Slice::WaitsForChildren(linear) => resident.go_on(linear),
            Slice::Finished | Slice::AtGridBarrier | Slice::Deadlocked => break,
        }
    }
    resident.abandon();
    found
}
