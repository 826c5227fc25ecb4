//! The session's cells read once more, for another kind of device or to know what kernels were before: made when a command asks, and kept for the next one.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use devicecc::cell::Kernel;
use devicecc::targets::KernelTarget;
use devicecc::{Compiler, DeviceTarget, Options};

use super::{Committed, Session};

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
pub(super) struct OtherReading {
    /// What cells are read with.
    options: String,
    pub(super) compiler: Compiler,
    /// The cells that it has read.
    read: Vec<(u32, Arc<str>)>,
    /// The kernels' versions, oldest first.
    versions: Vec<Version>,
}

/// Readings that are kept: who compares architectures asks for one after the other.
const KEPT_MAX: usize = 3;

/// The readings that were asked for last; that of the last answer stands at the end.
#[derive(Default)]
pub(super) struct OtherReadings(Vec<OtherReading>);

impl OtherReadings {
    /// That of the last answer.
    pub(super) fn newest(&mut self) -> Option<&mut OtherReading> {
        self.0.last_mut()
    }

    /// The one with these options, if it can go on to the cells that there are now. Others that cannot are forgotten.
    fn take(&mut self, options: &str, cells: &[Committed]) -> Option<OtherReading> {
        self.0.retain(|it| it.goes_on_to(cells));
        let at = self.0.iter().position(|it| it.options == options)?;
        Some(self.0.remove(at))
    }

    fn keep(&mut self, reading: OtherReading) {
        if self.0.len() == KEPT_MAX {
            self.0.remove(0);
        }
        self.0.push(reading);
    }
}

impl OtherReading {
    /// Has it read these cells and others that came after them, and nothing else?
    fn goes_on_to(&self, cells: &[Committed]) -> bool {
        let mut both = self.read.iter().zip(cells);
        let same = both.all(|(read, cell)| read.0 == cell.number && *read.1 == *cell.text);
        self.read.len() <= cells.len() && same
    }

    /// Reads the cells that are new. What is wrong with one for this kind of device is an error.
    fn go_on(&mut self, cells: &[Committed], device: &str) -> anyhow::Result<()> {
        for cell in &cells[self.read.len()..] {
            let made = self
                .compiler
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
    pub(super) fn kernels(&self) -> HashMap<&str, &str> {
        let all = self.versions.iter();
        all.map(|it| (it.symbol.as_str(), it.display.as_str()))
            .collect()
    }

    /// The versions of a kernel, oldest first: those of its symbol or, if that has one, those of its name too.
    fn versions_of(&self, symbol: &str, display: &str) -> Vec<Version> {
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

impl Session {
    /// The session's cells as they are read for this target; `None`: for the session's own.
    pub(super) fn other_reading(
        &mut self,
        target: Option<&dyn KernelTarget>,
    ) -> anyhow::Result<&mut OtherReading> {
        let target = target.unwrap_or_else(|| self.workers.target());
        let (device, isa) = (target.device(), target.facts().toolkit_isa);
        let name = device_name(device);
        let own = &self.settings.compiler;
        let with_toolkit = matches!(device, DeviceTarget::Nvptx { .. });
        let options = Options {
            device,
            toolkit: own.toolkit.clone().filter(|_| with_toolkit),
            toolkit_isa: isa,
            ..own.clone()
        };
        let text = format!("{options:?}");
        let mut reading = match self.other_readings.take(&text, &self.cells) {
            Some(kept) => kept,
            None => {
                let telling = || {
                    if self.settings.at_prompt {
                        let render = &self.render;
                        render.note(format_args!("the headers are prepared for {name}, once"));
                    }
                };
                let mut compiler = Compiler::new_telling(&options, &self.cache, &telling)
                    .with_context(|| format!("the cells cannot be read for {name}"))?;
                compiler.prelude()?;
                compiler.read_files_as(&self.compiler);
                OtherReading {
                    options: text,
                    compiler,
                    read: Vec::new(),
                    versions: Vec::new(),
                }
            }
        };
        reading.go_on(&self.cells, &name)?;
        self.other_readings.keep(reading);
        self.other_readings.newest().context("it was kept")
    }

    /// The versions of a kernel that the session has had, oldest first, as they are for this target.
    pub(super) fn versions_of(
        &mut self,
        target: Option<&dyn KernelTarget>,
        symbol: &str,
        display: &str,
    ) -> anyhow::Result<Vec<Version>> {
        let reading = self.other_reading(target)?;
        Ok(reading.versions_of(symbol, display))
    }
}

/// What a kind of device is called.
fn device_name(device: DeviceTarget) -> String {
    match device {
        DeviceTarget::Cpu => "the CPU device".to_owned(),
        DeviceTarget::Nvptx { sm } => format!("sm_{sm}"),
        DeviceTarget::Amdgcn { architecture, .. } => architecture.name.to_owned(),
    }
}
