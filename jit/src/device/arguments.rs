//! A launch's parameters, copied at the launch so that the caller's own may go away.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ffi::c_void;
use std::ptr::{self, NonNull};

/// The strictest alignment that a parameter can ask for, bytes.
const PARAMETER_ALIGN_MAX: usize = 128;

/// Copied parameters in one block of memory: first one pointer per parameter, then the values they point to.
pub struct Arguments {
    block: NonNull<u8>,
    layout: Layout,
    param_bytes: Vec<u32>,
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
        let pointer_bytes = param_bytes.len().max(1) * size_of::<*const c_void>();
        let (offsets, bytes) = Arguments::place(param_bytes, pointer_bytes);
        let layout = Layout::from_size_align(bytes, PARAMETER_ALIGN_MAX)
            .expect("parameters are at most a few kilobytes");
        // SAFETY: there is at least one pointer's room.
        let Some(block) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
            handle_alloc_error(layout)
        };
        let pointers = block.as_ptr().cast::<*const c_void>();
        for (index, (&offset, &bytes)) in offsets.iter().zip(param_bytes).enumerate() {
            // SAFETY: the caller gives `param_bytes.len()` pointers to that many bytes; `place` keeps the pointers and all values
            // within `layout`, and the new block does not overlap what the caller has.
            unsafe {
                let value = block.as_ptr().add(offset);
                ptr::copy_nonoverlapping((*values.add(index)).cast::<u8>(), value, bytes as usize);
                *pointers.add(index) = value.cast_const().cast();
            }
        }
        Arguments {
            block,
            layout,
            param_bytes: param_bytes.to_vec(),
        }
    }

    /// Offsets of values of these sizes that begin at `start`, and where the last one ends.
    ///
    /// Only sizes are known here. A type's size is a multiple of its alignment, so the largest power of two that divides the size
    /// is alignment enough.
    pub fn place(param_bytes: &[u32], start: usize) -> (Vec<usize>, usize) {
        let mut end = start;
        let offsets = param_bytes.iter().map(|&bytes| {
            let align = if bytes == 0 {
                1
            } else {
                (1usize << bytes.trailing_zeros()).min(PARAMETER_ALIGN_MAX)
            };
            let offset = end.next_multiple_of(align);
            end = offset + bytes as usize;
            offset
        });
        let offsets = offsets.collect();
        (offsets, end)
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
        &self.param_bytes
    }

    /// Are these the same values, of parameters of the same sizes?
    pub fn same(&self, other: &Arguments) -> bool {
        let values = 0..self.param_bytes.len();
        self.param_bytes == other.param_bytes
            && values
                .map(|it| (self.value(it), other.value(it)))
                .all(|(own, other)| own == other)
    }

    /// The bytes of one parameter.
    pub fn value(&self, index: usize) -> &[u8] {
        assert!(
            index < self.param_bytes.len(),
            "parameter {index} of {}",
            self.param_bytes.len()
        );
        // SAFETY: `copy` stored a pointer to `param_bytes[index]` initialised bytes of the block at this index.
        unsafe {
            std::slice::from_raw_parts(
                (*self.pointers().add(index)).cast(),
                self.param_bytes[index] as usize,
            )
        }
    }
}

impl Drop for Arguments {
    fn drop(&mut self) {
        // SAFETY: the block came from `alloc_zeroed` with this layout.
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
