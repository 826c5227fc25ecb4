//! After the executor has ended, or the compiler has failed: a new one, with everything that is committed.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Context, bail};
use devicecc::Compiler;
use devicecc::cell::ItemKind;
use jit_api::wire::{KernelPlace, Outcome};

use super::Session;
use super::parts::Apart;
use crate::render::listed;
use crate::settings::Faults;

/// How many names a note lists before it only counts.
const NAMES_MAX: usize = 8;

impl Session {
    /// Gives a new executor the kernels there are, and runs the prelude in it.
    pub(super) fn attach(&mut self) -> anyhow::Result<()> {
        self.workers().attach(self.executor().modules());
        self.serve_programs();
        self.tell_checks();
        self.executors_mut().run_prelude()
    }

    /// If the executor has ended since the last cell, says how, and starts a new one.
    pub(super) fn revive(&mut self) -> anyhow::Result<()> {
        self.settle()?;
        self.await_linked();
        if let Some(death) = self.executor().ended() {
            self.tell_death(None, &death, None);
            self.recover(None)?;
        }
        Ok(())
    }

    /// Keeps a spare executor from now on, if there is to be one.
    pub(super) fn keep_spare(&mut self) {
        let settings = self.settings().clone();
        self.executors_mut().keep_spare(&settings);
    }

    /// Faults on a GPU tell so much in the executors that are started from now on.
    pub fn set_faults(&mut self, faults: Faults) {
        if self.settings().faults != faults {
            self.settings_mut().faults = faults;
            self.workers().without_drafts(faults == Faults::Full);
            self.keep_spare();
        }
    }

    /// Starts a new executor in the place of one that has ended, and tells what was lost.
    pub(super) fn restart(&mut self) -> anyhow::Result<()> {
        self.restart_after(None)
    }

    /// Likewise, after a fault on a GPU, of which the new executor's driver helps to tell the lines.
    pub(super) fn restart_after(&mut self, fault: Option<&KernelPlace>) -> anyhow::Result<()> {
        self.settle()?;
        self.start_executor()?;
        if let Some(place) = fault {
            self.tell_kernel_place(place);
        }
        loop {
            let Apart {
                executor, cells, ..
            } = self.apart();
            let (outcomes, death) = executor.link_all(cells.iter().map(|cell| cell.linkable()));
            for (at, outcome) in outcomes.iter().enumerate() {
                if *outcome != Outcome::Done {
                    let number = self.cells()[at].number;
                    self.render().warning(format_args!(
                        "the code of cell {number} could not be linked again and is gone"
                    ));
                    self.cells_mut().drop_code(number);
                }
            }
            let Some(death) = death else { break };
            let number = self.cells()[outcomes.len()].number;
            self.render().warning(format_args!(
                "cell {number} ends the executor when it is linked ({death}); its code is gone"
            ));
            self.cells_mut().drop_code(number);
            self.start_executor()?;
        }
        let newest = self.cells().newest_number();
        self.heap_mut().start(newest + 1);
        self.keep_checkpoints();
        self.tell_losses();
        Ok(())
    }

    pub(super) fn start_executor(&mut self) -> anyhow::Result<()> {
        self.shown_last_mut()
            .lose("the executor that had it has ended");
        let settings = self.settings().clone();
        if self.executors_mut().replace(&settings)? {
            self.workers().attach(self.executor().modules());
            self.serve_programs();
            self.tell_checks();
        } else {
            self.attach()?;
        }
        for library in self.libraries().to_vec() {
            match self.executor_mut().library(&library) {
                Ok(None) => {}
                Ok(Some(error)) => self.render().warning(format_args!(
                    "library `{library}` could not be loaded again: {error}"
                )),
                Err(death) => bail!("the executor ended while it loaded `{library}`: {death}"),
            }
        }
        Ok(())
    }

    fn tell_losses(&self) {
        let items = self.cells().iter().flat_map(|cell| cell.items());
        let mut told = HashSet::new();
        // A name that was defined again is told once.
        let variables = items.filter(|item| {
            matches!(item.kind, ItemKind::Variable | ItemKind::DeviceVariable)
                && told.insert(&item.name)
        });
        let names: Vec<String> = variables.map(|item| format!("`{}`", item.name)).collect();
        let lost = match listed(&names, NAMES_MAX) {
            None => String::new(),
            Some(all) if names.len() <= NAMES_MAX => {
                format!("; the values of these variables are lost: {all}")
            }
            Some(some) => format!("; the values of {some} variables are lost"),
        };
        self.render().note(format_args!(
            "a new executor runs with all definitions{lost}"
        ));
    }

    /// Builds the compiler anew from the committed cells; the session stays with the old one if that fails.
    pub(super) fn rebuild_compiler(&mut self) -> anyhow::Result<()> {
        let mut compiler = Compiler::new(&self.settings().compiler, self.cache())
            .context("the compiler did not start again")?;
        compiler.prelude()?;
        compiler.read_files_as(self.compiler());
        for cell in self.cells() {
            let again = compiler.compile(Arc::clone(&cell.text), &cell.facts.source)?;
            match again {
                Ok(again) if again.number == cell.number => {}
                Ok(again) => bail!(
                    "cell {} came back as cell {} when the compiler was built anew",
                    cell.number,
                    again.number
                ),
                Err(rejected) => {
                    self.render().diagnostics(&rejected.rendered);
                    bail!(
                        "cell {} does not compile any more, so the compiler could not be built anew",
                        cell.number
                    );
                }
            }
        }
        *self.compiler_mut() = compiler;
        self.serve_programs();
        Ok(())
    }
}
