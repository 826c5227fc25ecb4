//! What workers and the executor tell of kernels while cells run: times, counts, and code objects for the cache.

use std::time::{Duration, Instant};

use jit_api::client::CodeObjects;
use kernels_cache::Cache;

use super::Session;
use super::timing::Timings;
use crate::interrupt::{Interrupt, Stop};
use crate::render::Render;
use crate::workers::Workers;

/// How long `%time` waits for the executor to make code objects.
const ASSEMBLY_WAIT_MAX: Duration = Duration::from_millis(500);

impl Session {
    /// Where the last cell's time went, its kernels' compilation included, which is waited for.
    pub fn timings(&mut self) -> &Timings {
        self.await_linked();
        let number = self.newest().timings().number;
        await_kernels(&self.interrupt(), self.workers(), |it| it.wait(number));
        self.newest_mut().timings_mut().closures = self.workers().closures_took(number);
        self.take_reports();
        let start = Instant::now();
        while self.newest().timings().assembling() && start.elapsed() < ASSEMBLY_WAIT_MAX {
            std::thread::sleep(Duration::from_millis(1));
            self.take_code_objects();
        }
        // They come as threads finish them.
        let timings = self.newest_mut().timings_mut();
        timings.kernels.sort_by(|a, b| a.display.cmp(&b.display));
        timings.dependents.sort_unstable();
        self.newest().timings()
    }

    /// Numbers for test runners, once all kernels are compiled.
    pub fn counts_line(&self) -> String {
        await_kernels(&self.interrupt(), self.workers(), Workers::wait_all);
        let counts = self.workers().counts();
        format!(
            "kernels_compiled={} kernels_cached={} objects_compiled={}",
            counts.compiled,
            counts.cached,
            self.objects_compiled()
        )
    }

    /// Keeps the last cell's reports for `%time`. That a kernel could not be compiled is told by the cells that launch it.
    pub(super) fn take_reports(&mut self) {
        for report in self.workers().take_reports() {
            if report.cell == self.newest().timings().number {
                self.newest_mut().timings_mut().kernels.push(report);
            }
        }
        self.take_code_objects();
        let mut said = self.cache().take_log();
        said.extend(self.executor_mut().take_log());
        for line in said {
            self.render().note(line);
        }
    }

    fn take_code_objects(&mut self) {
        let made = self.executor().code_objects();
        for (key, took) in keep_code_objects(&made, self.workers(), self.cache(), self.render()) {
            let kernels = self.newest_mut().timings_mut().kernels.iter_mut();
            for kernel in kernels.filter(|it| it.code_object.as_ref() == Some(&key)) {
                kernel.assembled = Some(took);
            }
        }
    }
}

/// Waits for kernels, as long as nobody interrupts: then those that are being compiled are given up.
pub(super) fn await_kernels(interrupt: &Interrupt, workers: &Workers, wait: impl FnOnce(&Workers)) {
    let stop = Stop {
        ask: Some(workers.stopper()),
        end: None,
    };
    interrupt.during(stop, || wait(workers));
}

/// Code objects that the executor's driver has made go into the cache, and to the next executor; gives their names, and how long
/// making them took.
pub(super) fn keep_code_objects(
    made: &CodeObjects,
    workers: &Workers,
    cache: &Cache,
    render: &Render,
) -> Vec<(String, Duration)> {
    let mut names = Vec::new();
    for object in made.take() {
        workers.code_object(&object.key, &object.bytes);
        names.push((object.key.clone(), object.made));
        if let Err(error) = workers
            .target()
            .keep_code_object(cache, &object.key, object.bytes)
        {
            render.warning(format_args!("{error:#}"));
        }
    }
    names
}
