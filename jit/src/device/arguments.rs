//! A launch's parameters, copied at the launch so that the caller's own may go away.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ffi::c_void;
use std::ptr::{self, NonNull};

/// The strictest alignment that a parameter can ask for, bytes.
const PARAMETER_ALIGN_MAX: usize = 128;

/// Copied parameters in one block of memory: first one pointer per parameter, then the sizes of the values, then the values. It is one block because graphs
/// of thousands of nodes are recorded faster that way.
pub struct Arguments {
    block: NonNull<u8>,
    layout: Layout,
    count: usize,
}

// SAFETY: the block is plain memory that this value owns and never changes after it was filled.
unsafe impl Send for Arguments {}
// SAFETY: as above: shared access only reads.
unsafe impl Sync for Arguments {}

impl Arguments {
    /// Copies one value per entry of `param_bytes`.
    ///
    /// # Safety
    /// `values` has one pointer per parameter, each to as many readable bytes as `param_bytes` says; it may be null if there are
    /// no parameters.
    pub unsafe fn copy(values: *const *const c_void, param_bytes: &[u32]) -> Arguments {
        let count = param_bytes.len();
        let start = sizes_at(count) + size_of_val(param_bytes);
        let end = offsets(param_bytes, start).last().map_or(start, |it| it.1);
        let align = param_bytes.iter().map(|&bytes| alignment(bytes));
        let align = align.fold(align_of::<*const c_void>(), usize::max);
        let layout =
            Layout::from_size_align(end, align).expect("parameters are at most a few kilobytes");
        // SAFETY: there is at least one pointer's room.
        let Some(block) = NonNull::new(unsafe { alloc(layout) }) else {
            handle_alloc_error(layout)
        };
        let pointers = block.as_ptr().cast::<*const c_void>();
        // SAFETY: the block has room for `count` sizes behind its pointers.
        unsafe {
            let sizes = block.as_ptr().add(sizes_at(count)).cast::<u32>();
            ptr::copy_nonoverlapping(param_bytes.as_ptr(), sizes, count);
        }
        for (index, (offset, end)) in offsets(param_bytes, start).enumerate() {
            // SAFETY: the caller gives `param_bytes.len()` pointers to that many bytes; `offsets` keeps all values apart, behind the sizes and
            // within `layout`, and the new block does not overlap what the caller has.
            unsafe {
                let value = block.as_ptr().add(offset);
                ptr::copy_nonoverlapping((*values.add(index)).cast::<u8>(), value, end - offset);
                *pointers.add(index) = value.cast_const().cast();
            }
        }
        Arguments {
            block,
            layout,
            count,
        }
    }

    /// Offsets of values of these sizes that begin at `start`, and where the last one ends.
    pub fn place(param_bytes: &[u32], start: usize) -> (Vec<usize>, usize) {
        let ends = offsets(param_bytes, start);
        let end = ends.last().map_or(start, |it| it.1);
        (offsets(param_bytes, start).map(|it| it.0).collect(), end)
    }

    /// The same with other pointers in place of those of `parameters`, a bit for each: `other` gives them.
    pub fn with_pointers(self, parameters: u64, other: impl Fn(usize, u64) -> u64) -> Arguments {
        for index in (0..self.count.min(64)).filter(|it| parameters >> it & 1 != 0) {
            assert_eq!(self.param_bytes()[index], 8, "it is a pointer");
            // SAFETY: the block has a value of 8 bytes there, which this value owns.
            unsafe {
                let value = (*self.pointers().add(index)).cast_mut().cast::<u64>();
                value.write_unaligned(other(index, value.read_unaligned()));
            }
        }
        self
    }

    /// No parameters.
    pub fn none() -> Arguments {
        // SAFETY: there are no parameters to read.
        unsafe { Arguments::copy(ptr::null(), &[]) }
    }

    /// One pointer per parameter, as `cudaLaunchKernel` takes them. Valid as long as this value.
    pub fn pointers(&self) -> *const *const c_void {
        self.block.as_ptr().cast_const().cast()
    }

    /// Size in bytes of each parameter.
    pub fn param_bytes(&self) -> &[u32] {
        // SAFETY: `copy` stored `count` sizes there.
        unsafe {
            let sizes = self.block.as_ptr().add(sizes_at(self.count));
            std::slice::from_raw_parts(sizes.cast(), self.count)
        }
    }

    /// Are these the same values, of parameters of the same sizes?
    pub fn same(&self, other: &Arguments) -> bool {
        self.param_bytes() == other.param_bytes()
            && (0..self.count).all(|it| self.value(it) == other.value(it))
    }

    /// The bytes of one parameter.
    pub fn value(&self, index: usize) -> &[u8] {
        let bytes = self.param_bytes()[index];
        // SAFETY: `copy` stored a pointer to so many initialised bytes of the block at this index.
        unsafe { std::slice::from_raw_parts((*self.pointers().add(index)).cast(), bytes as usize) }
    }
}

/// Where the sizes stand in the block of so many parameters: behind one pointer for each, and behind one if there are none.
fn sizes_at(count: usize) -> usize {
    count.max(1) * size_of::<*const c_void>()
}

/// What a value of a size may have to be aligned to.
///
/// Only sizes are known here. A type's size is a multiple of its alignment, so the largest power of two that divides the size is alignment enough.
fn alignment(bytes: u32) -> usize {
    match bytes {
        0 => 1,
        bytes => (1usize << bytes.trailing_zeros()).min(PARAMETER_ALIGN_MAX),
    }
}

/// Where values of these sizes begin and end, the first one not before `start`.
fn offsets(param_bytes: &[u32], start: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut end = start;
    param_bytes.iter().map(move |&bytes| {
        let offset = end.next_multiple_of(alignment(bytes));
        end = offset + bytes as usize;
        (offset, end)
    })
}

impl Drop for Arguments {
    fn drop(&mut self) {
        // SAFETY: the block came from `alloc` with this layout.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_copied_and_aligned() {
        let (byte, wide, odd) = (7u8, [1u64, 2, 3, 4, 5, 6, 7, 8], [9u8; 12]);
        let values: [*const c_void; 3] = [
            ptr::from_ref(&byte).cast(),
            ptr::from_ref(&wide).cast(),
            ptr::from_ref(&odd).cast(),
        ];
        // SAFETY: each pointer is to a live value of the size given.
        let arguments = unsafe { Arguments::copy(values.as_ptr(), &[1, 64, 12]) };
        assert_eq!(arguments.value(0), [7]);
        assert_eq!(arguments.value(2), odd);
        assert_eq!(arguments.value(1).as_ptr() as usize % 64, 0);
        assert_eq!(arguments.value(1)[8], 2);
    }

    #[test]
    fn no_parameters_still_give_a_pointer() {
        assert!(!Arguments::none().pointers().is_null());
    }
}
