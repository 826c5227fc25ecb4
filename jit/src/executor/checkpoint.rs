//! Checkpoints: copies of the process between two cells, from which the session goes on when a cell ends the executor.
//!
//! A copy is made when nothing but the main thread runs: the reader waits for a message (`reader::Gate`), the device's threads are at
//! rest (`device::Rest`), and there are no others. It sleeps beside the process and shares its memory until one of the two writes. The
//! session ends it when the next one is there. Woken, it makes its threads anew and goes on as the executor.

mod sys;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::os::fd::{IntoRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use super::connection::{Connection, Incoming};
use super::descriptor::{close_if, identity};
use super::reader::Gate;
use super::{crash, memory};
use crate::device::{Rest, Unrest};
use crate::openmp;
use crate::process_status;
use crate::runtime;
use crate::user_threads;
use crate::wire::{Checkpoint, Event, NoCheckpoint, Request, WAKE_DESCRIPTOR_VARIABLE};
use sys::Side;

/// How long threads that are about to end or to rest are waited for.
const PATIENCE: Duration = Duration::from_millis(5);

/// First pause between two looks at them; each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_micros(50);

/// How long is waited for what comes at once unless the machine has no time for it: that the copy sleeps, that the device's threads rest.
const COMES_WITHIN: Duration = Duration::from_secs(1);

/// How long its state is looked at without a pause meanwhile.
const LOOKED_AT_FOR: Duration = Duration::from_micros(200);

/// Threads that a copy does without, the device's apart: the main thread and the reader.
const OWN_THREADS: usize = 2;

/// When a checkpoint is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// There is nothing else to do.
    Idle,
    /// Code of the user runs next.
    Before,
}

/// Keeps the checkpoint; belongs to the main thread.
pub(super) struct Checkpoints {
    connection: &'static Connection,
    gate: &'static Gate,
    /// Where a copy waits to be woken; none: there can be no copies.
    wake: Option<RawFd>,
    /// Which socket that is, whatever user code has put under its number since.
    wake_identity: Option<(u64, u64)>,
    /// Memory of which checkpoints are kept, bytes; 0: none are.
    bytes_max: u64,
    /// How long there must have been nothing to do before one is made; zero: one is made before every cell.
    quiet: Duration,
    /// The session has a checkpoint of what is now.
    fresh: bool,
    /// The last try failed, and nothing has been asked since.
    failed: bool,
    /// Threads that were in the way at the last try.
    strangers: BTreeSet<u32>,
    /// The newest copy, until it is known to sleep.
    awake: Option<libc::pid_t>,
}

/// What a copy has of the process.
struct Held {
    /// Memory, bytes.
    bytes: u64,
    /// Kernels, and failures of some, that the session need not send again.
    kernels: u64,
}

/// What goes on as the executor, in a copy that was woken.
pub(super) struct Woken {
    /// The new connection.
    pub(super) stream: UnixStream,
    /// The new pipe for last words.
    pub(super) report: OwnedFd,
}

/// Takes over the descriptor that the session named in the environment. Called once, while there is one thread.
pub(super) fn from_environment() -> Option<RawFd> {
    let number = env::var(WAKE_DESCRIPTOR_VARIABLE).ok()?.parse().ok()?;
    // SAFETY: the process has one thread, so nobody reads the environment meanwhile. The user's programs must not see it. Setting
    // a flag of a descriptor has no memory effects.
    unsafe {
        env::remove_var(WAKE_DESCRIPTOR_VARIABLE);
        (libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) == 0).then_some(number)
    }
}

impl Checkpoints {
    pub(super) fn new(
        connection: &'static Connection,
        gate: &'static Gate,
        wake: Option<RawFd>,
    ) -> Checkpoints {
        Checkpoints {
            connection,
            gate,
            wake,
            wake_identity: wake.and_then(identity),
            bytes_max: 0,
            quiet: Duration::ZERO,
            fresh: false,
            failed: false,
            strangers: BTreeSet::new(),
            awake: None,
        }
    }

    /// From now on checkpoints are kept as `Request::Checkpoints` says.
    pub(super) fn set(&mut self, bytes_max: u64, quiet_ms: u32) {
        self.bytes_max = bytes_max;
        self.quiet = Duration::from_millis(quiet_ms.into());
        (self.fresh, self.failed) = (false, false);
        if bytes_max == 0 {
            self.connection
                .send(&Event::Checkpoint(Err(NoCheckpoint::Off)));
        }
    }

