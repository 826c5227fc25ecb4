//! Threads of the process, user code's included: each gets a stack for signal handlers before it starts, and knows whose cell it is.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

use crate::interrupt;
use crate::openmp;
use crate::signal_stack;
use crate::user_threads::{self, UserThread};

/// What a thread runs.
pub type ThreadStart = unsafe extern "C-unwind" fn(*mut c_void) -> *mut c_void;

type Create = unsafe extern "C" fn(
    *mut libc::pthread_t,
    *const libc::pthread_attr_t,
    ThreadStart,
    *mut c_void,
) -> c_int;

struct Start {
    run: ThreadStart,
    argument: *mut c_void,
    cell: u32,
    /// Counted from here on, so that no moment is missed.
    counted: Counted,
}

/// What counts a thread as long as it lives.
#[derive(Default)]
struct Counted {
    _user: Option<UserThread>,
    _openmp: Option<openmp::Thread>,
}

thread_local! {
    /// The cell that started this thread, or one that started it; 0 on the thread that runs cells and on the executor's own.
    static STARTED_BY: Cell<u32> = const { Cell::new(0) };
    /// Goes with the thread, however that ends.
    static COUNTED: Cell<Counted> = const { Cell::new(Counted { _user: None, _openmp: None }) };
}

/// The cell that started the calling thread, through other threads maybe; 0 if none did. Async-signal-safe.
pub(super) fn started_by() -> u32 {
    STARTED_BY.get()
}

/// What the executor's `pthread_create` does: the C library's, and a stack for the new thread's signal handlers.
///
/// # Safety
/// As the C library's.
pub unsafe fn create_thread(
    thread: *mut libc::pthread_t,
    attributes: *const libc::pthread_attr_t,
    run: ThreadStart,
    argument: *mut c_void,
) -> c_int {
    let Some(create) = original() else {
        return libc::EAGAIN;
    };
    let cell = match STARTED_BY.get() {
        0 if interrupt::on_cell_thread() && !is_own(run) => interrupt::running_cell(),
        cell => cell,
    };
    let code = run as *const c_void;
    let of_openmp = openmp::Thread::starting_with(code);
    let of_user = cell != 0 && of_openmp.is_none() && !user_threads::is_of_driver(code);
    let counted = Counted {
        _user: of_user.then(UserThread::new),
        _openmp: of_openmp,
    };
    let start = Box::into_raw(Box::new(Start {
        run,
        argument,
        cell,
        counted,
    }));
    // SAFETY: the caller's duty; `prepared` takes `start` over.
    let status = unsafe { create(thread, attributes, prepared, start.cast()) };
    if status != 0 {
        // SAFETY: no thread was started, so `start` is still ours.
        drop(unsafe { Box::from_raw(start) });
    }
    status
}

unsafe extern "C-unwind" fn prepared(start: *mut c_void) -> *mut c_void {
    // SAFETY: `create_thread` made it and passes it once.
    let Start {
        run,
        argument,
        cell,
        counted,
    } = *unsafe { Box::from_raw(start.cast::<Start>()) };
    STARTED_BY.set(cell);
    COUNTED.set(counted);
    signal_stack::prepare_thread();
    // SAFETY: the caller of `create_thread` vouches for it.
    unsafe { run(argument) }
}

/// Is this code of the executor's program? Then a device or the runtime starts the thread, though a cell may have asked for it.
fn is_own(run: ThreadStart) -> bool {
    unsafe extern "C" {
        // The linker's names for where the program begins and where its code ends.
        static __executable_start: u8;
        static etext: u8;
    }
    (&raw const __executable_start as usize..&raw const etext as usize).contains(&(run as usize))
}

/// The C library's own function.
fn original() -> Option<Create> {
    static ORIGINAL: OnceLock<usize> = OnceLock::new();
    // SAFETY: the name ends with a zero.
    let address = *ORIGINAL.get_or_init(|| unsafe {
        libc::dlsym(libc::RTLD_NEXT, c"pthread_create".as_ptr()) as usize
    });
    // SAFETY: this is the C library's function of that name and type.
    (address != 0).then(|| unsafe { std::mem::transmute::<usize, Create>(address) })
}
