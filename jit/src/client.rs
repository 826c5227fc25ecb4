//! The session's side: an executor as a value. Its death is remembered and told to every later call.

mod checkpoints;
mod death;
mod memory_kills;
mod module_sender;
mod process;
mod report;
mod wake;

use std::collections::VecDeque;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use checkpoints::Checkpoints;
pub use death::Death;
pub use module_sender::ModuleSender;
use process::Process;
pub use process::{ENDING_SIGNALS, is_executor, use_program};
use report::CodeMap;
pub use report::{Access, Cause, CodePlace, CrashReport};

use crate::awake::receive_soon;
use crate::lock::lock;
use crate::wire::{
    CellImage, Checkpoint, DeviceDescription, Event, GpuFaults, KernelPlace, NoCheckpoint, Outcome,
    PROTOCOL, ProgramFault, Request, Statistics, Target, frame,
};

/// How long an executor that closed the connection may take to end by itself.
const END_AFTER_CLOSE: Duration = Duration::from_secs(2);

/// How long a program that was started as executor may take to say that it is one. That comes before it opens devices.
const START_MAX: Duration = Duration::from_secs(8);

/// How long a checkpoint that is woken may take to answer; it has a thousandth of that to do.
const WAKING_MAX: Duration = Duration::from_secs(5);

/// How a cell ended.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Ended {
    /// The executor lives on.
    Finished {
        /// How the cell ended.
        outcome: Outcome,
        /// Its devices cannot be used any more: start another executor.
        device_lost: bool,
        /// Time spent linking.
        link: Duration,
        /// Time spent running, devices included.
        run: Duration,
        /// The rest of the time from the request to the answer, less what was done beside.
        exchange: Duration,
        /// What devices' loading of code objects took since the last cell ended, beside the rest.
        load: Duration,
    },
    /// The executor ended before the cell did.
    Died(Death),
}

/// What came of a cell that was linked while the session went on.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedAhead {
    /// Its number.
    pub cell: u32,
    /// `Outcome::Done`, or why it could not be linked.
    pub outcome: Outcome,
    /// Time spent linking.
    pub link: Duration,
}

/// Cells that are linked while the session goes on.
#[derive(Default)]
struct Ahead {
    /// Those whose outcomes have not come, oldest first.
    waiting: VecDeque<u32>,
    linked: Vec<LinkedAhead>,
}

/// An executor process. Dropping it ends the process at once.
pub struct Executor {
    process: Process,
    sender: ModuleSender,
    events: Receiver<Event>,
    log: Vec<String>,
    program: ProgramErrors,
    shared: Arc<Shared>,
    /// What its device runs, once it is ready.
    target: Option<Target>,
    code: CodeMap,
    ahead: Ahead,
}

/// Device errors of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProgramErrors {
    /// In the order in which they were found.
    pub faults: Vec<ProgramFault>,
    /// One of them the program has never read.
    pub unhandled: bool,
    /// Calls whose errors it threw away, and what else its kernels did that is no error on this device, for people.
    pub notes: Vec<String>,
}

/// Code objects that an executor has made, also of one that has ended.
#[derive(Clone)]
pub struct CodeObjects(Arc<Shared>);

/// A code object that an executor has made of an image.
#[derive(Clone, Debug)]
pub struct CodeObject {
    /// The name that the image had for it.
    pub key: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How long making it took.
    pub made: Duration,
}

impl CodeObjects {
    /// Those made since the last call.
    pub fn take(&self) -> Vec<CodeObject> {
        std::mem::take(&mut lock(&self.0.code_objects))
    }
}

struct Shared {
    code_objects: Mutex<Vec<CodeObject>>,
    /// Set before the event channel closes, if the executor broke the protocol.
    broken: Mutex<Option<String>>,
    checkpoints: Mutex<Checkpoints>,
}

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
}

impl Executor {
    /// Starts an executor on a device (`cpu`, `null`) and waits until it can serve.
    ///
    /// # Errors
    /// The program is not found or does not start, or the device is not there.
    pub fn start(device: &str) -> anyhow::Result<Executor> {
        Executor::start_with(&Setup {
            device: device.to_owned(),
            ..Setup::default()
        })
    }

    /// Likewise, with all that there is to say.
    ///
    /// # Errors
    /// As `start`, or the runtime library cannot be loaded.
    pub fn start_with(setup: &Setup) -> anyhow::Result<Executor> {
        let mut executor = Executor::spawn(setup)?;
        executor.wait_ready()?;
        Ok(executor)
    }

