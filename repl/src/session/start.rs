//! How a session starts.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use devicecc::Compiler;
use devicecc::targets::{self, Found, KernelTarget, Watch};
use jit_api::client::Executor;
use kernels_cache::{BYTES_MAX_DEFAULT, Cache};

use super::Session;
use super::parts::Beginning;
use super::parts::executors::{Executors, Starting};
use super::preparing::Preparing;
use super::sanitize::CPU_ONLY;
use super::toolkit;
use crate::images;
use crate::interrupt::Interrupt;
use crate::render::Render;
use crate::settings::{Faults, Settings};
use crate::workers::Workers;

impl Session {
    /// Starts the compiler and the executor side by side, and loads the libraries asked for. On a GPU that an earlier session has found it does not wait
    /// for the executor: `settle` does, before the first cell runs.
    pub fn start(
        settings: Settings,
        render: Render,
        interrupt: Interrupt,
    ) -> anyhow::Result<Session> {
        let session = Session::start_with(settings, render, interrupt, targets::recall)?;
        for directory in &session.settings().compiler.include_dirs {
            session.tell_searched_last(directory);
        }
        Ok(session)
    }

    /// Says that an `-I` is not taken as a compiler would take it.
    pub(super) fn tell_searched_last(&self, directory: &Path) {
        if self.settings().compiler.is_searched_last(directory) {
            self.render().note(format_args!(
                "`-I {}` has a CUDA toolkit's headers: Chevron's own come first (`--headers toolkit` reads a toolkit's, on an NVIDIA GPU)",
                directory.display()
            ));
        }
    }

    fn start_with(
        mut settings: Settings,
        render: Render,
        interrupt: Interrupt,
        recall: impl FnOnce(&Cache, &str) -> Option<Found>,
    ) -> anyhow::Result<Session> {
        let cache = open_cache(settings.cache_dir.as_deref(), &render);
        if settings.device == "auto" && !targets::driver_loaded() {
            settings.device = "cpu".to_owned();
        }
        toolkit::choose(&mut settings)?;
        // Its process starts while the compiler does.
        let mut executor = Executor::spawn(&settings.executor())?;
        let (target, starting) = choose_target(&mut settings, &mut executor, &cache, recall)?;
        settings.compiler.device = target.device();
        settings.compiler.toolkit_isa = target.facts().toolkit_isa;
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let workers = Workers::start(threads, cache.clone(), target)
            .context("no threads to compile kernels")?;
        workers.without_drafts(settings.faults == Faults::Full);
        let mut compiler = start_compiler(&settings, &cache, &render)?;
        let prelude = compiler.prelude().context("the prelude did not compile")?;
        let mut session = Session::of(Beginning {
            settings,
            render,
            interrupt,
            cache,
            compiler,
            executors: Executors::new(executor, starting),
            workers,
        });
        let mut first = session.image(&prelude)?;
        first.run = true;
        session.newest_mut().begin();
        session.executors_mut().set_prelude(first);
        session.workers().submit(prelude.number, prelude.kernels);
        if !session.executors().is_starting() {
            session.executor_mut().wait_ready()?;
            session.attach()?;
            session.keep_checkpoints();
        }
        session.keep_spare();
        for library in session.settings().libraries.clone() {
            if let Some(error) = session.load_library(&library)? {
                anyhow::bail!("library `{library}`: {error}");
            }
        }
        Ok(session)
    }

    /// Waits until the executor can serve, if it has not been waited for. True if its device is another one than was expected: the session has been begun
    /// anew, and what was compiled before is for nothing.
    pub(super) fn settle(&mut self) -> anyhow::Result<bool> {
        let Some(Starting { device, expected }) = self.executors_mut().take_starting() else {
            return Ok(false);
        };
        self.executor_mut().wait_ready()?;
        if images::found(self.executor().target()) == expected {
            self.attach()?;
            self.keep_checkpoints();
            return Ok(false);
        }
        let settings = Settings {
            device,
            ..self.settings().clone()
        };
        let (render, interrupt) = (self.render().clone(), self.interrupt());
        let mut fresh = Session::start_with(settings, render, interrupt, |_, _| None)?;
        fresh.asked_for_as(self);
        *self = fresh;
        Ok(true)
    }
}

