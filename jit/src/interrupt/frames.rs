//! A look at the stack before it is unwound: who is on it, and whether the C++ runtime can take each frame down.
//!
//! Clang notes for a function with cleanups what to do at each of its calls. Where an instruction is interrupted that is no call, or a
//! call of something that does not throw, nothing is noted, and the C++ runtime ends the process there.

use std::ffi::{c_int, c_void};

use super::code::{self, Code};

/// What became of a look at the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stack {
    /// Can be unwound down to the guard.
    Sound,
    /// Only cells are on it, but one of their frames cannot be unwound from where it is.
    Gap,
    /// Somebody else is on it, or it could not be read.
    Foreign,
}

/// The unwinder's view of a frame.
#[repr(C)]
pub(crate) struct Context {
    _opaque: [u8; 0],
}

/// What the unwinder calls for each frame.
pub(crate) type Trace = extern "C" fn(*mut Context, *mut c_void) -> c_int;

unsafe extern "C" {
    pub(crate) fn _Unwind_Backtrace(trace: Trace, argument: *mut c_void) -> c_int;
    pub(crate) fn _Unwind_GetIPInfo(context: *mut Context, before: *mut c_int) -> usize;
    fn _Unwind_GetLanguageSpecificData(context: *mut Context) -> *const u8;
    pub(super) fn _Unwind_GetCFA(context: *mut Context) -> usize;
    pub(super) fn _Unwind_GetRegionStart(context: *mut Context) -> usize;
}

/// `_URC_NO_REASON` and `_URC_END_OF_STACK` of the unwinder's API.
pub(crate) const GO_ON: c_int = 0;
pub(crate) const STOP: c_int = 5;

/// Frames that are looked at: a stack that is deeper is taken for foreign.
const FRAMES_MAX: u32 = 4096;

/// Where a look begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    /// At the frame that was interrupted at this instruction.
    Interrupted(usize),
    /// At the first frame that is not of this program: its callee asks.
    Caller,
}

struct Look {
    from: From,
    guard: usize,
    begun: bool,
    /// The C and C++ libraries may be what blocks, above the first frame of a cell.
    blocked: bool,
    in_cell: bool,
    frames: u32,
    found: Stack,
    at_guard: bool,
}

/// Looks at the calling thread's stack, down to the function that begins at `guard`. `blocked`: the thread waits in a system call.
/// Async-signal-safe as far as nobody on the stack holds the unwinder's own lock, which is so where it begins in a cell or in a wait.
pub(super) fn look(from: From, guard: usize, blocked: bool) -> Stack {
    let mut look = Look {
        from,
        guard,
        begun: false,
        blocked,
        in_cell: false,
        frames: 0,
        found: Stack::Sound,
        at_guard: false,
    };
    // SAFETY: the callback gets `look`, which outlives the call.
    unsafe { _Unwind_Backtrace(frame, (&raw mut look).cast()) };
    if look.at_guard {
        look.found
    } else {
        Stack::Foreign
    }
}

extern "C" fn frame(context: *mut Context, argument: *mut c_void) -> c_int {
    // SAFETY: `look` passes a live `Look`, and the unwinder a live context.
    let (look, pointer, before, region, table) = unsafe {
        let mut before = 0;
        let pointer = _Unwind_GetIPInfo(context, &mut before);
        (
            &mut *argument.cast::<Look>(),
            pointer,
            before != 0,
            _Unwind_GetRegionStart(context),
            _Unwind_GetLanguageSpecificData(context),
        )
    };
    // A return address may stand behind the function's end.
    let inside = if before {
        pointer
    } else {
        pointer.wrapping_sub(1)
    };
    look.take(pointer, inside, region, table)
}

