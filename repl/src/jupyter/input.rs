//! What cells read from stdin: a pseudo-terminal in its place, and a thread that sees when a cell waits for it and asks the front end.

use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use anyhow::Context;
use rustix::fs::{Mode, OFlags, open};
use rustix::io::{ioctl_fionread, write};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::stdio::{dup2_stdin, stdin};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, tcflush, tcgetattr,
    tcsetattr,
};
use serde_json::json;

use super::kernel::Kernel;
use super::message::{Request, Signer};
use super::reading;
use super::zmtp::Frames;

/// Read behind whole lines it ends them, and with none before it the input, once.
const END: u8 = 4;

/// How often it is looked whether a cell waits.
const GLANCE: Duration = Duration::from_millis(15);

/// A pseudo-terminal takes in lines of 4095 bytes: what is longer goes in parts.
const PART: usize = 2048;

/// The end that is written to.
pub struct Terminal {
    main: OwnedFd,
    path: PathBuf,
}

/// Puts a pseudo-terminal in the place of stdin. It takes in lines, as they are, and has an end that can be told without closing it.
pub fn replace() -> anyhow::Result<Terminal> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
    let main = openpt(flags | OpenptFlags::CLOEXEC).context("no pseudo-terminal")?;
    grantpt(&main).context("no pseudo-terminal")?;
    unlockpt(&main).context("no pseudo-terminal")?;
    let name = ptsname(&main, Vec::new()).context("no pseudo-terminal")?;
    let path = PathBuf::from(name.to_string_lossy().into_owned());
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let other = open(&path, flags, Mode::empty()).context("no pseudo-terminal")?;
    let mut modes = tcgetattr(&other)?;
    modes.local_modes = LocalModes::ICANON;
    modes.input_modes = InputModes::IUTF8;
    for code in [
        SpecialCodeIndex::VERASE,
        SpecialCodeIndex::VKILL,
        SpecialCodeIndex::VEOL,
        SpecialCodeIndex::VSTART,
        SpecialCodeIndex::VSTOP,
    ] {
        modes.special_codes[code] = 0;
    }
    modes.special_codes[SpecialCodeIndex::VEOF] = END;
    tcsetattr(&other, OptionalActions::Now, &modes)?;
    dup2_stdin(&other).context("stdin cannot be replaced")?;
    Ok(Terminal { main, path })
}

/// Without a pseudo-terminal there is nothing to read.
pub fn replace_by_nothing() -> anyhow::Result<()> {
    let nothing = open("/dev/null", OFlags::RDONLY, Mode::empty())?;
    dup2_stdin(&nothing).context("stdin cannot be replaced")
}

/// Who is asked for what a cell reads.
#[derive(Clone)]
struct Asked {
    request: Arc<Request>,
    /// Counts requests.
    serial: u64,
    allowed: bool,
}

/// The questions of a kernel.
pub struct Input {
    state: Mutex<(u64, Option<Asked>)>,
    changed: Condvar,
}

impl Input {
    /// Looks after the cells from now on. `answers`: what front ends say.
    pub fn start(
        terminal: Terminal,
        answers: mpsc::Receiver<Frames>,
        signer: Signer,
        kernel: Arc<Kernel>,
    ) -> io::Result<Arc<Input>> {
        let input = Arc::new(Input {
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let watch = Watch {
            input: Arc::clone(&input),
            terminal,
            answers,
            signer,
            kernel,
        };
        std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || watch.run())?;
        Ok(input)
    }

    /// A request runs cells: its front end is asked for what they read, if it allows that. What was not read before is dropped.
    pub fn begin(&self, request: &Arc<Request>, allowed: bool) {
        forget_unread();
        let mut state = self.lock();
        let serial = state.0 + 1;
        let request = Arc::clone(request);
        *state = (
            serial,
            Some(Asked {
                request,
                serial,
                allowed,
            }),
        );
        self.changed.notify_all();
    }

    /// The request has ended.
    pub fn end(&self) {
        self.lock().1 = None;
        forget_unread();
    }

    fn is_asked(&self, serial: u64) -> bool {
        (self.lock().1.as_ref()).is_some_and(|asked| asked.serial == serial)
    }

    fn wait(&self) -> Asked {
        let mut state = self.lock();
        loop {
            if let Some(asked) = &state.1 {
                return asked.clone();
            }
            state = (self.changed.wait(state)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, (u64, Option<Asked>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn forget_unread() {
    let _ = tcflush(stdin(), QueueSelector::IFlush);
}

struct Watch {
    input: Arc<Input>,
    terminal: Terminal,
    answers: mpsc::Receiver<Frames>,
    signer: Signer,
    kernel: Arc<Kernel>,
}

impl Watch {
    fn run(&self) {
        loop {
            let asked = self.input.wait();
            std::thread::sleep(GLANCE);
            if self.waits() && self.input.is_asked(asked.serial) {
                match asked.allowed {
                    true => self.ask(&asked),
                    false => self.write(&[END]),
                }
            }
        }
    }

    /// Does a cell wait for input that is not there?
    fn waits(&self) -> bool {
        ioctl_fionread(stdin()).is_ok_and(|unread| unread == 0)
            && reading::is_read(&self.terminal.path)
    }

    fn ask(&self, asked: &Asked) {
        while self.answers.try_recv().is_ok() {}
        self.kernel.ask(&asked.request);
        while self.input.is_asked(asked.serial) {
            let Ok(frames) = self.answers.recv_timeout(GLANCE) else {
                // The cell may have been interrupted, or have gone on with another thread.
                if self.waits() {
                    continue;
                }
                return;
            };
            match Request::of_frames(&frames, &self.signer) {
                Ok(reply) if reply.kind == "input_reply" => {
                    return self.enter(reply.text("value"), asked.serial);
                }
                Ok(other) => self.kernel.log(format_args!("`{}` on stdin", other.kind)),
                Err(error) => self.kernel.log_dropped("stdin", &error),
            }
        }
    }

    /// Enters a line.
    fn enter(&self, value: &str, serial: u64) {
        let line = value.replace(char::from(END), "") + "\n";
        let mut parts = line.as_bytes().chunks(PART).peekable();
        while let Some(part) = parts.next() {
            self.write(part);
            if parts.peek().is_none() {
                return;
            }
            self.write(&[END]);
            while ioctl_fionread(stdin()).is_ok_and(|unread| unread > 0) {
                if !self.input.is_asked(serial) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn write(&self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match write(&self.terminal.main, bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => {
                    let error = json!(error.to_string());
                    return self.kernel.log(format_args!("no input: {error}"));
                }
            }
        }
    }
}
