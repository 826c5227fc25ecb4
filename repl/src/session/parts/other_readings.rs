//! The session's cells read for other devices, kept for the next command that asks.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::bail;
use devicecc::Compiler;
use devicecc::cell::Kernel;

use crate::session::Committed;

/// One version of a kernel.
#[derive(Clone, Debug)]
pub struct Version {
    /// The cell that made it.
    pub cell: u32,
    /// The kernel's symbol, which another type of it changes.
    pub symbol: String,
    /// Its name for people.
    pub display: String,
    /// Its closure.
    pub closure: Arc<[u8]>,
    /// Threads of a block at most; 0 if it does not say.
    pub max_threads: u32,
}

/// A second compiler with the session's cells. No executor knows of it.
pub(in crate::session) struct OtherReading {
    /// What cells are read with.
    options: String,
    compiler: Compiler,
    /// The cells that it has read.
    read: Vec<(u32, Arc<str>)>,
    /// The kernels' versions, oldest first.
    versions: Vec<Version>,
}

/// Readings that are kept: who compares architectures asks for one after the other.
const KEPT_MAX: usize = 3;

/// The readings that were asked for last; that of the last answer stands at the end.
#[derive(Default)]
pub(in crate::session) struct OtherReadings(Vec<OtherReading>);

impl OtherReadings {
    /// That of the last answer.
    pub(in crate::session) fn newest(&mut self) -> Option<&mut OtherReading> {
        self.0.last_mut()
    }

    /// The one with these options, if it can go on to the cells that there are now. Others that cannot are forgotten.
    pub(in crate::session) fn take(
        &mut self,
        options: &str,
        cells: &[Committed],
    ) -> Option<OtherReading> {
        self.0.retain(|it| it.goes_on_to(cells));
        let at = self.0.iter().position(|it| it.options == options)?;
        Some(self.0.remove(at))
    }

    pub(in crate::session) fn keep(&mut self, reading: OtherReading) {
        if self.0.len() == KEPT_MAX {
            self.0.remove(0);
        }
        self.0.push(reading);
    }
}

impl OtherReading {
    /// It has read no cells.
    pub(in crate::session) fn new(options: String, compiler: Compiler) -> OtherReading {
        OtherReading {
            options,
            compiler,
            read: Vec::new(),
            versions: Vec::new(),
        }
    }

    pub(in crate::session) fn compiler_mut(&mut self) -> &mut Compiler {
        &mut self.compiler
    }

    /// Has it read these cells and others that came after them, and nothing else?
    fn goes_on_to(&self, cells: &[Committed]) -> bool {
        let mut both = self.read.iter().zip(cells);
        let same = both.all(|(read, cell)| read.0 == cell.number && *read.1 == *cell.text);
        self.read.len() <= cells.len() && same
    }

    /// Reads the cells that are new. What is wrong with one for this kind of device is an error.
    pub(in crate::session) fn go_on(
        &mut self,
        cells: &[Committed],
        device: &str,
    ) -> anyhow::Result<()> {
        for cell in &cells[self.read.len()..] {
            let made = self
                .compiler_mut()
                .compile(Arc::clone(&cell.text), &cell.facts.source)?;
            let made = match made {
                Ok(made) => made,
                Err(rejected) => {
                    let first = rejected.errors().next();
                    // What clang does not see is told as text alone.
                    let told = rejected.rendered.lines().next().unwrap_or("it is rejected");
                    let told = told.trim_start_matches("error: ");
                    let why = first.map_or(told, |it| it.message.as_str());
                    bail!("cell {} cannot be read for {device}: {why}", cell.number);
                }
            };
            self.read.push((cell.number, Arc::clone(&cell.text)));
            for kernel in made.kernels {
                self.add(cell.number, kernel);
            }
        }
        Ok(())
    }

    fn add(&mut self, cell: u32, kernel: Kernel) {
        let older = self.versions.iter().rev();
        let newest = { older }.find(|it| it.symbol == kernel.symbol);
        if newest.is_some_and(|it| *it.closure == *kernel.closure.bitcode) {
            return;
        }
        self.versions.push(Version {
            cell,
            symbol: kernel.symbol,
            display: kernel.display,
            closure: kernel.closure.bitcode.into(),
            max_threads: kernel.max_threads,
        });
    }

    /// The kernels that there are, by symbol, with their names for people.
    pub(in crate::session) fn kernels(&self) -> HashMap<&str, &str> {
        let all = self.versions.iter();
        all.map(|it| (it.symbol.as_str(), it.display.as_str()))
            .collect()
    }

    /// The versions of a kernel, oldest first: those of its symbol or, if that has one, those of its name too.
    pub(in crate::session) fn versions_of(&self, symbol: &str, display: &str) -> Vec<Version> {
        let of_symbol = |it: &&Version| it.symbol == symbol;
        let own: Vec<Version> = self.versions.iter().filter(of_symbol).cloned().collect();
        if own.len() > 1 {
            return own;
        }
        let newest = own.last().map_or(u32::MAX, |it| it.cell);
        let of_name =
            |it: &&Version| it.symbol == symbol || (it.display == display && it.cell < newest);
        self.versions.iter().filter(of_name).cloned().collect()
    }
}
