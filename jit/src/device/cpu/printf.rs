//! `printf` of device code: one of the device primitives.

use std::arch::naked_asm;
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_void};

use super::fiber;

unsafe extern "C" {
    static stdout: *mut libc::FILE;
    fn vsnprintf(
        target: *mut c_char,
        bytes: usize,
        format: *const c_char,
        list: *mut VaList,
    ) -> c_int;
}

/// The System V `va_list` of x86-64.
#[repr(C)]
#[derive(Clone, Copy)]
struct VaList {
    gp_offset: u32,
    fp_offset: u32,
    overflow_area: *mut c_void,
    save_area: *mut c_void,
}

/// `printf` of device code: gathers its variable arguments as the System V ABI has them and calls `print`.
///
/// Not libc's own, so that a bad argument faults while no lock of stdout is held.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn printf() {
    naked_asm!(
        // Frame: 24 bytes of va_list, 8 of padding, 176 of saved registers, 8 for alignment.
        ".cfi_startproc",
        "sub rsp, 216",
        ".cfi_adjust_cfa_offset 216",
        "mov [rsp + 32], rdi",
        "mov [rsp + 40], rsi",
        "mov [rsp + 48], rdx",
        "mov [rsp + 56], rcx",
        "mov [rsp + 64], r8",
        "mov [rsp + 72], r9",
        "movaps [rsp + 80], xmm0",
        "movaps [rsp + 96], xmm1",
        "movaps [rsp + 112], xmm2",
        "movaps [rsp + 128], xmm3",
        "movaps [rsp + 144], xmm4",
        "movaps [rsp + 160], xmm5",
        "movaps [rsp + 176], xmm6",
        "movaps [rsp + 192], xmm7",
        // The format is the first of six integer registers; floats begin after them.
        "mov dword ptr [rsp], 8",
        "mov dword ptr [rsp + 4], 48",
        "lea rax, [rsp + 224]",
        "mov [rsp + 8], rax",
        "lea rax, [rsp + 32]",
        "mov [rsp + 16], rax",
        "mov rsi, rsp",
        "call {print}",
        "add rsp, 216",
        ".cfi_adjust_cfa_offset -216",
        "ret",
        ".cfi_endproc",
        print = sym print,
    )
}

/// Formats and writes to stdout in one piece. Gives what CUDA's `printf` gives: the number of arguments, or -1.
unsafe extern "C" fn print(format: *const c_char, list: *mut VaList) -> c_int {
    if format.is_null() {
        return -1;
    }
    let mut buffer = [0 as c_char; 512];
    // SAFETY: the kernel passes a format and arguments that fit it; if they do not, the fault is its own. The list is copied,
    // because reading it uses it up; `heap` is freed on the only way out.
    unsafe {
        let mut copy = *list;
        let bytes = vsnprintf(buffer.as_mut_ptr(), buffer.len(), format, &mut copy);
        let Ok(bytes) = usize::try_from(bytes) else {
            return -1;
        };
        PRINTED.set(c_int::try_from(bytes).unwrap_or(c_int::MAX));
        if !(*fiber::current()).quiet {
            if bytes < buffer.len() {
                libc::fwrite(buffer.as_ptr().cast(), 1, bytes, stdout);
            } else {
                let heap = libc::malloc(bytes + 1).cast::<c_char>();
                if heap.is_null() {
                    return -1;
                }
                vsnprintf(heap, bytes + 1, format, list);
                libc::fwrite(heap.cast(), 1, bytes, stdout);
                libc::free(heap.cast());
            }
        }
        arguments_of(CStr::from_ptr(format).to_bytes())
    }
}

thread_local! {
    /// Characters of the last `print` on this thread; a device thread does not change hosts between that and asking.
    static PRINTED: Cell<c_int> = const { Cell::new(0) };
}

/// What HIP's `printf` gives.
pub(super) extern "C" fn printed() -> c_int {
    PRINTED.get()
}

/// Arguments that a format takes.
fn arguments_of(format: &[u8]) -> c_int {
    let mut count = 0;
    let mut bytes = format.iter();
    while bytes.by_ref().any(|&byte| byte == b'%') {
        let modifiers = b"-+ #0123456789.*hlLqjzt";
        for byte in bytes.by_ref() {
            // A `*` takes an argument of its own, `%%` takes none.
            count += c_int::from(*byte == b'*' || !modifiers.contains(byte) && *byte != b'%');
            if !modifiers.contains(byte) {
                break;
            }
        }
    }
    count
}