    /// Starts an executor without waiting for it. `wait_ready` is to be called before anything else.
    pub fn spawn(setup: &Setup) -> anyhow::Result<Executor> {
        let (process, stream, waker) = Process::start()?;
        let executor = Executor::connected(process, stream, waker, 0)?;
        let library = setup.runtime_library.as_ref();
        executor.sender.send(&Request::Hello {
            protocol: PROTOCOL,
            device: setup.device.clone(),
            runtime_library: library.map(|path| path.display().to_string()),
            gpu_faults: setup.gpu_faults,
        });
        Ok(executor)
    }

    /// An executor that has received so many kernels before.
    fn connected(
        process: Process,
        stream: UnixStream,
        waker: UnixStream,
        kernels: u64,
    ) -> anyhow::Result<Executor> {
        let reader = stream.try_clone().context("failed to duplicate a socket")?;
        let (to_us, events) = mpsc::channel();
        let shared = Arc::new(Shared {
            code_objects: Mutex::default(),
            broken: Mutex::default(),
            checkpoints: Mutex::new(Checkpoints::new(waker)),
        });
        let (watched, noted) = (process.clone(), Arc::clone(&shared));
        thread::Builder::new()
            .name("executor-events".to_owned())
            .spawn(move || read_events(reader, &to_us, &watched, &noted))
            .context("failed to start a thread")?;
        Ok(Executor {
            process,
            sender: ModuleSender::new(stream, kernels),
            events,
            log: Vec::new(),
            program: ProgramErrors::default(),
            shared,
            target: None,
            code: CodeMap::default(),
            ahead: Ahead::default(),
        })
    }

    /// Waits for the first message of an executor from `spawn`.
    pub fn wait_ready(&mut self) -> anyhow::Result<()> {
        if self.target.is_some() {
            return Ok(());
        }
        match self.events.recv_timeout(START_MAX) {
            Ok(Event::Started) => {}
            Ok(other) => bail!("the executor opened with {other:?}; install both from one build"),
            Err(RecvTimeoutError::Disconnected) => bail!(
                "the executor `{}` did not start: {}",
                self.process.program().display(),
                self.death()
            ),
            Err(RecvTimeoutError::Timeout) => {
                self.process.kill();
                bail!(
                    "the executor `{}` has not answered for {} s and was ended; is it a `chevron-executor` of this build?",
                    self.process.program().display(),
                    START_MAX.as_secs()
                )
            }
        }
        match self.next_event() {
            Ok(Event::Ready {
                protocol: PROTOCOL,
                target,
            }) => self.target = Some(target),
            Ok(Event::Ready { protocol, .. }) => bail!(
                "the executor speaks version {protocol} of the protocol and this program version {PROTOCOL}; install both from one build"
            ),
            Ok(Event::Refused(message)) => bail!("{message}"),
            Ok(other) => bail!("the executor opened with {other:?}"),
            Err(death) => bail!("the executor did not start: {death}"),
        }
        Ok(())
    }

    /// What kernels are to be compiled for; the host's own processor as long as it is not ready.
    pub fn target(&self) -> Target {
        self.target.unwrap_or(Target::Host)
    }

    /// What it makes of PTX.
    pub fn code_objects(&self) -> CodeObjects {
        CodeObjects(Arc::clone(&self.shared))
    }

    /// What sends kernels.
    pub fn modules(&self) -> ModuleSender {
        self.sender.clone()
    }

    /// Links a cell and runs it if it asks for that. `on_value` gets each value to show, in order.
    pub fn run(&mut self, cell: CellImage, on_value: &mut dyn FnMut(String)) -> Ended {
        self.run_beside(cell, || {}, on_value)
    }

