//! LLVM's OpenMP library, if user code has called it: its threads wait for work when a parallel region has ended.

use std::ffi::{CStr, c_int, c_void};
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::code_owner::is_of_library;
use crate::lock::lock;

type Handler = Option<unsafe extern "C" fn()>;

/// What the library wants called before the process is copied, and behind that in the process and in the copy.
#[derive(Clone, Copy)]
struct Handlers {
    before: Handler,
    in_original: Handler,
    in_copy: Handler,
}

static HANDLERS: Mutex<Option<Handlers>> = Mutex::new(None);

/// Threads of the library that live.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// User code makes locks of the library's. It finds them by numbers in a table that it forgets in a copy of the process.
static HAS_LOCKS: AtomicBool = AtomicBool::new(false);

/// Names that the files of the library begin with.
const FILES: &[&[u8]] = &[b"libomp.so", b"libiomp5.so"];

/// Counts one thread as long as it lives.
pub(crate) struct Thread(());

impl Thread {
    /// `None`: a thread that begins with this function is not the library's.
    pub(crate) fn starting_with(code: *const c_void) -> Option<Thread> {
        let own = is_of_library(code, FILES);
        own.then(|| {
            THREADS.fetch_add(1, Ordering::AcqRel);
            Thread(())
        })
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        THREADS.fetch_sub(1, Ordering::AcqRel);
    }
}

/// How many threads of the library there are. Outside of parallel regions they do nothing but wait for the next one.
pub(crate) fn threads() -> usize {
    THREADS.load(Ordering::Acquire)
}

/// How many of them a copy of the process can do without.
pub(crate) fn dispensable_threads() -> usize {
    match HAS_LOCKS.load(Ordering::Acquire) {
        true => 0,
        false => threads(),
    }
}

/// User code is linked with this function.
pub(crate) fn is_linked_with(symbol: &str) {
    if symbol.starts_with("omp_init_lock") || symbol.starts_with("omp_init_nest_lock") {
        HAS_LOCKS.store(true, Ordering::Release);
    }
}

/// What the executor's `__register_atfork` does: the C library's. Of OpenMP's handlers it takes note, because checkpoints are copies that the C library does
/// not make.
///
/// # Safety
/// As the C library's.
pub unsafe fn register_atfork(
    before: Handler,
    in_original: Handler,
    in_copy: Handler,
    library: *mut c_void,
) -> c_int {
    type Register = unsafe extern "C" fn(Handler, Handler, Handler, *mut c_void) -> c_int;
    if in_copy.is_some_and(|it| is_of_library(it as *const c_void, FILES)) {
        *lock(&HANDLERS) = Some(Handlers {
            before,
            in_original,
            in_copy,
        });
    }
    // SAFETY: the name ends with a zero.
    let original = unsafe { libc::dlsym(libc::RTLD_NEXT, c"__register_atfork".as_ptr()) };
    if original.is_null() {
        return libc::ENOMEM;
    }
    // SAFETY: this is the C library's function of that name and type.
    let original = unsafe { mem::transmute::<*mut c_void, Register>(original) };
    // SAFETY: passed on to the caller.
    unsafe { original(before, in_original, in_copy, library) }
}

/// The library is ready for a copy of the process.
pub(crate) struct Ready {
    handlers: Handlers,
    settings: Settings,
}

/// Makes the library ready for a copy of the process, if it has threads, which no copy has. For the thread of the cells, between two of them.
pub(crate) fn get_ready() -> Option<Ready> {
    let handlers = (*lock(&HANDLERS)).filter(|_| threads() > 0)?;
    let settings = Settings::read();
    run(handlers.before);
    Some(Ready { handlers, settings })
}

impl Ready {
    /// The process goes on.
    pub(crate) fn in_original(self) {
        run(self.handlers.in_original);
    }

    /// This is the copy: the library begins anew, with what the user has set.
    pub(crate) fn in_copy(self) {
        THREADS.store(0, Ordering::Release);
        run(self.handlers.in_copy);
        self.settings.write();
    }
}

fn run(handler: Handler) {
    if let Some(handler) = handler {
        // SAFETY: the library asked for it to be called at this moment of a copy, and stays loaded.
        unsafe { handler() };
    }
}

/// Is the calling thread in a parallel region, whose other threads may do anything?
pub(crate) fn in_parallel() -> bool {
    threads() > 0 && asked(c"omp_in_parallel").is_some_and(|it| it != 0)
}

/// What a program sets by calls, and the library forgets in a copy of the process.
struct Settings {
    /// Calls that set a number, and the number.
    numbers: [(&'static CStr, Option<c_int>); 3],
    /// Kind and chunk of `schedule(runtime)`.
    schedule: (c_int, c_int),
}

impl Settings {
    fn read() -> Settings {
        let mut schedule = (0, 0);
        if let Some(function) = function(c"omp_get_schedule") {
            type Get = unsafe extern "C" fn(*mut c_int, *mut c_int);
            // SAFETY: this is the type that OpenMP gives the function of this name; an `enum` is an `int`.
            let function = unsafe { mem::transmute::<*mut c_void, Get>(function) };
            // SAFETY: both are live variables.
            unsafe { function(&raw mut schedule.0, &raw mut schedule.1) };
        }
        Settings {
            numbers: [
                (c"omp_set_num_threads", asked(c"omp_get_max_threads")),
                (c"omp_set_dynamic", asked(c"omp_get_dynamic")),
                (
                    c"omp_set_max_active_levels",
                    asked(c"omp_get_max_active_levels"),
                ),
            ],
            schedule,
        }
    }

    fn write(self) {
        for (set, number) in self.numbers {
            if let Some(number) = number {
                call(set, number);
            }
        }
        // No kind is 0.
        if let (Some(function), (1.., _)) = (function(c"omp_set_schedule"), self.schedule) {
            type Set = unsafe extern "C" fn(c_int, c_int);
            // SAFETY: this is the type that OpenMP gives the function of this name; an `enum` is an `int`.
            let function = unsafe { mem::transmute::<*mut c_void, Set>(function) };
            // SAFETY: the library gave these values itself.
            unsafe { function(self.schedule.0, self.schedule.1) };
        }
    }
}

/// Calls one of OpenMP's functions that take nothing and give an `int`, by its name.
fn asked(name: &CStr) -> Option<c_int> {
    let function = function(name)?;
    // SAFETY: the functions that are named here have this type, by OpenMP's specification.
    let function =
        unsafe { mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(function) };
    // SAFETY: they may be called from anywhere.
    Some(unsafe { function() })
}

/// Calls one of OpenMP's functions that take an `int` or an `enum`, by its name.
fn call(name: &CStr, argument: c_int) {
    let Some(function) = function(name) else {
        return;
    };
    // SAFETY: the functions that are named here take one `int` or `enum`, by OpenMP's specification; what they give may be passed over.
    let function =
        unsafe { mem::transmute::<*mut c_void, unsafe extern "C" fn(c_int) -> c_int>(function) };
    // SAFETY: they may be called outside of parallel regions.
    unsafe { function(argument) };
}

fn function(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: the name ends with a zero; one that nothing defines gives null.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_library_nothing_is_of_it() {
        assert!(Thread::starting_with(libc::getpid as *const c_void).is_none());
        assert!(!in_parallel() && threads() == 0);
        assert!(get_ready().is_none());
    }
}
