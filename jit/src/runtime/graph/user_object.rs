//! User objects: resources of the user that live as long as something refers to them, graphs included.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::super::Runtime;
use super::super::ffi::{Out, api};
use super::super::handles::Handle;
use super::super::types::HostFn;
use crate::device::{Result, Status};

/// `cudaUserObjectNoDestructorSync`, which callers must give.
const NO_DESTRUCTOR_SYNC: u32 = 1;
/// `cudaGraphUserObjectMove`
const MOVE: u32 = 1;

/// A resource of the user and the function that ends it.
pub(crate) struct UserObject {
    resource: usize,
    destroy: HostFn,
    /// References that the user's own code holds.
    references: AtomicU32,
}

impl Drop for UserObject {
    fn drop(&mut self) {
        (self.destroy)(self.resource as *mut c_void);
    }
}

/// References of a graph to an object.
#[derive(Clone)]
pub(crate) struct UserReference {
    object: Arc<UserObject>,
    handle: Handle,
    count: u32,
}

impl Runtime {
    /// Gives up references of the user; with the last one the handle ends, and the object when no graph refers to it.
    fn release_references(&self, handle: Handle, count: u32) -> Result<()> {
        let object = self
            .graphs()
            .objects
            .get(handle)
            .map_err(|_| Status::INVALID_VALUE)?;
        let released =
            object
                .references
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, |held| {
                    held.checked_sub(count)
                });
        match released {
            Ok(held) if held == count => self.graphs().objects.remove(handle).map(drop),
            Ok(_) => Ok(()),
            Err(_) => Err(Status::INVALID_VALUE.into()),
        }
    }

    fn retain_in_graph(&self, graph: Handle, handle: Handle, count: u32, flags: u32) -> Result<()> {
        let object = self
            .graphs()
            .objects
            .get(handle)
            .map_err(|_| Status::INVALID_VALUE)?;
        let mut book = self.graphs().book();
        let references = &mut book.graph_mut(graph)?.user_references;
        match references
            .iter_mut()
            .find(|reference| reference.handle == handle)
        {
            Some(reference) => reference.count += count,
            None => references.push(UserReference {
                object,
                handle,
                count,
            }),
        }
        drop(book);
        if flags & MOVE != 0 {
            self.release_references(handle, count)
        } else {
            Ok(())
        }
    }

    fn release_in_graph(&self, graph: Handle, handle: Handle, count: u32) -> Result<()> {
        let mut book = self.graphs().book();
        let references = &mut book.graph_mut(graph)?.user_references;
        let found = references
            .iter()
            .position(|reference| reference.handle == handle && reference.count >= count);
        let found = found.ok_or(Status::INVALID_VALUE)?;
        references[found].count -= count;
        let gone = (references[found].count == 0).then(|| references.swap_remove(found));
        drop(book);
        // Outside the lock: the user's destructor may run.
        drop(gone.map(|reference| reference.object));
        Ok(())
    }
}

fn positive(count: u32) -> Result<()> {
    if count > 0 && i32::try_from(count).is_ok() {
        Ok(())
    } else {
        Err(Status::INVALID_VALUE.into())
    }
}

api! {
    call fn cudaUserObjectCreate(
        runtime, object: Out<Handle>, resource: *mut c_void, destroy: Option<HostFn>, references: u32, flags: u32,
    ) {
        positive(references)?;
        let destroy = destroy.ok_or(Status::INVALID_VALUE)?;
        if flags != NO_DESTRUCTOR_SYNC || object.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let created = UserObject { resource: resource as usize, destroy, references: AtomicU32::new(references) };
        object.put(runtime.graphs().objects.insert(Arc::new(created)))
    }

    call fn cudaUserObjectRetain(runtime, object: Handle, count: u32) {
        positive(count)?;
        let object = runtime.graphs().objects.get(object).map_err(|_| Status::INVALID_VALUE)?;
        object.references.fetch_add(count, Ordering::AcqRel);
        Ok(())
    }

    call fn cudaUserObjectRelease(runtime, object: Handle, count: u32) {
        positive(count)?;
        runtime.release_references(object, count)
    }

    call fn cudaGraphRetainUserObject(runtime, graph: Handle, object: Handle, count: u32, flags: u32) {
        positive(count)?;
        if flags & !MOVE != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        runtime.retain_in_graph(graph, object, count, flags)
    }

    call fn cudaGraphReleaseUserObject(runtime, graph: Handle, object: Handle, count: u32) {
        positive(count)?;
        runtime.release_in_graph(graph, object, count)
    }
}
