//! How an executor comes to be: started, or woken from a checkpoint of one that has ended.

use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::cells::Ahead;
use super::checkpoints::Checkpoints;
use super::process::Process;
use super::report::CodeMap;
use super::start_error::StartError;
use super::{CodeObject, Executor, ModuleSender, ProgramErrors, Sanitizer, Shared, programs};
use crate::lock::lock;
use crate::wire::{Event, GpuFaults, NoCheckpoint, PROTOCOL, Request, frame};

/// How long an executor that closed the connection may take to end by itself.
const END_AFTER_CLOSE: Duration = Duration::from_secs(2);

/// How long a program that was started as executor may take to say that it is one. That comes before it opens devices.
const START_MAX: Duration = Duration::from_secs(8);

/// How long a checkpoint that is woken may take to answer; it has a thousandth of that to do.
const WAKING_MAX: Duration = Duration::from_secs(5);

/// A checkpoint that has taken the executor's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restored {
    /// How many kernels, or failures of some, it knows of those that were sent.
    pub kernels: u64,
    /// Memory that it shared with the executor, bytes: what is there is not as it was.
    pub shared_bytes: u64,
}

/// What an executor is to be.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// `cpu`, `null`, `cuda:N`, or `auto`: the first GPU, else `cpu`.
    pub device: String,
    /// The CUDA runtime library that host code is linked against if the device is an NVIDIA GPU, instead of our own runtime.
    pub runtime_library: Option<PathBuf>,
    /// How much is told of faults, if the device is an NVIDIA GPU.
    pub gpu_faults: GpuFaults,
    /// Threads of a warp, if the device is the CPU: 64, or else 32.
    pub cpu_warp: u32,
}

impl Executor {
    /// Starts an executor on a device (`cpu`, `null`) and waits until it can serve.
    ///
    /// # Errors
    /// The program is not found or does not start, or the device is not there.
    pub fn start(device: &str) -> Result<Executor, StartError> {
        Executor::start_with(&Setup {
            device: device.to_owned(),
            ..Setup::default()
        })
    }

    /// Likewise, with all that there is to say.
    ///
    /// # Errors
    /// As `start`, or the runtime library cannot be loaded.
    pub fn start_with(setup: &Setup) -> Result<Executor, StartError> {
        let mut executor = Executor::spawn(setup)?;
        executor.wait_ready()?;
        Ok(executor)
    }

    /// Starts an executor without waiting for it. `wait_ready` is to be called before anything else.
    pub fn spawn(setup: &Setup) -> Result<Executor, StartError> {
        let (process, stream, waker) = Process::start()?;
        let executor = Executor::connected(process, stream, waker, 0)?;
        let library = setup.runtime_library.as_ref();
        executor.sender.send(&Request::Hello {
            protocol: PROTOCOL,
            device: setup.device.clone(),
            runtime_library: library.map(|path| path.display().to_string()),
            gpu_faults: setup.gpu_faults,
            cpu_warp: setup.cpu_warp,
        });
        Ok(executor)
    }

    /// An executor that has received so many kernels before.
    fn connected(
        process: Process,
        stream: UnixStream,
        waker: UnixStream,
        kernels: u64,
    ) -> Result<Executor, StartError> {
        let reader = stream
            .try_clone()
            .map_err(StartError::system("failed to duplicate a socket"))?;
        let (to_us, events) = mpsc::channel();
        let shared = Arc::new(Shared {
            code_objects: Mutex::default(),
            broken: Mutex::default(),
            checkpoints: Mutex::new(Checkpoints::new(waker)),
            compiler: Mutex::default(),
        });
        let sender = ModuleSender::new(stream, kernels);
        let (watched, noted, answers) = (process.clone(), Arc::clone(&shared), sender.clone());
        thread::Builder::new()
            .name("executor-events".to_owned())
            .spawn(move || read_events(reader, &to_us, &watched, &noted, &answers))
            .map_err(StartError::system("failed to start a thread"))?;
        Ok(Executor {
            process,
            sender,
            events,
            log: Vec::new(),
            displays: Vec::new(),
            program: ProgramErrors::default(),
            sanitizer: Sanitizer::default(),
            shared,
            target: None,
            code: CodeMap::default(),
            ahead: Ahead::default(),
        })
    }

