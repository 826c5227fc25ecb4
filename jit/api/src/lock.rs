//! Mutexes.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, also after a panic of whoever held it: each change under a lock is whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
