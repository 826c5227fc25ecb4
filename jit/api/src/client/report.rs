//! What an executor told of its end, in terms of the cells.

use std::collections::BTreeMap;
use std::fmt;

use crate::crash::{
    FLAG_DEEPER, FLAG_EXECUTE, FLAG_HOST_FUNCTION, FLAG_MAIN_THREAD, FLAG_SENT,
    FLAG_STACK_OVERFLOW, FLAG_TERMINATE, FLAG_WILD, FLAG_WRITE, KIND_EXIT, KIND_THREAD_END, Record,
};
use crate::wire::CodeSection;

/// An executor's own account of its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrashReport {
    /// How it ended, if the executor knows it better than its exit status says.
    pub cause: Option<Cause>,
    /// It happened on the thread that runs cells; otherwise on one that user code started.
    pub in_cell_thread: bool,
    /// A stream ran a host function of the user's. On which thread is chance: one that waits for the stream may run it itself.
    pub in_host_function: bool,
    /// The cell that started that thread, if one is known to have.
    pub thread_of: Option<u32>,
    /// The places in cells' code that were being executed, innermost first; what is not theirs is left out.
    pub frames: Vec<CodePlace>,
    /// The innermost code that was executed is no cell's: a library's, which the first frame called.
    pub in_library: bool,
    /// There were more frames than were reported.
    pub deeper: bool,
}

/// Why a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The stack was full.
    StackOverflow,
    /// An access that the processor refused.
    Access {
        /// What was tried.
        kind: Access,
        /// Where.
        address: u64,
    },
    /// An access through an address that no pointer can have.
    WildPointer,
    /// The program sent the signal to itself.
    Sent,
    /// `std::terminate`; for an exception, which one.
    Terminate(Option<String>),
    /// `abort`, with the C library's last words, such as a failed assertion or what is wrong with the heap.
    Abort(Option<String>),
    /// The main thread ended.
    ThreadEnd,
}

/// Kind of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read.
    Read,
    /// Write.
    Write,
    /// Call or jump.
    Call,
}

/// A place in a cell's host code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodePlace {
    /// The cell.
    pub cell: u32,
    /// Index of the section in the cell's object.
    pub section: u32,
    /// Bytes from the section's start; within the instruction.
    pub offset: u64,
}

/// Where the code of an executor's cells lies, by address. Memory of code that is gone is used again, so what lies where newer code does
/// is gone.
#[derive(Debug, Default)]
pub(super) struct CodeMap {
    loaded: BTreeMap<u64, Loaded>,
}

/// A section with code.
#[derive(Debug)]
struct Loaded {
    bytes: u64,
    /// Its index in the cell's object.
    section: u32,
    /// Cells whose code it is, oldest first: equal objects are linked once.
    cells: Vec<u32>,
}

impl CodeMap {
    pub(super) fn add(&mut self, cell: u32, code: Vec<CodeSection>) {
        for section in code {
            self.add_section(cell, &section);
        }
    }

    fn add_section(&mut self, cell: u32, new: &CodeSection) {
        let before = self.loaded.get_mut(&new.address);
        if let Some(same) = before.filter(|it| (it.bytes, it.section) == (new.bytes, new.section)) {
            same.cells.push(cell);
            return;
        }
        let end = new.address.saturating_add(new.bytes);
        let below_end = self.loaded.range(..end).rev();
        let gone: Vec<u64> = below_end
            .take_while(|(start, it)| *start + it.bytes > new.address)
            .map(|(start, _)| *start)
            .collect();
        for start in gone {
            self.loaded.remove(&start);
        }
        let loaded = Loaded {
            bytes: new.bytes,
            section: new.section,
            cells: vec![cell],
        };
        self.loaded.insert(new.address, loaded);
    }

    /// Cells from `first` on are taken back; their numbers will be others'.
    pub(super) fn undo(&mut self, first: u32) {
        self.loaded.retain(|_, it| {
            it.cells.retain(|cell| *cell < first);
            !it.cells.is_empty()
        });
    }

    pub(super) fn place(&self, address: u64) -> Option<CodePlace> {
        let (start, it) = self.loaded.range(..=address).next_back()?;
        let offset = address - start;
        (offset < it.bytes).then_some(CodePlace {
            cell: *it.cells.last()?,
            section: it.section,
            offset,
        })
    }

    /// The report of the last record in `bytes`, if there is one.
    pub(super) fn report(&self, bytes: &[u8]) -> Option<CrashReport> {
        let record = Record::last_of(bytes)?;
        let has = |flag: u32| record.flags & flag != 0;
        let addresses = &record.frames[..record.frames.len().min(record.frame_count as usize)];
        let frames = addresses
            .iter()
            .filter_map(|&address| self.place(address))
            .collect();
        Some(CrashReport {
            cause: cause(&record),
            in_cell_thread: has(FLAG_MAIN_THREAD),
            in_host_function: has(FLAG_HOST_FUNCTION),
            thread_of: u32::try_from(record.thread_of)
                .ok()
                .filter(|&cell| cell != 0),
            frames,
            in_library: is_fault(&record) && self.place(record.instruction).is_none(),
            deeper: has(FLAG_DEEPER),
        })
    }
}

