//! Tests of the API through its C functions.

use std::cell::Cell;

use super::Runtime;

thread_local! {
    static CURRENT: Cell<Option<&'static Runtime>> = const { Cell::new(None) };
}

/// The runtime of the test that runs on this thread.
pub(super) fn current() -> Option<&'static Runtime> {
    CURRENT.get()
}
