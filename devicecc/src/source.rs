//! Where a cell's text is from, and what that makes of its name and its lines.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cell::Diagnostic;

/// Where a cell's text is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Typed or piped: diagnostics call it `cell N`.
    Prompt,
    /// All of this file.
    File(PathBuf),
    /// One of several cells of a file.
    Part {
        /// The file.
        path: Arc<Path>,
        /// The line of the file that is the text's first, from 1.
        line: u32,
        /// Which time a file was read: the cells that came of it have the same number, from 1.
        reading: u32,
    },
    /// A notebook's cell, or a part of it: diagnostics call it `cell [N]`, by the number that the notebook shows.
    Notebook {
        /// The number.
        number: u32,
        /// The line of the notebook's cell that is the text's first, from 1.
        line: u32,
    },
    /// A program of these files, each a translation unit of its own; cells see nothing of them but what they declare.
    Units(Arc<[Unit]>),
    /// From another one, and the text may mean by `_` the value that the session showed last.
    WithLast {
        /// The other one.
        of: Box<Source>,
        /// Declares the value, on one line.
        declaration: Arc<str>,
    },
}

/// A file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its path, as messages give it.
    pub path: PathBuf,
    /// Its text.
    pub text: Arc<str>,
}

impl Source {
    /// The same, for a text that may mean by `_` what is kept of the text `serial`: a value of this type.
    pub fn with_last(self, serial: u32, type_name: &str) -> Source {
        // Another name each time: what a cell defines may mean its value as long as the session lives. The shim knows the beginning.
        let name = format!("__chv_last_{}", crate::serial::next_serial());
        let kept = format!("chevron::values::kept<chevron::values::Kept<{type_name}>>({serial}u)");
        Source::WithLast {
            of: Box::new(self),
            declaration: format!("auto &{name} = {kept};\n").into(),
        }
    }

    /// Where the text is from, whatever `_` means in it.
    pub fn origin(&self) -> &Source {
        match self {
            Source::WithLast { of, .. } => of.origin(),
            Source::Prompt
            | Source::File(_)
            | Source::Part { .. }
            | Source::Notebook { .. }
            | Source::Units(_) => self,
        }
    }

    /// What messages call the text of this cell.
    pub fn cell_name(&self, number: u32) -> String {
        match (self.origin(), self.file()) {
            // The shim takes what begins with `cell ` for typed.
            (Source::Notebook { number, .. }, _) => format!("cell [{number}]"),
            (_, None) => format!("cell {number}"),
            (_, Some(path)) => path.display().to_string(),
        }
    }

    /// What line tables call this text: a file's path, or a name of the text itself, which is the same in every session.
    pub fn line_table_name(&self, text: &str) -> String {
        match self.origin() {
            // Each unit has a name of its own.
            Source::Units(_) => String::new(),
            Source::File(_) | Source::Part { .. } => self
                .file()
                .map_or_else(String::new, |path| path.display().to_string()),
            Source::Prompt | Source::Notebook { .. } | Source::WithLast { .. } => {
                // FNV-1a, as `textName` of the shim.
                let hash = self
                    .laid_out(text)
                    .bytes()
                    .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                    });
                format!("text:{hash:016x}")
            }
        }
    }

    /// The same for all cells that a file was cut into when it was read; 0: it is no part of a file.
    pub(crate) fn reading(&self) -> u32 {
        match self {
            Source::Part { reading, .. } => *reading,
            Source::WithLast { of, .. } => of.reading(),
            Source::Prompt | Source::File(_) | Source::Notebook { .. } | Source::Units(_) => 0,
        }
    }

    /// The file that it is from; of several the first.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Source::Prompt | Source::Notebook { .. } => None,
            Source::File(path) => Some(path),
            Source::Part { path, .. } => Some(path),
            Source::Units(units) => units.first().map(|unit| &*unit.path),
            Source::WithLast { of, .. } => of.file(),
        }
    }

    /// The file, and the line where the text begins in it: `cells.cu:9`; or what a notebook calls the cell.
    pub fn place(&self) -> Option<String> {
        if let Source::Notebook { number, .. } = self.origin() {
            return Some(format!("cell [{number}]"));
        }
        let path = self.file()?.display();
        Some(match self.origin() {
            Source::Part { line, .. } => format!("{path}:{line}"),
            Source::Prompt
            | Source::File(_)
            | Source::Notebook { .. }
            | Source::Units(_)
            | Source::WithLast { .. } => path.to_string(),
        })
    }

    /// The text as clang reads it, with the declaration of what `_` means on a line that does not count: below as many lines as its file has before it, so that clang's lines are the file's.
    pub(crate) fn laid_out<'text>(&self, text: &'text str) -> Cow<'text, str> {
        let laid_out = match self.lines_before() {
            0 => Cow::Borrowed(text),
            before => Cow::Owned("\n".repeat(before as usize) + text),
        };
        match self {
            Source::WithLast { declaration, .. } => Cow::Owned(format!("{declaration}{laid_out}")),
            Source::Prompt
            | Source::File(_)
            | Source::Part { .. }
            | Source::Notebook { .. }
            | Source::Units(_) => laid_out,
        }
    }

    /// Makes lines of this cell's diagnostics lines of its text.
    pub(crate) fn count_from_text(&self, name: &str, diagnostics: &mut [Diagnostic]) {
        let before = self.lines_before();
        for diagnostic in diagnostics.iter_mut().filter(|it| it.source == name) {
            diagnostic.line = diagnostic.line.saturating_sub(before);
        }
    }

    /// Lines of its file before the text.
    pub fn lines_before(&self) -> u32 {
        match self {
            Source::Part { line, .. } | Source::Notebook { line, .. } => line.saturating_sub(1),
            Source::Prompt | Source::File(_) | Source::Units(_) => 0,
            Source::WithLast { of, .. } => of.lines_before(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::{Complaint, Severity};

    #[test]
    fn lines_of_a_part_are_its_files() {
        let part = Source::Part {
            path: Path::new("dir/cells.cu").into(),
            line: 4,
            reading: 1,
        };
        assert_eq!(part.laid_out("int a;\nb"), "\n\n\nint a;\nb");
        assert_eq!(part.cell_name(2), "dir/cells.cu");
        assert_eq!(part.place().as_deref(), Some("dir/cells.cu:4"));
        let at = |source: &str, line| Diagnostic {
            severity: Severity::Error,
            complaint: Complaint::Other,
            message: String::new(),
            source: source.to_owned(),
            line,
            column: 1,
        };
        let mut diagnostics = [at("dir/cells.cu", 5), at("dir/other.h", 5)];
        part.count_from_text("dir/cells.cu", &mut diagnostics);
        assert_eq!((diagnostics[0].line, diagnostics[1].line), (2, 5));
    }
}
