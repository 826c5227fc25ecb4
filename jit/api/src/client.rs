//! The session's side: an executor as a value. Its death is remembered and told to every later call.

mod cells;
mod checkpoints;
mod death;
mod memory_kills;
mod module_sender;
mod process;
mod programs;
mod report;
mod start;
mod start_error;
mod wake;

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cells::Ahead;
pub use cells::{Ended, Given, LinkedAhead};
use checkpoints::Checkpoints;
pub use death::Death;
pub use module_sender::ModuleSender;
use process::Process;
pub use process::{
    ENDING_SIGNALS, executors, is_executor, print_beside, print_by_lines, use_program,
};
pub use programs::ProgramCompiler;
use report::CodeMap;
pub use report::{Access, Cause, CodePlace, CrashReport};
pub use start::{Restored, Setup};
pub use start_error::StartError;

use crate::awake::receive_soon;
use crate::lock::lock;
use crate::wire::{
    Checkpoint, Checks, DeviceDescription, Display, Event, Finding, KernelPlace, KernelTraffic,
    KernelUse, LastLaunch, Leak, MemoryUse, NoCheckpoint, Profile, ProgramFault, Request,
    Statistics, Target,
};

/// An executor process. Dropping it ends the process at once.
pub struct Executor {
    process: Process,
    sender: ModuleSender,
    events: Receiver<Event>,
    log: Vec<String>,
    /// What threads and static destructors have shown while no cell ran.
    displays: Vec<Display>,
    program: ProgramErrors,
    sanitizer: Sanitizer,
    shared: Arc<Shared>,
    /// What its device runs, once it is ready.
    target: Option<Target>,
    code: CodeMap,
    ahead: Ahead,
}

/// What the sanitizer has told.
#[derive(Default)]
struct Sanitizer {
    findings: Vec<Finding>,
    more: u64,
    leaks: Vec<Leak>,
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
    /// What compiles programs of user code.
    compiler: Mutex<Option<ProgramCompiler>>,
}

impl Executor {
    /// What kernels are to be compiled for; the host's own processor as long as it is not ready.
    pub fn target(&self) -> Target {
        self.target.unwrap_or(Target::Host)
    }

    /// What it makes of a text.
    pub fn code_objects(&self) -> CodeObjects {
        CodeObjects(Arc::clone(&self.shared))
    }

