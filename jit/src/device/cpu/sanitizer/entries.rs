//! The functions that watched kernels call. They run on the stack of a device thread, and never suspend it.

use std::ffi::{c_uint, c_ulonglong, c_void};

use super::accesses::{Access, Stored, Teller};
use super::memory::MemoryName;
use super::what::{Kind, What};
use super::{held, is_on};
use crate::device::cpu::fiber;

/// Names and addresses for the linker.
pub(in crate::device::cpu) fn functions() -> [(&'static str, *const ()); 9] {
    [
        ("__chv_watch_load", load as *const ()),
        ("__chv_watch_store", store as *const ()),
        ("__chv_watch_atomic", atomic as *const ()),
        ("__chv_watch_atomic_load", atomic_load as *const ()),
        ("__chv_watch_object", object as *const ()),
        ("__chv_watch_copy", copy as *const ()),
        ("__chv_watch_fill", fill as *const ()),
        ("__chv_watch_fence", fence as *const ()),
        ("__chv_watch_operations", operations as *const ()),
    ]
}

/// Calls `work` with the thread that tells; none if nobody listens.
#[inline(always)]
fn telling<T>(work: impl FnOnce(&mut Teller<'_>) -> T) -> Option<T> {
    let thread = fiber::current();
    // SAFETY: a kernel calls, so its thread and its block's state are valid; the worker waits meanwhile, holds the gate, and nothing here suspends the thread. The
    // watch is taken out of the block, so that there is one reference to it.
    unsafe {
        let state = held()?;
        let resident = (*thread).resident;
        let mut watch = (*resident).watch.take()?;
        let mut teller = Teller {
            thread: &*thread,
            resident: &*resident,
            block: &mut watch,
            state,
        };
        let result = work(&mut teller);
        (*resident).watch = Some(watch);
        Some(result)
    }
}

fn access(address: usize, place: u32, what: What, kind: Kind) -> Access {
    Access {
        address,
        bytes: what.bytes(),
        alignment: what.alignment(),
        place,
        kind,
        atomic: what.is_volatile() || what.looks_ahead(),
        volatile: what.is_volatile(),
        stored: Stored::Unknown,
        whole: false,
        unused: what.may_be_unused(),
    }
}

fn look(access: &Access) -> usize {
    telling(|it| it.look(access)).unwrap_or(access.address)
}

extern "C" fn load(address: usize, place: c_uint, what: c_uint) -> usize {
    look(&access(address, place, What(what), Kind::Read))
}

extern "C" fn store(address: usize, place: c_uint, what: c_uint, value: c_ulonglong) -> usize {
    let what = What(what);
    look(&Access {
        stored: match what.has_value() {
            true => Stored::Value(value),
            false => Stored::Unknown,
        },
        ..access(address, place, what, Kind::Write)
    })
}

extern "C" fn atomic(address: usize, place: c_uint, what: c_uint, _value: c_ulonglong) -> usize {
    look(&Access {
        atomic: true,
        volatile: false,
        ..access(address, place, What(what), Kind::Atomic)
    })
}

extern "C" fn atomic_load(address: usize, place: c_uint, what: c_uint) -> usize {
    look(&Access {
        atomic: true,
        volatile: false,
        ..access(address, place, What(what), Kind::Read)
    })
}

extern "C" fn object(
    address: usize,
    place: c_uint,
    what: c_uint,
    base: usize,
    bytes: c_ulonglong,
) -> usize {
    let what = What(what);
    let access = Access {
        alignment: 1,
        ..access(address, place, what, what.kind())
    };
    telling(|it| it.look_within(&access, what, base, bytes as usize)).unwrap_or(address)
}

/// The sides of a copy that are looked at. What their addresses must be multiples of stands in the second byte and the third, as powers of 2.
const TARGET: u32 = 1;
const SOURCE: u32 = 2;

/// One side of a copy, or what is filled: true if it may be done. `stored`: none of what is read.
fn whole(address: usize, bytes: usize, alignment: u32, place: u32, stored: Option<Stored>) -> bool {
    let access = Access {
        address,
        bytes,
        alignment: 1 << (alignment & 31),
        place,
        kind: stored.map_or(Kind::Read, |_| Kind::Write),
        atomic: false,
        volatile: false,
        stored: stored.unwrap_or(Stored::Unknown),
        whole: true,
        unused: false,
    };
    bytes == 0 || look(&access) == address
}

extern "C" fn copy(
    target: *mut c_void,
    source: *const c_void,
    bytes: c_ulonglong,
    place: c_uint,
    sides: c_uint,
) {
    let bytes = bytes as usize;
    let reads = sides & SOURCE == 0 || whole(source as usize, bytes, sides >> 16, place, None);
    let stored = Some(Stored::Copy(source as usize));
    let writes =
        reads && (sides & TARGET == 0 || whole(target as usize, bytes, sides >> 8, place, stored));
    if writes {
        // SAFETY: both sides were looked at, or the compiler knows them to be the thread's own. A copy of a thing to itself may overlap.
        unsafe { std::ptr::copy(source.cast::<u8>(), target.cast::<u8>(), bytes) };
    }
}

extern "C" fn fill(target: *mut c_void, byte: c_uint, bytes: c_ulonglong, place: c_uint) {
    let bytes = bytes as usize;
    if whole(
        target as usize,
        bytes,
        0,
        place,
        Some(Stored::Fill(byte as u8)),
    ) {
        // SAFETY: it was looked at.
        unsafe { std::ptr::write_bytes(target.cast::<u8>(), byte as u8, bytes) };
    }
}

extern "C" fn fence() {
    telling(|it| it.block.fenced = true);
}

/// The thread computes so many floating-point operations.
extern "C" fn operations(count: c_uint) {
    telling(|it| {
        let launch = it.block.launch();
        it.state.traffic.computed(launch, u64::from(count));
    });
}

/// A kernel has called `malloc`, which gave this.
pub(in crate::device::cpu) fn kernel_allocated(address: usize, bytes: usize) {
    if is_on() && address != 0 {
        super::allocated(address as u64, bytes, MemoryName::OfKernel);
    }
}

/// A kernel calls `free` with this.
pub(in crate::device::cpu) fn kernel_frees(address: usize) {
    if is_on() {
        let is_ours = super::with(|it| it.memory.is_of_kernel(address));
        if is_ours == Some(true) {
            super::freed(address as u64);
        }
    }
}
