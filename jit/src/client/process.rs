//! The executor as a child process: found, started, watched, ended.

use std::env;
use std::io;
use std::net::Shutdown;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::Death;
use crate::wire::DESCRIPTOR_VARIABLE;

/// File name of the executor's program.
const PROGRAM: &str = "chevron-executor";

/// Names another program to start as executor.
const PROGRAM_VARIABLE: &str = "CHEVRON_EXECUTOR";

/// A running or ended child. Clones speak of the same one.
#[derive(Clone)]
pub(super) struct Process {
    pid: libc::pid_t,
    state: Arc<State>,
}

struct State {
    end: Mutex<Option<Death>>,
    ended: Condvar,
}

impl Process {
    /// Starts the executor; gives our end of the connection. Standard input and outputs are shared with it.
    pub(super) fn start() -> anyhow::Result<(Process, UnixStream)> {
        let program = program()?;
        let (ours, theirs) =
            UnixStream::pair().context("failed to make a socket pair for the executor")?;
        let descriptor = theirs.as_raw_fd();
        let mut command = Command::new(&program);
        command.env(DESCRIPTOR_VARIABLE, descriptor.to_string());
        // SAFETY: between fork and exec only `fcntl` is called, which is async-signal-safe, on a descriptor that `theirs` keeps open.
        unsafe { command.pre_exec(move || keep_over_exec(descriptor)) };
        let child = command
            .spawn()
            .with_context(|| format!("failed to start the executor `{}`", program.display()))?;
        drop(theirs);
        let process = Process {
            pid: libc::pid_t::try_from(child.id()).context("process id out of range")?,
            state: Arc::new(State {
                end: Mutex::new(None),
                ended: Condvar::new(),
            }),
        };
        let (watched, stream) = (
            process.clone(),
            ours.try_clone().context("failed to duplicate a socket")?,
        );
        thread::Builder::new()
            .name("executor-watch".to_owned())
            .spawn(move || watched.watch(child, &stream))
            .context("failed to start a thread")?;
        Ok((process, ours))
    }

    /// How it ended, if it has.
    pub(super) fn death(&self) -> Option<Death> {
        self.end().clone()
    }

    /// Waits for its end, at most so long.
    pub(super) fn wait(&self, limit: Option<Duration>) -> Option<Death> {
        let end = self.end();
        let end = match limit {
            Some(limit) => {
                self.state
                    .ended
                    .wait_timeout_while(end, limit, |end| end.is_none())
                    .unwrap_or_else(PoisonError::into_inner)
                    .0
            }
            None => self
                .state
                .ended
                .wait_while(end, |end| end.is_none())
                .unwrap_or_else(PoisonError::into_inner),
        };
        end.clone()
    }

    /// Ends it at once; nothing if it has ended.
    pub(super) fn kill(&self) {
        let end = self.end();
        if end.is_none() {
            // SAFETY: while `end` is locked and empty, `watch` has not reaped the child, so the id is still the child's.
            unsafe { libc::kill(self.pid, libc::SIGKILL) };
        }
    }

    /// Records the child's end. Shuts the connection then, because descendants of the child may hold its end open.
    fn watch(&self, mut child: Child, stream: &UnixStream) {
        await_exit(self.pid);
        let mut end = self.end();
        *end = Some(match child.wait() {
            Ok(status) => Death::of(status),
            Err(error) => Death::Protocol(format!("its exit status was lost: {error}")),
        });
        drop(end);
        self.state.ended.notify_all();
        // What was sent before the end can still be read. An error means that it is shut already.
        drop(stream.shutdown(Shutdown::Both));
    }

    fn end(&self) -> MutexGuard<'_, Option<Death>> {
        self.state
            .end
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until the child has ended, and leaves it to be reaped.
fn await_exit(pid: libc::pid_t) {
    loop {
        // SAFETY: all-zero bytes are a valid `siginfo_t`, and `waitid` only writes to it.
        let status = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            libc::waitid(
                libc::P_PID,
                pid as libc::id_t,
                &mut info,
                libc::WEXITED | libc::WNOWAIT,
            )
        };
        if status == 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
}

fn keep_over_exec(descriptor: i32) -> io::Result<()> {
    // SAFETY: changing the flags of an open descriptor has no memory effects.
    let status = unsafe { libc::fcntl(descriptor, libc::F_SETFD, 0) };
    if status < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// `$CHEVRON_EXECUTOR`, or the program beside ours (one folder up for test programs, which Cargo puts into `deps`).
fn program() -> anyhow::Result<PathBuf> {
    if let Some(program) = env::var_os(PROGRAM_VARIABLE) {
        return Ok(program.into());
    }
    let ours = env::current_exe().context("failed to find out where this program lies")?;
    let folders = ours.ancestors().skip(1).take(2);
    folders
        .map(|folder| folder.join(PROGRAM))
        .find(|program| program.is_file())
        .with_context(|| format!("`{PROGRAM}` is not beside `{}`; install it there, or set {PROGRAM_VARIABLE} to its path", ours.display()))
}