/// What kernels are compiled for. On a GPU that an earlier session has found the executor is not waited for, who has yet to tell of it.
fn choose_target(
    settings: &mut Settings,
    executor: &mut Executor,
    cache: &Cache,
    recall: impl FnOnce(&Cache, &str) -> Option<Found>,
) -> anyhow::Result<(Arc<dyn KernelTarget>, Option<Starting>)> {
    let device = settings.device.clone();
    let recalled = recall(cache, &device).and_then(|expected| {
        // If that does not do, what there is now may.
        let mut tried = settings.clone();
        let target = kernel_target(&mut tried, expected).ok()?;
        *settings = tried;
        Some((target, Starting { device, expected }))
    });
    let (target, starting) = match recalled {
        Some((target, starting)) => (target, Some(starting)),
        None => (found_target(settings, executor, cache)?, None),
    };
    if !settings.sanitize.is_empty() && !target.watch(Watch::Accesses) {
        anyhow::bail!(CPU_ONLY);
    }
    if settings.compiler.debug && !target.debug() {
        anyhow::bail!(super::debug::CPU_ONLY);
    }
    Ok((target, starting))
}

/// The compiler. While it prepares its headers, which may take seconds, a person at the prompt is told.
fn start_compiler(settings: &Settings, cache: &Cache, render: &Render) -> anyhow::Result<Compiler> {
    let preparing = RefCell::new(None);
    let tell_preparing = || {
        if !settings.at_prompt {
            return;
        }
        let once = match cache.directory() {
            Some(_) => "once; it takes",
            None => "at each start, as there is no cache; it takes",
        };
        render.note(format_args!(
            "the headers are prepared, {once} some seconds"
        ));
        preparing.replace(Preparing::start(render));
    };
    let compiler = Compiler::new_telling(&settings.compiler, cache, &tell_preparing)
        .context("the compiler did not start");
    drop(preparing.take());
    compiler
}

/// What kernels are compiled for. Where that depends on the machine's GPU this waits for the executor to tell, and keeps it for the next session.
fn found_target(
    settings: &mut Settings,
    executor: &mut Executor,
    cache: &Cache,
) -> anyhow::Result<Arc<dyn KernelTarget>> {
    let device = settings.device.as_str();
    if matches!(device, "cpu" | "null") || device.starts_with("cpu:") {
        return kernel_target(settings, Found::Host);
    }
    executor.wait_ready()?;
    let found = images::found(executor.target());
    targets::remember(cache, device, found);
    kernel_target(settings, found)
}

/// What kernels are compiled for on an executor with this device; `auto` becomes what it stands for.
fn kernel_target(settings: &mut Settings, found: Found) -> anyhow::Result<Arc<dyn KernelTarget>> {
    if settings.device == "auto" {
        settings.device = found.device().to_owned();
    }
    toolkit::check(settings, found)?;
    Ok(targets::of(found, &settings.target_options())?)
}

/// A cache that cannot be opened is no reason not to start.
fn open_cache(directory: Option<&Path>, render: &Render) -> Cache {
    let Some(directory) = directory else {
        return Cache::disabled();
    };
    Cache::open(directory, BYTES_MAX_DEFAULT).unwrap_or_else(|error| {
        render.warning(format_args!(
            "no cache in `{}`: {error}",
            directory.display()
        ));
        Cache::disabled()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::CellEnd;

    /// It goes on as a session on the device that there is; the command line's own settings and the user's stay.
    /// Cargo puts test programs one folder below what it builds.
    fn built_executor() -> std::path::PathBuf {
        let ours = std::env::current_exe().expect("this program has a path");
        let built = ours.parent().and_then(std::path::Path::parent);
        built.expect("it lies in `deps`").join("chevron-executor")
    }

    #[test]
    fn a_session_that_expected_another_device_is_begun_anew() {
        let words = ["--device", "cpu", "--no-cache", "-D", "GIVEN=3"];
        let settings = crate::cli::settings_of(&words);
        let gpu = Found::Cuda {
            architecture: 90,
            driver: 13_000,
        };
        jit_api::client::use_program(built_executor());
        let render = Render::new(true, crate::settings::Color::Auto);
        let recall = |_: &Cache, _: &str| Some(gpu);
        let mut session = Session::start_with(settings, render, Interrupt::default(), recall)
            .expect("nothing is asked of the device yet");
        session.set_sync(false);
        for text in [
            "__global__ void k(int *p) { *p = GIVEN; }\nint *p; cudaMallocManaged(&p, 4);",
            "k<<<1, 1>>>(p); cudaDeviceSynchronize();",
            "if (*p != 3) throw 1;",
        ] {
            let end = session.run_cell(text, devicecc::Source::Prompt, None);
            let end = end.expect("the session goes on");
            assert!(matches!(end, CellEnd::Done { .. }), "{text}");
        }
        assert_eq!(session.cells().len(), 3);
        assert_eq!(session.initial().device, "cpu");
        assert!(!session.settings().sync && session.initial().sync);
        session.close();
    }
}