    /// What sends kernels.
    pub fn modules(&self) -> ModuleSender {
        self.sender.clone()
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

    /// Makes a shared library's symbols available; a path, or a name as in `-l`. Gives the dynamic loader's error text, if any.
    pub fn library(&mut self, name: &str) -> Result<Option<String>, Death> {
        match self.ask(&Request::Library(name.to_owned()))? {
            Event::Library(error) => Ok(error),
            other => Err(self.broke(&other)),
        }
    }

    /// The line of a text, such as PTX, that an instruction on a GPU comes from; none if the code made of that text is another.
    pub fn text_line(
        &mut self,
        text: Vec<u8>,
        draft: bool,
        place: &KernelPlace,
    ) -> Result<Option<u32>, Death> {
        let place = place.clone();
        match self.ask(&Request::TextLine { text, draft, place })? {
            Event::TextLine(line) => Ok(line),
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

    /// Whether its device makes code of such a text: the error for people if it does not.
    pub fn try_text(&mut self, text: String) -> Result<Option<String>, Death> {
        match self.ask(&Request::TryText(text))? {
            Event::TriedText(error) => Ok(error),
            other => Err(self.broke(&other)),
        }
    }

    /// Its process, for a debugger.
    pub fn process(&self) -> i32 {
        self.process.id()
    }

    /// What the code of the kernel with this symbol needs, as far as the device says.
    pub fn kernel_use(&mut self, symbol: &str) -> Result<Option<KernelUse>, Death> {
        match self.ask(&Request::KernelUse(symbol.to_owned()))? {
            Event::KernelUse(found) => Ok(found),
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

    /// What is allocated, and the values of variables that are pointers, by their symbols.
    pub fn memory(&mut self, pointers: Vec<String>) -> Result<MemoryUse, Death> {
        match self.ask(&Request::Memory(pointers))? {
            Event::Memory(memory) => Ok(memory),
            other => Err(self.broke(&other)),
        }
    }

    /// The most that is in use on the device at once counts from now on.
    pub fn forget_most_memory(&self) {
        self.sender.send(&Request::ForgetMostMemory);
    }

    /// From now on what devices do is kept; the libraries are those of CUPTI. Gives why not, for people.
    pub fn begin_profile(&mut self, cupti: Vec<String>) -> Result<Option<String>, Death> {
        match self.ask(&Request::BeginProfile { cupti })? {
            Event::ProfileBegun(refused) => Ok(refused),
            other => Err(self.broke(&other)),
        }
    }

    /// What devices did since `begin_profile`; they have no work left then.
    pub fn end_profile(&mut self) -> Result<Box<Profile>, Death> {
        match self.ask(&Request::EndProfile)? {
            Event::Profile(profile) => Ok(profile),
            other => Err(self.broke(&other)),
        }
    }

    /// What the CPU device's sanitizer looks for from now on; nothing: it is off.
    pub fn sanitize(&self, checks: Checks) {
        self.sender.send(&Request::Sanitize(checks));
    }

    /// Whether it is told from now on that kernels are given memory of the host which most GPUs cannot reach.
    pub fn strict(&self, on: bool) {
        self.sender.send(&Request::Strict(on));
    }

    /// What the sanitizer has found since the last call, and how often something at places that are too many to be told.
    pub fn take_findings(&mut self) -> (Vec<Finding>, u64) {
        let more = std::mem::take(&mut self.sanitizer.more);
        (std::mem::take(&mut self.sanitizer.findings), more)
    }

    /// What a program that the sanitizer watched had not freed at its end.
    pub fn take_leaks(&mut self) -> Vec<Leak> {
        std::mem::take(&mut self.sanitizer.leaks)
    }

    /// What is allocated and was not freed.
    pub fn leaks(&mut self) -> Result<Vec<Leak>, Death> {
        match self.ask(&Request::Leaks)? {
            Event::Leaks(leaks) => Ok(leaks),
            other => Err(self.broke(&other)),
        }
    }

    /// What kernels moved and computed since the last call, if that is counted.
    pub fn traffic(&mut self) -> Result<Vec<KernelTraffic>, Death> {
        match self.ask(&Request::Traffic)? {
            Event::Traffic(traffic) => Ok(traffic),
            other => Err(self.broke(&other)),
        }
    }

    /// How the kernel with this symbol was launched last; none if it was not, or nobody keeps that.
    pub fn last_launch(&mut self, symbol: &str) -> Result<Option<LastLaunch>, Death> {
        match self.ask(&Request::LastLaunch(symbol.to_owned()))? {
            Event::LastLaunch(launch) => Ok(launch),
            other => Err(self.broke(&other)),
        }
    }

    /// Which of these addresses lie in the host code of cells, and where.
    pub fn places_of(&self, addresses: &[u64]) -> Vec<CodePlace> {
        let places = addresses.iter().filter_map(|it| self.code.place(*it));
        places.collect()
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
        while let Ok(event) = self.events.recv() {
            if let Event::Display(display) = event {
                self.displays.push(*display);
            }
        }
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

    /// What threads and static destructors of the program have shown since the last call, while no cell ran.
    pub fn take_displays(&mut self) -> Vec<Display> {
        std::mem::take(&mut self.displays)
    }

    /// Lets a cell go on that waits for that.
    fn tell_displayed(&mut self, awaited: Option<u64>) {
        if let Some(number) = awaited {
            self.sender.send(&Request::Displayed(number));
        }
    }

    fn ask(&mut self, request: &Request) -> Result<Event, Death> {
        self.await_ahead()?;
        self.sender.send(request);
        self.next_event()
    }

    /// The next event that is an answer.
    fn next_event(&mut self) -> Result<Event, Death> {
        loop {
            match self.next_event_or_display()? {
                Event::Display(display) => {
                    self.tell_displayed(display.awaited);
                    self.displays.push(*display);
                }
                event => return Ok(event),
            }
        }
    }

    /// The next event that is no log line.
    fn next_event_or_display(&mut self) -> Result<Event, Death> {
        loop {
            match receive_soon(&self.events) {
                Ok(Event::Log(line)) => self.log.push(line),
                Ok(Event::ProgramFault(fault)) => self.program.faults.push(*fault),
                Ok(Event::Findings {
                    findings,
                    more,
                    leaks,
                }) => {
                    self.sanitizer.findings.extend(findings);
                    self.sanitizer.more += more;
                    self.sanitizer.leaks.extend(leaks);
                }
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
