//! What the user's code does with the errors that the API gives it: reads them, or throws them away.
//!
//! Host code calls `__chv_discarded` after each call of the API whose value nothing uses (`emit::discarded`), so an error counts as read unless
//! that follows. `cudaGetLastError` reads what was thrown away before.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, ThreadId};

use super::error;
use crate::device::{Error, Status};
use crate::lock::lock;

/// How many distinct errors of a cell are told.
const TOLD_MAX: usize = 8;

/// Answers to questions, and errors that say that there was nothing to do.
const NO_NEWS: [Status; 3] = [
    Status::NOT_READY,
    Status::PEER_ACCESS_ALREADY_ENABLED,
    Status::PEER_ACCESS_NOT_ENABLED,
];

thread_local! {
    /// The error that the API gave this thread last.
    static RETURNED: RefCell<Error> = RefCell::new(Error::from(Status::SUCCESS));
}

static BOOK: Mutex<Option<Book>> = Mutex::new(None);

/// An error that nobody looked at.
struct Discarded {
    thread: ThreadId,
    /// The function, as the user called it.
    name: String,
    error: Error,
    times: u32,
}

#[derive(Default)]
struct Book {
    discarded: Vec<Discarded>,
    /// How often an error was read, by its number.
    read: HashMap<i32, u32>,
}

/// Names and addresses for the linker; docs/linking.md has their declarations.
pub(crate) fn builtins() -> [(&'static str, usize); 1] {
    [("__chv_discarded", discarded as *const () as usize)]
}

/// The API gives the calling thread an error.
#[cold]
pub(crate) fn returned(error: Error) {
    count(error.status);
    RETURNED.set(error);
}

/// The error that a launch gave was for the stub that made it, which looks at none.
#[cold]
pub(crate) fn unseen(status: Status) {
    let mut book = book();
    if let Some(count) = book.get_or_insert_default().read.get_mut(&status.0) {
        *count = count.saturating_sub(1);
    }
}

/// The user has asked for the last error, which was this: what the thread threw away before is theirs to handle now.
pub(crate) fn fetched(last: Status) {
    let thread = thread::current().id();
    if let Some(book) = book().as_mut() {
        book.discarded.retain(|it| it.thread != thread);
    }
    if last != Status::SUCCESS {
        count(last);
        RETURNED.set(Error::from(last));
    }
}

/// Was the error ever given to code that could look at it?
pub(crate) fn was_read(status: Status) -> bool {
    let count = |book: &Book| book.read.get(&status.0).copied();
    book().as_ref().and_then(count).unwrap_or(0) > 0
}

/// The errors that nobody has looked at since the last call, for people; without those of this name, which is told otherwise.
pub(crate) fn take(told: Option<&str>) -> Vec<String> {
    let discarded = match book().as_mut() {
        Some(book) => std::mem::take(&mut book.discarded),
        None => Vec::new(),
    };
    discarded
        .iter()
        .filter(|it| told != Some(it.error.status.name()))
        .map(in_words)
        .collect()
}

/// `cudaMalloc gave cudaErrorMemoryAllocation (asked for 1 TiB)`
fn in_words(it: &Discarded) -> String {
    let error = name_for(&it.name, it.error.status);
    let mut text = format!("{} gave {error}", it.name);
    if !it.error.message.is_empty() {
        text += &format!(" ({})", it.error.message);
    }
    if it.times > 1 {
        text += &format!(", {} times", it.times);
    }
    text
}

/// An error's name as the headers that have the function call it.
fn name_for(function: &str, status: Status) -> String {
    let name = status.name();
    match (function.starts_with("hip"), status) {
        (false, _) => name.to_owned(),
        (true, Status::MEMORY_ALLOCATION) => "hipErrorOutOfMemory".to_owned(),
        (true, Status::NO_KERNEL_IMAGE_FOR_DEVICE) => "hipErrorNoBinaryForGpu".to_owned(),
        (true, _) => name.replacen("cuda", "hip", 1),
    }
}

fn book() -> MutexGuard<'static, Option<Book>> {
    lock(&BOOK)
}

fn count(status: Status) {
    let mut book = book();
    *(book.get_or_insert_default().read)
        .entry(status.0)
        .or_default() += 1;
}

/// `void __chv_discarded(int status, const char *name)`: nothing uses the value of a call of this function.
unsafe extern "C" fn discarded(status: i32, name: *const c_char) {
    if status == 0 {
        return;
    }
    let error = RETURNED.with_borrow(Clone::clone);
    // What another library gives is its own business.
    if error.status.0 != status || NO_NEWS.contains(&error.status) {
        return;
    }
    unseen(error.status);
    // SAFETY: the compiler passes a string constant.
    let name = unsafe { CStr::from_ptr(name) }
        .to_string_lossy()
        .into_owned();
    if error::reads_last(&name) {
        return;
    }
    let thread = thread::current().id();
    let mut book = book();
    let known = &mut book.get_or_insert_default().discarded;
    let same = |it: &&mut Discarded| it.name == name && it.error == error && it.thread == thread;
    if let Some(before) = known.iter_mut().find(same) {
        before.times += 1;
    } else if known.len() < TOLD_MAX {
        known.push(Discarded {
            thread,
            name,
            error,
            times: 1,
        });
    }
}
