//! A program that starts itself again by `argv[0]`, as samples of several processes do: that is a source file, so Chevron is started with it, by the words
//! that it was started with. And `getppid`: a program's parent is who started Chevron.

use std::ffi::{CStr, CString, OsString, c_char, c_int};
use std::os::unix::ffi::OsStringExt as _;
use std::ptr;
use std::sync::OnceLock;

/// What starts the program again.
struct Again {
    /// The session's process.
    session: libc::pid_t,
    /// Who started the session.
    parent: libc::pid_t,
    /// `argv[0]`.
    program: CString,
    /// Chevron's own program.
    chevron: CString,
    /// The words that it was started with, without the program's arguments.
    words: Vec<CString>,
}

static AGAIN: OnceLock<Again> = OnceLock::new();

/// Names and addresses for the linker.
pub(super) fn builtins() -> [(&'static str, usize); 5] {
    [
        ("execv", execv as *const () as usize),
        ("execve", execve as *const () as usize),
        ("execvp", execvp as *const () as usize),
        ("execvpe", execvpe as *const () as usize),
        ("getppid", getppid as *const () as usize),
    ]
}

/// A program begins, with these arguments, of which the first is its name. Costs some reads of `/proc`.
pub(super) fn begin(arguments: &[CString]) {
    // SAFETY: it has no preconditions.
    let session = unsafe { libc::getppid() };
    if let Some(again) = find(session, arguments) {
        // A process runs one program.
        let _ = AGAIN.set(again);
    }
}

fn find(session: libc::pid_t, arguments: &[CString]) -> Option<Again> {
    let program = arguments.first()?.clone();
    let line = std::fs::read(format!("/proc/{session}/cmdline")).ok()?;
    let mut words: Vec<CString> = line
        .strip_suffix(b"\0")?
        .split(|byte| *byte == 0)
        .map(|word| CString::new(word).ok())
        .collect::<Option<_>>()?;
    // The program's own arguments come last.
    words.truncate(words.len().checked_sub(arguments.len() - 1)?);
    let chevron = std::fs::read_link(format!("/proc/{session}/exe")).ok()?;
    let chevron = CString::new(OsString::from(chevron).into_vec()).ok()?;
    let status = std::fs::read_to_string(format!("/proc/{session}/status")).ok()?;
    let parent = status
        .lines()
        .find_map(|line| line.strip_prefix("PPid:"))?
        .trim();
    Some(Again {
        session,
        parent: parent.parse().ok()?,
        program,
        chevron,
        words,
    })
}

/// `pid_t getppid(void)` of the program: the session stands between it and who started it.
extern "C" fn getppid() -> libc::pid_t {
    // SAFETY: it has no preconditions.
    let parent = unsafe { libc::getppid() };
    match AGAIN.get() {
        Some(again) if again.session == parent => again.parent,
        _ => parent,
    }
}

/// Starts the program again in place of this process, if that is what a path means. Comes back if it is not, or with `errno` set if that cannot be.
///
/// # Safety
/// The path ends with a zero, the arguments with a null pointer; `environment` is such a list, too.
unsafe fn start_again(
    path: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
) -> Option<c_int> {
    let again = AGAIN.get()?;
    if path.is_null() || arguments.is_null() {
        return None;
    }
    // SAFETY: the caller says that it ends with a zero.
    if unsafe { CStr::from_ptr(path) } != again.program.as_c_str() {
        return None;
    }
    let mut words: Vec<*const c_char> = again.words.iter().map(|it| it.as_ptr()).collect();
    let mut at = 0;
    // SAFETY: the list ends with a null pointer. Its first word is the program's name.
    while let Some(word) = ptr::NonNull::new(unsafe { *arguments.add(at) }.cast_mut()) {
        if at > 0 {
            words.push(word.as_ptr());
        }
        at += 1;
    }
    words.push(ptr::null());
    // SAFETY: the lists end with null pointers, and all words live until the process is another program.
    Some(unsafe { libc::execve(again.chevron.as_ptr(), words.as_ptr(), environment) })
}

unsafe extern "C" {
    static environ: *const *const c_char;
}

/// `int execve(const char *, char *const [], char *const [])`
unsafe extern "C" fn execve(
    path: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
) -> c_int {
    // SAFETY: the caller passes what `execve` takes.
    unsafe {
        start_again(path, arguments, environment)
            .unwrap_or_else(|| libc::execve(path, arguments, environment))
    }
}

/// `int execv(const char *, char *const [])`
unsafe extern "C" fn execv(path: *const c_char, arguments: *const *const c_char) -> c_int {
    // SAFETY: as above.
    unsafe { start_again(path, arguments, environ).unwrap_or_else(|| libc::execv(path, arguments)) }
}

/// `int execvp(const char *, char *const [])`
unsafe extern "C" fn execvp(path: *const c_char, arguments: *const *const c_char) -> c_int {
    // SAFETY: as above.
    unsafe {
        start_again(path, arguments, environ).unwrap_or_else(|| libc::execvp(path, arguments))
    }
}

/// `int execvpe(const char *, char *const [], char *const [])`
unsafe extern "C" fn execvpe(
    path: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
) -> c_int {
    // SAFETY: as above.
    unsafe {
        start_again(path, arguments, environment)
            .unwrap_or_else(|| libc::execvpe(path, arguments, environment))
    }
}
