//! Entries that are being written. Each is locked by its process, so that what a killed one left can be told and removed.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{FileType, OFlags};

use crate::root::Root;

/// The folder of the entries that are being written.
pub(crate) const TEMPORARIES: &str = "temporaries";

/// Another process may take a name, or the folder, again and again.
const TRIES_MAX: u32 = 8;

/// A file under a name that no lookup finds. Dropped before it has its own name, it goes away.
pub(crate) struct Temporary<'a> {
    root: &'a Root,
    path: PathBuf,
    file: File,
    stored: bool,
}

impl Temporary<'_> {
    /// Makes an empty one.
    pub(crate) fn new(root: &Root) -> io::Result<Temporary<'_>> {
        let mut tries = 0;
        loop {
            tries += 1;
            let made = Temporary::try_new(root);
            match &made {
                // The first one, or another process is clearing the cache.
                Err(error) if error.kind() == io::ErrorKind::NotFound && tries < TRIES_MAX => {
                    root.make_folder(Path::new(TEMPORARIES))?;
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES_MAX => {
                }
                // A sweep took it for an abandoned one before it was locked.
                Ok(made) if made.file.metadata()?.nlink() == 0 && tries < TRIES_MAX => {}
                _ => return made,
            }
        }
    }

    fn try_new(root: &Root) -> io::Result<Temporary<'_>> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(TEMPORARIES).join(format!("{}-{number}", std::process::id()));
        let file = root.open_file(&path, OFlags::RDWR | OFlags::CREATE | OFlags::EXCL)?;
        // Where files cannot be locked, none is taken for abandoned before its time.
        let _ = file.try_lock();
        Ok(Temporary {
            root,
            path,
            file,
            stored: false,
        })
    }

    /// Its contents.
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Gives it its name.
    pub(crate) fn store(mut self, at: &Path) -> io::Result<()> {
        self.root.rename(&self.path, at)?;
        self.stored = true;
        Ok(())
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if !self.stored {
            let _ = self.root.remove_file(&self.path);
        }
    }
}

/// Removes those whose process has gone.
pub(crate) fn remove_abandoned(root: &Root) {
    for (path, kind) in root.entries(Path::new(TEMPORARIES)) {
        let opened = root.open_file(&path, OFlags::RDWR | OFlags::NONBLOCK);
        if kind == FileType::RegularFile && opened.is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = root.remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_being_written_stays_and_what_nobody_writes_goes() {
        let folder = tempfile::tempdir().unwrap();
        let root = crate::directory::open(folder.path()).unwrap();
        let mine = Temporary::new(&root).unwrap();
        let abandoned = folder.path().join(TEMPORARIES).join("1-0");
        std::fs::write(&abandoned, "half an entry").unwrap();
        remove_abandoned(&root);
        assert!(!abandoned.exists());
        mine.store(Path::new("kept")).unwrap();
        assert!(folder.path().join("kept").exists());
        drop(Temporary::new(&root).unwrap());
        assert_eq!(root.entries(Path::new(TEMPORARIES)), []);
    }
}