    /// As `run`; `beside` is called once the cell is on its way.
    pub fn run_beside(
        &mut self,
        cell: CellImage,
        beside: impl FnOnce(),
        on_value: &mut dyn FnMut(String),
    ) -> Ended {
        if let Err(death) = self.await_ahead() {
            return Ended::Died(death);
        }
        let asked = Instant::now();
        self.sender.send(&Request::Cell(Box::new(cell)));
        beside();
        let beside = asked.elapsed();
        loop {
            match self.next_event() {
                Ok(Event::Linked { cell, code }) => self.code.add(cell, code),
                Ok(Event::Value(value)) => on_value(value),
                Ok(Event::Finished {
                    outcome,
                    device_lost,
                    link_ns,
                    run_ns,
                    load_ns,
                    ..
                }) => {
                    let link = Duration::from_nanos(link_ns);
                    let run = Duration::from_nanos(run_ns);
                    return Ended::Finished {
                        outcome,
                        device_lost,
                        link,
                        run,
                        exchange: asked.elapsed().saturating_sub(beside.max(link + run)),
                        load: Duration::from_nanos(load_ns),
                    };
                }
                Ok(other) => return Ended::Died(self.broke(&other)),
                Err(death) => return Ended::Died(death),
            }
        }
    }

    /// Links cells without running them, one after the other, but without waiting for one before the next is sent. Gives the outcomes
    /// in order; fewer than cells, and the death, if the executor ended on the way.
    pub fn link_all(
        &mut self,
        cells: impl IntoIterator<Item = CellImage>,
    ) -> (Vec<Outcome>, Option<Death>) {
        if let Err(death) = self.await_ahead() {
            return (Vec::new(), Some(death));
        }
        let earlier = std::mem::take(&mut self.ahead.linked);
        for cell in cells {
            self.link_ahead(cell);
        }
        let death = self.await_ahead().err();
        let linked = std::mem::replace(&mut self.ahead.linked, earlier);
        (linked.into_iter().map(|it| it.outcome).collect(), death)
    }

    /// Has a cell linked that runs nothing, and does not wait for it: `linked_ahead` tells what came of it.
    pub fn link_ahead(&mut self, cell: CellImage) {
        self.ahead.waiting.push_back(cell.number);
        let cell = CellImage { run: false, ..cell };
        self.sender.send(&Request::Cell(Box::new(cell)));
    }

    /// What has come of the cells of `link_ahead` since the last call; waits for those under way. If the executor ends before one is linked, that one is
    /// not among them.
    pub fn linked_ahead(&mut self) -> Vec<LinkedAhead> {
        // Whoever uses the executor next is told of its death.
        drop(self.await_ahead());
        std::mem::take(&mut self.ahead.linked)
    }

    /// Takes back the definitions of all cells from number `first` on: what they superseded comes back. The images of kernels that
    /// those cells named have to be sent again, after this.
    pub fn undo(&mut self, first: u32) -> Result<(), Death> {
        self.await_ahead()?;
        self.code.undo(first);
        match self.ask(&Request::Undo { first })? {
            Event::Undone => Ok(()),
            other => Err(self.broke(&other)),
        }
    }

    /// Makes it keep a checkpoint of its state between cells from now on, as `Request::Checkpoints` says. Only a CPU device can.
    pub fn keep_checkpoints(&mut self, bytes_max: u64, quiet_ms: u32) {
        self.sender.send(&Request::Checkpoints {
            bytes_max,
            quiet_ms,
        });
    }

    /// The newest checkpoint that it has told of, or why it has none.
    pub fn checkpoint(&self) -> Result<Checkpoint, NoCheckpoint> {
        lock(&self.shared.checkpoints).current()
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
        let refused = |error: anyhow::Error| NoCheckpoint::Refused(format!("{error:#}"));
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
        if let Some(cell) = taken_back {
            woken.code.undo(cell);
        }
        *self = woken;
        Ok(Restored {
            kernels: checkpoint.kernels,
            shared_bytes,
        })
    }

    /// Makes a shared library's symbols available; a path, or a name as in `-l`. Gives the dynamic loader's error text, if any.
    pub fn library(&mut self, name: &str) -> Result<Option<String>, Death> {
        match self.ask(&Request::Library(name.to_owned()))? {
            Event::Library(error) => Ok(error),
            other => Err(self.broke(&other)),
        }
    }

    /// The line of PTX that an instruction on a GPU comes from; none if the code made of that text is another.
    pub fn ptx_line(
        &mut self,
        ptx: Vec<u8>,
        draft: bool,
        place: &KernelPlace,
    ) -> Result<Option<u32>, Death> {
        let place = place.clone();
        match self.ask(&Request::PtxLine { ptx, draft, place })? {
            Event::PtxLine(line) => Ok(line),
            other => Err(self.broke(&other)),
        }
    }

    /// What its devices are.
    pub fn devices(&mut self) -> Result<Vec<DeviceDescription>, Death> {
        match self.ask(&Request::Devices)? {
            Event::Devices(devices) => Ok(devices),
            other => Err(self.broke(&other)),
        }
    }

