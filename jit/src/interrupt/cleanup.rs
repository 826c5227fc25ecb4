//! Cleanups of the C library: a wait for a condition variable leaves its bookkeeping to a list of the thread's, which the end of a thread
//! runs beside the unwinder. So must whoever else unwinds the stack.

use std::ffi::{c_int, c_void};
use std::ptr;

/// `_pthread_cleanup_buffer`: an entry of the list, in the frame that it belongs to.
#[repr(C)]
struct Entry {
    routine: Option<extern "C" fn(*mut c_void)>,
    argument: *mut c_void,
    cancel_type: c_int,
    previous: *mut Entry,
}

unsafe extern "C" {
    fn _pthread_cleanup_push(
        entry: *mut Entry,
        routine: extern "C" fn(*mut c_void),
        argument: *mut c_void,
    );
    fn _pthread_cleanup_pop(entry: *mut Entry, execute: c_int);
}

/// The newest entry of the calling thread's list, as a number; 0 if the list is empty.
pub(super) fn newest() -> usize {
    extern "C" fn nothing(_argument: *mut c_void) {}
    let mut probe = Entry {
        routine: None,
        argument: ptr::null_mut(),
        cancel_type: 0,
        previous: ptr::null_mut(),
    };
    // SAFETY: the entry is taken off the list before it goes out of scope.
    unsafe {
        _pthread_cleanup_push(&raw mut probe, nothing, ptr::null_mut());
        _pthread_cleanup_pop(&raw mut probe, 0);
    }
    probe.previous as usize
}

/// Runs the entries that are newer than `oldest` and lie in frames below the address `end`, newest first, and takes them off.
///
/// # Safety
/// Those frames are still there and will not go on.
pub(super) unsafe fn run(oldest: usize, end: usize) {
    loop {
        let entry = newest();
        if entry == 0 || entry == oldest || entry >= end {
            return;
        }
        // SAFETY: it is the newest one, in a frame that is still there.
        unsafe { _pthread_cleanup_pop(entry as *mut Entry, 1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn count(argument: *mut c_void) {
        // SAFETY: the test passes a counter that outlives the entry.
        unsafe { *argument.cast::<u32>() += 1 };
    }

    #[test]
    fn entries_of_frames_that_end_are_run_once() {
        let oldest = newest();
        let mut runs = 0_u32;
        let mut entry = Entry {
            routine: None,
            argument: ptr::null_mut(),
            cancel_type: 0,
            previous: ptr::null_mut(),
        };
        let address = &raw mut entry as usize;
        // SAFETY: the entry is taken off by `run`, in the frame that it is in.
        unsafe {
            _pthread_cleanup_push(&raw mut entry, count, (&raw mut runs).cast());
            run(oldest, address);
            assert_eq!((newest(), runs), (address, 0));
            run(oldest, address + 1);
            run(oldest, address + 1);
        }
        assert_eq!((newest(), runs), (oldest, 1));
    }
}
