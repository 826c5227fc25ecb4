//! Where the unwinder finds the frames of JIT-linked code.
//!
//! libgcc keeps registered frames in a list and walks it for every frame of every exception, so that a `throw` would cost more with
//! each object ever linked (1.8 µs with 10 objects, 84 µs with 4,000). The executor defines what libgcc_s calls to find a frame, which
//! the dynamic linker prefers to libgcc's own: a table sorted by address here, and libgcc's for all other code.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{OnceLock, PoisonError, RwLock};
use std::{mem, ptr, slice};

use gimli::{BaseAddresses, CieOrFde, EhFrame, NativeEndian, UnwindSection};

/// `struct dwarf_eh_bases` of libgcc's `unwind-dw2-fde.h`.
#[derive(Debug)]
#[repr(C)]
pub struct Bases {
    text: *mut c_void,
    data: *mut c_void,
    function: *mut c_void,
}

impl Default for Bases {
    fn default() -> Bases {
        Bases {
            text: ptr::null_mut(),
            data: ptr::null_mut(),
            function: ptr::null_mut(),
        }
    }
}

type FindFde = unsafe extern "C" fn(*mut c_void, *mut Bases) -> *const c_void;

/// One function: where its code ends, and its frame description entry (FDE).
#[derive(Clone, Copy)]
struct Frame {
    end: usize,
    fde: usize,
}

/// Frames by the address at which their function starts. Functions do not overlap.
static FRAMES: RwLock<BTreeMap<usize, Frame>> = RwLock::new(BTreeMap::new());

/// Bytes of an `.eh_frame` section in memory, without the zero length that ends it.
///
/// # Safety
/// `begin` is the start of such a section.
unsafe fn section_bytes(begin: usize) -> usize {
    let mut at = begin;
    loop {
        // SAFETY: `at` is where a record starts: its length, in four bytes.
        let length = unsafe { ptr::read_unaligned(at as *const u32) };
        match length {
            0 => return at - begin,
            // SAFETY: this value says that the length is in the next eight bytes.
            u32::MAX => at += 12 + unsafe { ptr::read_unaligned((at + 4) as *const u64) } as usize,
            _ => at += 4 + length as usize,
        }
    }
}

/// The functions that the section describes: start and frame.
///
/// # Safety
/// `begin` is the start of an `.eh_frame` section that ends with a zero length.
unsafe fn frames_of(begin: usize) -> Vec<(usize, Frame)> {
    // SAFETY: the caller's duty; the section stays as it is during this call.
    let bytes = unsafe { slice::from_raw_parts(begin as *const u8, section_bytes(begin)) };
    let section = EhFrame::new(bytes, NativeEndian);
    let bases = BaseAddresses::default().set_eh_frame(begin as u64);
    let mut entries = section.entries(&bases);
    let mut found = Vec::new();
    while let Ok(Some(entry)) = entries.next() {
        let CieOrFde::Fde(partial) = entry else {
            continue;
        };
        let Ok(fde) = partial.parse(EhFrame::cie_from_offset) else {
            continue;
        };
        let start = fde.initial_address() as usize;
        let frame = Frame {
            end: start + fde.len() as usize,
            fde: begin + fde.offset(),
        };
        found.push((start, frame));
    }
    found
}

/// Takes an `.eh_frame` section's frames into the table.
///
/// # Safety
/// `begin` is the start of a relocated `.eh_frame` section that ends with a zero length and stays until it is deregistered.
pub(super) unsafe fn register(begin: *const c_void) {
    // SAFETY: the caller's duty.
    let found = unsafe { frames_of(begin as usize) };
    FRAMES
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .extend(found);
}

/// Takes a section's frames out again.
///
/// # Safety
/// `begin` was given to `register`, and the section is still there.
pub(super) unsafe fn deregister(begin: *const c_void) {
    // SAFETY: the caller's duty.
    let found = unsafe { frames_of(begin as usize) };
    let mut frames = FRAMES.write().unwrap_or_else(PoisonError::into_inner);
    for (start, _) in found {
        frames.remove(&start);
    }
}

/// The FDE of the function that `pc` lies in, or null; what libgcc_s asks for every frame it unwinds.
///
/// # Safety
/// `bases` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _Unwind_Find_FDE(pc: *mut c_void, bases: *mut Bases) -> *const c_void {
    let found = {
        let frames = FRAMES.read().unwrap_or_else(PoisonError::into_inner);
        let nearest = frames.range(..=pc as usize).next_back();
        nearest.map(|(start, frame)| (*start, *frame))
    };
    match found {
        Some((start, frame)) if (pc as usize) < frame.end => {
            let found = Bases {
                text: ptr::null_mut(),
                data: ptr::null_mut(),
                function: start as *mut c_void,
            };
            // SAFETY: the caller's duty.
            unsafe { bases.write(found) };
            frame.fde as *const c_void
        }
        // SAFETY: the caller's duty is the same.
        _ => library_finder().map_or(ptr::null(), |find| unsafe { find(pc, bases) }),
    }
}

/// libgcc's own search, which knows the process's executable and libraries.
fn library_finder() -> Option<FindFde> {
    static FINDER: OnceLock<Option<FindFde>> = OnceLock::new();
    *FINDER.get_or_init(|| {
        // SAFETY: the name ends with a zero.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, c"_Unwind_Find_FDE".as_ptr()) };
        // SAFETY: libgcc_s declares the function so; null is `None`.
        unsafe { mem::transmute::<*mut c_void, Option<FindFde>>(found) }
    })
}