    /// How long to wait for a request before a checkpoint is kept.
    pub(super) fn idle_before(&self) -> Duration {
        if self.bytes_max == 0 || self.fresh {
            Duration::ZERO
        } else {
            self.quiet
        }
    }

    /// Something has changed: the checkpoint is of what was.
    pub(super) fn outdate(&mut self) {
        (self.fresh, self.failed) = (false, false);
    }

    /// Sees to it that the session has a checkpoint of what is now, if it can have one. In a copy that has been woken this gives what
    /// it is to go on with.
    pub(super) fn keep(&mut self, moment: Moment) -> Option<Woken> {
        let woken = self.renew(moment);
        if let Some(copy) = self.awake.take_if(|_| moment == Moment::Before) {
            await_sleep(copy);
        }
        woken
    }

    fn renew(&mut self, moment: Moment) -> Option<Woken> {
        if self.bytes_max == 0 || self.fresh || (self.failed && moment == Moment::Idle) {
            return None;
        }
        let started = Instant::now();
        let copy = match moment {
            // Nothing was tried yet.
            Moment::Before if !self.quiet.is_zero() && !self.failed => Err(NoCheckpoint::AtOnce),
            _ => self.copy(),
        };
        let result = match copy {
            Ok((Side::Original(process), Held { bytes, kernels })) => Ok(Checkpoint {
                process,
                kernels,
                bytes,
                took_ns: started.elapsed().as_nanos() as u64,
            }),
            Ok((Side::Woken { wire, report, wake }, _)) => {
                self.wait_at(wake);
                self.outdate();
                self.strangers.clear();
                self.awake = None;
                return Some(Woken {
                    stream: wire.into(),
                    report,
                });
            }
            Err(reason) => Err(reason),
        };
        self.awake = result.as_ref().ok().map(|it| it.process);
        self.fresh = result.is_ok();
        self.failed = result.is_err();
        // A cell follows, and tells where its code lies before it runs. Until then the session knows its checkpoint to be stale.
        let soon = matches!(result, Err(NoCheckpoint::AtOnce));
        let event = Event::Checkpoint(result);
        if soon {
            self.connection.send_with_next(&event);
        } else {
            self.connection.send(&event);
        }
        None
    }

    /// From now on copies wait at this socket.
    fn wait_at(&mut self, wake: OwnedFd) {
        if let Some(before) = self.wake.replace(wake.into_raw_fd()) {
            close_if(before, self.wake_identity);
        }
        self.wake_identity = self.wake.and_then(identity);
    }

    fn copy(&mut self) -> Result<(Side, Held), NoCheckpoint> {
        let refused = |what: &str| NoCheckpoint::Refused(what.to_owned());
        let wake = self
            .wake
            .ok_or_else(|| refused("the executor was started without the means"))?;
        let bytes = memory::own_bytes();
        if bytes > self.bytes_max {
            return Err(NoCheckpoint::Large {
                bytes,
                bytes_max: self.bytes_max,
            });
        }
        let device = runtime::device().ok_or_else(|| refused("there is no device"))?;
        // Several share their streams' queues, and none of them can be brought to rest without the others.
        if device.count() > 1 {
            return Err(refused("the session has several devices"));
        }
        let started = Instant::now();
        let for_others = if self.failed {
            Duration::ZERO
        } else {
            PATIENCE
        };
        let mut pause = FIRST_PAUSE;
        loop {
            let turn = self.gate.turn();
            let (mut stay, mut patience) = (false, for_others);
            let mut reason = NoCheckpoint::Busy;
            let rest = device.rest();
            if matches!(rest, Err(Unrest::Settling)) {
                patience = COMES_WITHIN;
            }
            if let Ok(mut rest) = rest {
                // Those of OpenMP only wait, unless other threads of the user's give them work.
                let waiting = match user_threads::any() {
                    true => 0,
                    false => openmp::dispensable_threads(),
                };
                let expected = OWN_THREADS + rest.threads() + waiting;
                let alive = alive(expected).map_err(|error| refused(&error.to_string()))?;
                if alive.len() <= expected {
                    // While the reader waits: what it handles afterwards, the copy does not have, and must be sent again.
                    let kernels = self.gate.kernels();
                    let side = copy_at_rest(wake, &mut rest);
                    let side = side.map_err(|error| refused(&error.to_string()))?;
                    return Ok((side, Held { bytes, kernels }));
                }
                reason = NoCheckpoint::Threads((alive.len() - expected) as u64);
                // Those that were there at the last try are there to stay.
                stay = alive == self.strangers;
                self.strangers = alive;
            }
            drop(turn);
            if stay || started.elapsed() >= patience {
                return Err(reason);
            }
            thread::sleep(pause);
            pause *= 2;
        }
    }
}

