//! A program with `main`: the session learns of faults and refused launches that no cell's end would tell.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::refused::has_no_blocks;
use super::{Runtime, current, memory_notes, unread};
use crate::device::Status;
use crate::wire::{DeviceFault, ProgramFault};

/// How many refused launches are told.
const REFUSED_MAX: usize = 4;

/// How long the end of a program waits for what it has queued: a kernel may never end.
const END_WAIT: Duration = Duration::from_secs(2);

type Tell = Box<dyn Fn(ProgramFault) + Send + Sync>;

/// Set while a program runs.
static TELL: OnceLock<Tell> = OnceLock::new();

/// The first fault of a kernel, also after a reset of the device.
static FAULT: OnceLock<DeviceFault> = OnceLock::new();
static REFUSED_TOLD: AtomicUsize = AtomicUsize::new(0);

/// From now on this process is a program's: `tell` gets its faults as they are found.
pub(crate) fn begin_program(tell: impl Fn(ProgramFault) + Send + Sync + 'static) {
    drop(TELL.set(Box::new(tell)));
}

/// Tells of a kernel's fault, which stays the device's error: once.
#[cold]
pub(super) fn tell_fault(fault: &DeviceFault) {
    if let Some(tell) = TELL.get()
        && FAULT.set(fault.clone()).is_ok()
    {
        tell(ProgramFault {
            fault: fault.clone(),
            launch_refused: false,
        });
    }
}

/// Tells of the device's fault, if it has one: a call has just failed.
#[cold]
pub(super) fn look(runtime: &Runtime) {
    if TELL.get().is_some()
        && let Some(fault) = runtime.device().fault()
    {
        tell_fault(&fault);
    }
}

/// A reset of the device forgets its fault: what is queued is waited for before, and the fault told.
pub(super) fn before_reset(runtime: &'static Runtime) {
    if TELL.get().is_some() {
        wait(runtime);
        look(runtime);
    }
}

/// Tells of a launch that was refused, if it is among the first.
pub(super) fn tell_refused(fault: &DeviceFault) {
    if let Some(tell) = TELL.get()
        && REFUSED_TOLD.fetch_add(1, Ordering::AcqRel) < REFUSED_MAX
    {
        tell(ProgramFault {
            fault: fault.clone(),
            launch_refused: true,
        });
    }
}

/// What a program leaves behind.
#[derive(Debug, Default)]
pub(crate) struct ProgramEnd {
    /// An error of the device or of a launch was never read.
    pub(crate) unhandled: bool,
    /// Calls whose errors were thrown away, and what else kernels did that is no error here, for people.
    pub(crate) notes: Vec<String>,
}

/// The program ends: waits for what it has queued, as long as that comes to an end, and tells the rest. None if no program runs here.
pub(super) fn end_program() -> Option<ProgramEnd> {
    TELL.get()?;
    let Ok(runtime) = current() else {
        return Some(ProgramEnd::default());
    };
    wait(runtime);
    look(runtime);
    let fault = FAULT.get();
    let is_unread = |fault: &DeviceFault| {
        let status = Status::named(&fault.error).unwrap_or(Status::UNKNOWN);
        !unread::was_read(status)
    };
    let refused = runtime.refused().fault();
    let told = fault.or(refused.as_ref());
    let mut notes = unread::take(told.map(|fault| fault.error.as_str()));
    notes.extend(memory_notes::take(runtime));
    notes.extend(runtime.notes().take());
    // A grid without blocks has nothing to do: programs that go on in smaller and smaller steps end with one.
    let (empty, refused): (Vec<_>, Vec<_>) = refused
        .iter()
        .filter(|it| is_unread(it))
        .partition(|it| has_no_blocks(it));
    notes.extend(empty.into_iter().map(|it| {
        format!(
            "kernel `{}` was launched with a {}, so it did not run: {}, which the program did not read",
            it.kernel, it.message, it.error
        )
    }));
    Some(ProgramEnd {
        unhandled: fault.is_some_and(is_unread) || !refused.is_empty(),
        notes,
    })
}

/// On a thread of its own: a fault makes the wait end, a kernel that never ends does not.
fn wait(runtime: &'static Runtime) {
    if !runtime.is_active() || runtime.device().broken() {
        return;
    }
    let (done, waited) = mpsc::channel();
    let waits = thread::Builder::new().spawn(move || {
        drop(runtime.device().synchronize_all());
        let _ = done.send(());
    });
    if waits.is_ok() {
        let _ = waited.recv_timeout(END_WAIT);
    }
}
