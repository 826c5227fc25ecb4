//! The executor that runs the cells, the one that stands by, and what each new one gets.

use anyhow::{Context, bail};
use devicecc::targets::Found;
use jit_api::client::{Ended, Executor};
use jit_api::wire::{CellImage, Outcome};

use super::spare::Spare;
use crate::settings::Settings;

/// An executor that has not yet told what its device is.
pub(in crate::session) struct Starting {
    /// The device as it was asked for.
    pub(in crate::session) device: String,
    /// What the compiler has been told.
    pub(in crate::session) expected: Found,
}

/// The executors of a session.
pub(in crate::session) struct Executors {
    current: Executor,
    spare: Option<Spare>,
    /// Set until the current one has been waited for.
    starting: Option<Starting>,
    prelude: CellImage,
    /// Libraries that are loaded.
    libraries: Vec<String>,
}

impl Executors {
    /// `starting`: the executor has not told yet what its device is.
    pub(in crate::session) fn new(current: Executor, starting: Option<Starting>) -> Executors {
        Executors {
            current,
            spare: None,
            starting,
            prelude: CellImage::default(),
            libraries: Vec::new(),
        }
    }

    /// The one that runs the cells.
    pub(in crate::session) fn current(&self) -> &Executor {
        &self.current
    }

    pub(in crate::session) fn current_mut(&mut self) -> &mut Executor {
        &mut self.current
    }

    /// Has nobody waited for it yet?
    pub(in crate::session) fn is_starting(&self) -> bool {
        self.starting.is_some()
    }

    /// From now on it is waited for.
    pub(in crate::session) fn take_starting(&mut self) -> Option<Starting> {
        self.starting.take()
    }

    /// The first cell of each one.
    pub(in crate::session) fn set_prelude(&mut self, prelude: CellImage) {
        self.prelude = prelude;
    }

    /// Runs the prelude in the current one.
    pub(in crate::session) fn run_prelude(&mut self) -> anyhow::Result<()> {
        match self.current.run(self.prelude.clone(), &mut |_| {}) {
            Ended::Finished {
                outcome: Outcome::Done,
                ..
            } => Ok(()),
            Ended::Finished { outcome, .. } => bail!("the prelude did not run: {outcome:?}"),
            // It may have said why.
            Ended::Died(death) => match self.current.take_log().pop() {
                Some(said) => bail!("{said}"),
                None => bail!("the executor ended while it ran the prelude: {death}"),
            },
        }
    }

    /// Keeps a spare one from now on, if there is to be one. The null device writes down what is asked of it, and would do so twice.
    pub(in crate::session) fn keep_spare(&mut self, settings: &Settings) {
        let wanted = settings.spare && settings.device != "null";
        let kept = wanted.then(|| Spare::keep(settings, self.prelude.clone()));
        self.spare = kept.and_then(Result::ok);
    }

    /// A cell is entered: the spare one does not start beside it.
    pub(in crate::session) fn cell_entered(&self) {
        if let Some(spare) = &self.spare {
            spare.cell_entered();
        }
    }

    /// The cell has ended.
    pub(in crate::session) fn cell_ended(&self) {
        if let Some(spare) = &self.spare {
            spare.cell_ended();
        }
    }

    /// Another one takes the current one's place. True: it has run the prelude.
    ///
    /// # Errors
    /// None could be started.
    pub(in crate::session) fn replace(&mut self, settings: &Settings) -> anyhow::Result<bool> {
        if let Some(spare) = self.spare.as_ref().and_then(Spare::take) {
            self.current = spare;
            return Ok(true);
        }
        self.current = Executor::start_with(&settings.executor())
            .context("no new executor could be started")?;
        Ok(false)
    }

    /// Libraries that are loaded: a new one gets them too.
    pub(in crate::session) fn libraries(&self) -> &[String] {
        &self.libraries
    }

    /// This one is loaded.
    pub(in crate::session) fn keep_library(&mut self, name: String) {
        self.libraries.push(name);
    }
}
