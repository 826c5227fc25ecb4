//! Checkpoints: a cell that ends the executor is taken back, variables and all.

use jit_api::client::Restored;
use jit_api::wire::{Checkpoint, NoCheckpoint};

use super::{Committed, Session};
use crate::settings::Keep;

/// Memory of the executor's own up to which checkpoints are kept if nothing else is asked for, bytes. Beyond it, writing to all of it
/// again after a checkpoint takes as long as people notice.
pub const BYTES_MAX_DEFAULT: u64 = 256 << 20;

/// How long the executor must have had nothing to do before a checkpoint is made if nothing else is asked for, milliseconds: who types
/// takes longer, and a script, whose cells follow each other at once, does not wait for one.
const QUIET_MS: u32 = 10;

impl Session {
    /// From now on checkpoints are kept like this.
    pub fn set_checkpoint(&mut self, keep: Keep) {
        self.settings_mut().checkpoint = keep;
        self.keep_checkpoints();
    }

    /// The executor's newest checkpoint, or why there is none.
    pub fn checkpoint(&self) -> Result<Checkpoint, NoCheckpoint> {
        self.executor().checkpoint()
    }

    /// Tells the executor whether to keep checkpoints. A driver's context cannot be copied with the process, and the null device has
    /// nothing to keep.
    pub(super) fn keep_checkpoints(&mut self) {
        if !self.settings().device.starts_with("cpu") {
            return;
        }
        let (bytes_max, quiet_ms) = match self.settings().checkpoint {
            Keep::Off => (0, 0),
            Keep::Auto => (BYTES_MAX_DEFAULT, QUIET_MS),
            Keep::On => (u64::MAX, 0),
        };
        self.executor_mut().keep_checkpoints(bytes_max, quiet_ms);
    }

    /// After the executor has ended: goes back to its checkpoint, or, if there is none, starts another with all definitions and tells
    /// what is lost. `running`: the cell that ended it; with a checkpoint it is taken back.
    pub(super) fn recover(&mut self, running: Option<Committed>) -> anyhow::Result<()> {
        let cell = running.as_ref().map(|cell| cell.number);
        if self.heap_is_lost(cell) {
            return self.go_on_without(running);
        }
        match self.executor_mut().restore(cell) {
            Ok(restored) => self.go_on(cell, restored),
            Err(reason) => {
                self.go_on_without(running)?;
                if let Some(reason) = in_words(&reason) {
                    self.render().note(format_args!(
                        "there was no checkpoint to go back to: {reason}"
                    ));
                }
                Ok(())
            }
        }
    }

    /// A new executor goes on without the old one's values.
    fn go_on_without(&mut self, running: Option<Committed>) -> anyhow::Result<()> {
        if let Some(mut running) = running {
            running.failed = true;
            self.cells_mut().keep(running);
        }
        self.restart()
    }

    /// The executor is its own checkpoint: the rest of the session goes back as well.
    fn go_on(&mut self, cell: Option<u32>, restored: Restored) -> anyhow::Result<()> {
        if let Some(cell) = cell {
            self.compiler_mut().give_up(cell);
            // No image of its kernels may come to the executor that does not know it.
            self.workers().forget_from(cell);
            self.take_reports();
        }
        self.workers()
            .go_on_with(self.executor().modules(), restored.kernels);
        self.tell_checks();
        if let Some(cell) = cell {
            for kernel in self.take_back_in_compiler(cell, 1)? {
                self.workers().submit(kernel.cell, vec![kernel]);
            }
        }
        match cell {
            Some(cell) => self.render().note(format_args!(
                "cell {cell} is taken back: all variables are as they were before it"
            )),
            None => self
                .render()
                .note("the executor goes on: all variables are as they were"),
        }
        if restored.shared_bytes > 0 {
            self.render().note(
                "memory that the executor shares with other processes (`MAP_SHARED`) is as the cell left it",
            );
        }
        Ok(())
    }
}

/// Why there was no checkpoint; none if none was asked for.
fn in_words(reason: &NoCheckpoint) -> Option<String> {
    let mebibytes = |bytes: &u64| bytes >> 20;
    Some(match reason {
        NoCheckpoint::Off => return None,
        NoCheckpoint::Threads(1) => "a thread of the program was running".to_owned(),
        NoCheckpoint::Threads(count) => format!("{count} threads of the program were running"),
        NoCheckpoint::Busy => "streams still had work to do when the cell began".to_owned(),
        NoCheckpoint::AtOnce => {
            "the cell began right after another one (`%checkpoint on` makes one all the same)"
                .to_owned()
        }
        NoCheckpoint::Large { bytes, bytes_max } => format!(
            "the executor held {} MiB and checkpoints are kept of {} MiB at most (`%checkpoint on` lifts that)",
            mebibytes(bytes),
            mebibytes(bytes_max)
        ),
        NoCheckpoint::Refused(message) => message.clone(),
        NoCheckpoint::TooLate => "the executor ended too early".to_owned(),
        NoCheckpoint::Gone => "its process had ended, too".to_owned(),
    })
}
