//! The one foreign call of this crate.

/// From now on an interrupt from the terminal (Ctrl-C) does not end this process. It still ends the executor, which is in the same
/// foreground group: a handler, unlike `SIG_IGN`, is not inherited through `exec`.
pub fn survive_interrupts() {
    extern "C" fn nothing(_signal: libc::c_int) {}
    let handler: extern "C" fn(libc::c_int) = nothing;
    // SAFETY: `action` is fully initialised (zero is a valid `sigaction` with an empty mask), the handler does nothing and so is
    // async-signal-safe, and both pointers are valid for the call.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
}
