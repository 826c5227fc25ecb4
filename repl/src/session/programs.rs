//! Programs that user code has compiled while it runs, as NVRTC does: on threads of their own, beside the session.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use devicecc::cell::{Kernel, Variable};
use devicecc::program::{self, Program, ProgramText};
use devicecc::targets::KernelTarget;
use devicecc::{Options, emit};
use jit_api::wire::{Edition, KernelImage, ProgramCode, ProgramMade, ProgramSource, VariableImage};
use kernels_cache::Cache;

use super::Session;
use crate::images;

/// What HIP's programs have without including it.
const HIP_HEADER: &str = "hip/hip_runtime.h";

impl Session {
    /// The executor has programs compiled as this session's cells are.
    pub(super) fn serve_programs(&self) {
        let compiler = Programs {
            options: self.settings().compiler.clone(),
            cache: self.cache().clone(),
            target: self.workers().shared_target(),
        };
        let compile = move |source: &ProgramSource| compiler.compile(source);
        self.executor().compile_programs_with(Arc::new(compile));
    }
}

/// What a program is compiled with.
pub(crate) struct Programs {
    /// How its text is read.
    pub(crate) options: Options,
    /// Of kernels.
    pub(crate) cache: Cache,
    /// What makes code of its kernels.
    pub(crate) target: Arc<dyn KernelTarget>,
}

impl Programs {
    /// Whatever goes wrong is the program's log, and nobody else's.
    fn compile(&self, source: &ProgramSource) -> ProgramMade {
        let made = catch_unwind(AssertUnwindSafe(|| self.compiled(source)));
        let made = made.unwrap_or_else(|_| {
            Err("the compiler panicked; this is an error of Chevron".to_owned())
        });
        made.unwrap_or_else(|log| ProgramMade {
            log,
            ..ProgramMade::default()
        })
    }

    /// A program's code; or what is wrong with it, as NVRTC words it.
    pub(crate) fn compiled(&self, source: &ProgramSource) -> Result<ProgramMade, String> {
        let failed = |error: devicecc::Error| internal(&source.name, &format!("{error:#}"));
        let text = text_of(source);
        let program = program::compile(&self.options, &self.cache, &text).map_err(failed)??;
        let Program {
            kernels,
            variables,
            thunks,
            lowered,
            warnings,
        } = program;
        let variables = variables.iter().map(|it| self.variable(it));
        let code = ProgramCode {
            variables: variables.collect::<Result<_, _>>().map_err(failed)?,
            kernels: self.kernels(&source.name, &kernels)?,
            thunks: self.kernels(&source.name, &thunks)?,
        };
        Ok(ProgramMade {
            number: 0,
            code: Some(code),
            log: if source.options.quiet {
                String::new()
            } else {
                warnings
            },
            lowered,
        })
    }

    fn variable(&self, variable: &Variable) -> Result<VariableImage, devicecc::Error> {
        let init = match &variable.init {
            Some(init) => Some(emit::variable_object(init, &self.cache)?),
            None => None,
        };
        let init = init.map(|it| (it.object, it.symbol));
        Ok(images::variable(variable, init))
    }

    /// The kernels' code, made on as many threads as there are processors.
    fn kernels(&self, program: &str, kernels: &[Kernel]) -> Result<Vec<KernelImage>, String> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut made = Vec::new();
            while let Some(kernel) = kernels.get(next.fetch_add(1, Ordering::Relaxed)) {
                made.push((kernel.symbol.clone(), self.kernel(kernel)));
            }
            made
        };
        let threads = thread::available_parallelism().map_or(1, |it| it.get());
        let mut made = thread::scope(|scope| {
            let more = 1..threads.min(kernels.len());
            let helpers: Vec<_> = more.map(|_| scope.spawn(work)).collect();
            let mut made = work();
            for helper in helpers {
                made.extend(helper.join().unwrap_or_default());
            }
            made
        });
        // Whoever made them, the program's image is the same.
        made.sort_by(|a, b| a.0.cmp(&b.0));
        let failed: Vec<String> = made
            .iter()
            .filter_map(|(symbol, image)| {
                let why = image.as_ref().err()?;
                let kernel = kernels.iter().find(|it| it.symbol == *symbol)?;
                Some(format!(
                    "{program}: error: kernel `{}`: {why}\n",
                    kernel.display
                ))
            })
            .collect();
        if made.len() < kernels.len() && failed.is_empty() {
            return Err(internal(program, "the code generator panicked"));
        }
        match failed.len() {
            0 => Ok(made.into_iter().filter_map(|it| it.1.ok()).collect()),
            errors => Err(failed.concat() + &program::count_of(errors, program)),
        }
    }

    fn kernel(&self, kernel: &Kernel) -> Result<KernelImage, String> {
        if kernel.closure.bitcode.is_empty() {
            return Err("LLVM crashed when it was cut out of the program's code".to_owned());
        }
        let made = self.target.optimised(kernel, &self.cache);
        let made = made.map_err(|error| format!("{error:#}"))?;
        Ok(images::kernel(0, kernel, Edition::Only, made))
    }
}

fn internal(program: &str, why: &str) -> String {
    format!("{program}: error: {why}\n{}", program::count_of(1, program))
}

fn text_of(source: &ProgramSource) -> ProgramText {
    let options = &source.options;
    let hip = options.hip.then(|| HIP_HEADER.to_owned());
    ProgramText {
        name: source.name.clone(),
        text: source.text.clone(),
        headers: source.headers.clone(),
        include_dirs: options.include_dirs.clone(),
        macros: options.macros.clone(),
        includes: hip.into_iter().chain(options.includes.clone()).collect(),
        standard: options.standard.clone(),
        for_device: options.for_device,
        unfused: options.unfused,
        names: source.names.clone(),
    }
}
