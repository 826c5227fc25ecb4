//! The stack on which a thread's signal handlers run: without one of its own, a thread whose stack is full dies without a word.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// Size of the stack, bytes: room for the largest register state (AVX-512, AMX), a chained handler and the unwinder.
const STACK_BYTES: usize = 128 * 1024;

thread_local! {
    static STACK: HandlerStack = const { HandlerStack(Cell::new(None)) };
}

/// Gives the calling thread a stack for its handlers, if it has none that is large enough.
pub(crate) fn prepare_thread() {
    // A thread that is being torn down has no stack of ours; then a fault on a full stack ends the process as everywhere.
    let _ = STACK.try_with(HandlerStack::prepare);
}

/// Lowest address of the calling thread's stack, if the system tells.
pub(crate) fn thread_stack_end() -> Option<usize> {
    // SAFETY: all-zero bytes are a valid `pthread_attr_t` to be filled, which is destroyed after a call that filled it.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &mut attributes) != 0 {
            return None;
        }
        let (mut end, mut bytes) = (ptr::null_mut(), 0);
        let status = libc::pthread_attr_getstack(&attributes, &mut end, &mut bytes);
        libc::pthread_attr_destroy(&mut attributes);
        (status == 0).then_some(end as usize)
    }
}

/// The alternate signal stack of a thread, given back when the thread ends.
struct HandlerStack(Cell<Option<Ready>>);

enum Ready {
    /// The thread had one large enough.
    Given,
    /// Ours, mapped at this address.
    Made(*mut c_void),
}

impl HandlerStack {
    fn prepare(&self) {
        let ready = self.0.take().or_else(make);
        self.0.set(ready);
    }
}

fn make() -> Option<Ready> {
    // SAFETY: sigaltstack writes the plain struct that it is given.
    let existing = unsafe {
        let mut existing: libc::stack_t = std::mem::zeroed();
        libc::sigaltstack(ptr::null(), &mut existing);
        existing
    };
    if existing.ss_flags & libc::SS_DISABLE == 0 && existing.ss_size >= STACK_BYTES {
        return Some(Ready::Given);
    }
    // SAFETY: a new private mapping touches no other memory.
    let base = unsafe {
        libc::mmap(
            ptr::null_mut(),
            STACK_BYTES,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    if base == libc::MAP_FAILED {
        return None;
    }
    let stack = libc::stack_t {
        ss_sp: base,
        ss_flags: 0,
        ss_size: STACK_BYTES,
    };
    // SAFETY: the mapping is ours and stays until the thread ends, where `drop` disables it first.
    let status = unsafe { libc::sigaltstack(&stack, ptr::null_mut()) };
    if status != 0 {
        // SAFETY: the mapping is ours, and nobody uses it.
        unsafe { libc::munmap(base, STACK_BYTES) };
        return None;
    }
    Some(Ready::Made(base))
}

impl Drop for HandlerStack {
    fn drop(&mut self) {
        if let Some(Ready::Made(base)) = self.0.take() {
            let none = libc::stack_t {
                ss_sp: ptr::null_mut(),
                ss_flags: libc::SS_DISABLE,
                ss_size: 0,
            };
            // SAFETY: plain struct, and the mapping is ours. No handler runs on the stack while the thread itself is here; if it
            // cannot be disabled, it is left in place for good.
            unsafe {
                if libc::sigaltstack(&none, ptr::null_mut()) == 0 {
                    libc::munmap(base, STACK_BYTES);
                }
            }
        }
    }
}
