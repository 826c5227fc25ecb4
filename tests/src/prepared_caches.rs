//! Caches that hold Chevron's precompiled headers and nothing else. To make those takes two seconds of processor time, most of what
//! a trial with an empty cache takes; that an empty one does as well is shown by the tests of terminals, histories and crashes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, ensure};
use tempfile::TempDir;

use crate::chevron::Run;

/// Folders of the cache with precompiled headers start with this.
const PRECOMPILED: &str = "precompiled-";

/// One cache for each command line that was asked for. What it lies in is removed when this is dropped.
#[derive(Debug, Default)]
pub struct PreparedCaches {
    made: Mutex<HashMap<Vec<String>, TempDir>>,
}

impl PreparedCaches {
    /// A cache of the caller's own for a session with these words on the command line.
    ///
    /// # Errors
    /// A session with them does not start, or the directory cannot be written.
    pub fn cache(&self, arguments: &[String]) -> anyhow::Result<TempDir> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if !made.contains_key(arguments) {
            made.insert(arguments.to_vec(), fill(arguments)?);
        }
        let cache = tempfile::tempdir()?;
        link_precompiled(made[arguments].path(), cache.path())?;
        Ok(cache)
    }
}

/// A cache as a session leaves it that did nothing.
fn fill(arguments: &[String]) -> anyhow::Result<TempDir> {
    let (directory, cache) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let run = Run::plain(
        arguments.to_vec(),
        "int nothing;\n",
        directory.path(),
        cache.path(),
    );
    let finished = run.finish()?;
    ensure!(
        finished.status.success(),
        "a session with {arguments:?} does not start: {}",
        finished.stderr
    );
    Ok(cache)
}

/// Entries are never changed in place, so sessions can share them.
fn link_precompiled(from: &Path, to: &Path) -> anyhow::Result<()> {
    for kind in std::fs::read_dir(from)? {
        let kind = kind?;
        let wanted = kind.file_name().to_string_lossy().starts_with(PRECOMPILED);
        if !wanted {
            continue;
        }
        for folder in std::fs::read_dir(kind.path())? {
            let folder = folder?.path();
            let there = to.join(folder.strip_prefix(from)?);
            std::fs::create_dir_all(&there)?;
            for entry in std::fs::read_dir(folder)? {
                let entry = entry?;
                std::fs::hard_link(entry.path(), there.join(entry.file_name()))
                    .with_context(|| format!("`{}`", entry.path().display()))?;
            }
        }
    }
    Ok(())
}
