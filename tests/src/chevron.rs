//! Runs the `chevron` binary of this build and takes its output apart.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::processes;

/// Longest time that one run may take.
const RUN_MAX: Duration = Duration::from_secs(120);
/// What a mark that a cell begins to run starts with.
const RUNNING_MARK: &str = "\x1erunning ";
/// What a mark that a cell begins to be compiled starts with.
const COMPILING_MARK: &str = "\x1ecompiling ";
/// How often a run is looked at.
const POLL: Duration = Duration::from_millis(2);
/// Names another binary than the one beside this test.
const BINARY_VARIABLE: &str = "CHEVRON_BINARY";

/// One run to make.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// Words of the command line.
    pub arguments: Vec<String>,
    /// What is typed.
    pub stdin: &'a str,
    /// Its working directory, and its home.
    pub directory: &'a Path,
    /// Its cache.
    pub cache: &'a Path,
    /// Ask for a mark after each input.
    pub marks: bool,
    /// When typing waits, in order; marks must be asked for.
    pub pauses: &'a [Pause],
    /// How many devices the CPU passes for.
    pub cpu_devices: usize,
    /// The tier that the CPU device is held to (docs/tiers.md); empty: none.
    pub tier: &'a str,
}

/// A time in which nothing is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// The last line, among the typed lines, from 1, of the cell before it.
    pub line: usize,
    /// Its length, from when the cell began to be compiled or to run, or from the end of the pause before, if that was of the same cell.
    pub length: Duration,
    /// Where it begins.
    pub from: Begin,
    /// What it is for.
    pub purpose: Purpose,
}

/// What a pause is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The time is to pass.
    Wait,
    /// The cell is interrupted (Ctrl-C) at its end.
    Interrupt,
    /// The session and its executor are to be done with what they do unasked: the time begins anew as long as one of their threads is busy.
    Rest,
}

/// Where a pause begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The cell begins to be compiled.
    Compilation,
    /// It begins to run.
    Run,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// Its stdout; bytes that are not UTF-8 are replaced.
    pub stdout: String,
    /// Its stderr, likewise.
    pub stderr: String,
}

impl<'a> Run<'a> {
    /// A run without marks or pauses, on one device.
    pub fn plain(
        arguments: Vec<String>,
        stdin: &'a str,
        directory: &'a Path,
        cache: &'a Path,
    ) -> Run<'a> {
        Run {
            arguments,
            stdin,
            directory,
            cache,
            marks: false,
            pauses: &[],
            cpu_devices: 1,
            tier: "",
        }
    }

    /// Makes the run.
    ///
    /// # Errors
    /// The binary is missing, or the run took longer than two minutes.
    pub fn finish(&self) -> anyhow::Result<Finished> {
        let mut command = Command::new(binary()?);
        command
            .args(&self.arguments)
            .env("CHEVRON_CPU_DEVICES", self.cpu_devices.to_string())
            .env("CHEVRON_CPU_TIER", self.tier);
        let mut child = start(command, self.directory, self.cache, self.marks)?;
        let heard = Arc::<Mutex<Vec<u8>>>::default();
        let typist = type_in(&mut child, self.stdin, self.pauses.to_vec(), &heard);
        let (stdout, stderr) = (
            collect(child.stdout.take(), Arc::default()),
            collect(child.stderr.take(), heard),
        );
        let Some(status) = wait(&mut child)? else {
            child.kill()?;
            child.wait()?;
            bail!(
                "it still ran after {} s and was ended\nstdout so far:\n{}\nstderr so far:\n{}",
                RUN_MAX.as_secs(),
                text(stdout),
                text(stderr)
            );
        };
        // It may end without reading everything (`%quit`): a closed pipe is no error.
        let _ = typist.join();
        Ok(Finished {
            status,
            stdout: text(stdout),
            stderr: text(stderr),
        })
    }
}

/// Starts a command in its home with a pipe to each of its streams. Nothing of the machine's own settings reaches it.
pub(crate) fn start(
    mut command: Command,
    home: &Path,
    cache: &Path,
    marks: bool,
) -> anyhow::Result<Child> {
    command
        .current_dir(home)
        .env("HOME", home)
        .env("CHEVRON_CONFIG", "")
        .env("CHEVRON_HISTORY", "")
        .env("CHEVRON_CACHE_DIR", cache)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C")
        // The C library fills memory that is given back, so that what still uses it is seen.
        .env("MALLOC_PERTURB_", "165")
        // In the run's working directory; only the null device writes it.
        .env("CHEVRON_NULL_TRACE", "null-trace")
        .env("CHEVRON_CELL_MARKS", if marks { "1" } else { "0" })
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("`chevron` does not start")
}

