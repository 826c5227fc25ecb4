//! Tells the session how the process ends: a record through the report pipe, from signal handlers and from `exit`.
//!
//! Everything here may run with a broken heap and with any lock held, so it allocates nothing and waits for nothing. The unwinder is
//! the exception: a record without frames goes out before it starts, and an alarm ends the process if it does not come back.

use std::cell::UnsafeCell;
use std::env;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::io::Write;
use std::os::fd::{IntoRawFd, OwnedFd, RawFd};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};

use super::descriptor::{close_if, identity};
use super::threads;
use crate::crash::{
    DESCRIPTOR_VARIABLE, FLAG_DEEPER, FLAG_EXECUTE, FLAG_HOST_FUNCTION, FLAG_MAIN_THREAD,
    FLAG_SENT, FLAG_STACK_OVERFLOW, FLAG_TERMINATE, FLAG_UNWOUND, FLAG_WILD, FLAG_WRITE,
    FRAMES_MAX, KIND_EXIT, KIND_SIGNAL, Record, TEXT_BYTES_MAX,
};
use crate::interrupt::frames::{_Unwind_Backtrace, _Unwind_GetIPInfo, Context, GO_ON, STOP};
use crate::lock::lock;
use crate::processor_faults::{PAGE_FAULT_FETCH, PAGE_FAULT_WRITE, TRAP_GENERAL_PROTECTION};
use crate::runtime::in_host_function;
use crate::signal_stack;
use crate::wire::SIGNAL_CUT_OFF;

/// Signals by which a program's own mistakes end it.
const SIGNALS: [c_int; 8] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGTRAP,
    libc::SIGABRT,
    libc::SIGSYS,
    // Without a report it means that the connection is gone.
    SIGNAL_CUT_OFF,
];

/// How long the unwinder may take, seconds, before the process ends without its frames.
const UNWIND_LIMIT_S: u32 = 2;

/// How far from the stack pointer an access may be that still belongs to the stack, bytes.
const STACK_REACH_BYTES: u64 = 64 << 10;

static PIPE: AtomicI32 = AtomicI32::new(-1);
/// Which pipe that is, for a checkpoint that gets another.
static PIPE_IDENTITY: Mutex<Option<(u64, u64)>> = Mutex::new(None);
/// Ours: a child that user code forks shares the pipe and must not write to it.
static PROCESS: AtomicI32 = AtomicI32::new(0);
/// A thread is reporting; others that crash meanwhile wait for the end.
static REPORTING: AtomicBool = AtomicBool::new(false);
/// The process ends because the session or a program's `main` says so.
static EXPECTED: AtomicBool = AtomicBool::new(false);
/// Lowest address of the main thread's stack.
static MAIN_STACK_END: AtomicUsize = AtomicUsize::new(0);
/// The C library's last words, `__abort_msg`: a pointer to a `u32` and the text. 0 if it has none.
static ABORT_MESSAGE: AtomicUsize = AtomicUsize::new(0);

struct Shared(UnsafeCell<Record>);

// SAFETY: only the thread that set `REPORTING` touches it, and `note`'s texts, which come before.
unsafe impl Sync for Shared {}

static RECORD: Shared = Shared(UnsafeCell::new(Record::new()));

