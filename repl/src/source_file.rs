//! The text of a file that the user names: what may be read, and how much of it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use devicecc::Unit;

use crate::split::split_marked;

/// A source is never larger; what is larger is data, or never ends.
const BYTES_MAX: u64 = 256 << 20;

/// What may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// Regular files: a session that waits for another writer could not be interrupted, and could not read the text again.
    Regular,
    /// Also pipes, and `-` for stdin: where the process reads one file and ends, as an interrupt ends it.
    Streams,
}

/// The text of a source file; the error is for people. Bytes that are not UTF-8 are replaced, and a `#!` line is blanked.
pub fn read_source(path: &Path, kinds: Kinds) -> Result<String, String> {
    let name = path.display();
    if path
        .extension()
        .is_some_and(|extension| extension == "ipynb")
    {
        return Err(format!(
            "`{name}` is a notebook: `chevron run {name}` runs it, and `chevron convert {name} session.cu` makes a session of it that can be read here"
        ));
    }
    let text = read_text(path, kinds)?;
    Ok(if text.starts_with("#!") {
        text.replacen("#!", "//", 1)
    } else {
        text
    })
}

/// The text of a file; the error is for people. Bytes that are not UTF-8 are replaced.
pub fn read_text(path: &Path, kinds: Kinds) -> Result<String, String> {
    let name = path.display();
    let bytes = match (kinds, path.as_os_str() == "-") {
        (Kinds::Streams, true) => bounded(io::stdin().lock()),
        _ => open(path, kinds).and_then(bounded),
    };
    let bytes = bytes.map_err(|error| format!("`{name}` cannot be read: {error}"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The files of a program of several. The error is for people; `unfit` is what is said of a session among them.
pub fn read_units<P: AsRef<Path>>(paths: &[P], unfit: &str) -> Result<Arc<[Unit]>, String> {
    let read = |path: &P| {
        let path: PathBuf = path.as_ref().into();
        let text = read_source(&path, Kinds::Regular)?;
        if split_marked(&text).is_some() {
            let name = path.display();
            return Err(format!(
                "`{name}` is a session (it has `// %%` marks){unfit}"
            ));
        }
        let text = text.into();
        Ok(Unit { path, text })
    };
    paths.iter().map(read).collect()
}

/// Opens what may be read, without waiting for who might write it.
fn open(path: &Path, kinds: Kinds) -> io::Result<File> {
    let kind = std::fs::metadata(path)?.file_type();
    if kind.is_fifo() && kinds == Kinds::Streams {
        return File::open(path);
    }
    // It may have become something else meanwhile, whose opening must not wait.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)?;
    let kind = file.metadata()?.file_type();
    // To read a directory is an error that says so.
    if kind.is_file() || kind.is_dir() {
        return Ok(file);
    }
    let why = match kinds {
        Kinds::Regular => "it is no regular file, so it might never end",
        Kinds::Streams => {
            "it is neither a regular file nor a pipe, so it might never end (`chevron run -` reads stdin)"
        }
    };
    Err(io::Error::other(why))
}

fn bounded(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > BYTES_MAX {
        let limit = BYTES_MAX >> 20;
        return Err(io::Error::other(format!(
            "it has more than {limit} MiB, so it is no source"
        )));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ends_is_read() {
        let folder = tempfile::tempdir().expect("writable");
        let source = folder.path().join("a.cu");
        std::fs::write(&source, "#!/usr/bin/env chevron\nint a;\n").expect("writable");
        let text = read_source(&source, Kinds::Regular).expect("it is a file");
        assert_eq!(text, "///usr/bin/env chevron\nint a;\n");
        for kinds in [Kinds::Regular, Kinds::Streams] {
            for device in ["/dev/zero", "/dev/full", "/dev/tty"] {
                assert!(read_source(Path::new(device), kinds).is_err(), "{device}");
            }
            assert!(read_source(folder.path(), kinds).is_err());
        }
        assert!(read_source(Path::new("-"), Kinds::Regular).is_err());
        assert!(bounded(io::repeat(b' ')).is_err());
    }
}
