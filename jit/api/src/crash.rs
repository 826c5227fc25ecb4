//! What a dying executor writes about its end, and how the session reads it back.
//!
//! The executor's signal handlers write one [`Record`] into a pipe: fixed size, below `PIPE_BUF`, so that one `write` puts all of it
//! there or nothing, whatever state the process is in.

/// Environment variable that tells the executor the number of the report pipe's end.
pub const DESCRIPTOR_VARIABLE: &str = "CHEVRON_EXECUTOR_REPORT_FD";

/// How many frames a record holds, innermost first.
pub const FRAMES_MAX: usize = 256;

/// How many bytes of text a record holds.
pub const TEXT_BYTES_MAX: usize = 1024;

const MAGIC: u32 = 0x4348_5601;

/// What ended the process: `Record::kind`.
pub const KIND_SIGNAL: u32 = 1;
/// Somebody called `exit`.
pub const KIND_EXIT: u32 = 2;
/// The main thread ended (`pthread_exit`).
pub const KIND_THREAD_END: u32 = 3;

/// It happened on the main thread, which runs the cells: bits of `Record::flags`.
pub const FLAG_MAIN_THREAD: u32 = 1;
/// The stack was full.
pub const FLAG_STACK_OVERFLOW: u32 = 2;
/// The access was a write.
pub const FLAG_WRITE: u32 = 4;
/// The access was the fetch of an instruction: a call or a jump to there.
pub const FLAG_EXECUTE: u32 = 8;
/// The processor does not tell the address: no pointer can have it.
pub const FLAG_WILD: u32 = 16;
/// The signal was sent, not caused by an instruction.
pub const FLAG_SENT: u32 = 32;
/// The text tells what `std::terminate` was called for.
pub const FLAG_TERMINATE: u32 = 64;
/// There are more frames than the record holds.
pub const FLAG_DEEPER: u32 = 128;
/// The unwinder has been through: what frames there are, are here.
pub const FLAG_UNWOUND: u32 = 256;
/// A stream ran a host function of the user's, on whichever thread.
pub const FLAG_HOST_FUNCTION: u32 = 512;

/// What crosses the pipe.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Record {
    magic: u32,
    /// What ended the process: one of the `KIND_`s.
    pub kind: u32,
    /// Number of the signal, for `KIND_SIGNAL`.
    pub number: i32,
    /// What is known of it: `FLAG_`s.
    pub flags: u32,
    /// Address of the access, if a memory access was the cause.
    pub address: u64,
    /// Where the processor stood, if an instruction was the cause.
    pub instruction: u64,
    /// The cell that started the thread; 0 if none did, or for the thread that runs cells.
    pub thread_of: u64,
    /// How many of `frames` there are.
    pub frame_count: u32,
    /// How many of the bytes of `text` there are.
    pub text_bytes: u32,
    /// Addresses within the calling instructions, innermost first.
    pub frames: [u64; FRAMES_MAX],
    /// The C library's last words, or what `std::terminate` was called for.
    pub text: [u8; TEXT_BYTES_MAX],
}

const _: () = assert!(size_of::<Record>() <= libc::PIPE_BUF);

impl Record {
    /// One that tells nothing yet.
    pub const fn new() -> Record {
        Record {
            magic: MAGIC,
            kind: 0,
            number: 0,
            flags: 0,
            address: 0,
            instruction: 0,
            thread_of: 0,
            frame_count: 0,
            text_bytes: 0,
            frames: [0; FRAMES_MAX],
            text: [0; TEXT_BYTES_MAX],
        }
    }

    /// Its bytes, for the pipe.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the structure is `repr(C)` and its fields leave no gaps (six 4-byte fields, three 8-byte ones between them at a
        // multiple of 8, then arrays), so all of its bytes are initialised.
        unsafe { std::slice::from_raw_parts((&raw const *self).cast(), size_of::<Record>()) }
    }

    /// The last whole record of what came through the pipe.
    pub fn last_of(bytes: &[u8]) -> Option<Record> {
        let chunk = bytes.chunks_exact(size_of::<Record>()).last()?;
        let mut record = Record::new();
        // SAFETY: the chunk has the structure's size, any bytes are a valid value of it, and the two do not overlap.
        unsafe {
            std::ptr::copy_nonoverlapping(
                chunk.as_ptr(),
                (&raw mut record).cast(),
                size_of::<Record>(),
            );
        }
        (record.magic == MAGIC).then_some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_whole_record_is_read() {
        let mut first = Record::new();
        first.number = 6;
        let mut second = first;
        (second.frame_count, second.frames[0]) = (1, 77);
        let mut bytes = first.bytes().to_vec();
        assert_eq!(Record::last_of(&bytes).map(|it| it.frame_count), Some(0));
        bytes.extend_from_slice(second.bytes());
        bytes.extend_from_slice(&[1, 2, 3]);
        let read = Record::last_of(&bytes).expect("two are whole");
        assert_eq!((read.number, read.frame_count, read.frames[0]), (6, 1, 77));
        assert!(Record::last_of(&bytes[..100]).is_none());
        assert!(Record::last_of(&vec![0; size_of::<Record>()]).is_none());
    }
}
