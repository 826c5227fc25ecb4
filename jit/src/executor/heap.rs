//! The executor's own heap: the C library's, but who finds nothing left ends the process with a message that says so.

use std::alloc::{GlobalAlloc, Layout, System};

use super::crash;

/// The C library's heap. Where it has no memory left the process ends; what user code allocates itself is no part of it.
#[derive(Debug)]
pub struct Heap;

// SAFETY: all is passed on to `System`, whose contract it is; an allocation that `System` refuses does not return.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller vouches for the layout.
        present(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        present(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller vouches for the block, which came from `System`.
        present(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

fn present(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        crash::end_without_memory(bytes);
    }
    block
}
