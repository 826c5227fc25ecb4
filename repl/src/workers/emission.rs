//! What the threads do with a kernel: draft it, and make it well when there is time.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use devicecc::cell::Kernel;
use devicecc::library::is_image;
use devicecc::targets::{Code, Image as Made, KernelTarget};
use devicecc::{Error, stoppable};
use jit_api::wire::{Edition, KernelImage};
use kernels_cache::Cache;

use super::{Image, Job, KernelReport, Making, OPTIMISING_NICENESS, Shared, State};
use crate::images;

/// A drafting thread's life.
pub(super) fn draft_all(shared: &Shared) {
    while let Some(job) = shared.next_job() {
        draft(shared, job);
        shared.target.prepare();
    }
}

/// The life of a thread that makes drafts' kernels well.
pub(super) fn optimise_all(shared: &Shared) {
    let mut polite = false;
    while let Some(job) = shared.next_draft() {
        // A program that runs has all its code, and waits for this: nobody types the next cell.
        if !polite && shared.lock().program != Some(job.cell) {
            // Where the system does not let us, the threads compete with the rest: slower, not wrong.
            let _ = rustix::process::nice(OPTIMISING_NICENESS);
            polite = true;
        }
        optimise(shared, job);
    }
}

/// Which way of a target's is taken.
type Emit = fn(&dyn KernelTarget, &Kernel, &Cache) -> Result<Made, Error>;

fn emitted(
    shared: &Shared,
    kernel: &Kernel,
    stop: &AtomicBool,
    emit: Emit,
) -> Result<Made, String> {
    let interrupted = || "its compilation was interrupted; define it again".to_owned();
    if stop.load(Ordering::Relaxed) {
        return Err(interrupted());
    }
    if kernel.closure.bitcode.is_empty() {
        return Err(
            "LLVM crashed when it was cut out of the session's code, or that was interrupted"
                .to_owned(),
        );
    }
    if is_image(&kernel.closure.bitcode) {
        return Ok(Made::of_file(kernel));
    }
    let emit = || stoppable(stop, || emit(&*shared.target, kernel, &shared.cache));
    match catch_unwind(AssertUnwindSafe(emit)) {
        Ok(Err(Error::Interrupted(_))) => Err(interrupted()),
        Ok(result) => result.map_err(|error| format!("{error:#}")),
        Err(_) => Err("the code generator panicked; this is an error of Chevron".to_owned()),
    }
}

fn draft(
    shared: &Shared,
    Job {
        cell,
        serial,
        kernel,
        draft,
        stop,
    }: Job,
) {
    let start = Instant::now();
    let emit: Emit = if draft {
        |target, kernel, cache| target.draft(kernel, cache)
    } else {
        |target, kernel, cache| target.optimised(kernel, cache)
    };
    let emitted = emitted(shared, &kernel, &stop, emit);
    let is_draft = emitted.as_ref().is_ok_and(|emitted| emitted.draft);
    let report = report(cell, &kernel, &emitted, start.elapsed());
    let edition = if draft && is_draft {
        Edition::Draft
    } else {
        Edition::Only
    };
    let making = emitted.as_ref().ok().map(|made| making(made, report.emit));
    let image = emitted.map(|made| images::kernel(cell, &kernel, edition, made));
    let mut image = Image::new(cell, serial, image);
    image.making = making;

    let mut state = shared.lock();
    if !state.end(serial) {
        return;
    }
    match (&report.result, report.cached) {
        (Ok(_), true) => state.counts.cached += 1,
        (Ok(_), false) => state.counts.compiled += 1,
        (Err(_), _) => {}
    }
    state.reports.push(report);
    // Another thread may have been quicker with a newer definition.
    let newest = state
        .images
        .get(&kernel.symbol)
        .is_none_or(|image| image.serial < serial);
    if newest {
        shared.deliver(&mut state, kernel.symbol.clone(), image);
        // A definition that was superseded before its turn came is not optimised, nor kept.
        state
            .drafts
            .retain(|job| job.kernel.symbol != kernel.symbol);
    }
    if newest && is_draft {
        state.drafts.push_back(Job {
            cell,
            serial,
            kernel,
            draft,
            stop: Arc::default(),
        });
        shared.drafted.notify_one();
    }
    finish_one(&mut state.unfinished, cell);
    shared.changed.notify_all();
}

/// What a drafting thread tells of a kernel, at which it was for so long.
fn report(
    cell: u32,
    kernel: &Kernel,
    emitted: &Result<Made, String>,
    took: Duration,
) -> KernelReport {
    let made = emitted.as_ref().ok();
    let assembled = made.and_then(|emitted| emitted.assembled);
    KernelReport {
        cell,
        display: kernel.display.clone(),
        result: emitted
            .as_ref()
            .map(|emitted| emitted.how)
            .map_err(String::clone),
        cached: made.is_some_and(|emitted| emitted.cached),
        emit: took.saturating_sub(assembled.unwrap_or_default()),
        text: made.and_then(|emitted| emitted.text),
        code_object: made.and_then(code_object),
        assembled,
    }
}

fn making(made: &Made, took: Duration) -> Making {
    Making {
        how: made.how,
        cached: made.cached,
        took,
        draft: made.draft,
    }
}

/// Under what name the executor sends back the code object that it has to make of the image, if it has to.
fn code_object(made: &Made) -> Option<String> {
    match &made.code {
        Code::Text { key } => Some(key.clone()),
        Code::Elf | Code::Device | Code::Module => None,
    }
}

pub(super) fn finish_one(unfinished: &mut HashMap<u32, usize>, cell: u32) {
    if let Some(left) = unfinished.get_mut(&cell) {
        *left -= 1;
        if *left == 0 {
            unfinished.remove(&cell);
        }
    }
}

/// Replaces a draft that is still the newest image of its kernel. If the optimiser fails on it, the draft stays, as what was to come: it is correct, and
/// somebody may wait for that.
fn optimise(
    shared: &Shared,
    Job {
        cell,
        serial,
        kernel,
        stop,
        ..
    }: Job,
) {
    let start = Instant::now();
    let emitted = emitted(shared, &kernel, &stop, |target, kernel, cache| {
        target.optimised(kernel, cache)
    });
    let optimised = { emitted.as_ref().ok() }.map(|made| making(made, start.elapsed()));
    let mut state = shared.lock();
    if !state.end(serial) {
        return;
    }
    let State {
        images, executor, ..
    } = &mut *state;
    let newest = images.get_mut(&kernel.symbol);
    let Some(image) = newest.filter(|newest| newest.serial == serial) else {
        return;
    };
    let Ok(draft) = &image.kernel else {
        return;
    };
    let made = emitted.map_or_else(
        |_| KernelImage {
            edition: Edition::Optimised,
            ..draft.clone()
        },
        |made| images::kernel(cell, &kernel, Edition::Optimised, made),
    );
    image.making = optimised.or(image.making);
    image.improve(made, executor.as_ref());
}