/// A number that the environment sets.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

/// The binary under test: `CHEVRON_BINARY`, else the one that was built with this test.
pub fn binary() -> anyhow::Result<PathBuf> {
    if let Some(binary) = std::env::var_os(BINARY_VARIABLE) {
        return Ok(binary.into());
    }
    let test = std::env::current_exe()?;
    let directory = test
        .parent()
        .and_then(Path::parent)
        .context("this test is in no target directory")?;
    for name in ["chevron", "chevron-executor"] {
        let binary = directory.join(name);
        if !binary.exists() {
            bail!(
                "`{}` is not built; run `cargo build --workspace` (with `--release` if the tests are) first",
                binary.display()
            );
        }
    }
    Ok(directory.join("chevron"))
}

/// Types a text, with pauses.
fn type_in(
    child: &mut Child,
    text: &str,
    pauses: Vec<Pause>,
    stderr: &Arc<Mutex<Vec<u8>>>,
) -> JoinHandle<()> {
    let (stdin, text, stderr) = (child.stdin.take(), text.to_owned(), Arc::clone(stderr));
    let process = child.id();
    std::thread::spawn(move || {
        let Some(mut stdin) = stdin else { return };
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let (mut typed, mut paused) = (0, 0);
        for pause in pauses {
            let line = pause.line;
            let _ = stdin.write_all(lines[typed..line].concat().as_bytes());
            typed = line;
            if paused != line && !begins(&stderr, line, pause.from) {
                break;
            }
            paused = line;
            match pause.purpose {
                Purpose::Wait => std::thread::sleep(pause.length),
                Purpose::Interrupt => {
                    std::thread::sleep(pause.length);
                    interrupt(process);
                }
                Purpose::Rest => until_rested(process, pause.length),
            }
        }
        let _ = stdin.write_all(lines[typed..].concat().as_bytes());
    })
}

fn interrupt(session: u32) {
    let _ = Command::new("kill")
        .args(["-INT", &session.to_string()])
        .status();
}

/// Waits until all threads of the session and of what it started have slept for so long.
fn until_rested(session: u32, length: Duration) {
    let start = Instant::now();
    let mut since = start;
    while since.elapsed() < length && start.elapsed() < RUN_MAX {
        std::thread::sleep(POLL);
        if !processes::rests(session) {
            since = Instant::now();
        }
    }
}

/// Waits until the cell that ends with this line begins to be compiled or to run; false if it takes too long.
fn begins(stderr: &Mutex<Vec<u8>>, line: usize, from: Begin) -> bool {
    let (fields, start) = (format!("-{line}"), Instant::now());
    let mark = match from {
        Begin::Compilation => COMPILING_MARK,
        Begin::Run => RUNNING_MARK,
    };
    while start.elapsed() < RUN_MAX {
        let heard = stderr
            .lock()
            .map(|heard| String::from_utf8_lossy(&heard).into_owned());
        let Ok(heard) = heard else { return false };
        if heard.split(mark).skip(1).any(|rest| {
            rest.lines()
                .next()
                .is_some_and(|said| said.ends_with(&fields))
        }) {
            return true;
        }
        std::thread::sleep(POLL);
    }
    false
}

/// Reads a stream to its end; what has come so far can be looked at.
fn collect(
    stream: Option<impl Read + Send + 'static>,
    heard: Arc<Mutex<Vec<u8>>>,
) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut piece = [0; 4096];
        if let Some(mut stream) = stream {
            while let Ok(bytes @ 1..) = stream.read(&mut piece) {
                if let Ok(mut heard) = heard.lock() {
                    heard.extend_from_slice(&piece[..bytes]);
                }
            }
        }
        heard.lock().map(|heard| heard.clone()).unwrap_or_default()
    })
}

fn text(bytes: JoinHandle<Vec<u8>>) -> String {
    let text = String::from_utf8_lossy(&bytes.join().unwrap_or_default()).into_owned();
    without_running_marks(&text)
}

/// They tell when a cell can be interrupted and are no part of what it says.
pub(crate) fn without_running_marks(text: &str) -> String {
    [COMPILING_MARK, RUNNING_MARK]
        .iter()
        .fold(text.to_owned(), |text, mark| {
            let mut pieces = text.split(mark);
            let first = pieces.next().unwrap_or_default().to_owned();
            pieces.fold(first, |text, piece| {
                text + piece.split_once('\n').map_or("", |(_, rest)| rest)
            })
        })
}