/// Copies the process while the reader waits at its gate or for a message, and the device's threads rest.
fn copy_at_rest(wake: RawFd, rest: &mut Box<dyn Rest + '_>) -> io::Result<Side> {
    let openmp = openmp::get_ready();
    // SAFETY: no thread but the reader, which waits at its gate or for a message, those of the device, which
    // rest, and OpenMP's, which wait: none of them holds a lock. What the copy needs of them is made anew when it is woken.
    let side = unsafe { sys::copy(wake) };
    let is_woken = matches!(side, Ok(Side::Woken { .. }));
    if is_woken {
        rest.forget_threads();
    }
    match openmp {
        Some(ready) if is_woken => ready.in_copy(),
        Some(ready) => ready.in_original(),
        None => {}
    }
    side
}

/// Makes the process, a copy that has been woken, the session's executor. Its reader is not started yet.
pub(super) fn take_over(connection: &Connection, woken: Woken) -> Option<Incoming> {
    crash::adopt(woken.report);
    let incoming = connection.adopt(woken.stream)?;
    connection.send(&Event::Woken {
        shared_bytes: memory::shared_bytes(),
    });
    Some(incoming)
}

/// Could this request run code of the user, which may end the process?
pub(super) fn may_end_the_process(request: &Request) -> bool {
    match request {
        // What a program does is final.
        Request::Cell(cell) => cell.run && cell.main.is_none(),
        Request::Library(_) => true,
        _ => false,
    }
}

/// Does this request change what a checkpoint holds?
pub(super) fn changes(request: &Request) -> bool {
    matches!(
        request,
        Request::Cell(_) | Request::Undo { .. } | Request::Library(_)
    )
}

/// The threads there are; if they are more than expected, those that are ending are left out.
fn alive(expected: usize) -> io::Result<BTreeSet<u32>> {
    let mut threads = BTreeSet::new();
    for entry in fs::read_dir("/proc/self/task")? {
        threads.extend(
            entry?
                .file_name()
                .to_str()
                .and_then(|it| it.parse::<u32>().ok()),
        );
    }
    if threads.len() > expected {
        threads.retain(|thread| !exiting(*thread));
    }
    Ok(threads)
}

/// Is this thread of the process past its last instruction?
fn exiting(thread: u32) -> bool {
    process_status::is_exiting(&format!("/proc/self/task/{thread}/stat")).unwrap_or(true)
}

/// Waits until the copy waits to be woken. It shares the table of descriptors, and a cell that closes them all would leave it nothing to
/// wait at; once it waits, the system keeps the socket for it.
fn await_sleep(copy: libc::pid_t) {
    let path = format!("/proc/{copy}/stat");
    let started = Instant::now();
    let mut pause = FIRST_PAUSE;
    // Running, or waiting for memory. The one call of a copy that sleeps otherwise is the one in which it waits.
    while process_status::state(&path).is_some_and(|state| state == "R" || state == "D") {
        match started.elapsed() {
            waited if waited > COMES_WITHIN => return,
            waited if waited < LOOKED_AT_FOR => thread::yield_now(),
            _ => {
                thread::sleep(pause);
                pause *= 2;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_runs_is_alive() {
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        let waiting = thread::spawn(move || {
            // SAFETY: `gettid` has no preconditions.
            let number = unsafe { libc::gettid() } as u32;
            let there = alive(0).is_ok_and(|threads| threads.contains(&number));
            let _ = stopped.recv();
            (number, there)
        });
        drop(stop);
        let (number, there) = waiting.join().expect("it does not panic");
        assert!(there);
        assert!(!alive(0).expect("the system tells").contains(&number));
    }

    #[test]
    fn a_process_is_waited_for_until_it_sleeps() {
        let reader = std::process::Command::new("cat")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .spawn();
        let mut reader = reader.expect("`cat` starts");
        let path = format!("/proc/{}/stat", reader.id());
        let process = reader.id() as libc::pid_t;
        await_sleep(process);
        assert_eq!(process_status::state(&path).as_deref(), Some("S"));
        drop(reader.stdin.take());
        reader.wait().expect("it ends");
        await_sleep(process);
        assert_eq!(process_status::state(&path), None);
    }
}