/// Did an instruction cause the end, and not a function that meant to?
fn is_fault(record: &Record) -> bool {
    let in_place = record.flags & (FLAG_SENT | FLAG_EXECUTE) == 0;
    in_place
        && record.kind != KIND_EXIT
        && record.kind != KIND_THREAD_END
        && record.number != libc::SIGABRT
}

fn cause(record: &Record) -> Option<Cause> {
    let has = |flag: u32| record.flags & flag != 0;
    let length = record.text.len().min(record.text_bytes as usize);
    let text = String::from_utf8_lossy(&record.text[..length]);
    // One line; the C library's begins with the program's name and ends with the line.
    let text = text
        .trim_start_matches("chevron-executor: ")
        .trim_end()
        .replace('\n', " ");
    let text = (!text.is_empty()).then_some(text);
    if record.kind == KIND_THREAD_END {
        return Some(Cause::ThreadEnd);
    }
    if record.kind == KIND_EXIT {
        return None;
    }
    match record.number {
        libc::SIGABRT if has(FLAG_TERMINATE) => Some(Cause::Terminate(text)),
        libc::SIGABRT => Some(Cause::Abort(text)),
        _ if has(FLAG_SENT) => Some(Cause::Sent),
        _ if has(FLAG_STACK_OVERFLOW) => Some(Cause::StackOverflow),
        _ if has(FLAG_WILD) => Some(Cause::WildPointer),
        libc::SIGSEGV => Some(Cause::Access {
            kind: match () {
                () if has(FLAG_EXECUTE) => Access::Call,
                () if has(FLAG_WRITE) => Access::Write,
                () => Access::Read,
            },
            address: record.address,
        }),
        _ => None,
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::StackOverflow => f.write_str("stack overflow"),
            Cause::Access { kind, address } => {
                let kind = match kind {
                    Access::Read => "read of",
                    Access::Write => "write to",
                    Access::Call => "call of",
                };
                match address {
                    0 => write!(f, "{kind} a null pointer"),
                    _ => write!(f, "{kind} invalid address {address:#x}"),
                }
            }
            Cause::WildPointer => f.write_str("access through a wild pointer"),
            Cause::Sent => f.write_str("sent by the program itself or from outside"),
            Cause::Terminate(Some(text)) => write!(f, "{text}; `std::terminate` was called"),
            Cause::Terminate(None) => f.write_str("`std::terminate` was called"),
            Cause::Abort(Some(text)) => write!(f, "abort: {text}"),
            Cause::Abort(None) => f.write_str("`abort` was called"),
            Cause::ThreadEnd => {
                f.write_str("its main thread ended (`pthread_exit`, or a cancellation)")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::KIND_SIGNAL;

    fn section(address: u64) -> CodeSection {
        CodeSection {
            section: 2,
            address,
            bytes: 16,
        }
    }

    #[test]
    fn the_newest_code_at_an_address_is_meant() {
        let mut map = CodeMap::default();
        let place = |map: &CodeMap, address| map.place(address).map(|it| (it.cell, it.offset));
        map.add(1, vec![section(0x1000)]);
        map.add(2, vec![section(0x1010), section(0x2000)]);
        assert_eq!(place(&map, 0x100f), Some((1, 15)));
        assert_eq!(place(&map, 0x1010), Some((2, 0)));
        assert_eq!(place(&map, 0x1020), None);
        // It lies where the code of both was.
        map.add(3, vec![section(0x1008)]);
        assert_eq!(place(&map, 0x1008), Some((3, 0)));
        assert_eq!((place(&map, 0x1000), place(&map, 0x1018)), (None, None));
        assert_eq!(place(&map, 0x2000), Some((2, 0)));
        // An equal cell has the same code.
        map.add(4, vec![section(0x2000)]);
        assert_eq!(place(&map, 0x2001), Some((4, 1)));
        map.undo(3);
        assert_eq!(place(&map, 0x2001), Some((2, 1)));
        assert_eq!(place(&map, 0x1008), None);
    }

    #[test]
    fn code_that_is_gone_costs_no_memory() {
        let mut map = CodeMap::default();
        for cell in 0..1_000 {
            map.add(cell, vec![section(0x1000 + u64::from(cell % 2) * 8)]);
        }
        assert_eq!(map.loaded.len(), 1);
    }

    #[test]
    fn causes_are_one_line() {
        let mut record = Record::new();
        (record.kind, record.number) = (KIND_SIGNAL, libc::SIGSEGV);
        let text = |record: &Record| cause(record).map(|it| it.to_string());
        assert_eq!(text(&record).as_deref(), Some("read of a null pointer"));
        record.flags = FLAG_WRITE;
        record.address = 16;
        assert_eq!(
            text(&record).as_deref(),
            Some("write to invalid address 0x10")
        );
        record.flags |= FLAG_STACK_OVERFLOW;
        assert_eq!(text(&record).as_deref(), Some("stack overflow"));
        record.number = libc::SIGABRT;
        let words = b"chevron-executor: free(): invalid pointer\n";
        record.text[..words.len()].copy_from_slice(words);
        record.text_bytes = words.len() as u32;
        assert_eq!(
            text(&record).as_deref(),
            Some("abort: free(): invalid pointer")
        );
    }
}
