//! The sanitizer: it is turned on and off, and what it finds is told in terms of the cells. docs/sanitizer.md

use std::fmt::Write as _;

use devicecc::targets::Watch;
use jit_api::wire::{Checks, Finding, HostCall, Leak, ThreadAccess, WatchedPlace};

use super::crash::Calls;
use super::parts::Apart;
use super::reports::await_kernels;
use super::{Committed, Session};
use crate::render::Frame;
use crate::workers::Workers;

/// Calls that are told of a place, from the innermost on.
const CALLS_MAX: usize = 3;

/// Leaks that are told one by one.
const LEAKS_MAX: usize = 8;

/// Why `--sanitize` is refused on other devices.
pub(super) const CPU_ONLY: &str = "the sanitizer is the CPU device's (`--device cpu`); on an NVIDIA GPU run Chevron under NVIDIA's `compute-sanitizer --target-processes all chevron …`";

impl Session {
    /// What is looked for; nothing: the sanitizer is off.
    pub fn sanitizes(&self) -> Checks {
        self.settings().sanitize
    }

    /// Findings so far.
    pub fn findings(&self) -> u64 {
        self.sanitizing().findings()
    }

    /// From now on this is looked for in kernels. Those that there are are compiled again if they did not tell of their accesses, or need no more.
    ///
    /// # Errors
    /// The device has no sanitizer: why, for people. Or the session cannot go on.
    pub fn sanitize(&mut self, checks: Checks) -> anyhow::Result<Result<(), String>> {
        self.revive()?;
        let (was, now) = (watch(self.settings().sanitize), watch(checks));
        if !self.workers().target().watch(now) {
            return Ok(Err(CPU_ONLY.to_owned()));
        }
        self.settings_mut().sanitize = checks;
        self.executor().sanitize(checks);
        if was != now {
            let Apart {
                workers, compiler, ..
            } = self.apart();
            workers.make_again(&mut |symbol| Some(compiler.kernel_source(symbol)?.closure));
            // A launch takes what its slot has: what runs next is to be the new code.
            await_kernels(&self.interrupt(), self.workers(), Workers::wait_all);
            self.take_reports();
        }
        Ok(Ok(()))
    }

    /// An executor that has just come is told what to look for.
    pub(super) fn tell_checks(&self) {
        if !self.settings().sanitize.is_empty() {
            self.executor().sanitize(self.settings().sanitize);
        }
        if !self.settings().strict {
            self.executor().strict(false);
        }
    }

    /// Whether kernels that touch memory of the host which most GPUs cannot reach are errors from now on.
    ///
    /// # Errors
    /// The session cannot go on.
    pub fn set_strict(&mut self, on: bool) -> anyhow::Result<()> {
        self.revive()?;
        self.settings_mut().strict = on;
        self.executor().strict(on);
        Ok(())
    }

    /// Tells what was found since the last call; gives how many findings that are. `running`: the cell that is not among the committed ones yet.
    pub(super) fn tell_findings(&mut self, of: &str, running: Option<&Committed>) -> u64 {
        let (found, more) = self.executor_mut().take_findings();
        if found.is_empty() && more == 0 {
            return 0;
        }
        let mut merged: Vec<Finding> = Vec::new();
        for finding in found {
            match merged.iter_mut().find(|it| it.number == finding.number) {
                Some(known) => known.times += finding.times,
                None => merged.push(finding),
            }
        }
        let count = merged.len() as u64;
        for finding in merged {
            let text = self.finding_text(of, &finding, running);
            self.render()
                .finding(finding.check.name(), finding.number, &text);
            self.sanitizing_mut().found(u64::from(!finding.again));
        }
        if more > 0 {
            self.render().note(format_args!(
                "{of}: the sanitizer found more at {more} other accesses, which are not told"
            ));
        }
        count
    }

    fn finding_text(&mut self, of: &str, it: &Finding, running: Option<&Committed>) -> String {
        if it.again {
            return format!("{of}: again, {}", times(it.times));
        }
        let mut text = format!("{of}: kernel `{}`: {}", it.kernel, it.message);
        // Writing to a string cannot fail.
        if let Some(access) = &it.access {
            let _ = write!(text, "\n  {}", self.access_text(access, it.other.is_some()));
        }
        if let Some(other) = &it.other {
            let _ = write!(text, "\n  {}", self.access_text(other, true));
        }
        for call in &it.memory {
            let place = self.host_place(call, running);
            let _ = write!(text, "\n  the memory was {} {place}", call.what);
        }
        if it.times > 1 {
            let _ = write!(text, "\n  {}", times(it.times));
        }
        text
    }

    /// `write of 4 bytes at cell 2:3, block (0,0,0), thread (1,0,0)`
    fn access_text(&mut self, it: &ThreadAccess, with_what: bool) -> String {
        let triple = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
        let place = it
            .place
            .as_ref()
            .and_then(|place| self.watched_place(place));
        let mut text = String::new();
        if with_what {
            text = format!("{} ", it.what);
        }
        if let Some(place) = place {
            let _ = write!(text, "at {place}, ");
        }
        let (block, thread) = (triple(it.block_idx), triple(it.thread_idx));
        let _ = write!(text, "block {block}, thread {thread}");
        text
    }

