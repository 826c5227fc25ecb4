//! Signals that device code raises, caught and turned into faults of the launch.
//!
//! Only a signal whose stack pointer lies in the stack of the device thread that runs is taken; every other one goes to the
//! handler that was there before, so that a crash of host code stays what it was.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Once;

use super::fault::FaultKind;
use super::fiber::{self, DeviceThread};
use super::heap::Heap;
use super::memory_operand::address_registers;
use super::trail;
use crate::device::displaced;
use crate::processor_faults::{PAGE_FAULT_FETCH, PAGE_FAULT_WRITE, TRAP_GENERAL_PROTECTION};
use crate::signal_stack;

/// Signals that device code can raise.
const SIGNALS: [c_int; 5] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGTRAP,
];

/// x86's direction flag, which compiled code expects to be clear.
const DIRECTION_FLAG: i64 = 1 << 10;

/// A signal of device code, as the handler saw it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caught {
    signal: c_int,
    /// Address of the access, for memory faults; 0 if the processor does not tell.
    address: usize,
    stack_pointer: usize,
    trap: i64,
    error: i64,
    /// It was a general protection fault by an address that no pointer can have.
    wild_register: bool,
}

thread_local! {
    static CAUGHT: Cell<Option<Caught>> = const { Cell::new(None) };
}

/// The signal that ended the last device thread on this host thread.
pub(super) fn caught() -> Option<Caught> {
    CAUGHT.take()
}

/// Readies the calling thread to run device code: handlers are installed and have a stack to run on.
pub(super) fn prepare_thread() {
    install();
    signal_stack::prepare_thread();
}

impl Caught {
    /// An interrupt, which no instruction of the thread caused.
    pub(super) fn interrupt() -> Caught {
        Caught {
            signal: 0,
            address: 0,
            stack_pointer: 0,
            trap: 0,
            error: 0,
            wild_register: false,
        }
    }

    /// Is it an interrupt?
    pub(super) fn is_interrupt(&self) -> bool {
        self.signal == 0
    }

    /// The fault in CUDA's terms and a sentence about it. `thread` is the one of `kernel` that it ended.
    pub(super) fn explain(
        &self,
        kernel: &str,
        thread: &DeviceThread,
        heap: &Heap,
    ) -> (FaultKind, String) {
        match self.signal {
            _ if self.is_interrupt() => (FaultKind::Interrupted, "interrupted".to_owned()),
            libc::SIGFPE => (
                FaultKind::LaunchFailure,
                "integer division by zero".to_owned(),
            ),
            libc::SIGILL | libc::SIGTRAP => (
                FaultKind::LaunchFailure,
                "the kernel executed a trap".to_owned(),
            ),
            _ if self.in_guard(thread) => (
                FaultKind::StackOverflow,
                "the thread used more stack than it has".to_owned(),
            ),
            _ if self.trap == TRAP_GENERAL_PROTECTION && !self.wild_register => (
                FaultKind::MisalignedAddress,
                "vector access at an address that is not a multiple of its size".to_owned(),
            ),
            _ if self.trap == TRAP_GENERAL_PROTECTION => (
                FaultKind::IllegalAddress,
                "access through a wild pointer".to_owned(),
            ),
            _ if self.error & PAGE_FAULT_FETCH != 0 => (
                FaultKind::IllegalAddress,
                format!("call of address {:#x}, where no code is", self.address),
            ),
            _ => {
                let verb = if self.error & PAGE_FAULT_WRITE != 0 {
                    "write to"
                } else {
                    "read of"
                };
                let of_host = displaced::explain(kernel, verb, self.address as u64);
                let message = of_host.unwrap_or_else(|| {
                    let place = heap.describe(self.address);
                    let place = place.map(|place| format!(", {place}"));
                    let place = place.unwrap_or_default();
                    format!("invalid {verb} address {:#x}{place}", self.address)
                });
                (FaultKind::IllegalAddress, message)
            }
        }
    }

    fn in_guard(&self, thread: &DeviceThread) -> bool {
        thread.guard_contains(self.address) || thread.guard_contains(self.stack_pointer)
    }
}

static mut PREVIOUS: [MaybeUninit<libc::sigaction>; SIGNALS.len()] =
    [const { MaybeUninit::uninit() }; SIGNALS.len()];

fn install() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        trail::prepare();
        for (index, &signal) in SIGNALS.iter().enumerate() {
            // SAFETY: the handler is async-signal-safe, and nothing reads `PREVIOUS[index]` before the call that fills it returns:
            // the handler takes its own signals only when device code runs, and `Once` lets nobody run any before.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = handle as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigemptyset(&mut action.sa_mask);
                let previous = (&raw mut PREVIOUS[index]).cast::<libc::sigaction>();
                libc::sigaction(signal, ptr::null(), previous);
                libc::sigaction(signal, &action, ptr::null_mut());
            }
        }
    });
}

extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes a valid siginfo and context to a handler that was installed with SA_SIGINFO.
    unsafe {
        let registers = &mut (*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
        let thread = fiber::current();
        let stack_pointer = registers[libc::REG_RSP as usize] as usize;
        let raised_by_code = (*info).si_code > 0;
        if thread.is_null() || !raised_by_code || !(*thread).stack_contains(stack_pointer) {
            return forward(signal, info, context);
        }
        let caught = Caught {
            signal,
            address: if matches!(signal, libc::SIGSEGV | libc::SIGBUS) {
                (*info).si_addr() as usize
            } else {
                0
            },
            stack_pointer,
            trap: registers[libc::REG_TRAPNO as usize],
            error: registers[libc::REG_ERR as usize],
            wild_register: wild_register(registers),
        };
        trail::note_signal(registers);
        cut_off(thread, registers, caught);
    }
}

/// Makes a thread's scheduler go on instead of the thread when the handler returns.
///
/// # Safety
/// Called by a signal handler, with the registers that it was given; it interrupted `thread`, in code that owns nothing.
pub(super) unsafe fn cut_off(
    thread: *mut DeviceThread,
    registers: &mut [libc::greg_t],
    caught: Caught,
) {
    CAUGHT.set(Some(caught));
    // SAFETY: the thread runs.
    let (instruction, stack, value) = unsafe { (*thread).cut_off() };
    registers[libc::REG_RIP as usize] = instruction as i64;
    registers[libc::REG_RSP as usize] = stack as i64;
    registers[libc::REG_RDX as usize] = value as i64;
    registers[libc::REG_EFL as usize] &= !DIRECTION_FLAG;
}

/// Registers by their numbers in encodings.
const ENCODED: [c_int; 16] = [
    libc::REG_RAX,
    libc::REG_RCX,
    libc::REG_RDX,
    libc::REG_RBX,
    libc::REG_RSP,
    libc::REG_RBP,
    libc::REG_RSI,
    libc::REG_RDI,
    libc::REG_R8,
    libc::REG_R9,
    libc::REG_R10,
    libc::REG_R11,
    libc::REG_R12,
    libc::REG_R13,
    libc::REG_R14,
    libc::REG_R15,
];

/// Was this a general protection fault by a wild pointer? Vector instructions have such faults for misaligned addresses too: there the registers that
/// address memory tell. The others may hold whatever number a caller computes with.
///
/// # Safety
/// `registers` are those of a fault; after a general protection fault the instruction that they point to can be read.
unsafe fn wild_register(registers: &[libc::greg_t]) -> bool {
    if registers[libc::REG_TRAPNO as usize] != TRAP_GENERAL_PROTECTION {
        return false;
    }
    let mut at = registers[libc::REG_RIP as usize] as *const u8;
    let next = || {
        // SAFETY: the processor has read the instruction, and no byte behind its end is asked for.
        let byte = unsafe { at.read() };
        at = at.wrapping_add(1);
        byte
    };
    match address_registers(next) {
        Some(used) => used
            .into_iter()
            .flatten()
            .any(|number| !canonical(registers[ENCODED[number] as usize])),
        None => true,
    }
}

/// Whether the upper bits of a value are those of an address.
fn canonical(value: i64) -> bool {
    value << 16 >> 16 == value
}

/// Does what would have happened without us.
///
/// # Safety
/// The arguments are those of the running handler.
unsafe fn forward(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let Some(index) = SIGNALS.iter().position(|&ours| ours == signal) else {
        return;
    };
    // SAFETY: `install` filled the entry before it installed this handler.
    let previous = unsafe {
        (&raw const PREVIOUS[index])
            .cast::<libc::sigaction>()
            .read()
    };
    match previous.sa_sigaction {
        libc::SIG_IGN => {}
        libc::SIG_DFL => {
            // SAFETY: `previous` is a complete action. Back at the faulting instruction, or by the signal sent again, the default
            // action happens.
            unsafe {
                libc::sigaction(signal, &previous, ptr::null_mut());
                if (*info).si_code <= 0 {
                    libc::raise(signal);
                }
            }
        }
        handler if previous.sa_flags & libc::SA_SIGINFO != 0 => {
            // SAFETY: it was installed as a handler of this kind.
            let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                unsafe { std::mem::transmute(handler) };
            handler(signal, info, context);
        }
        handler => {
            // SAFETY: it was installed as a handler of this kind.
            let handler: extern "C" fn(c_int) = unsafe { std::mem::transmute(handler) };
            handler(signal);
        }
    }
}
