//! A prompt under a pseudo-terminal, timed from Enter to the next prompt: Chevron's and its peers' in the same way.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use pty_process::blocking::{Command, Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::chevron;

const CLANG_REPL: &str = "clang-repl-22";
const CLANG_REPL_MARK: &str = "clang-repl> ";

/// How long one answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// A program that is typed at.
pub struct Prompt {
    child: std::process::Child,
    terminal: Pty,
    mark: String,
    /// What it printed since the last line was typed.
    pub answer: String,
    /// From its start to its first prompt.
    pub start: Duration,
}

impl Prompt {
    /// Starts a program and waits for its first prompt: the output ends with `mark`, which may begin with digits that count cells.
    pub fn start(
        program: &Path,
        arguments: &[String],
        environment: &[(&str, &Path)],
        mark: &str,
    ) -> Result<Prompt> {
        let (terminal, slave) = open().context("cannot open a pseudo-terminal")?;
        terminal.resize(pty_process::Size::new(50, 4000))?;
        // A dumb terminal: what is measured is the answer, not the drawing.
        let mut command = Command::new(program)
            .args(arguments)
            .env("TERM", "dumb")
            .env("NO_COLOR", "1");
        for (name, value) in environment {
            command = command.env(name, value);
        }
        let begin = Instant::now();
        let child = command
            .spawn(slave)
            .with_context(|| format!("cannot start `{}`", program.display()))?;
        let mut prompt = Prompt {
            child,
            terminal,
            mark: mark.to_owned(),
            answer: String::new(),
            start: Duration::ZERO,
        };
        prompt.await_mark()?;
        prompt.start = begin.elapsed();
        Ok(prompt)
    }

    /// Types one line and gives the time until the next prompt.
    pub fn line(&mut self, text: &str) -> Result<Duration> {
        self.answer.clear();
        let begin = Instant::now();
        self.terminal.write_all(format!("{text}\n").as_bytes())?;
        self.await_mark()?;
        Ok(begin.elapsed())
    }

    /// Types one line, and Ctrl-C so long after it; gives the time from then until the next prompt.
    pub fn interrupted(&mut self, text: &str, after: Duration) -> Result<Duration> {
        self.answer.clear();
        self.terminal.write_all(format!("{text}\n").as_bytes())?;
        std::thread::sleep(after);
        let begin = Instant::now();
        self.terminal.write_all(b"\x03")?;
        self.await_mark()?;
        Ok(begin.elapsed())
    }

    /// Presses Ctrl-C where a prompt waits, after a part of an input; gives the time until the next prompt.
    pub fn given_up(&mut self, lines: &str) -> Result<Duration> {
        self.answer.clear();
        self.terminal.write_all(lines.as_bytes())?;
        // The terminal drops what nobody has read when it sends the interrupt, its echo too.
        std::thread::sleep(Duration::from_millis(200));
        self.answer.clear();
        let begin = Instant::now();
        self.terminal.write_all(b"\x03")?;
        self.await_mark()?;
        Ok(begin.elapsed())
    }

    /// Asks it to end with Ctrl-D, and presses Ctrl-C so long after; waits until it has ended.
    pub fn end_interrupted(&mut self, after: Duration) -> Result<()> {
        self.answer.clear();
        self.terminal.write_all(b"\x04")?;
        std::thread::sleep(after);
        self.terminal.write_all(b"\x03")?;
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        // The last process that has the terminal open ends what can be read.
        while self.read_more(deadline)? {}
        Ok(())
    }

    /// Presses Ctrl-D, and waits until it has ended.
    pub fn leave(&mut self) -> Result<()> {
        self.answer.clear();
        self.terminal.write_all(b"\x04")?;
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        while self.read_more(deadline)? {}
        Ok(())
    }

    /// Types lines without waiting for answers, until a text has come that none of them has.
    pub fn typed_ahead(&mut self, lines: &[&str], awaited: &str) -> Result<()> {
        self.answer.clear();
        self.terminal
            .write_all(format!("{}\n", lines.join("\n")).as_bytes())?;
        self.await_answer(|answer| answer.contains(awaited))
    }

    /// Presses keys one after the other, as a person does, until a text has come.
    pub fn pressed(&mut self, keys: &[&str], awaited: &str) -> Result<()> {
        self.pressed_until(keys, |answer| answer.contains(awaited))
    }

    /// Likewise, until the answer is what was waited for.
    pub fn pressed_until(&mut self, keys: &[&str], is_there: impl Fn(&str) -> bool) -> Result<()> {
        self.answer.clear();
        for key in keys {
            self.terminal.write_all(key.as_bytes())?;
            std::thread::sleep(Duration::from_millis(120));
        }
        self.await_answer(is_there)
    }