/// Its status, or `None` if it takes too long.
fn wait(child: &mut Child) -> anyhow::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > RUN_MAX {
            return Ok(None);
        }
        std::thread::sleep(POLL);
    }
}

/// What one input wrote, and what its mark says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// First line of the input among the typed lines, from 1; `None` for what came after the last input.
    pub first_line: Option<usize>,
    /// Last line of the input among the typed lines, from 1; `None` for what came after the last input.
    pub last_line: Option<usize>,
    /// It failed.
    pub failed: bool,
    /// Kernels compiled since the start, not taken from the cache.
    pub kernels_compiled: u64,
    /// What it wrote to stdout.
    pub stdout: String,
    /// What it wrote to stderr.
    pub stderr: String,
}

/// Cuts a marked run's output into that of its inputs.
///
/// # Errors
/// The marks of stdout and stderr are not the same: the run ended early.
pub fn outputs(finished: &Finished) -> anyhow::Result<Vec<Output>> {
    let (stdout, stderr) = (split_marks(&finished.stdout), split_marks(&finished.stderr));
    let marks = |pieces: &[(&str, Option<&str>)]| {
        pieces
            .iter()
            .filter_map(|(_, mark)| mark.map(str::to_owned))
            .collect::<Vec<_>>()
    };
    if marks(&stdout) != marks(&stderr) {
        bail!(
            "stdout and stderr have different marks\nstdout:\n{}\nstderr:\n{}",
            finished.stdout,
            finished.stderr
        );
    }
    stdout
        .iter()
        .zip(&stderr)
        .map(|((out, mark), (err, _))| {
            let field = |name: &str| {
                let words = mark.unwrap_or_default().split(' ');
                words
                    .filter_map(|word| word.split_once('='))
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| value)
            };
            let lines = field("lines").and_then(|lines| lines.split_once('-'));
            let first_line = lines.and_then(|(first, _)| first.parse().ok());
            let last_line = lines.and_then(|(_, last)| last.parse().ok());
            if mark.is_some() && last_line.is_none() {
                bail!("a mark cannot be read: {mark:?}");
            }
            let kernels_compiled = field("kernels_compiled")
                .and_then(|count| count.parse().ok())
                .unwrap_or(0);
            let failed = field("failed") == Some("1");
            Ok(Output {
                first_line,
                last_line,
                failed,
                kernels_compiled,
                stdout: (*out).to_owned(),
                stderr: (*err).to_owned(),
            })
        })
        .collect()
}

/// Text before each mark with the mark's fields, then the text after the last one.
fn split_marks(text: &str) -> Vec<(&str, Option<&str>)> {
    const MARK: &str = "\x1echevron ";
    let mut rest = text;
    let mut pieces = Vec::new();
    while let Some((before, after)) = rest.split_once(MARK) {
        let (fields, next) = after.split_once('\n').unwrap_or((after, ""));
        pieces.push((before, Some(fields)));
        rest = next;
    }
    pieces.push((rest, None));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn marks_divide_output() {
        let stdout = "a\n\x1echevron lines=1-2 failed=0 kernels_compiled=1\nb\x1echevron lines=4-4 failed=1 kernels_compiled=1\nend\n";
        let stderr = "\x1echevron lines=1-2 failed=0 kernels_compiled=1\nx\n\x1echevron lines=4-4 failed=1 kernels_compiled=1\n";
        let finished = Finished {
            status: ExitStatus::from_raw(0),
            stdout: stdout.into(),
            stderr: stderr.into(),
        };
        let outputs = outputs(&finished).expect("the marks agree");
        let expected =
            |first_line, last_line, failed, kernels_compiled, stdout: &str, stderr: &str| Output {
                first_line,
                last_line,
                failed,
                kernels_compiled,
                stdout: stdout.into(),
                stderr: stderr.into(),
            };
        assert_eq!(
            outputs,
            [
                expected(Some(1), Some(2), false, 1, "a\n", ""),
                expected(Some(4), Some(4), true, 1, "b", "x\n"),
                expected(None, None, false, 0, "end\n", "")
            ]
        );
    }

    #[test]
    fn marks_of_one_stream_only_are_an_early_end() {
        let stdout = "\x1echevron lines=1-1 failed=0\n".to_owned();
        let finished = Finished {
            status: ExitStatus::from_raw(0),
            stdout,
            stderr: String::new(),
        };
        assert!(outputs(&finished).is_err());
    }
}
