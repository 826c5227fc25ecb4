//! Programs that user code has compiled while it runs.

use std::sync::Arc;
use std::thread;

use super::{Executor, ModuleSender, Shared};
use crate::lock::lock;
use crate::wire::{ProgramMade, ProgramSource, Request};

/// What compiles programs. It is called on a thread of its own, at any time.
pub type ProgramCompiler = Arc<dyn Fn(&ProgramSource) -> ProgramMade + Send + Sync>;

/// Bytes of stack of such a thread: as much as a process's first thread has.
const STACK_BYTES: usize = 8 << 20;

impl Executor {
    /// From now on this compiles what user code asks for.
    pub fn compile_programs_with(&self, compiler: ProgramCompiler) {
        *lock(&self.shared.compiler) = Some(compiler);
    }
}

/// Has a program compiled, and the executor told what came of it.
pub(super) fn compile(source: ProgramSource, shared: &Shared, sender: &ModuleSender) {
    let number = source.number;
    let refused = |log: &str| {
        let log = log.to_owned();
        let made = ProgramMade {
            number,
            log,
            ..ProgramMade::default()
        };
        sender.send(&Request::Compiled(Box::new(made)));
    };
    let Some(compiler) = lock(&shared.compiler).clone() else {
        return refused("there is no compiler here\n");
    };
    let to = sender.clone();
    let work = move || {
        let made = ProgramMade {
            number,
            ..compiler(&source)
        };
        to.send(&Request::Compiled(Box::new(made)));
    };
    let started = thread::Builder::new()
        .name("program-compiler".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(work);
    if let Err(error) = started {
        refused(&format!("there is no thread to compile it: {error}\n"));
    }
}