    /// Its process number.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    fn await_mark(&mut self) -> Result<()> {
        let mark = self.mark.clone();
        // The typed line comes back first, without the prompt that was printed before it.
        self.await_answer(|answer| answer.trim_end_matches('\r').ends_with(&mark))
    }

    fn await_answer(&mut self, is_there: impl Fn(&str) -> bool) -> Result<()> {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        while !is_there(&self.answer) {
            if !self.read_more(deadline)? {
                bail!("the program ended; it printed: {}", self.answer);
            }
        }
        Ok(())
    }

    /// Adds what the program prints next to the answer; false if it has ended. A program that prints nothing is given up at the deadline: reading alone
    /// would wait for ever.
    fn read_more(&mut self, deadline: Instant) -> Result<bool> {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(left)?;
        let mut polled = [PollFd::new(&self.terminal, PollFlags::IN)];
        if left.is_zero() || poll(&mut polled, Some(&timeout))? == 0 {
            bail!(
                "no answer within {ANSWER_TIMEOUT:?}; it printed: {}",
                self.answer
            );
        }
        let mut bytes = [0; 65536];
        match self.terminal.read(&mut bytes) {
            Ok(0) | Err(_) => Ok(false),
            Ok(count) => {
                self.answer
                    .push_str(&String::from_utf8_lossy(&bytes[..count]));
                Ok(true)
            }
        }
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts Chevron's prompt with a cache directory of its own, which holds its history too.
pub fn chevron_prompt(cache: &Path) -> Result<Prompt> {
    chevron_prompt_with(cache, &[])
}

/// Likewise, with words for the command line.
pub fn chevron_prompt_with(cache: &Path, arguments: &[String]) -> Result<Prompt> {
    let environment: [(&str, &Path); 3] = [
        ("CHEVRON_CACHE_DIR", cache),
        ("CHEVRON_CONFIG", cache),
        ("CHEVRON_HISTORY", &cache.join("history")),
    ];
    Prompt::start(&chevron::binary()?, arguments, &environment, "> ")
}

/// Likewise on a terminal whose cursor moves, where the prompt edits lines itself; on a dumb one the system does.
pub fn chevron_prompt_drawn(cache: &Path) -> Result<Prompt> {
    let environment: [(&str, &Path); 4] = [
        ("CHEVRON_CACHE_DIR", cache),
        ("CHEVRON_CONFIG", cache),
        ("CHEVRON_HISTORY", &cache.join("history")),
        ("TERM", Path::new("xterm")),
    ];
    let drawn = "1> \r\x1b[3C\x1b[?2026l";
    Prompt::start(&chevron::binary()?, &[], &environment, drawn)
}

/// Starts clang-repl; with a CUDA 12 toolkit it takes kernels.
pub fn clang_repl(toolkit: Option<&Path>) -> Result<Prompt> {
    let Some(toolkit) = toolkit else {
        return Prompt::start(Path::new(CLANG_REPL), &[], &[], CLANG_REPL_MARK);
    };
    let arguments = [
        "--cuda".to_owned(),
        format!("--cuda-path={}", toolkit.display()),
        "--offload-arch=sm_80".to_owned(),
    ];
    let library = toolkit.join("lib");
    Prompt::start(
        Path::new(CLANG_REPL),
        &arguments,
        &[("LD_LIBRARY_PATH", &library)],
        CLANG_REPL_MARK,
    )
}

/// The definition of a kernel `kN`; each has another body.
pub fn new_kernel(number: usize) -> String {
    format!(
        "__global__ void k{number}(float *x, int n, float a) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) {{ float s = x[i]; \
         for (int j = 0; j < {}; ++j) s = s * a + {number}.0f; x[i] = s; }} }}",
        number % 7 + 2
    )
}

/// How long new kernels take clang-repl, each defined and launched once. It cannot launch at top level, so a host function stands for the launch.
pub fn new_kernels_in_clang_repl(prompt: &mut Prompt, count: usize) -> Result<Vec<Duration>> {
    (0..count)
        .map(|number| {
            let define = prompt.line(&new_kernel(number))?;
            let launch = prompt.line(&format!(
                "void go{number}(float *d) {{ k{number}<<<16, 256>>>(d, 4096, 0.5f); }}"
            ))?;
            Ok(define + launch)
        })
        .collect()
}

/// The median of some durations, in milliseconds.
pub fn median_ms(durations: &[Duration]) -> f64 {
    let mut sorted: Vec<f64> = durations.iter().map(|it| it.as_secs_f64() * 1e3).collect();
    sorted.sort_by(f64::total_cmp);
    if sorted.is_empty() {
        f64::NAN
    } else {
        sorted[sorted.len() / 2]
    }
}