/// Takes over the pipe that the session named in the environment, and installs the handlers. Called once, while there is one thread.
pub(super) fn prepare() {
    let pipe = env::var(DESCRIPTOR_VARIABLE)
        .ok()
        .and_then(|it| it.parse::<RawFd>().ok());
    // SAFETY: the process has one thread, so nobody reads the environment meanwhile. The user's programs must not see it.
    unsafe { env::remove_var(DESCRIPTOR_VARIABLE) };
    let Some(pipe) = pipe else { return };
    // SAFETY: setting a flag of a descriptor has no memory effects; a number that is not open gives an error.
    if unsafe { libc::fcntl(pipe, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
        return;
    }
    use_pipe(pipe);
    MAIN_STACK_END.store(
        signal_stack::thread_stack_end().unwrap_or(0),
        Ordering::Relaxed,
    );
    ABORT_MESSAGE.store(abort_message().unwrap_or(0), Ordering::Relaxed);
    signal_stack::prepare_thread();
    for signal in SIGNALS {
        // SAFETY: all-zero bytes are a valid `sigaction`, and `handle` is a handler of the kind that the flags say.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handle as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&mut action.sa_mask);
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

/// From now on this process tells of its end through this pipe.
fn use_pipe(pipe: RawFd) {
    *lock(&PIPE_IDENTITY) = identity(pipe);
    PIPE.store(pipe, Ordering::Relaxed);
    // SAFETY: `getpid` has no preconditions.
    PROCESS.store(unsafe { libc::getpid() }, Ordering::Relaxed);
}

/// Gives a process that is a copy another pipe.
pub(super) fn adopt(pipe: OwnedFd) {
    let before = *lock(&PIPE_IDENTITY);
    let gone = PIPE.load(Ordering::Relaxed);
    use_pipe(pipe.into_raw_fd());
    close_if(gone, before);
}

/// The process ends soon, and that is no news to the session.
pub(super) fn expect_end() {
    EXPECTED.store(true, Ordering::Relaxed);
}

/// From now on the session learns who calls `exit`. To be called once static destructors have a handler that runs them: the
/// C library calls the last handler first.
pub(super) fn watch_exit() {
    // SAFETY: `exiting` may be called at any time.
    unsafe { libc::atexit(exiting) };
}

/// Name and address for the linker; ARCHITECTURE.md has its declaration.
pub(super) fn builtins() -> [(&'static str, usize); 1] {
    [("__chv_terminate", terminate as *const () as usize)]
}

/// The C library calls it on the stack of whoever called `exit`.
extern "C" fn exiting() {
    end_without_signal(KIND_EXIT);
}

/// `void __chv_terminate(const char *type, const char *what)`: why `std::terminate` was called; both null if for no exception.
unsafe extern "C" fn terminate(type_name: *const c_char, what: *const c_char) {
    if REPORTING.load(Ordering::Relaxed) || type_name.is_null() {
        note(FLAG_TERMINATE, &[]);
        return;
    }
    // SAFETY: the prelude passes null or texts that end with a zero.
    let bytes = |text: *const c_char| unsafe { CStr::from_ptr(text) }.to_bytes();
    if what.is_null() {
        note(
            FLAG_TERMINATE,
            &[b"uncaught exception `", bytes(type_name), b"`"],
        );
    } else {
        note(
            FLAG_TERMINATE,
            &[
                b"uncaught exception `",
                bytes(type_name),
                b"`: ",
                bytes(what),
            ],
        );
    }
}

/// Puts a text into the record that a later signal will send.
fn note(flag: u32, parts: &[&[u8]]) {
    // SAFETY: see `Shared`. Two threads that terminate at once may mix their texts, no more.
    let record = unsafe { &mut *RECORD.0.get() };
    record.flags |= flag;
    let mut length = 0;
    for part in parts {
        let taken = part.len().min(TEXT_BYTES_MAX - length);
        record.text[length..length + taken].copy_from_slice(&part[..taken]);
        length += taken;
    }
    record.text_bytes = length as u32;
}

/// The executor itself needs so many bytes, and the system has none left for it: a limit that user code has set, or all memory in use.
pub(super) fn end_without_memory(bytes: usize) -> ! {
    let mut text = [0; 80];
    let mut rest = &mut text[..];
    // It fits. Numbers are written without the heap.
    let _ = write!(
        rest,
        "no memory left: the executor could not get {bytes} bytes"
    );
    let left = rest.len();
    note(0, &[&text[..text.len() - left]]);
    // SAFETY: `abort` has no preconditions.
    unsafe { libc::abort() }
}

/// The process ends, and no signal says so: the session learns of it unless it is expected.
pub(super) fn end_without_signal(kind: u32) {
    if EXPECTED.load(Ordering::Relaxed) || !is_ours() || REPORTING.swap(true, Ordering::AcqRel) {
        return;
    }
    // SAFETY: see `Shared`.
    let record = unsafe { &mut *RECORD.0.get() };
    record.kind = kind;
    note_thread(record);
    send_with_frames(record, 0);
}

extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: setting a default action has no preconditions. Back at the faulting instruction it happens.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    // SAFETY: the kernel passes a valid siginfo and context to a handler that was installed with SA_SIGINFO.
    let (sent, context) = unsafe {
        (
            (*info).si_code <= 0,
            &mut *context.cast::<libc::ucontext_t>(),
        )
    };
    if is_ours() {
        if REPORTING.swap(true, Ordering::AcqRel) {
            // SAFETY: see `Shared`. A crash of what `exit` calls: that has been reported, and nobody else ends the process.
            if unsafe { (*RECORD.0.get()).kind } == KIND_EXIT {
                return;
            }
            // Another thread is at it, and will end the process: unless this is a crash of its handlers.
            // SAFETY: these calls have no preconditions.
            unsafe {
                libc::alarm(UNWIND_LIMIT_S);
                libc::pause();
            }
        }
        // SAFETY: see `Shared`.
        let record = unsafe { &mut *RECORD.0.get() };
        (record.kind, record.number) = (KIND_SIGNAL, signal);
        note_thread(record);
        if sent {
            record.flags |= FLAG_SENT;
        } else if matches!(signal, libc::SIGSEGV | libc::SIGBUS) {
            // SAFETY: for these signals the kernel gives an address.
            describe_access(record, unsafe { (*info).si_addr() } as u64, context);
        }
        record.instruction = context.uc_mcontext.gregs[libc::REG_RIP as usize] as u64;
        if signal == libc::SIGABRT && record.text_bytes == 0 {
            take_abort_message(record);
        }
        if record.flags & FLAG_EXECUTE != 0 {
            step_out_of_call(context);
        }
        let from = context.uc_mcontext.gregs[libc::REG_RIP as usize] as u64;
        send_with_frames(record, from);
    }
    if sent {
        // Blocked until the handler returns; then the default action happens.
        // SAFETY: `raise` has no preconditions.
        unsafe { libc::raise(signal) };
    }
}

/// Is this a process that user code has forked from the executor?
pub(super) fn is_fork() -> bool {
    let executor = PROCESS.load(Ordering::Relaxed);
    // SAFETY: `getpid` has no preconditions.
    executor != 0 && executor != unsafe { libc::getpid() }
}

fn is_ours() -> bool {
    PIPE.load(Ordering::Relaxed) >= 0 && !is_fork()
}

fn note_thread(record: &mut Record) {
    // SAFETY: these calls have no preconditions. The main thread has the process's number.
    let is_main = unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) };
    if is_main {
        record.flags |= FLAG_MAIN_THREAD;
    }
    if in_host_function() {
        record.flags |= FLAG_HOST_FUNCTION;
    }
    record.thread_of = threads::started_by().into();
}

/// What the access was that the processor refused.
fn describe_access(record: &mut Record, address: u64, context: &libc::ucontext_t) {
    let registers = &context.uc_mcontext.gregs;
    let stack = registers[libc::REG_RSP as usize] as u64;
    let error = registers[libc::REG_ERR as usize];
    record.address = address;
    if registers[libc::REG_TRAPNO as usize] == TRAP_GENERAL_PROTECTION {
        record.flags |= FLAG_WILD;
        return;
    }
    if error & PAGE_FAULT_FETCH != 0 {
        record.flags |= FLAG_EXECUTE;
    } else if error & PAGE_FAULT_WRITE != 0 {
        record.flags |= FLAG_WRITE;
    }
    let near = address.abs_diff(stack) <= STACK_REACH_BYTES;
    // A large frame may miss the guard page by far.
    let end = MAIN_STACK_END.load(Ordering::Relaxed) as u64;
    let beyond =
        record.flags & FLAG_MAIN_THREAD != 0 && stack < end && address < end && address >= stack;
    if near || beyond {
        record.flags |= FLAG_STACK_OVERFLOW;
    }
}

/// After a call of what is no code: makes the context that of the caller, so that the unwinder finds its way.
fn step_out_of_call(context: &mut libc::ucontext_t) {
    let registers = &mut context.uc_mcontext.gregs;
    let stack = registers[libc::REG_RSP as usize];
    // SAFETY: the call that led here has just written its return address there.
    let caller = unsafe { (stack as *const i64).read() };
    registers[libc::REG_RIP as usize] = caller - 1;
    registers[libc::REG_RSP as usize] = stack + 8;
}

/// Address of the C library's pointer to its last words.
fn abort_message() -> Option<usize> {
    // SAFETY: both names end with a zero; a symbol or version that is not there gives null.
    let address = unsafe {
        libc::dlvsym(
            libc::RTLD_DEFAULT,
            c"__abort_msg".as_ptr(),
            c"GLIBC_PRIVATE".as_ptr(),
        )
    };
    (!address.is_null()).then_some(address as usize)
}

fn take_abort_message(record: &mut Record) {
    let pointer = ABORT_MESSAGE.load(Ordering::Relaxed) as *const *const u32;
    if pointer.is_null() {
        return;
    }
    // SAFETY: it is glibc's `struct abort_msg_s *__abort_msg`: null, or a size in bytes of the mapping and a text that ends with a zero.
    unsafe {
        let message = pointer.read();
        if message.is_null() {
            return;
        }
        let text = CStr::from_ptr(message.add(1).cast()).to_bytes();
        let taken = text.len().min(TEXT_BYTES_MAX);
        record.text[..taken].copy_from_slice(&text[..taken]);
        record.text_bytes = taken as u32;
    }
}

/// Sends the record as it is, in case the unwinder does not come back, and then with frames: those from this address on, which leaves
/// out the handler's own, or all.
fn send_with_frames(record: &mut Record, from: u64) {
    send(record);
    // SAFETY: setting an action and an alarm has no preconditions.
    unsafe {
        libc::signal(libc::SIGALRM, libc::SIG_DFL);
        libc::alarm(UNWIND_LIMIT_S);
    }
    unwind(record, from);
    if record.frame_count == 0 {
        unwind(record, 0);
    }
    record.flags |= FLAG_UNWOUND;
    send(record);
    // SAFETY: as above. What is left to do, such as static destructors, may take longer.
    unsafe { libc::alarm(0) };
}

fn send(record: &Record) {
    let bytes = record.bytes();
    // SAFETY: the range is `bytes`. A pipe that nobody reads or that is full costs the report, no more.
    unsafe {
        libc::write(
            PIPE.load(Ordering::Relaxed),
            bytes.as_ptr().cast(),
            bytes.len(),
        )
    };
}

/// A walk through the frames.
struct Walk<'a> {
    record: &'a mut Record,
    /// The first frame to take; 0 once it has come.
    from: u64,
}

fn unwind(record: &mut Record, from: u64) {
    let mut walk = Walk { record, from };
    // SAFETY: `take_frame` gets `walk` back as its argument, during this call only.
    unsafe { _Unwind_Backtrace(take_frame, (&raw mut walk).cast()) };
}

extern "C" fn take_frame(context: *mut Context, walk: *mut c_void) -> c_int {
    // SAFETY: `unwind` passed a `Walk` that nobody else uses meanwhile.
    let Walk { record, from } = unsafe { &mut *walk.cast::<Walk<'_>>() };
    let mut exact = 0;
    // SAFETY: the unwinder passes its context.
    let address = unsafe { _Unwind_GetIPInfo(context, &mut exact) };
    if *from != 0 && *from != address as u64 {
        return GO_ON;
    }
    *from = 0;
    let count = record.frame_count as usize;
    if count == FRAMES_MAX {
        record.flags |= FLAG_DEEPER;
        return STOP;
    }
    // A return address belongs to the instruction after the call, which may be another line.
    record.frames[count] = (address - usize::from(exact == 0 && address > 0)) as u64;
    record.frame_count += 1;
    GO_ON
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_c_library_has_last_words() {
        assert!(super::abort_message().is_some());
    }
}