    /// `cell 2:3 in `f`, called at cell 2:7`
    pub(super) fn watched_place(&mut self, place: &WatchedPlace) -> Option<String> {
        if self.sanitizing().places_of(&place.entry).is_none() {
            let source = self.compiler_mut().kernel_source(&place.symbol)?;
            let places = self
                .workers()
                .target()
                .watched_places(&source, &place.entry);
            self.sanitizing_mut().keep(&place.entry, places);
        }
        let places = self.sanitizing().places_of(&place.entry)?;
        let frames = places.get(place.number as usize)?;
        let mut calls = Calls::default();
        for frame in frames.iter().filter(|it| it.line != 0) {
            calls.add(frame, || format!("{}:{}", frame.file, frame.line));
        }
        let of = |frame: &Frame| match frame {
            Frame::Calls(call, _) => Some(call.place.clone()),
            _ => None,
        };
        let shown: Vec<String> = calls.shown().iter().filter_map(of).collect();
        let (first, callers) = shown.split_first()?;
        let callers = callers.iter().take(CALLS_MAX - 1);
        Some(callers.fold(first.clone(), |text, it| format!("{text}, called at {it}")))
    }

    /// `at cell 3:1`, or `in cell 3`.
    fn host_place(&self, call: &HostCall, running: Option<&Committed>) -> String {
        let places = self.executor().places_of(&call.addresses);
        let sources = self.sources(&places, running);
        let line = places.iter().find_map(|place| {
            let frames = sources.get(place)?;
            let known = frames
                .iter()
                .find(|it| it.line != 0 && !Calls::is_library(it))?;
            Some(self.place_name(known, place.cell, running))
        });
        match (line, call.cell) {
            (Some(line), _) => format!("at {line}"),
            (None, 0) => "by a thread of the program".to_owned(),
            (None, cell) => format!("in {}", self.render().named(cell)),
        }
    }

    /// Tells what was allocated and never freed; false if all was.
    pub(super) fn tell_leaked(
        &self,
        leaks: &[Leak],
        of: &str,
        running: Option<&Committed>,
    ) -> bool {
        let Some(bytes) = leaks.iter().map(|it| it.bytes).reduce(|a, b| a + b) else {
            return false;
        };
        let allocations = match leaks.len() {
            1 => "1 allocation was".to_owned(),
            count => format!("{count} allocations were"),
        };
        let mut text = format!("{of}: {allocations} not freed, {bytes} bytes in all");
        for leak in leaks.iter().take(LEAKS_MAX) {
            let place = self.host_place(&leak.allocated, running);
            let _ = write!(
                text,
                "\n  {} bytes of {}, allocated {place}",
                leak.bytes, leak.what
            );
        }
        if leaks.len() > LEAKS_MAX {
            let _ = write!(text, "\n  and {} more", leaks.len() - LEAKS_MAX);
        }
        self.render().note(text);
        true
    }

    /// Tells what is allocated now and was not freed.
    pub fn tell_leaks(&mut self) -> anyhow::Result<()> {
        self.revive()?;
        let leaks = match self.executor_mut().leaks() {
            Ok(leaks) => leaks,
            Err(death) => anyhow::bail!("{death}"),
        };
        if !self.tell_leaked(&leaks, "the session", None) {
            self.render().note("all that was allocated has been freed");
        }
        Ok(())
    }

    /// The program has ended: what it did wrong, and has not freed.
    pub(super) fn tell_program_findings(&mut self, running: &Committed) {
        if self.settings().sanitize.is_empty() {
            return;
        }
        let of = format!("`{}`", running.source_name());
        self.tell_findings(&of, Some(running));
        let leaks = self.executor_mut().take_leaks();
        self.tell_leaked(&leaks, &of, Some(running));
        self.tell_findings_count();
    }

    /// The session ends: what it has not freed, and how much was found.
    pub(super) fn tell_sanitizers_end(&mut self) {
        if self.settings().sanitize.is_empty() {
            return;
        }
        if let Ok(leaks) = self.executor_mut().leaks() {
            self.tell_leaked(&leaks, "the session", None);
        }
        self.tell_findings_count();
    }

    /// `the sanitizer found 2 mistakes (memcheck,racecheck,initcheck,synccheck)`
    pub(super) fn tell_findings_count(&self) {
        let checks = self.settings().sanitize.names();
        match self.sanitizing().findings() {
            0 => self.render().note(format_args!("{checks}: nothing found")),
            1 => self.render().note(format_args!("{checks}: 1 finding")),
            count => self
                .render()
                .note(format_args!("{checks}: {count} findings")),
        }
    }
}

/// What kernels are to tell of.
fn watch(checks: Checks) -> Watch {
    match (checks.is_empty(), checks.counts_traffic()) {
        (true, _) => Watch::Nothing,
        (_, true) => Watch::AccessesAndOperations,
        _ => Watch::Accesses,
    }
}

fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}