    /// Waits for the first message of an executor from `spawn`.
    pub fn wait_ready(&mut self) -> Result<(), StartError> {
        if self.target.is_some() {
            return Ok(());
        }
        match self.events.recv_timeout(START_MAX) {
            Ok(Event::Started) => {}
            Ok(other) => {
                return Err(StartError::Foreign(format!(
                    "the executor opened with {other:?}; install both from one build"
                )));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(StartError::Ended(format!(
                    "the executor `{}` did not start: {}",
                    self.process.program().display(),
                    self.death()
                )));
            }
            Err(RecvTimeoutError::Timeout) => {
                self.process.kill();
                return Err(StartError::Foreign(format!(
                    "the executor `{}` has not answered for {} s and was ended; is it a `chevron-executor` of this build?",
                    self.process.program().display(),
                    START_MAX.as_secs()
                )));
            }
        }
        match self.next_event() {
            Ok(Event::Ready {
                protocol: PROTOCOL,
                target,
            }) => {
                self.target = Some(target);
                Ok(())
            }
            Ok(Event::Ready { protocol, .. }) => Err(StartError::Foreign(format!(
                "the executor speaks version {protocol} of the protocol and this program version {PROTOCOL}; install both from one build"
            ))),
            Ok(Event::Refused(message)) => Err(StartError::Refused(message)),
            Ok(other) => Err(StartError::Foreign(format!(
                "the executor opened with {other:?}"
            ))),
            Err(death) => Err(StartError::Ended(format!(
                "the executor did not start: {death}"
            ))),
        }
    }

    /// After its end: its checkpoint becomes the executor, as it was before the last request that could have ended it. `taken_back`:
    /// the cell that ran. `Err`: this executor is as dead as before.
    pub fn restore(&mut self, taken_back: Option<u32>) -> Result<Restored, NoCheckpoint> {
        // All that it has sent has been read by then.
        self.process.wait(None);
        drop(self.await_ahead());
        while self.next_event().is_ok() {}
        // The checkpoint may be of the state before a cell that is to stay.
        if !self.ahead.waiting.is_empty() {
            return Err(NoCheckpoint::TooLate);
        }
        let (checkpoint, waker) = lock(&self.shared.checkpoints).take()?;
        let refused = |error: StartError| NoCheckpoint::Refused(format!("{error:#}"));
        let (process, stream, waker) =
            Process::wake(checkpoint.process, &waker).map_err(refused)?;
        let mut woken =
            Executor::connected(process, stream, waker, checkpoint.kernels).map_err(refused)?;
        // Dropped, it ends.
        let shared_bytes = match woken.events.recv_timeout(WAKING_MAX) {
            Ok(Event::Woken { shared_bytes }) => shared_bytes,
            Err(RecvTimeoutError::Timeout) => {
                let seconds = WAKING_MAX.as_secs();
                let what = format!("it did not answer within {seconds} seconds");
                return Err(NoCheckpoint::Refused(what));
            }
            Ok(_) | Err(RecvTimeoutError::Disconnected) => return Err(NoCheckpoint::Gone),
        };
        woken.target = self.target;
        woken.log = std::mem::take(&mut self.log);
        woken.code = std::mem::take(&mut self.code);
        woken.ahead = std::mem::take(&mut self.ahead);
        *lock(&woken.shared.compiler) = lock(&self.shared.compiler).take();
        if let Some(cell) = taken_back {
            woken.code.undo(cell);
        }
        *self = woken;
        Ok(Restored {
            kernels: checkpoint.kernels,
            shared_bytes,
        })
    }
}

/// Passes events on until the connection ends, and returns, closing the channel, once the process has ended too.
fn read_events(
    mut stream: UnixStream,
    to_us: &Sender<Event>,
    process: &Process,
    shared: &Shared,
    sender: &ModuleSender,
) {
    loop {
        match frame::read::<Event>(&mut stream) {
            Ok(Some(Event::CodeObject {
                key,
                bytes,
                made_ns,
            })) => {
                let made = Duration::from_nanos(made_ns);
                lock(&shared.code_objects).push(CodeObject { key, bytes, made });
            }
            Ok(Some(Event::Compile(source))) => programs::compile(*source, shared, sender),
            Ok(Some(event)) if lock(&shared.checkpoints).note(&event) => {}
            Ok(Some(event)) => {
                if to_us.send(event).is_err() {
                    // Nobody listens any more: the executor was dropped, which ends the process.
                    return;
                }
            }
            // A connection that fails has nobody at its other end any more: the process ends, which may take a GPU's driver a while.
            Ok(None) | Err(frame::FrameError::Io(_)) => break,
            // A process that ends in the middle of a message is just dead; one that lives has lost step.
            Err(_) if process.wait(Some(Duration::from_millis(100))).is_some() => return,
            Err(error) => {
                *lock(&shared.broken) = Some(format!("the executor lost step: {error}"));
                break;
            }
        }
    }
    // Nothing but a GPU's driver keeps a process that is ending, for seconds if others end beside it.
    if process.wait(Some(END_AFTER_CLOSE)).is_none() && !process.is_ending() {
        lock(&shared.broken).get_or_insert_with(|| {
            "the executor closed its connection; a cell may have closed all descriptors".to_owned()
        });
        process.kill();
    }
    process.wait(None);
}
