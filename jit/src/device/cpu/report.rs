//! Faults in words: what happened, where in the user's text, to which threads.

use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::fmt::Write as _;
use std::io::Write as _;

use super::abi::position;
use super::block::{Resident, Slice};
use super::fault::{Fault, FaultKind};
use super::fiber::{DeviceThread, Failure, Wait};
use super::grid::GridRun;
use super::trail::{self, Trail};
use super::trap::{self, Caught};
use super::warp::WarpOp;
use crate::wire::Site;

/// Groups of waiting threads that a report lists.
const GROUPS_MAX: usize = 16;

/// Which block and thread a fault is in, and where in the code, as far as that is known.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) block_idx: [u32; 3],
    pub(super) thread_idx: Option<[u32; 3]>,
    pub(super) trail: Trail,
}

/// The fault that a slice of a block's time ended with.
pub(super) fn resident_fault(resident: &Resident, slice: Slice, run: &GridRun) -> Fault {
    let block_idx = resident.abi.block_idx;
    match slice {
        Slice::Trapped(linear) | Slice::Failed(linear) => {
            let (caught, trail) = (trap::caught(), trail::take());
            let thread_idx = Some(position(u64::from(linear), run.shape.block));
            fault(
                resident.thread(linear),
                caught,
                Place {
                    block_idx,
                    thread_idx,
                    trail,
                },
                run,
            )
        }
        _ => Fault {
            error: FaultKind::Deadlock,
            message: deadlock(resident, run),
            block_idx: Some(block_idx),
            thread_idx: None,
            addresses: [0; 2],
        },
    }
}

/// The fault of one thread. What `assert` prints is printed here.
pub(super) fn fault(
    thread: &DeviceThread,
    caught: Option<Caught>,
    place: Place,
    run: &GridRun,
) -> Fault {
    let (error, message) = match (caught, thread.failure) {
        (Some(caught), _) => caught.explain(&run.kernel.display, thread, run.heap),
        (
            None,
            Failure::Assert {
                expression,
                file,
                line,
                function,
            },
        ) => {
            let message = assertion(expression, file, line, function, place);
            // Like a GPU's: on the program's stderr, whatever becomes of the error code. A closed stderr is no reason to fail.
            let _ = writeln!(std::io::stderr(), "{message}");
            (FaultKind::Assert, message)
        }
        (None, failure) => (FaultKind::LaunchFailure, misuse(failure, thread)),
    };
    let message = match (error, site_of(thread, &run.kernel.sites)) {
        (FaultKind::LaunchFailure, Some(site)) => format!("{message} at {site}"),
        _ => message,
    };
    Fault {
        error,
        message,
        block_idx: Some(place.block_idx),
        thread_idx: place.thread_idx,
        addresses: [place.trail.instruction, place.trail.caller],
    }
}

fn misuse(failure: Failure, thread: &DeviceThread) -> String {
    match failure {
        Failure::LaneNotInMask { op, mask } => format!(
            "`{}` is called by lane {}, which its mask {mask:#x} does not name",
            op.name(),
            thread.abi.lane
        ),
        Failure::NoSuchBarrier(id) => {
            format!("barrier {id} does not exist: a block has barriers 0 to 15")
        }
        Failure::NoSuchBlock(rank) => format!("its cluster has no block of rank {rank}"),
        Failure::NotCooperative => {
            "`grid.sync()` in an ordinary launch; use `cudaLaunchCooperativeKernel`".to_owned()
        }
        Failure::WrongTier => {
            "a synchronising operation in a kernel that was compiled as having none".to_owned()
        }
        Failure::Trap | Failure::None | Failure::Assert { .. } => {
            "the kernel executed a trap".to_owned()
        }
    }
}

/// The place of the call that a thread failed at; none if it failed elsewhere.
fn site_of(thread: &DeviceThread, sites: &[Site]) -> Option<String> {
    match thread.failure {
        Failure::LaneNotInMask { .. }
        | Failure::NoSuchBarrier(_)
        | Failure::NoSuchBlock(_)
        | Failure::NotCooperative
        | Failure::WrongTier => place_of(sites, thread.site),
        Failure::None | Failure::Trap | Failure::Assert { .. } => None,
    }
}

fn assertion(
    expression: *const c_char,
    file: *const c_char,
    line: u32,
    function: *const c_char,
    place: Place,
) -> String {
    let [expression, file, function] = [expression, file, function].map(text);
    let [bx, by, bz] = place.block_idx;
    let thread = match place.thread_idx {
        Some([x, y, z]) => format!("[{x},{y},{z}]"),
        None => "unknown".to_owned(),
    };
    format!(
        "{file}:{line}: {function}: block: [{bx},{by},{bz}], thread: {thread} Assertion `{expression}` failed."
    )
}

fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return "?".to_owned();
    }
    // SAFETY: `assert` passes string literals of the kernel, which stays loaded while it runs.
    unsafe { CStr::from_ptr(pointer) }
        .to_string_lossy()
        .into_owned()
}

