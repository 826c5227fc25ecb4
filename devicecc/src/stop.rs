//! Work of the compiler that is given up half-way.

use std::sync::atomic::AtomicBool;

use crate::sys;

/// The compiler was asked to stop, and did.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("it was interrupted")]
pub struct Interrupted;

/// Does `work`. Once `stop` is set, what clang and LLVM do on this thread for it is left at the next place where nothing is held; it fails with
/// [`Interrupted`] then, and what has not begun fails so too. What they have at hand half-made is never given back.
///
/// Not to be called by `work` itself.
pub fn stoppable<T>(stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let _watching = Watching::new(stop);
    work()
}

/// This thread watches a flag, until it is dropped.
struct Watching<'a>(std::marker::PhantomData<&'a AtomicBool>);

impl<'a> Watching<'a> {
    fn new(stop: &'a AtomicBool) -> Watching<'a> {
        // SAFETY: the flag lives until `drop` has the shim forget it.
        unsafe { sys::chv_watch(stop) };
        Watching(std::marker::PhantomData)
    }
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        // SAFETY: null has no preconditions.
        unsafe { sys::chv_watch(std::ptr::null()) };
    }
}
