//! How a session starts.

use std::path::Path;

use anyhow::Context;
use devicecc::Compiler;
use jit::client::Executor;
use jit::wire::{CellImage, Target};
use kernels_cache::{BYTES_MAX_DEFAULT, Cache};

use super::Session;
use super::spare::Spare;
use super::timing::Timings;
use super::toolkit;
use crate::interrupt::Interrupt;
use crate::kernel_target::{self, KernelTarget};
use crate::render::Render;
use crate::settings::Settings;
use crate::workers::Workers;

impl Session {
    /// Starts the compiler and the executor side by side, and loads the libraries asked for.
    pub fn start(
        settings: Settings,
        render: Render,
        interrupt: Interrupt,
    ) -> anyhow::Result<Session> {
        let cache = open_cache(settings.cache_dir.as_deref(), &render);
        let mut settings = settings;
        if settings.device == "auto" && !kernel_target::nvidia_driver_loaded() {
            settings.device = "cpu".to_owned();
        }
        toolkit::choose(&mut settings)?;
        // Its process starts while the compiler does.
        let mut executor = Executor::spawn(&settings.device, settings.runtime_library())?;
        let target = kernel_target(&mut settings, &mut executor)?;
        settings.compiler.device = target.device();
        settings.compiler.ptx = target.ptx();
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let workers = Workers::start(threads, cache.clone(), target)
            .context("no threads to compile kernels")?;
        let mut compiler =
            Compiler::new(&settings.compiler, &cache).context("the compiler did not start")?;
        let prelude = compiler.prelude().context("the prelude did not compile")?;
        executor.wait_ready()?;
        let mut session = Session {
            libraries: Vec::new(),
            prelude: CellImage::default(),
            cells: Vec::new(),
            timings: Timings::default(),
            objects_compiled: 0,
            running_mark: None,
            interrupted: false,
            initial: settings.clone(),
            settings,
            render,
            interrupt,
            cache,
            compiler,
            executor,
            workers,
            spare: None,
        };
        session.prelude = session.image(&prelude, &mut Timings::default())?;
        session.workers.submit(prelude.number, prelude.kernels);
        session.prelude.run = true;
        session.attach()?;
        session.keep_checkpoints();
        // The null device writes down what is asked of it, and would do so twice.
        if session.settings.spare && session.settings.device != "null" {
            let prelude = session.prelude.clone();
            session.spare = Spare::keep(&session.settings, prelude).ok();
        }
        for library in session.settings.libraries.clone() {
            if let Some(error) = session.load_library(&library)? {
                anyhow::bail!("library `{library}`: {error}");
            }
        }
        Ok(session)
    }
}

/// What kernels are compiled for. Where that depends on the machine's GPU this waits for the executor to tell; `auto` becomes what it
/// has found.
fn kernel_target(settings: &mut Settings, executor: &mut Executor) -> anyhow::Result<KernelTarget> {
    let device = settings.device.as_str();
    if matches!(device, "cpu" | "null") || device.starts_with("cpu:") {
        toolkit::check(settings, Target::Host)?;
        return KernelTarget::of(Target::Host, settings);
    }
    executor.wait_ready()?;
    let target = executor.target();
    if settings.device == "auto" {
        settings.device = match target {
            Target::Host => "cpu",
            Target::Cuda { .. } => "cuda:0",
        }
        .to_owned();
    }
    toolkit::check(settings, target)?;
    KernelTarget::of(target, settings)
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
