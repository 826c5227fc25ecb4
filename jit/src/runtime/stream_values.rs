//! Memory operations in streams: `cuStreamWriteValue32`, `cuStreamWaitValue32` and their kin.
//!
//! A device that does not do it itself has memory that the host reaches: then the stream runs a host function.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::Runtime;
use super::allocations::Space;
use super::ffi::{address, api};
use super::handles::Handle;
use crate::device::{Device, Result, Status, StreamValue};
use crate::interrupt;

// `CUstreamWaitValue_flags`
const WAIT_EQUAL: u32 = 1;
const WAIT_AND: u32 = 2;
const WAIT_NOR: u32 = 3;
/// `CU_STREAM_WAIT_VALUE_FLUSH`: of writes by other devices on the bus, of which there are none.
const WAIT_FLUSH: u32 = 1 << 30;

/// `CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER`
const WRITE_NO_BARRIER: u32 = 1;

/// Between two looks at a word.
const LOOK_EVERY: Duration = Duration::from_micros(20);

/// Writes the word.
///
/// # Safety
/// It is valid, and aligned to its size.
unsafe fn write(word: &StreamValue) {
    // SAFETY: the caller says so; others use the word by atomic operations or not at the same time.
    unsafe {
        match word.wide {
            true => {
                AtomicU64::from_ptr(word.address as *mut u64).store(word.value, Ordering::Release)
            }
            false => AtomicU32::from_ptr(word.address as *mut u32)
                .store(word.value as u32, Ordering::Release),
        }
    }
}

/// Reads the word.
///
/// # Safety
/// As for `write`.
unsafe fn read(word: &StreamValue) -> u64 {
    // SAFETY: as in `write`.
    unsafe {
        match word.wide {
            true => AtomicU64::from_ptr(word.address as *mut u64).load(Ordering::Acquire),
            false => {
                u64::from(AtomicU32::from_ptr(word.address as *mut u32).load(Ordering::Acquire))
            }
        }
    }
}

/// Is what the word holds what is waited for? "At least" counts around, as CUDA has it.
fn reached(word: &StreamValue, mask: u64, found: u64) -> bool {
    let (found, value) = (found & mask, word.value & mask);
    match word.flags & !WAIT_FLUSH {
        WAIT_EQUAL => found == value,
        WAIT_AND => found & value != 0,
        WAIT_NOR => !(found | value) & word.all_bits() != 0,
        _ if word.wide => found.wrapping_sub(value).cast_signed() >= 0,
        _ => (found as u32).wrapping_sub(value as u32).cast_signed() >= 0,
    }
}

impl Runtime {
    /// Checks a word: it lies in memory of the API and is aligned.
    fn check_word(&self, word: &StreamValue, flags: u32) -> Result<()> {
        let bytes = if word.wide { 8 } else { 4 };
        let aligned = word.address.is_multiple_of(bytes);
        if word.address == 0 || !aligned || word.flags & !flags != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        match self
            .allocations()
            .target_space_of(word.address, bytes as usize)?
        {
            Space::Pageable => Err(Status::INVALID_VALUE.into()),
            _ => Ok(()),
        }
    }

    fn write_value(&self, stream: Handle, word: StreamValue) -> Result<()> {
        self.check_word(&word, WRITE_NO_BARRIER)?;
        let stream = self.stream(stream)?;
        self.forbid_capturing(&stream)?;
        self.mark_active();
        if let Some(values) = self.device().stream_values() {
            // SAFETY: the word lies in an allocation, which the API obliges the caller to keep until the write has happened.
            return unsafe { values.write_value(stream.id, &word) };
        }
        self.host_reaches_words()?;
        let write = move |status: Status| {
            if status == Status::SUCCESS {
                // SAFETY: as above; memory of this device is the host's.
                unsafe { write(&word) };
            }
        };
        Device::host_function(&**self.device(), stream.id, Box::new(write))
    }

    fn wait_value(&self, stream: Handle, word: StreamValue, mask: u64) -> Result<()> {
        self.check_word(&word, WAIT_FLUSH | WAIT_NOR)?;
        let stream = self.stream(stream)?;
        self.forbid_capturing(&stream)?;
        self.mark_active();
        if let Some(values) = self.device().stream_values() {
            let all = word.all_bits();
            if mask & all != all {
                return Err(Status::NOT_SUPPORTED.into());
            }
            // SAFETY: the word lies in an allocation, which the API obliges the caller to keep until it has been waited for.
            return unsafe { values.wait_value(stream.id, &word) };
        }
        self.host_reaches_words()?;
        let wait = move |status: Status| {
            // SAFETY: as above; memory of this device is the host's.
            let waits = || !reached(&word, mask, unsafe { read(&word) });
            while status == Status::SUCCESS && !interrupt::asked() && waits() {
                thread::sleep(LOOK_EVERY);
            }
        };
        Device::host_function(&**self.device(), stream.id, Box::new(wait))
    }

    fn host_reaches_words(&self) -> Result<()> {
        match self.device().reaches_host_memory() {
            true => Ok(()),
            false => Err(Status::NOT_SUPPORTED.into()),
        }
    }
}

api! {
    call fn __chv_stream_write_value(
        runtime, stream: Handle, word: *mut c_void, value: u64, wide: i32, flags: u32,
    ) {
        let wide = wide != 0;
        runtime.write_value(stream, StreamValue { address: address(word), value, wide, flags })
    }

    call fn __chv_stream_wait_value(
        runtime, stream: Handle, word: *mut c_void, value: u64, mask: u64, wide: i32, flags: u32,
    ) {
        let wide = wide != 0;
        runtime.wait_value(stream, StreamValue { address: address(word), value, wide, flags }, mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_waited_for() {
        let word = |value: u64, wide: bool, flags: u32| StreamValue {
            address: 0,
            value,
            wide,
            flags,
        };
        let all = u64::MAX;
        assert!(reached(&word(5, false, 0), all, 5));
        assert!(!reached(&word(5, false, 0), all, 4));
        // Around the end.
        assert!(reached(&word(0xffff_fffe, false, 0), all, 1));
        assert!(reached(&word(u64::MAX, true, 0), all, 3));
        assert!(reached(&word(6, false, WAIT_AND), all, 2));
        assert!(!reached(&word(6, false, WAIT_AND), all, 8));
        assert!(!reached(
            &word(0xffff_0000, false, WAIT_NOR),
            all,
            0x0000_ffff
        ));
        assert!(reached(
            &word(0xffff_0000, true, WAIT_NOR),
            all,
            0x0000_ffff
        ));
        assert!(reached(&word(3, false, WAIT_EQUAL), 0xf, 0x53));
    }
}
