//! The file of the prompt's history: entries are added to it one by one, as they are entered.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;

/// The first line of a file in rustyline's format of today, which escapes line breaks.
const FORMAT_LINE: &str = "#V2\n";

/// A history file. It is kept open: rustyline opens it for each entry, and reads and writes all of it if another session has added one.
pub struct HistoryFile {
    path: PathBuf,
    open: Option<File>,
}

impl HistoryFile {
    /// The file at `path`, which need not be there.
    pub fn new(path: PathBuf) -> HistoryFile {
        HistoryFile { path, open: None }
    }

    /// Adds an entry. False if there is no file in the format of today, to which it could be added.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn append(&mut self, entry: &str) -> io::Result<bool> {
        // Another session may have put a shorter one in its place.
        let there = |file: &File| file.metadata().is_ok_and(|it| it.nlink() > 0);
        if !self.open.as_ref().is_some_and(there) {
            self.open = self.find()?;
        }
        let Some(file) = &mut self.open else {
            return Ok(false);
        };
        // Sessions of older versions write the whole file under this lock.
        file.lock()?;
        let written = file.write_all(line(entry).as_bytes());
        file.unlock()?;
        written.map(|()| true)
    }

    fn find(&self) -> io::Result<Option<File>> {
        let opened = OpenOptions::new().read(true).append(true).open(&self.path);
        let mut file = match opened {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut first = [0; FORMAT_LINE.len()];
        Ok(match file.read_exact(&mut first) {
            Ok(()) if first == FORMAT_LINE.as_bytes() => Some(file),
            _ => None,
        })
    }
}

/// An entry as rustyline reads it.
fn line(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::{FileHistory, History as _};

    #[test]
    fn rustyline_reads_what_was_added_also_after_the_file_was_replaced() {
        let folder = tempfile::tempdir().expect("writable");
        let path = folder.path().join("history");
        let mut file = HistoryFile::new(path.clone());
        assert!(!file.append("no file").expect("it is not an error"));
        std::fs::write(&path, "an older format\n").expect("writable");
        assert!(!file.append("no").expect("it is not an error"));
        std::fs::write(&path, "#V2\nfirst\n").expect("writable");
        let second = "a\\n\\ \n  b \"\\\n\"";
        assert!(file.append(second).expect("writable"));
        let shorter = folder.path().join("shorter");
        std::fs::write(&shorter, format!("#V2\n{}", line(second))).expect("writable");
        std::fs::rename(&shorter, &path).expect("writable");
        assert!(file.append("third").expect("writable"));
        let mut read = FileHistory::new();
        read.load(&path).expect("rustyline reads it");
        let entries: Vec<&String> = read.iter().collect();
        assert_eq!(entries, [second, "third"]);
    }
}
