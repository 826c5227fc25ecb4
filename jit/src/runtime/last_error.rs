//! The last error of each thread.

use std::cell::Cell;

use crate::device::Status;

thread_local! {
    static LAST: Cell<Status> = const { Cell::new(Status::SUCCESS) };
}

/// Makes an error the calling thread's last one.
pub(crate) fn set(status: Status) {
    LAST.set(status);
}

/// The calling thread's last error, which is forgotten.
pub(crate) fn take() -> Status {
    LAST.replace(Status::SUCCESS)
}

/// The calling thread's last error.
pub(crate) fn get() -> Status {
    LAST.get()
}
