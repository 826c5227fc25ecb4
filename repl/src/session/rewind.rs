//! Going back: cells taken back, a session begun anew, cells run again.

use std::sync::Arc;

use anyhow::Context;
use devicecc::{Compiler, Source};

use super::{Committed, Session};

impl Session {
    /// How many cells the newest one that defined or changed something makes with the looks after it; 0 if there is none.
    pub fn cells_since_change(&self) -> usize {
        let newest = self.cells().iter().rposition(|cell| !cell.is_look());
        newest.map_or(0, |at| self.cells().len() - at)
    }

    /// Takes the newest cells back, what they redefined comes back. Gives the numbers of the first and the last of them; `None` if
    /// there are none. What their code did to variables of earlier cells stays done.
    ///
    /// `Err`: the session cannot go on.
    pub fn undo(&mut self, cells: usize) -> anyhow::Result<Option<(u32, u32)>> {
        let kept = self.cells().len().saturating_sub(cells);
        let (Some(first), Some(last)) = (self.cells().get(kept), self.cells().last()) else {
            return Ok(None);
        };
        let (first, last) = (first.number, last.number);
        self.compiler_mut().give_up(first);
        // No image of theirs may come after the executor has forgotten them: their numbers are given again.
        self.workers().forget_from(first);
        self.take_reports();
        let count = u32::try_from(self.cells().len() - kept)?;
        self.cells_mut().truncate(kept);
        *self.newest_mut().timings_mut() = Default::default();
        self.take_back_from(first, count)?;
        Ok(Some((first, last)))
    }

    /// A session as it was at its start: no cells, the flags and libraries of the command line, a new executor. Static destructors
    /// of the old one run. False if they did not come to a good end; the user has been told.
    pub fn reset(&mut self) -> anyhow::Result<bool> {
        let fresh = Session::start(
            self.initial().clone(),
            self.render().clone(),
            self.interrupt(),
        )?;
        Ok(std::mem::replace(self, fresh).close())
    }

    /// A new executor with all definitions; the values of variables are lost, and the user is told which.
    pub fn restart_executor(&mut self) -> anyhow::Result<()> {
        self.restart()
    }

    /// Runs cells again: all of them in a new executor, or those from `first` on in this one, once they are taken back. Cells that
    /// failed when they ran are linked and not run. True if all that ran succeeded.
    pub fn replay(&mut self, first: Option<u32>) -> anyhow::Result<bool> {
        let begin = self
            .cells()
            .partition_point(|cell| Some(cell.number) < first);
        let again: Vec<(Arc<str>, Source, bool)> =
            self.cells()[begin..].iter().map(replayed).collect();
        match first {
            Some(_) => {
                self.undo(again.len())?;
            }
            None => self.clear()?,
        }
        let mut good = true;
        for (text, source, failed) in again {
            let end = if failed {
                self.link_cell(text, source)
            } else {
                self.run_cell(text, source, None)
            };
            good &= matches!(end?, super::CellEnd::Done { .. });
            if self.interrupted() {
                break;
            }
        }
        Ok(good)
    }

    /// No cells, a new executor; flags and libraries stay.
    fn clear(&mut self) -> anyhow::Result<()> {
        self.settle()?;
        let mut compiler = Compiler::new(&self.settings().compiler, self.cache())
            .context("the compiler did not start again")?;
        compiler.prelude()?;
        self.workers().forget_from(1);
        self.take_reports();
        *self.compiler_mut() = compiler;
        self.cells_mut().truncate(0);
        self.start_executor()?;
        self.keep_checkpoints();
        Ok(())
    }
}

fn replayed(cell: &Committed) -> (Arc<str>, Source, bool) {
    (
        cell.text.clone(),
        cell.facts.source.origin().clone(),
        cell.failed,
    )
}
