//! A program that starts itself again by `argv[0]`, as samples of several processes do: that is a source file, so Chevron is started with it, by the words
//! that it was started with. And `getpid`, `getppid` and `kill` of such programs: a program's parent is who started Chevron, and who started it as a child
//! knows it by the session's number.

use std::ffi::{CStr, CString, OsString, c_char, c_int};
use std::os::unix::ffi::OsStringExt as _;
use std::ptr;
use std::sync::OnceLock;

/// What starts the program again.
struct Again {
    /// The session's process.
    session: libc::pid_t,
    /// The executor's process, which runs the program.
    executor: libc::pid_t,
    /// Who started the session.
    parent: libc::pid_t,
    /// The session's number is the program's, for a program forked, and the fork became this session.
    is_child: bool,
    /// `argv[0]`.
    program: CString,
    /// Chevron's own program.
    chevron: CString,
    /// The words that it was started with, without the program's arguments.
    words: Vec<CString>,
}

static AGAIN: OnceLock<Again> = OnceLock::new();

/// The variable of the environment that names the process which a program made a session of.
const CHILD: &CStr = c"CHEVRON_CHILD";

/// Names and addresses for the linker.
pub(super) fn builtins() -> [(&'static str, usize); 7] {
    [
        ("execv", execv as *const () as usize),
        ("execve", execve as *const () as usize),
        ("execvp", execvp as *const () as usize),
        ("execvpe", execvpe as *const () as usize),
        ("getpid", getpid as *const () as usize),
        ("getppid", getppid as *const () as usize),
        ("kill", kill as *const () as usize),
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
    let child = std::env::var(CHILD.to_str().ok()?).ok();
    Some(Again {
        session,
        // SAFETY: it has no preconditions.
        executor: unsafe { libc::getpid() },
        is_child: child.is_some_and(|it| it.parse() == Ok(session)),
        parent: parent.parse().ok()?,
        program,
        chevron,
        words,
    })
}

/// `pid_t getpid(void)` of the program: its parent, if that is such a program too, has the session's number from `fork`.
extern "C" fn getpid() -> libc::pid_t {
    // SAFETY: it has no preconditions.
    seen(unsafe { libc::getpid() })
}

/// `pid_t getppid(void)` of the program: the session stands between it and who started it.
extern "C" fn getppid() -> libc::pid_t {
    // SAFETY: it has no preconditions.
    let parent = unsafe { libc::getppid() };
    match AGAIN.get() {
        Some(again) if again.session == parent => again.parent,
        _ => seen(parent),
    }
}

/// `int kill(pid_t, int)` of the program: the number that `getpid` gave it means itself.
extern "C" fn kill(process: libc::pid_t, signal: c_int) -> c_int {
    let process = match AGAIN.get() {
        Some(again) if again.is_child && process == again.session => again.executor,
        _ => process,
    };
    // SAFETY: what the program asks for.
    unsafe { libc::kill(process, signal) }
}

/// The number by which the program knows a process.
fn seen(process: libc::pid_t) -> libc::pid_t {
    match AGAIN.get() {
        Some(again) if again.is_child && process == again.executor => again.session,
        _ => process,
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
    // SAFETY: it has no preconditions.
    let child = format!("{}={}", CHILD.to_str().ok()?, unsafe { libc::getpid() });
    let child = CString::new(child).ok()?;
    // SAFETY: the caller says that it is such a list.
    let variables = unsafe { environment_with(&child, environment) };
    // SAFETY: the lists end with null pointers, and all words live until the process is another program.
    Some(unsafe { libc::execve(again.chevron.as_ptr(), words.as_ptr(), variables.as_ptr()) })
}

/// The environment with one more variable in place of [`CHILD`]. It ends with a null pointer, and lives as long as what it is made of.
///
/// # Safety
/// `environment` is null, or a list that ends with a null pointer, of words that end with zeros.
unsafe fn environment_with(
    variable: &CStr,
    environment: *const *const c_char,
) -> Vec<*const c_char> {
    let mut variables = vec![variable.as_ptr()];
    let mut at = 0;
    // SAFETY: the list ends with a null pointer.
    while !environment.is_null() && !unsafe { *environment.add(at) }.is_null() {
        // SAFETY: as above.
        let word = unsafe { *environment.add(at) };
        // SAFETY: the word ends with a zero.
        let rest = unsafe { CStr::from_ptr(word) }
            .to_bytes()
            .strip_prefix(CHILD.to_bytes());
        if rest.and_then(|rest| rest.first()) != Some(&b'=') {
            variables.push(word);
        }
        at += 1;
    }
    variables.push(ptr::null());
    variables
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
