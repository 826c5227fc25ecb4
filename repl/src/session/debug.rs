//! What a debugger is told of a session: the executor's process, the texts of its cells, the kernels that a cell names.

use std::path::Path;
use std::{fs, io};

use devicecc::Source;
use devicecc::cell::ItemKind;

use super::Session;
/// Why `--debug` is refused on other devices.
pub(super) const CPU_ONLY: &str = "`--debug` makes code for GDB on the CPU device (`--device cpu`); a GPU's kernels are not debugged by it";

impl Session {
    /// The executor's process, ready for a debugger.
    ///
    /// # Errors
    /// The session cannot go on.
    pub fn process_to_debug(&mut self) -> anyhow::Result<i32> {
        self.revive()?;
        Ok(self.executor().process())
    }

    /// Writes the texts of all cells into a folder, under the names by which their code tells of them. `next` is that of the cell to come.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write_cells(&self, folder: &Path, next: &str) -> io::Result<()> {
        for cell in self
            .cells()
            .iter()
            .filter(|it| it.facts.source.file().is_none())
        {
            fs::write(folder.join(cell.source_name()), cell.text.as_bytes())?;
        }
        let name = Source::Prompt.cell_name(self.cells().last().map_or(1, |it| it.number + 1));
        fs::write(folder.join(name), next)
    }

    /// The session's kernels and functions that a text names, each once, in order.
    pub fn kernels_in(&self, text: &str) -> Vec<String> {
        let is_kernel = |name: &str| {
            let mut items = self.cells().iter().flat_map(|cell| cell.items());
            items.any(|it| {
                it.name == name && matches!(it.kind, ItemKind::Kernel | ItemKind::Template)
            })
        };
        let mut found: Vec<String> = Vec::new();
        let words = text.split(|it: char| !it.is_alphanumeric() && it != '_');
        for word in words {
            if is_kernel(word) && !found.iter().any(|it| it == word) {
                found.push(word.to_owned());
            }
        }
        found
    }
}
