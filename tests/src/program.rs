//! Self-checking programs: `main` gives 0, or the status that is asked for, if its own checks pass.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::chevron::{Finished, Run};
use crate::devices;
use crate::prepared_caches::PreparedCaches;

/// How a program gets into the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `chevron run FILES -- ARGUMENTS`: its status is the program's.
    Run,
    /// The same with the files in the other order.
    RunReversed,
    /// `%load FILES` at the prompt: the value of `main` is shown.
    Load,
}

impl Way {
    /// What a test that goes this way is called by.
    pub fn word(self) -> &'static str {
        match self {
            Way::Run => "run",
            Way::RunReversed => "run reversed",
            Way::Load => "load",
        }
    }
}

/// How a program is started and how it ends: `program.toml` in its folder.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    arguments: Vec<String>,
    status: i32,
    load: bool,
    /// Those that it runs on; all if none is named.
    devices: Vec<String>,
}

impl Default for Start {
    fn default() -> Self {
        Start {
            arguments: Vec::new(),
            status: 0,
            load: true,
            devices: Vec::new(),
        }
    }
}

/// A program of one or several files.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its file's name, or its folder's.
    pub name: String,
    /// Its files, the first with `main` or not.
    pub files: Vec<PathBuf>,
    start: Start,
}

impl Program {
    /// The ways that it can go.
    pub fn ways(&self) -> Vec<Way> {
        let mut ways = vec![Way::Run];
        if self.files.len() > 1 {
            ways.push(Way::RunReversed);
        }
        if self.start.load {
            ways.push(Way::Load);
        }
        ways
    }

    /// Does it run on this device?
    pub fn runs_on(&self, device: &str) -> bool {
        let devices = &self.start.devices;
        devices.is_empty() || devices.iter().any(|it| it == device)
    }

    /// Is a file of it HIP?
    pub fn is_hip(&self) -> bool {
        self.files
            .iter()
            .any(|it| it.extension().is_some_and(|kind| kind == "hip"))
    }

    /// Runs it on a device; the error shows its output.
    ///
    /// # Errors
    /// It does not compile, its checks fail, or it ends with another status.
    pub fn check(&self, way: Way, device: &str, caches: &PreparedCaches) -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let cache = caches.cache(&devices::arguments(device))?;
        let Start {
            arguments: given,
            status: wanted,
            ..
        } = &self.start;
        let mut files: Vec<String> = self
            .files
            .iter()
            .map(|it| it.to_string_lossy().into_owned())
            .collect();
        if way == Way::RunReversed {
            files.reverse();
        }
        let (mut arguments, stdin) = match way {
            Way::Run | Way::RunReversed => {
                let mut arguments = vec!["run".to_owned()];
                arguments.append(&mut files);
                if !given.is_empty() {
                    arguments.push("--".to_owned());
                    arguments.extend(given.iter().cloned());
                }
                (arguments, String::new())
            }
            Way::Load => {
                let words = files.iter().chain(given).map(|it| format!(" \"{it}\""));
                (Vec::new(), format!("%load{}\n", words.collect::<String>()))
            }
        };
        arguments.splice(0..0, devices::arguments(device));
        let finished = Run::plain(arguments, &stdin, directory.path(), cache.path()).finish()?;
        let good = match way {
            Way::Run | Way::RunReversed => finished.status.code() == Some(*wanted),
            Way::Load => {
                let value = format!("(int) {wanted}");
                finished.status.success() && finished.stdout.lines().last() == Some(&value)
            }
        };
        if !good {
            let Finished {
                status,
                stdout,
                stderr,
            } = finished;
            bail!("it ended with {status}\nstdout:\n{stdout}\nstderr:\n{stderr}");
        }
        Ok(())
    }
}

/// The files of a folder that `kinds` names the extensions of, sorted.
fn files(root: &Path, kinds: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(root).with_context(|| format!("`{}`", root.display()))? {
        let path = file?.path();
        if path
            .extension()
            .is_some_and(|it| kinds.iter().any(|known| it == *known))
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The programs in a folder: each file is one, and each folder with all its files.
///
/// # Errors
/// The folder cannot be read, or how a program is started is no good.
pub fn programs(root: &Path) -> anyhow::Result<Vec<Program>> {
    let name = |path: &Path| {
        path.file_name()
            .map_or_else(String::new, |it| it.to_string_lossy().into_owned())
    };
    let mut programs: Vec<Program> = files(root, &["cu", "hip", "cpp"])?
        .into_iter()
        .map(|file| Program {
            name: name(&file),
            files: vec![file],
            start: Start::default(),
        })
        .collect();
    for folder in std::fs::read_dir(root)? {
        let folder = folder?.path();
        if !folder.is_dir() {
            continue;
        }
        let described = folder.join("program.toml");
        let text = std::fs::read_to_string(&described)
            .with_context(|| format!("`{}`", described.display()))?;
        programs.push(Program {
            name: name(&folder),
            files: files(&folder, &["cu", "hip", "cpp", "c"])?,
            start: toml::from_str(&text).with_context(|| format!("`{}`", described.display()))?,
        });
    }
    programs.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(programs)
}