/// A place in the user's text, such as `cell 3 line 7` or `reduce.cu:12`.
pub(super) fn place_of(sites: &[Site], site: u32) -> Option<String> {
    let Site { source, line, .. } = sites.get(site as usize)?;
    if source.is_empty() {
        return None;
    }
    Some(match (*line, source.starts_with("cell ")) {
        (0, _) => source.clone(),
        (line, true) => format!("{source} line {line}"),
        (line, false) => format!("{source}:{line}"),
    })
}

/// Threads that wait for the same thing at the same place.
struct Group {
    what: String,
    place: Option<String>,
    /// Ascending.
    threads: Vec<u32>,
}

/// The report on a block that can never proceed.
fn deadlock(resident: &Resident, run: &GridRun) -> String {
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = HashMap::new();
    let mut returned = Vec::new();
    for linear in 0..resident.count() {
        if resident.has_exited(linear) {
            returned.push(linear);
            continue;
        }
        let thread = resident.thread(linear);
        let key = (thread.wait, thread.site, missing_lanes(resident, thread));
        let index = *group_of.entry(key).or_insert_with(|| {
            let what = waited_for(resident, thread, key.2);
            let place = place_of(&run.kernel.sites, thread.site);
            groups.push(Group {
                what,
                place,
                threads: Vec::new(),
            });
            groups.len() - 1
        });
        groups[index].threads.push(linear);
    }
    let mut report =
        "the block can never proceed, because its threads wait for each other".to_owned();
    for Group {
        what,
        place,
        threads,
    } in groups.iter().take(GROUPS_MAX)
    {
        let place = place
            .as_ref()
            .map(|place| format!("at {place} "))
            .unwrap_or_default();
        let verb = if threads.len() == 1 { "waits" } else { "wait" };
        // Writing to a string cannot fail.
        let _ = write!(
            report,
            "\n  {} {verb} {place}in {what}",
            named(threads, "thread")
        );
    }
    if groups.len() > GROUPS_MAX {
        let _ = write!(
            report,
            "\n  and {} more groups of threads",
            groups.len() - GROUPS_MAX
        );
    }
    if !returned.is_empty() {
        let verb = if returned.len() == 1 { "has" } else { "have" };
        let _ = write!(report, "\n  {} {verb} returned", named(&returned, "thread"));
    }
    if run.shape.block[1] * run.shape.block[2] > 1 {
        report.push_str("\n  threads are numbered x + blockDim.x * (y + blockDim.y * z)");
    }
    report
}

fn missing_lanes(resident: &Resident, thread: &DeviceThread) -> u64 {
    match thread.wait {
        Wait::Warp { op, mask } => resident.warp(thread.abi.warp).missing(op, mask),
        Wait::Nothing | Wait::Barrier { .. } | Wait::Grid | Wait::Cluster => 0,
    }
}

/// What a thread waits for, in CUDA's words, and who is missing.
fn waited_for(resident: &Resident, thread: &DeviceThread, missing: u64) -> String {
    match thread.wait {
        Wait::Barrier { id: 0, threads: 0 } => {
            let missing = resident.missing_at_barrier(0);
            format!("`__syncthreads()`, for {}", counted(missing, "thread"))
        }
        Wait::Barrier { id, threads } => {
            let missing = resident.missing_at_barrier(id);
            let threads = if threads == 0 {
                String::new()
            } else {
                format!(", {threads}")
            };
            format!(
                "`bar.sync {id}{threads}`, for {}",
                counted(missing, "thread")
            )
        }
        Wait::Warp {
            op: WarpOp::ActiveMask(_),
            ..
        } => "`__activemask()`".to_owned(),
        Wait::Warp {
            op: op @ WarpOp::Step(_),
            ..
        } => op.name().to_owned(),
        Wait::Warp { op, mask } => {
            let missing: Vec<u32> = super::warp::lanes(missing).collect();
            format!(
                "`{}(mask={mask:#010x})`, for {}",
                op.name(),
                named(&missing, "lane")
            )
        }
        Wait::Grid => "`grid.sync()`".to_owned(),
        Wait::Cluster => "`cluster.sync()`".to_owned(),
        Wait::Nothing => "nothing".to_owned(),
    }
}

fn counted(count: u32, noun: &str) -> String {
    if count == 1 {
        format!("1 more {noun}")
    } else {
        format!("{count} more {noun}s")
    }
}

/// Ascending numbers as ranges: `threads 0-31, 40`.
fn named(numbers: &[u32], noun: &str) -> String {
    let mut text = if numbers.len() == 1 {
        noun.to_owned()
    } else {
        format!("{noun}s")
    };
    let mut rest = numbers;
    let mut separator = ' ';
    while let Some(&first) = rest.first() {
        let run = rest
            .iter()
            .zip(first..)
            .take_while(|(a, b)| **a == *b)
            .count();
        let _ = match run {
            1 => write!(text, "{separator}{first}"),
            _ => write!(text, "{separator}{first}-{}", rest[run - 1]),
        };
        rest = &rest[run..];
        separator = ',';
    }
    text.replace(',', ", ")
}
