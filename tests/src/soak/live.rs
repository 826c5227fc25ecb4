//! A `chevron` that is typed into one input at a time.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::chevron::{binary, start};

/// Longest time that one input may take.
const INPUT_MAX: Duration = Duration::from_secs(60);
/// Submits a cell, whatever a next line could have added; directives and commands end with their line.
const SUBMIT: &str = ";;";
const MARK: &str = "\x1echevron ";
const RUNNING: &str = "\x1erunning ";

/// A running session.
pub(super) struct Live {
    child: Child,
    stdin: ChildStdin,
    heard: Arc<Heard>,
    /// All that was typed.
    pub(super) typed: String,
}

#[derive(Default)]
struct Heard {
    /// What came since the last input: of stdout, of stderr, and whether either has ended.
    said: Mutex<([Vec<u8>; 2], bool)>,
    more: Condvar,
}

/// What an input wrote.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) failed: bool,
}

impl Live {
    pub(super) fn start(directory: &Path, cache: &Path) -> anyhow::Result<Live> {
        let mut command = Command::new(binary()?);
        // The model knows the CPU device. Cells follow each other at once.
        command.args(["--device=cpu", "--checkpoint=on"]);
        let mut child = start(command, directory, cache, true)?;
        let heard = Arc::<Heard>::default();
        if let Some(stdout) = child.stdout.take() {
            listen(stdout, 0, &heard);
        }
        if let Some(stderr) = child.stderr.take() {
            listen(stderr, 1, &heard);
        }
        Ok(Live {
            stdin: child.stdin.take().context("it has no stdin")?,
            child,
            heard,
            typed: String::new(),
        })
    }

    /// Types an input and waits for its end.
    pub(super) fn enter(&mut self, text: &str) -> anyhow::Result<Said> {
        self.type_in(text)?;
        self.end(text)
    }

    /// Types an input, interrupts it so long after it began to run, and waits for its end.
    pub(super) fn interrupt(&mut self, text: &str, after: Duration) -> anyhow::Result<Said> {
        self.type_in(text)?;
        // A cell that does not get so far ends by itself.
        self.wait(text, |[_, stderr]| {
            stderr.contains(RUNNING) || stderr.contains(MARK)
        })?;
        std::thread::sleep(after);
        let process = self.child.id().to_string();
        Command::new("kill").args(["-INT", &process]).status()?;
        self.end(text)
    }

    fn type_in(&mut self, text: &str) -> anyhow::Result<()> {
        for said in &mut self.heard.lock().0 {
            said.clear();
        }
        let line = text.starts_with(['#', '%']);
        let submitted = text.to_owned() + if line { "" } else { SUBMIT } + "\n";
        self.typed += &submitted;
        self.stdin
            .write_all(submitted.as_bytes())
            .with_context(|| format!("the session is gone before `{text}`"))
    }

    fn end(&mut self, text: &str) -> anyhow::Result<Said> {
        let [stdout, stderr] = self.wait(text, |said| said.iter().all(|it| marked(it)))?;
        let failed = stdout.contains("failed=1");
        let clean = |text: &str| {
            let lines = text.lines().filter(|line| !line.contains('\x1e'));
            lines.map(|line| format!("{line}\n")).collect::<String>()
        };
        Ok(Said {
            stdout: clean(&stdout),
            stderr: clean(&stderr),
            failed,
        })
    }

    /// Waits until what was said is enough.
    fn wait(
        &self,
        text: &str,
        enough: impl Fn(&[String; 2]) -> bool,
    ) -> anyhow::Result<[String; 2]> {
        let start = Instant::now();
        let mut guard = self.heard.lock();
        loop {
            let said = [0, 1].map(|which| String::from_utf8_lossy(&guard.0[which]).into_owned());
            if enough(&said) {
                return Ok(said);
            }
            if guard.1 {
                bail!("the session ended at `{text}`\n{}\n{}", said[0], said[1]);
            }
            if start.elapsed() > INPUT_MAX {
                bail!("`{text}` does not end\n{}\n{}", said[0], said[1]);
            }
            guard = self
                .heard
                .more
                .wait_timeout(guard, INPUT_MAX / 10)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Heard {
    fn lock(&self) -> MutexGuard<'_, ([Vec<u8>; 2], bool)> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A whole mark of an input's end.
fn marked(said: &str) -> bool {
    said.split_once(MARK)
        .is_some_and(|(_, rest)| rest.contains('\n'))
}

fn listen(mut stream: impl Read + Send + 'static, which: usize, heard: &Arc<Heard>) {
    let heard = Arc::clone(heard);
    std::thread::spawn(move || {
        let mut piece = [0; 4096];
        while let Ok(bytes @ 1..) = stream.read(&mut piece) {
            heard.lock().0[which].extend_from_slice(&piece[..bytes]);
            heard.more.notify_all();
        }
        heard.lock().1 = true;
        heard.more.notify_all();
    });
}
