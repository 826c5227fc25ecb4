//! The executor as a child process: found, started or woken, watched, ended.

use std::env;
use std::ffi::c_int;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::Death;
use super::memory_kills::memory_kills;
use super::start_error::StartError;
use super::wake;
use crate::crash;
use crate::lock::lock;
use crate::process_status;
use crate::wire::{
    BESIDE_DESCRIPTOR_VARIABLE, DESCRIPTOR_VARIABLE, LINES_VARIABLE, SIGNAL_CUT_OFF,
    WAKE_DESCRIPTOR_VARIABLE,
};

/// File name of the executor's program.
const PROGRAM: &str = "chevron-executor";

/// Names another program to start as executor.
const PROGRAM_VARIABLE: &str = "CHEVRON_EXECUTOR";

/// How long an executor may be stopped (SIGSTOP) before it is taken for one that will not answer again.
const STOPPED_FOR_GOOD: Duration = Duration::from_millis(500);

/// Signals that end a process, and that this one may take itself: executors do not.
pub const ENDING_SIGNALS: [c_int; 5] = [
    libc::SIGTERM,
    libc::SIGHUP,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
];

/// Lets those signals in, which a child is born without if its parent has them blocked.
fn let_end() -> io::Result<()> {
    // SAFETY: an all-zero set is valid to be emptied; all pointers are to live values or null where null is allowed.
    let error = unsafe {
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut signals);
        for signal in ENDING_SIGNALS {
            libc::sigaddset(&raw mut signals, signal);
        }
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const signals, std::ptr::null_mut())
    };
    match error {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// All executors that this process has started or woken.
static EXECUTORS: Mutex<Vec<libc::pid_t>> = Mutex::new(Vec::new());

/// Is this process an executor of this one, or was it?
pub fn is_executor(pid: i32) -> bool {
    lock(&EXECUTORS).contains(&pid)
}

/// The executors of this process, those that have ended left out.
pub fn executors() -> Vec<i32> {
    let alive = |pid: &i32| std::path::Path::new("/proc").join(pid.to_string()).exists();
    let all = lock(&EXECUTORS).clone();
    all.into_iter().filter(alive).collect()
}

/// A running or ended child. Clones speak of the same one.
#[derive(Clone)]
pub(super) struct Process {
    pid: libc::pid_t,
    state: Arc<State>,
}

struct State {
    end: Mutex<Option<Death>>,
    ended: Condvar,
    /// Where the executor tells of its end.
    report: PipeReader,
    /// The program that was started.
    program: PathBuf,
    /// Processes that the system had ended for want of memory before this one started.
    memory_kills: u64,
    /// What it told through the pipe, once it has ended.
    told: Mutex<Vec<u8>>,
    /// It was we who ended it.
    killed: AtomicBool,
}

/// Both ends of an executor's connection, of its report pipe, and of the socket by which its checkpoints are woken.
struct Ends {
    stream: UnixStream,
    their_stream: UnixStream,
    report: PipeReader,
    their_report: PipeWriter,
    waker: UnixStream,
    their_waker: UnixStream,
}

impl Ends {
    fn new() -> Result<Ends, StartError> {
        let pair = || {
            UnixStream::pair().map_err(StartError::system(
                "failed to make a socket pair for the executor",
            ))
        };
        let ((stream, their_stream), (waker, their_waker)) = (pair()?, pair()?);
        let (report, their_report) =
            io::pipe().map_err(StartError::system("failed to make a pipe for the executor"))?;
        Ok(Ends {
            stream,
            their_stream,
            report,
            their_report,
            waker,
            their_waker,
        })
    }

    /// The executor's: connection, report pipe, what wakes its checkpoints.
    fn theirs(&self) -> [RawFd; 3] {
        [
            self.their_stream.as_raw_fd(),
            self.their_report.as_raw_fd(),
            self.their_waker.as_raw_fd(),
        ]
    }
}

impl Process {
    /// Its number.
    pub(super) fn id(&self) -> libc::pid_t {
        self.pid
    }

    /// Starts the executor; gives our ends of the connection, and of the socket by which its checkpoints are woken. Standard input
    /// and outputs are shared with it.
    pub(super) fn start() -> Result<(Process, UnixStream, UnixStream), StartError> {
        let program = program()?;
        let ends = Ends::new()?;
        let descriptors = ends.theirs();
        let names = [
            DESCRIPTOR_VARIABLE,
            crash::DESCRIPTOR_VARIABLE,
            WAKE_DESCRIPTOR_VARIABLE,
        ];
        let mut command = Command::new(&program);
        command.envs(names.into_iter().zip(descriptors.map(|it| it.to_string())));
        if BY_LINES.load(Ordering::Relaxed) {
            command.env(LINES_VARIABLE, "1");
        }
        let beside = BESIDE.get().map(AsRawFd::as_raw_fd);
        if let Some(beside) = beside {
            command.env(BESIDE_DESCRIPTOR_VARIABLE, beside.to_string());
        }
        let prepare = move || {
            let_end()?;
            // The session ignores it, which a child would inherit.
            // SAFETY: a default action has no preconditions.
            unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_DFL) };
            descriptors
                .into_iter()
                .chain(beside)
                .try_for_each(keep_over_exec)
        };
        // SAFETY: between fork and exec only `pthread_sigmask`, `signal` and `fcntl` are called, which are async-signal-safe, the last on descriptors that
        // `ends` and `BESIDE` keep open.
        unsafe { command.pre_exec(prepare) };
        let child = match command.spawn() {
            Ok(child) => child,
            Err(source) => return Err(StartError::NotStarted { program, source }),
        };
        let pid = libc::pid_t::try_from(child.id())
            .map_err(io::Error::other)
            .map_err(StartError::system("process id out of range"))?;
        Process::watched(pid, ends, program)
    }

    /// What was started, for messages.
    pub(super) fn program(&self) -> &Path {
        &self.state.program
    }

    /// Makes a checkpoint, a child of this process, the executor. Gives our ends of its connection, and of a new socket by which its own
    /// checkpoints are woken: a cell may have closed the executor's end of the one before.
    pub(super) fn wake(
        pid: libc::pid_t,
        waker: &UnixStream,
    ) -> Result<(Process, UnixStream, UnixStream), StartError> {
        let ends = Ends::new()?;
        wake::send(waker, pid, ends.theirs())
            .map_err(StartError::system("failed to wake the checkpoint"))?;
        Process::watched(pid, ends, PathBuf::from(PROGRAM))
    }

    fn watched(
        pid: libc::pid_t,
        ends: Ends,
        program: PathBuf,
    ) -> Result<(Process, UnixStream, UnixStream), StartError> {
        lock(&EXECUTORS).push(pid);
        let process = Process {
            pid,
            state: Arc::new(State {
                end: Mutex::new(None),
                ended: Condvar::new(),
                report: ends.report,
                program,
                memory_kills: memory_kills(),
                told: Mutex::default(),
                killed: AtomicBool::new(false),
            }),
        };
        let (watched, stream) = (
            process.clone(),
            ends.stream
                .try_clone()
                .map_err(StartError::system("failed to duplicate a socket"))?,
        );
        thread::Builder::new()
            .name("executor-watch".to_owned())
            .spawn(move || watched.watch(&stream))
            .map_err(StartError::system("failed to start a thread"))?;
        Ok((process, ends.stream, ends.waker))
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
            self.state.killed.store(true, Ordering::Relaxed);
            // SAFETY: while `end` is locked and empty, `watch` has not reaped the child, so the id is still the child's.
            unsafe { libc::kill(self.pid, libc::SIGKILL) };
        }
    }

    /// Is all that it has still to do the system's, or has it ended?
    pub(super) fn is_ending(&self) -> bool {
        // While it is locked and empty, `watch` has not reaped the child, so the id is still the child's.
        let end = self.end();
        end.is_some() || is_ending(self.pid)
    }

    /// The bytes that came through the report pipe, once it has ended.
    pub(super) fn last_words(&self) -> Vec<u8> {
        lock(&self.state.told).clone()
    }

    fn read_report(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut report = &self.state.report;
        let descriptor = report.as_raw_fd();
        // Descendants of the executor may hold the other end, so only what is there is read.
        // SAFETY: setting a flag of a descriptor of ours has no memory effects.
        unsafe { libc::fcntl(descriptor, libc::F_SETFL, libc::O_NONBLOCK) };
        // The error at the end is that nothing more is there.
        drop(report.read_to_end(&mut bytes));
        bytes
    }

    /// Records the child's end. Shuts the connection then, because descendants of the child may hold its end open.
    fn watch(&self, stream: &UnixStream) {
        let stopped = self.await_exit();
        let mut end = self.end();
        let told = self.read_report();
        let silent = told.is_empty();
        *lock(&self.state.told) = told;
        *end = Some(match reap(self.pid) {
            Ok(_) if stopped => Death::Stopped,
            Ok(status) if silent && status.signal() == Some(SIGNAL_CUT_OFF) => Death::CutOff,
            Ok(status) => self.death_of(status),
            Err(error) => Death::Protocol(format!("its exit status was lost: {error}")),
        });
        drop(end);
        self.state.ended.notify_all();
        // What was sent before the end can still be read. An error means that it is shut already.
        drop(stream.shutdown(Shutdown::Both));
    }

    fn death_of(&self, status: ExitStatus) -> Death {
        match Death::of(status) {
            Death::Signal(libc::SIGKILL)
                if !self.state.killed.load(Ordering::Relaxed)
                    && memory_kills() > self.state.memory_kills =>
            {
                Death::OutOfMemory
            }
            death => death,
        }
    }

    /// Waits until the child has ended, and leaves it to be reaped. One that stops itself for good would never answer, so it is ended;
    /// true then.
    fn await_exit(&self) -> bool {
        loop {
            match wait_for_change(self.pid, 0) {
                Some(libc::SIGSTOP) => {
                    // Whoever stopped the session too, and lets both go on, has done so by then.
                    thread::sleep(STOPPED_FOR_GOOD);
                    if wait_for_change(self.pid, libc::WNOHANG) == Some(libc::SIGSTOP) {
                        self.kill();
                        return true;
                    }
                }
                // Job control of the terminal: it goes on when the session does.
                Some(_) => thread::sleep(STOPPED_FOR_GOOD),
                None => return false,
            }
        }
    }

    fn end(&self) -> MutexGuard<'_, Option<Death>> {
        lock(&self.state.end)
    }
}

