//! One trial: a golden file on one device, cold and then warm.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use anyhow::{Context, bail};
use similar::TextDiff;

use crate::chevron::{Output, Run, outputs};
use crate::devices;
use crate::golden::{Expected, Golden};
use crate::hip_names::in_hip;
use crate::normalise::normalise;
use crate::prepared_caches::PreparedCaches;

/// Set to 1: golden files are rewritten to what came out.
pub const BLESS_VARIABLE: &str = "CHEVRON_BLESS";

/// A golden file on one device.
#[derive(Clone, Debug)]
pub struct Trial {
    /// `topic/behaviour`
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The device.
    pub device: String,
    /// With HIP's names in place of CUDA's.
    pub hip: bool,
}

impl Trial {
    /// Runs it; the error says what is wrong and how to accept it.
    ///
    /// # Errors
    /// What came out is not what the file says, or the run itself failed.
    pub fn run(&self, caches: &PreparedCaches) -> anyhow::Result<()> {
        let mut text = std::fs::read_to_string(&self.path)?;
        if self.hip {
            text = in_hip(&text);
        }
        let golden = Golden::parse(&text).with_context(|| format!("`{}`", self.path.display()))?;
        let result = self.check(&text, &golden, caches);
        match golden.header.expected_failures.get(&self.device) {
            None => result,
            Some(reason) if result.is_ok() => bail!(
                "it passes, but is expected to fail ({reason}): take it out of `expected_failures`"
            ),
            Some(_) => Ok(()),
        }
    }

    fn check(&self, text: &str, golden: &Golden, caches: &PreparedCaches) -> anyhow::Result<()> {
        let cache = caches.cache(&devices::arguments(&self.device))?;
        let cold = self.session(golden, cache.path()).context("the cold run")?;
        let actual = golden.with_outputs(&cold.expected);
        if actual != text {
            let blessed = std::env::var_os(BLESS_VARIABLE).is_some_and(|value| value == "1");
            // What HIP says follows from what CUDA does.
            if blessed && !self.hip {
                std::fs::write(&self.path, &actual)?;
            } else {
                bail!(
                    "what came out differs:\n{}\n{}",
                    diff(text, &actual),
                    self.accept()
                );
            }
        }
        // Whether code comes out of the cache does not depend on the names in the text: CUDA's run has shown it.
        if self.hip {
            return Ok(());
        }
        let warm = self.session(golden, cache.path()).context("the warm run")?;
        let again = golden.with_outputs(&warm.expected);
        if again != actual {
            bail!(
                "the warm run, with the cold one's cache, differs from it:\n{}",
                diff(&actual, &again)
            );
        }
        if warm.kernels_compiled > 0 && !golden.header.changes_cache {
            bail!(
                "the warm run compiled {} kernels; it should find all in the cold run's cache",
                warm.kernels_compiled
            );
        }
        Ok(())
    }

    fn session(&self, golden: &Golden, cache: &Path) -> anyhow::Result<Session> {
        let directory = tempfile::tempdir()?;
        copy_files(&self.path.with_extension("d"), directory.path())?;
        let mut arguments = devices::arguments(&self.device);
        arguments.extend(golden.header.flags.iter().cloned());
        let typed = golden.typed();
        let run = Run {
            arguments,
            stdin: &typed,
            directory: directory.path(),
            cache,
            marks: true,
            pauses: &golden.pauses,
            cpu_devices: golden.header.count,
            tier: &golden.header.tier,
        };
        let finished = run.finish()?;
        let outputs = outputs(&finished)?;
        check_status(
            finished.status,
            outputs.iter().any(|output| output.failed),
            &outputs,
        )?;
        let lines = |text: &str| {
            normalise(text, directory.path(), cache)
                .lines()
                .map(str::to_owned)
                .collect()
        };
        let expected = outputs
            .iter()
            .map(|output| {
                (
                    output.last_line,
                    Expected {
                        stdout: lines(&output.stdout),
                        stderr: match devices::sanitizes() && self.device == "cpu" {
                            true => lines(&devices::without_sanitizers_end(&output.stderr)),
                            false => lines(&output.stderr),
                        },
                    },
                )
            })
            .collect();
        Ok(Session {
            expected,
            kernels_compiled: outputs
                .iter()
                .map(|output| output.kernels_compiled)
                .max()
                .unwrap_or(0),
        })
    }

    fn accept(&self) -> String {
        format!(
            "if this is right, accept it with\n  {BLESS_VARIABLE}=1 cargo test -p tests --test golden -- {}",
            self.name
        )
    }
}

/// What one run of a session gave.
struct Session {
    expected: Vec<(Option<usize>, Expected)>,
    kernels_compiled: u64,
}

/// The status is 1 if an input failed and else 0.
fn check_status(status: ExitStatus, failed: bool, outputs: &[Output]) -> anyhow::Result<()> {
    if status.code() == Some(i32::from(failed)) {
        return Ok(());
    }
    let last = outputs
        .iter()
        .rev()
        .find(|output| !output.stderr.trim().is_empty());
    let last = last
        .map(|output| format!("\nlast on stderr:\n{}", output.stderr))
        .unwrap_or_default();
    let count = outputs.iter().filter(|output| output.failed).count();
    bail!("`chevron` ended with {status}, and {count} inputs failed{last}");
}

/// Files that the session reads: those of a folder named like the test, with `.d`.
pub(crate) fn copy_files(from: &Path, to: &Path) -> anyhow::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        std::fs::copy(entry.path(), to.join(entry.file_name()))
            .with_context(|| format!("`{}`", entry.path().display()))?;
    }
    Ok(())
}

fn diff(expected: &str, actual: &str) -> String {
    TextDiff::from_lines(expected, actual)
        .unified_diff()
        .context_radius(3)
        .header("expected", "came out")
        .to_string()
}

/// All golden files below a folder, as `topic/behaviour` and path, in order of their names.
///
/// # Errors
/// The folder cannot be read.
pub fn files(root: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut files = Vec::new();
    for topic in std::fs::read_dir(root).with_context(|| format!("`{}`", root.display()))? {
        let topic = topic?.path();
        if !topic.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(&topic)? {
            let path = file?.path();
            let golden = path.is_file()
                && path
                    .extension()
                    .is_some_and(|extension| extension == "cu" || extension == "hip");
            let name = path
                .strip_prefix(root)?
                .with_extension("")
                .to_string_lossy()
                .into_owned();
            if golden {
                files.push((name, path));
            }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_shown_as_a_diff() {
        let shown = diff("x\n//= 1\n", "x\n//= 2\n");
        assert!(
            shown.contains("-//= 1") && shown.contains("+//= 2"),
            "{shown}"
        );
    }
}
