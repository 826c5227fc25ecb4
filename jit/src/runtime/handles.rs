//! Handles: opaque pointers of the API that are names in a table, so that a wrong one is an error and never a wild access.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::device::{Result, Status};

/// An opaque handle as C sees it: a stream, an event, a pool, a graph…
pub(crate) type Handle = usize;

/// A few handles, such as the nodes that a node depends on: mostly one or two.
pub(crate) type FewHandles = SmallVec<[Handle; 2]>;

/// Handles are multiples of this, like pointers, and never used again.
const STEP: usize = 16;

static NEXT: AtomicUsize = AtomicUsize::new(0x1_0000);

/// A handle that no one has.
pub(crate) fn new_handle() -> Handle {
    NEXT.fetch_add(STEP, Ordering::Relaxed)
}

/// What handles of one kind stand for.
pub(crate) struct Handles<T> {
    table: RwLock<FxHashMap<Handle, Arc<T>>>,
}

impl<T> Default for Handles<T> {
    fn default() -> Handles<T> {
        Handles {
            table: RwLock::default(),
        }
    }
}

impl<T> Handles<T> {
    /// Gives a new handle to a value.
    pub(crate) fn insert(&self, value: Arc<T>) -> Handle {
        let handle = new_handle();
        self.table
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(handle, value);
        handle
    }

    /// What a handle stands for.
    pub(crate) fn get(&self, handle: Handle) -> Result<Arc<T>> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        table
            .get(&handle)
            .cloned()
            .ok_or_else(|| Status::INVALID_RESOURCE_HANDLE.into())
    }

    /// Looks at what a handle stands for.
    #[inline(never)]
    pub(crate) fn with<R>(&self, handle: Handle, look: impl FnOnce(&T) -> R) -> Option<R> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        table.get(&handle).map(|value| look(value))
    }

    /// A handle whose value passes the test.
    pub(crate) fn find(&self, test: impl Fn(&T) -> bool) -> Option<Handle> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        let found = table.iter().find(|(_, value)| test(value));
        found.map(|(handle, _)| *handle)
    }

    /// What all handles stand for.
    pub(crate) fn all(&self) -> Vec<Arc<T>> {
        let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
        table.values().cloned().collect()
    }

    /// Ends a handle.
    pub(crate) fn remove(&self, handle: Handle) -> Result<Arc<T>> {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        table
            .remove(&handle)
            .ok_or_else(|| Status::INVALID_RESOURCE_HANDLE.into())
    }

    /// Ends all handles whose values pass the test.
    pub(crate) fn drain_if(&self, test: impl Fn(&T) -> bool) -> Vec<Arc<T>> {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        let drained = table.extract_if(|_, value| test(value));
        drained.map(|(_, value)| value).collect()
    }
}
