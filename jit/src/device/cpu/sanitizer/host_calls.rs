//! Which host code asked for memory, or gave it back: the session finds its line.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::interrupt::frames::{_Unwind_Backtrace, _Unwind_GetIPInfo, Context, GO_ON, STOP};
use crate::interrupt::running_cell;
use crate::wire::HostCall;

/// Return addresses that are kept: ours and the first of the user's.
const FRAMES_MAX: usize = 24;

/// A call of host code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Call {
    cell: u32,
    addresses: Vec<u64>,
}

impl Call {
    /// The call that the calling thread is in.
    pub(super) fn here() -> Call {
        let mut addresses = Vec::with_capacity(FRAMES_MAX);
        // SAFETY: `visit` gets the list back as its argument, during this call only.
        unsafe { _Unwind_Backtrace(visit, ptr::from_mut(&mut addresses).cast()) };
        Call {
            cell: running_cell(),
            addresses,
        }
    }

    /// One of which only the cell is known.
    pub(super) fn of_cell(cell: u32) -> Call {
        Call {
            cell,
            addresses: Vec::new(),
        }
    }

    /// As the session gets it.
    pub(super) fn told(&self, what: &str) -> HostCall {
        HostCall {
            what: what.to_owned(),
            cell: self.cell,
            addresses: self.addresses.clone(),
        }
    }
}

extern "C" fn visit(context: *mut Context, addresses: *mut c_void) -> c_int {
    // SAFETY: `here` passed its list, which nobody else uses meanwhile.
    let addresses = unsafe { &mut *addresses.cast::<Vec<u64>>() };
    let mut exact = 0;
    // SAFETY: the unwinder passes its context.
    let address = unsafe { _Unwind_GetIPInfo(context, &mut exact) };
    addresses.push(address.wrapping_sub(usize::from(exact == 0)) as u64);
    if addresses.len() == FRAMES_MAX {
        STOP
    } else {
        GO_ON
    }
}
