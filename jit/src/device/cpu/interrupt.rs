//! Interrupts of kernels: threads that run device code get a signal, and leave the launch as they do for a fault.
//!
//! A thread in compiled code, or in the math library below it, is cut off on the spot; one in a primitive or a scheduler sees the
//! grid's flag at its next look. What is in between is asked again by the next `interrupt`.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock};

use super::fiber;
use super::trap;
use crate::interrupt::code::{self, Code};
use crate::lock::lock;

/// How a grid ends early.
#[derive(Default)]
pub(super) struct Ending {
    /// No more blocks are started, and those that can be left are.
    pub(super) stop: AtomicBool,
    /// Because of an interrupt.
    pub(super) interrupted: AtomicBool,
}

/// A thread that runs device code now and then.
struct Record {
    thread: libc::pthread_t,
    /// The ending of the grid that it works on; null while it works on none.
    grid: AtomicPtr<Ending>,
}

/// All threads with a record. A record is freed by its thread's end, under this lock.
static RECORDS: Mutex<Vec<Listed>> = Mutex::new(Vec::new());

static SIGNAL: OnceLock<c_int> = OnceLock::new();

#[derive(Clone, Copy)]
struct Listed(*const Record);

// SAFETY: a record's fields are atomic or never change.
unsafe impl Send for Listed {}

thread_local! {
    /// The calling thread's record, for the handler too; null before it has one.
    static OWN: Cell<*const Record> = const { Cell::new(ptr::null()) };
    static OWNER: Owner = const { Owner };
}

/// Takes the thread's record off the list when the thread ends.
struct Owner;

impl Drop for Owner {
    fn drop(&mut self) {
        let own = OWN.replace(ptr::null());
        let mut records = records();
        records.retain(|listed| !ptr::eq(listed.0, own));
        if !own.is_null() {
            // SAFETY: it came from `Box::into_raw`, and nobody has its address any more: the list is locked, and the handler runs on this
            // thread alone.
            drop(unsafe { Box::from_raw(own.cast_mut()) });
        }
    }
}

/// Says for as long as it lives that the calling thread works on a grid.
pub(super) struct Working {
    outer: *mut Ending,
}

impl Working {
    /// `ending` must outlive the value.
    pub(super) fn on(ending: &Ending) -> Working {
        let ending = ptr::from_ref(ending).cast_mut();
        let outer = record().map_or(ptr::null_mut(), |record| {
            record.grid.swap(ending, Ordering::AcqRel)
        });
        Working { outer }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        if let Some(record) = record() {
            record.grid.store(self.outer, Ordering::Release);
        }
    }
}

/// Interrupts all grids, as far as that can be done at this moment. Where code lies must have been looked at (`code::refresh`).
pub(super) fn interrupt() {
    let Some(&signal) = SIGNAL.get() else { return };
    for listed in records().iter() {
        // SAFETY: a record is freed under the lock, by its thread, which therefore lives.
        unsafe {
            if !(*listed.0).grid.load(Ordering::Acquire).is_null() {
                libc::pthread_kill((*listed.0).thread, signal);
            }
        }
    }
}

/// Gives the calling thread a record if it has none.
pub(super) fn prepare_thread() {
    install();
    if !OWN.get().is_null() {
        return;
    }
    // A thread that is being torn down gets none: it cannot be interrupted.
    if OWNER.try_with(|_| ()).is_err() {
        return;
    }
    let record = Box::into_raw(Box::new(Record {
        // SAFETY: asks for the calling thread's own number.
        thread: unsafe { libc::pthread_self() },
        grid: AtomicPtr::new(ptr::null_mut()),
    }));
    records().push(Listed(record));
    OWN.set(record);
}

/// In a copy of the process: no thread but the calling one is there.
pub(super) fn forget_other_threads() {
    let own = OWN.get();
    records().retain(|listed| ptr::eq(listed.0, own));
}

fn record() -> Option<&'static Record> {
    // SAFETY: the calling thread's record is freed when the thread ends.
    unsafe { OWN.get().as_ref() }
}

fn records() -> MutexGuard<'static, Vec<Listed>> {
    lock(&RECORDS)
}

fn install() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        let signal = libc::SIGRTMAX() - 2;
        // SAFETY: all-zero bytes are a valid `sigaction`; the handler is async-signal-safe.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handle as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
            libc::sigaction(signal, &raw const action, ptr::null_mut());
        }
        SIGNAL.get_or_init(|| signal);
    });
}

extern "C" fn handle(_signal: c_int, _info: *mut libc::siginfo_t, context: *mut c_void) {
    let Some(record) = record() else { return };
    // SAFETY: the grid outlives the time in which the record names it.
    let Some(grid) = (unsafe { record.grid.load(Ordering::Acquire).as_ref() }) else {
        return;
    };
    grid.interrupted.store(true, Ordering::Relaxed);
    grid.stop.store(true, Ordering::Release);
    // SAFETY: the kernel passes a valid context to a handler that was installed with SA_SIGINFO.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let thread = fiber::current();
        let stack = registers[libc::REG_RSP as usize] as usize;
        let pointer = registers[libc::REG_RIP as usize] as usize;
        let in_kernel = matches!(code::at(pointer), Some(Code::Linked | Code::Math));
        if !thread.is_null() && in_kernel && (*thread).stack_contains(stack) {
            trap::cut_off(thread, registers, trap::Caught::interrupt());
        }
    }
}