/// Waits until the child has ended or stopped, and leaves it as it is. Gives the signal that stopped it; `None` if it has ended, or
/// with `WNOHANG` if it runs.
fn wait_for_change(pid: libc::pid_t, flags: c_int) -> Option<c_int> {
    loop {
        // SAFETY: all-zero bytes are a valid `siginfo_t`, and `waitid` only writes to it.
        let (status, info) = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let kinds = libc::WEXITED | libc::WSTOPPED | libc::WNOWAIT | flags;
            (
                libc::waitid(libc::P_PID, pid as libc::id_t, &mut info, kinds),
                info,
            )
        };
        if status == 0 {
            // SAFETY: `waitid` gave a child's state, or left all zero.
            return (info.si_code == libc::CLD_STOPPED).then(|| unsafe { info.si_status() });
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

/// Has a process begun to end? Not if the system does not tell.
fn is_ending(pid: libc::pid_t) -> bool {
    process_status::is_exiting(&format!("/proc/{pid}/stat")).unwrap_or(false)
}

/// Takes the status of a child that has ended.
fn reap(pid: libc::pid_t) -> io::Result<ExitStatus> {
    let mut status = 0;
    loop {
        // SAFETY: `waitpid` writes one number.
        if unsafe { libc::waitpid(pid, &raw mut status, 0) } == pid {
            return Ok(ExitStatus::from_raw(status));
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
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

/// What `use_program` was told.
static GIVEN_PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// From now on this program is the executor, unless the environment names one. For test programs, which do not lie beside it: nobody else looks into
/// other folders, because what lies there may be another user's.
pub fn use_program(program: PathBuf) {
    // Who comes first decides; tests all give the same.
    drop(GIVEN_PROGRAM.set(program));
}

/// What `print_by_lines` was told.
static BY_LINES: AtomicBool = AtomicBool::new(false);

/// Executors that are started from now on write what cells print line by line: someone reads it while they run.
pub fn print_by_lines() {
    BY_LINES.store(true, Ordering::Relaxed);
}

/// What `print_beside` was given.
static BESIDE: OnceLock<PipeWriter> = OnceLock::new();

/// Of executors that are started from now on, what threads print to the terminal while no cell runs goes to this pipe: the terminal has a line then that
/// somebody types.
pub fn print_beside(pipe: PipeWriter) {
    // The first one stays.
    let _ = BESIDE.set(pipe);
}

/// `$CHEVRON_EXECUTOR`, or the program beside ours.
fn program() -> Result<PathBuf, StartError> {
    if let Some(program) = env::var_os(PROGRAM_VARIABLE) {
        return Ok(program.into());
    }
    if let Some(program) = GIVEN_PROGRAM.get() {
        return Ok(program.clone());
    }
    let ours = env::current_exe().map_err(StartError::system(
        "failed to find out where this program lies",
    ))?;
    let program = ours.with_file_name(PROGRAM);
    match program.is_file() {
        true => Ok(program),
        false => Err(StartError::Missing(format!(
            "`{PROGRAM}` is not beside `{}`; install it there, or set {PROGRAM_VARIABLE} to its path",
            ours.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ending_is_told_from_who_runs() {
        // SAFETY: `getpid` has no preconditions.
        assert!(!is_ending(unsafe { libc::getpid() }));
        let mut child = Command::new("true").spawn().unwrap();
        let pid = child.id() as libc::pid_t;
        assert_eq!(wait_for_change(pid, 0), None);
        assert!(is_ending(pid), "it is dead, and not yet reaped");
        child.wait().unwrap();
        assert!(!is_ending(pid));
    }
}
