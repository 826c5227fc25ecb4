//! What happens when the process ends in good order: destructors of static variables and `atexit` handlers of user code.
//!
//! They run as in a C++ program, last registered first, when `exit` is called by whoever: one handler of the C library, registered
//! at the start, runs them all. Thread-local variables of the exiting thread are destroyed before, by the C library.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Mutex, Once};

use crate::lock::lock;

type Destructor = unsafe extern "C-unwind" fn(*mut c_void);

struct Handler {
    call: Call,
}

enum Call {
    /// `__cxa_atexit`: a function and its argument.
    Destructor(Destructor, *mut c_void),
    /// `atexit`.
    Function(unsafe extern "C-unwind" fn()),
}

// SAFETY: the pointers are only passed on to the user's function, which runs in whichever thread calls `exit`.
unsafe impl Send for Handler {}

static HANDLERS: Mutex<Vec<Handler>> = Mutex::new(Vec::new());

/// Stands for the executable where the C library asks which library registers something; only its address counts.
static DSO_HANDLE: u8 = 0;

/// Makes `exit` run the handlers.
pub(super) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: `run_handlers` is a function that may be called at any time.
        unsafe { libc::atexit(run_handlers) };
    });
}

/// Makes them run before what libraries have registered since. To be called by who calls `exit` then; handlers run once.
pub(crate) fn run_handlers_first() {
    // SAFETY: as in `install`.
    unsafe { libc::atexit(run_handlers) };
}

/// `__cxa_atexit` for JIT-linked code.
pub(super) extern "C" fn cxa_atexit(
    destructor: Destructor,
    argument: *mut c_void,
    _dso: *const c_void,
) -> c_int {
    add(Call::Destructor(destructor, argument))
}

/// `atexit`, which C libraries only have as a static function.
pub(super) extern "C" fn atexit(function: unsafe extern "C-unwind" fn()) -> c_int {
    add(Call::Function(function))
}

/// `at_quick_exit`, likewise.
pub(super) extern "C" fn at_quick_exit(function: unsafe extern "C-unwind" fn()) -> c_int {
    type Register = unsafe extern "C" fn(unsafe extern "C-unwind" fn(), *const c_void) -> c_int;
    let Some(register) = super::library::process_symbol("__cxa_at_quick_exit") else {
        return -1;
    };
    // SAFETY: this is the C library's function of that name and type; it passes an argument that `function` ignores.
    unsafe { std::mem::transmute::<usize, Register>(register)(function, ptr::null()) }
}

/// `pthread_atfork`, likewise.
pub(super) extern "C" fn pthread_atfork(
    prepare: Option<unsafe extern "C" fn()>,
    parent: Option<unsafe extern "C" fn()>,
    child: Option<unsafe extern "C" fn()>,
) -> c_int {
    // SAFETY: the user's functions are what the user asked for; JIT-linked code stays as long as the process.
    unsafe { libc::pthread_atfork(prepare, parent, child) }
}

/// `__cxa_thread_atexit`: destructors of thread-local variables, run at the thread's end before its storage goes.
pub(super) extern "C" fn cxa_thread_atexit(
    destructor: Destructor,
    object: *mut c_void,
    _dso: *const c_void,
) -> c_int {
    type Register = unsafe extern "C" fn(Destructor, *mut c_void, *const c_void) -> c_int;
    let Some(register) = super::library::process_symbol("__cxa_thread_atexit_impl") else {
        return -1;
    };
    // SAFETY: this is the C library's function of that name and type. Our handle's address names the executable, which is never
    // unloaded.
    unsafe {
        std::mem::transmute::<usize, Register>(register)(
            destructor,
            object,
            ptr::from_ref(&DSO_HANDLE).cast(),
        )
    }
}

fn add(call: Call) -> c_int {
    lock(&HANDLERS).push(Handler { call });
    0
}

extern "C" fn run_handlers() {
    // One at a time: a handler may register others, which run next.
    loop {
        let Some(handler) = lock(&HANDLERS).pop() else {
            return;
        };
        // SAFETY: user code registered the function to be called like this.
        unsafe {
            match handler.call {
                Call::Destructor(destructor, argument) => destructor(argument),
                Call::Function(function) => function(),
            }
        }
    }
}