    /// Whether its device makes code of a PTX text: the error for people if it does not.
    pub fn try_ptx(&mut self, text: String) -> Result<Option<String>, Death> {
        match self.ask(&Request::TryPtx(text))? {
            Event::TriedPtx(error) => Ok(error),
            other => Err(self.broke(&other)),
        }
    }

    /// Memory and counts.
    pub fn statistics(&mut self) -> Result<Statistics, Death> {
        match self.ask(&Request::Statistics)? {
            Event::Statistics(statistics) => Ok(statistics),
            other => Err(self.broke(&other)),
        }
    }

    /// Asks it to stop a cell, for a thread that has no reference to this executor. If it can, the cell ends with
    /// `Outcome::Interrupted`; it may take as long as it likes.
    pub fn interrupter(&self, cell: u32) -> impl Fn() + Send + Sync + 'static {
        let sender = self.sender.clone();
        move || sender.send(&Request::Interrupt { cell })
    }

    /// Ends it at once, for a thread that has no reference to this executor. A cell that runs ends with `Died`.
    pub fn killer(&self) -> impl Fn() + Send + Sync + 'static {
        let process = self.process.clone();
        move || process.kill()
    }

    /// How it ended, if it has.
    pub fn ended(&self) -> Option<Death> {
        self.process.death()
    }

    /// True until the process has ended.
    pub fn alive(&self) -> bool {
        self.process.death().is_none()
    }

    /// What it told of its end, once it has ended; `None` if it had no time to tell (SIGKILL).
    pub fn crash_report(&self) -> Option<CrashReport> {
        self.code.report(&self.process.last_words())
    }

    /// Ends it in good order: static destructors run. Waits until it has ended.
    pub fn quit(&mut self) -> Death {
        self.sender.send(&Request::Quit);
        let death = self.process.wait(None).unwrap_or(Death::Exit(0));
        // The last events, until the channel closes.
        while self.events.recv().is_ok() {}
        death
    }

    /// What went wrong on the device while its program ran, once that has ended.
    pub fn program_errors(&mut self) -> ProgramErrors {
        std::mem::take(&mut self.program)
    }

    /// Lines for the session's log since the last call.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    fn ask(&mut self, request: &Request) -> Result<Event, Death> {
        self.await_ahead()?;
        self.sender.send(request);
        self.next_event()
    }

    /// Waits until all cells of `link_ahead` are linked.
    fn await_ahead(&mut self) -> Result<(), Death> {
        while let Some(&number) = self.ahead.waiting.front() {
            match self.next_event()? {
                Event::Linked { cell, code } => self.code.add(cell, code),
                Event::Finished {
                    outcome, link_ns, ..
                } => {
                    self.ahead.waiting.pop_front();
                    self.ahead.linked.push(LinkedAhead {
                        cell: number,
                        outcome,
                        link: Duration::from_nanos(link_ns),
                    });
                }
                other => return Err(self.broke(&other)),
            }
        }
        Ok(())
    }

    /// The next event that is no log line.
    fn next_event(&mut self) -> Result<Event, Death> {
        loop {
            match receive_soon(&self.events) {
                Ok(Event::Log(line)) => self.log.push(line),
                Ok(Event::ProgramFault(fault)) => self.program.faults.push(*fault),
                Ok(Event::ProgramEnds { unhandled, notes }) => {
                    self.program.unhandled = unhandled;
                    self.program.notes = notes;
                }
                Ok(event) => return Ok(event),
                Err(_) => return Err(self.death()),
            }
        }
    }

    fn death(&self) -> Death {
        let broken = lock(&self.shared.broken).clone();
        // The event channel closes only after the process has ended, so this does not wait.
        broken
            .map(Death::Protocol)
            .or_else(|| self.process.wait(None))
            .unwrap_or(Death::Exit(0))
    }

    /// Ends an executor that sent something out of turn.
    fn broke(&self, event: &Event) -> Death {
        let message = format!("the executor answered out of turn: {event:?}");
        *lock(&self.shared.broken) = Some(message.clone());
        self.process.kill();
        Death::Protocol(message)
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        self.process.kill();
    }
}

/// Passes events on until the connection ends, and returns, closing the channel, once the process has ended too.
fn read_events(mut stream: UnixStream, to_us: &Sender<Event>, process: &Process, shared: &Shared) {
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