impl Look {
    fn take(&mut self, pointer: usize, inside: usize, region: usize, table: *const u8) -> c_int {
        let kind = code::at(inside);
        if !self.begun {
            self.begun = match self.from {
                From::Interrupted(at) => pointer == at,
                From::Caller => kind.is_some_and(|kind| kind != Code::Other),
            };
            if !self.begun {
                return GO_ON;
            }
        }
        self.frames += 1;
        if region == self.guard {
            self.at_guard = true;
            return STOP;
        }
        match kind {
            Some(Code::Linked) => self.in_cell = true,
            // Below a frame of a cell the C library only calls back (`qsort`, `call_once`).
            Some(Code::System) if self.in_cell || self.blocked => {}
            _ => {
                self.found = Stack::Foreign;
                return STOP;
            }
        }
        // SAFETY: the unwinder gives null or the function's own table.
        if !table.is_null() && !unsafe { covers(table, region, inside) } {
            self.found = match kind {
                Some(Code::Linked) => Stack::Gap,
                _ => Stack::Foreign,
            };
            if self.found == Stack::Foreign {
                return STOP;
            }
        }
        if self.frames > FRAMES_MAX {
            return STOP;
        }
        GO_ON
    }
}

// Encodings of DWARF pointers that call-site tables use.
const OMITTED: u8 = 0xff;
const ULEB128: u8 = 0x01;
const UDATA4: u8 = 0x03;

/// Whether a function's exception table (Itanium C++ ABI) says what to do at an instruction. One in an encoding that no compiler uses
/// for it says nothing.
///
/// # Safety
/// `table` is the exception table of the function that begins at `region`.
unsafe fn covers(table: *const u8, region: usize, at: usize) -> bool {
    let mut reader = Reader(table);
    // SAFETY: the table has this layout: two headers, then the call sites, in order of their addresses.
    unsafe {
        if reader.byte() != OMITTED {
            return false;
        }
        if reader.byte() != OMITTED {
            reader.uleb128();
        }
        let encoding = reader.byte();
        let bytes = reader.uleb128();
        let end = reader.0.wrapping_add(bytes);
        while reader.0 < end {
            let (Some(start), Some(length), Some(_landing)) = (
                reader.number(encoding),
                reader.number(encoding),
                reader.number(encoding),
            ) else {
                return false;
            };
            reader.uleb128();
            let begin = region.wrapping_add(start);
            if at < begin {
                return false;
            }
            if at < begin.wrapping_add(length) {
                return true;
            }
        }
    }
    false
}

struct Reader(*const u8);

impl Reader {
    /// # Safety
    /// There is a byte.
    unsafe fn byte(&mut self) -> u8 {
        // SAFETY: the caller's duty.
        unsafe {
            let byte = *self.0;
            self.0 = self.0.add(1);
            byte
        }
    }

    /// # Safety
    /// There is a number.
    unsafe fn uleb128(&mut self) -> usize {
        let mut number = 0;
        for shift in (0..usize::BITS).step_by(7) {
            // SAFETY: the caller's duty.
            let byte = unsafe { self.byte() };
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        number
    }

    /// # Safety
    /// There is a number in that encoding.
    unsafe fn number(&mut self, encoding: u8) -> Option<usize> {
        match encoding {
            // SAFETY: the caller's duty.
            ULEB128 => Some(unsafe { self.uleb128() }),
            UDATA4 => {
                // SAFETY: the caller's duty.
                let number = unsafe { self.0.cast::<u32>().read_unaligned() };
                self.0 = self.0.wrapping_add(4);
                Some(number as usize)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_site_table_is_read() {
        // No landing pad base, no types, ULEB128 call sites: 4 bytes from 2 with a landing pad, 200 from 16 without.
        let table = [0xff, 0xff, 0x01, 9, 2, 4, 40, 0, 16, 0xc8, 0x01, 0, 0];
        let at = |offset: usize| {
            // SAFETY: the table is whole.
            unsafe { covers(table.as_ptr(), 1000, 1000 + offset) }
        };
        assert_eq!(
            [0, 1, 2, 5, 6, 15, 16, 215, 216].map(at),
            [false, false, true, true, false, false, true, true, false]
        );
    }

    #[test]
    fn this_programs_own_frames_are_foreign() {
        code::refresh();
        assert_eq!(look(From::Caller, 1, false), Stack::Foreign);
    }
}
