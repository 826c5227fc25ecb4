//! Self-checking programs: `main` gives 0 if its own checks pass.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::chevron::{Finished, Run};
use crate::devices;
use crate::prepared_caches::PreparedCaches;

/// How a program gets into the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `chevron run FILE`: its status is the program's.
    Run,
    /// `%load FILE` at the prompt: the value of `main` is shown.
    Load,
}

/// The programs in a folder, with their names.
///
/// # Errors
/// The folder cannot be read.
pub fn programs(root: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut programs = Vec::new();
    for file in std::fs::read_dir(root).with_context(|| format!("`{}`", root.display()))? {
        let path = file?.path();
        let known = path
            .extension()
            .is_some_and(|extension| ["cu", "hip", "cpp"].iter().any(|known| extension == *known));
        if let (true, Some(name)) = (known, path.file_name()) {
            programs.push((name.to_string_lossy().into_owned(), path));
        }
    }
    programs.sort();
    Ok(programs)
}

/// Runs a program on a device; the error shows its output.
///
/// # Errors
/// It does not compile, or its checks fail.
pub fn check(path: &Path, way: Way, device: &str, caches: &PreparedCaches) -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let cache = caches.cache(&devices::arguments(device))?;
    let file = path.to_string_lossy().into_owned();
    let (mut arguments, stdin) = match way {
        Way::Run => (vec!["run".to_owned(), file], String::new()),
        Way::Load => (Vec::new(), format!("%load \"{file}\"\n")),
    };
    arguments.splice(0..0, devices::arguments(device));
    let finished = Run::plain(arguments, &stdin, directory.path(), cache.path()).finish()?;
    let shown = way == Way::Run || finished.stdout.lines().last() == Some("(int) 0");
    if !finished.status.success() || !shown {
        let Finished {
            status,
            stdout,
            stderr,
        } = finished;
        bail!("it ended with {status}\nstdout:\n{stdout}\nstderr:\n{stderr}");
    }
    Ok(())
}
