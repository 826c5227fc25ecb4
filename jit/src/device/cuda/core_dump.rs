//! What a core dump of the driver's says of a fault: which of a block's threads, at which instruction.
//!
//! The format is that of `cudacoredump.h`, which comes with cuda-gdb: an ELF file whose sections are tables. Each names the table that it is a part of by `sh_link`, and
//! the entry there that it belongs to by `sh_info`; entries may grow at their ends, so `sh_entsize` is what they are apart.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;

use object::elf::{FileHeader64, SHT_LOUSER, SectionHeader64};
use object::endian::LittleEndian;
use object::read::elf::{FileHeader, SectionHeader, SectionTable};

use super::sys::{self, Driver};

// Kinds of sections (`CudbgSectionHeaderTypes`).
const IMAGE: u32 = SHT_LOUSER + 6;
const IMAGE_AS_LOADED: u32 = SHT_LOUSER + 7;
const MULTIPROCESSORS: u32 = SHT_LOUSER + 11;
const GRIDS: u32 = SHT_LOUSER + 12;
const WARPS: u32 = SHT_LOUSER + 14;
const THREADS: u32 = SHT_LOUSER + 15;

/// What sections of code are called; the function's name follows.
const CODE: &str = ".text.";

/// `CUDBG_EXCEPTION_WARP_ASSERT`
const ASSERT: u32 = 12;

/// Whether faults are dumped.
#[derive(Debug, Default)]
pub(super) enum Dumps {
    /// Nobody has asked for it.
    #[default]
    Off,
    /// The driver cannot, as drivers older than that of CUDA 12.5.
    Unavailable,
    On(CoreDump),
}

/// The file, in memory, into which the driver writes a core dump when a kernel faults.
#[derive(Debug)]
pub(super) struct CoreDump {
    file: File,
    told: OnceLock<Fault>,
}

/// The first and the last of threads of one warp.
pub(super) type Threads = ([u32; 3], [u32; 3]);

/// What a dump tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Fault {
    /// A device-side assertion failed.
    pub(super) assertion: bool,
    /// The kernel, by its name in the code object, its grid and block; unless it had ended when the fault was noticed.
    pub(super) kernel: Option<(String, [u32; 3], [u32; 3])>,
    /// `blockIdx`, likewise.
    pub(super) block_idx: Option<[u32; 3]>,
    /// `threadIdx` of the first and the last of the threads of one warp that may be to blame.
    pub(super) threads: Option<Threads>,
    /// The instruction.
    pub(super) place: Option<Place>,
}

/// An instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The function's name in the code object.
    pub(super) function: String,
    /// Distance from the function's begin, bytes.
    pub(super) offset: u64,
    /// The function's code, as it is in the code object.
    pub(super) code: Vec<u8>,
}

impl CoreDump {
    /// Has the driver write one from now on: no context may have been made yet. Nothing if it cannot.
    pub(super) fn request(driver: &Driver) -> Option<CoreDump> {
        let file = sys::memory_file(c"chevron-gpu-core").ok()?;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        driver.dump_cores(&path).ok()?;
        let told = OnceLock::new();
        Some(CoreDump { file, told })
    }

    /// Has a kernel faulted? True from when the dump is there, tens of milliseconds after the fault.
    pub(super) fn is_there(&self) -> bool {
        self.file.metadata().is_ok_and(|it| it.len() > 0)
    }

    /// What the dump tells, once it is complete: when the driver has reported the fault.
    pub(super) fn fault(&self) -> Option<&Fault> {
        if self.told.get().is_none()
            && let Some(fault) = self.read()
        {
            drop(self.told.set(fault));
        }
        self.told.get()
    }

    fn read(&self) -> Option<Fault> {
        let mut bytes = vec![0; usize::try_from(self.file.metadata().ok()?.len()).ok()?];
        self.file.read_exact_at(&mut bytes, 0).ok()?;
        read(&bytes)
    }
}

/// What a dump tells; nothing if it is none or broken.
pub(super) fn read(bytes: &[u8]) -> Option<Fault> {
    let dump = Dump::open(bytes)?;
    let mut fault = dump.warp().or_else(|| dump.threads()).unwrap_or_default();
    // Drivers older than that of CUDA 12.5 do not say.
    if let Some((exception, counter)) = dump.multiprocessor() {
        fault.assertion = exception == ASSERT;
        fault.place = fault.place.or_else(|| dump.place(counter?));
    }
    (fault != Fault::default()).then_some(fault)
}

/// A dump's sections.
struct Dump<'a> {
    bytes: &'a [u8],
    sections: SectionTable<'a, FileHeader64<LittleEndian>>,
}

/// An entry of a table.
#[derive(Clone, Copy)]
struct Row<'a>(&'a [u8]);

impl Row<'_> {
    fn word(self, at: usize) -> Option<u32> {
        let bytes = self.0.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    fn long(self, at: usize) -> Option<u64> {
        let bytes = self.0.get(at..at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    fn triple(self, at: usize) -> Option<[u32; 3]> {
        Some([self.word(at)?, self.word(at + 4)?, self.word(at + 8)?])
    }
}

type Section = SectionHeader64<LittleEndian>;

impl<'a> Dump<'a> {
    fn open(bytes: &'a [u8]) -> Option<Dump<'a>> {
        let header = FileHeader64::<LittleEndian>::parse(bytes).ok()?;
        let sections = header.sections(LittleEndian, bytes).ok()?;
        Some(Dump { bytes, sections })
    }

    fn of_kind(&self, kind: u32) -> impl Iterator<Item = (usize, &'a Section)> + use<'a> {
        let all = self.sections.iter().enumerate();
        all.filter(move |(_, it)| it.sh_type(LittleEndian) == kind)
    }

    fn rows(&self, section: &Section) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let bytes = section.data(LittleEndian, self.bytes).unwrap_or_default();
        let apart = section.sh_entsize(LittleEndian) as usize;
        bytes.chunks_exact(apart.max(1)).map(Row)
    }

    /// The table that a section belongs to.
    fn owner_table(&self, section: &Section) -> Option<&'a Section> {
        let index = object::SectionIndex(section.sh_link(LittleEndian) as usize);
        self.sections.section(index).ok()
    }

    /// The entry of that table that it belongs to.
    fn owner(&self, section: &Section) -> Option<Row<'a>> {
        let number = section.sh_info(LittleEndian) as usize;
        self.rows(self.owner_table(section)?).nth(number)
    }

    /// The first multiprocessor with an exception: its kind and, if it is known, where it was. Layout: smId, 4 bytes, exception, errorPCValid, errorPC.
    fn multiprocessor(&self) -> Option<(u32, Option<u64>)> {
        let mut rows = self.of_kind(MULTIPROCESSORS).flat_map(|it| self.rows(it.1));
        let row = rows.find(|row| row.word(8).is_some_and(|kind| kind != 0))?;
        let known = row.word(12).is_some_and(|known| known != 0);
        Some((row.word(8)?, row.long(16).filter(|_| known)))
    }

    /// What the first warp says that knows where its fault was. Layout: errorPC, warpId, validLanesMask, activeLanesMask, isWarpBroken, errorPCValid.
    fn warp(&self) -> Option<Fault> {
        for (_, table) in self.of_kind(WARPS) {
            for (number, row) in self.rows(table).enumerate() {
                if row.word(24)? != 0 {
                    return Some(Fault {
                        threads: self.threads_of(table, number, row).map(|found| found.0),
                        place: self.place(row.long(0)?),
                        ..self.block(table)
                    });
                }
            }
        }
        None
    }

    /// What the first threads say that have an exception or a trap, of a warp that does not know where. They are behind the instruction.
    fn threads(&self) -> Option<Fault> {
        for (_, table) in self.of_kind(WARPS) {
            for (number, row) in self.rows(table).enumerate() {
                if let Some((threads, counter)) = self.threads_of(table, number, row) {
                    return Some(Fault {
                        threads: Some(threads),
                        place: self.place(counter.checked_sub(1)?),
                        ..self.block(table)
                    });
                }
            }
        }
        None
    }

    /// The first and the last thread of a warp that have an exception or, if the warp has stopped and none has, that ran then; and where the first is. Layout: virtualPC, physPC, ln,
    /// threadIdx, exception.
    fn threads_of(&self, warps: &Section, number: usize, warp: Row<'_>) -> Option<(Threads, u64)> {
        let (_, table) = self.of_kind(THREADS).find(|(_, table)| {
            let of = self.owner_table(table);
            of.is_some_and(|of| std::ptr::eq(of, warps))
                && table.sh_info(LittleEndian) as usize == number
        })?;
        let (running, stopped) = (warp.word(16)?, warp.word(20)? != 0);
        let failed = |row: &Row<'_>| row.word(32).is_some_and(|exception| exception != 0);
        let ran = |row: &Row<'_>| {
            row.word(16)
                .is_some_and(|lane| running >> (lane % 32) & 1 != 0)
        };
        let any_failed = self.rows(table).any(|row| failed(&row));
        let blamed = |row: &Row<'_>| match any_failed {
            true => failed(row),
            false => stopped && ran(row),
        };
        let mut rows = self.rows(table).filter(blamed);
        let first = rows.next()?;
        let last = rows.last().unwrap_or(first);
        Some(((first.triple(20)?, last.triple(20)?), first.long(0)?))
    }

    /// The block that warps belong to, and its grid. Layouts: gridId64, blockIdx; gridId64, contextId, function, functionEntry, 3 × 8 and 4 × 4 bytes, gridDim, blockDim.
    fn block(&self, warps: &Section) -> Fault {
        let Some(block) = self.owner(warps) else {
            return Fault::default();
        };
        let mut grids = self.of_kind(GRIDS).flat_map(|it| self.rows(it.1));
        let grid = grids.find(|grid| grid.long(0) == block.long(0));
        let kernel = grid.and_then(|grid| {
            let name = self.place(grid.long(24)?)?.function;
            Some((name, grid.triple(72)?, grid.triple(84)?))
        });
        Fault {
            kernel,
            block_idx: block.triple(8),
            ..Fault::default()
        }
    }

    /// The function that an address lies in: its name from an image as it was loaded, its code from the same image as it was given.
    fn place(&self, counter: u64) -> Option<Place> {
        for (_, image) in self.of_kind(IMAGE_AS_LOADED) {
            let Some(loaded) = self.code(image) else {
                continue;
            };
            let holds = |it: &&Code<'_>| {
                it.address != 0 && counter.wrapping_sub(it.address) < it.bytes.len() as u64
            };
            let Some(function) = loaded.iter().find(holds) else {
                continue;
            };
            let same = |other: &Section| {
                other.sh_link(LittleEndian) == image.sh_link(LittleEndian)
                    && other.sh_info(LittleEndian) == image.sh_info(LittleEndian)
            };
            let (_, given) = self.of_kind(IMAGE).find(|(_, other)| same(other))?;
            let given = self.code(given)?;
            let code = given.iter().find(|it| it.function == function.function)?;
            return Some(Place {
                function: function.function.to_owned(),
                offset: counter - function.address,
                code: code.bytes.to_vec(),
            });
        }
        None
    }

    /// The functions of an image.
    fn code(&self, image: &Section) -> Option<Vec<Code<'a>>> {
        functions(image.data(LittleEndian, self.bytes).ok()?)
    }
}

/// A function of a code object.
pub(super) struct Code<'a> {
    pub(super) function: &'a str,
    pub(super) address: u64,
    pub(super) bytes: &'a [u8],
    /// Number of its section.
    pub(super) section: usize,
}

/// The functions of a code object; nothing if it is none.
pub(super) fn functions(object: &[u8]) -> Option<Vec<Code<'_>>> {
    let header = FileHeader64::<LittleEndian>::parse(object).ok()?;
    let sections = header.sections(LittleEndian, object).ok()?;
    let mut found = Vec::new();
    for (number, section) in sections.iter().enumerate() {
        let name = sections.section_name(LittleEndian, section).ok()?;
        let Some(function) = std::str::from_utf8(name).ok()?.strip_prefix(CODE) else {
            continue;
        };
        found.push(Code {
            function,
            address: section.sh_addr(LittleEndian),
            bytes: section.data(LittleEndian, object).ok()?,
            section: number,
        });
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::super::test_objects::{self, object};
    use super::*;

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn low(address: u64) -> u32 {
        address as u32
    }

    const KERNEL: u64 = 0x7000;
    const ILLEGAL_ADDRESS: u32 = 14;

    /// A dump of kernel `k`, whose third instruction faulted: the table of multiprocessors says so, that of warps if it is not empty.
    fn dump(multiprocessor: &[u32], warp: &[u32], threads: &[[u32; 14]]) -> Vec<u8> {
        let code = [9; 64];
        let given = object(&[test_objects::Section::new(".text.k", 1, &code)]);
        let loaded = object(&[test_objects::Section::new(".text.k", 1, &code).at(KERNEL)]);
        let grid = [
            &[5, 0, 0, 0, 0, 0, low(KERNEL)][..],
            &[0; 11],
            &[4, 2, 1, 64, 1, 1],
            &[0; 10],
        ]
        .concat();
        let block = [5, 0, 3, 1, 0, 0];
        let threads = words(&threads.concat());
        let section = test_objects::Section::new;
        object(&[
            section("modules", SHT_LOUSER + 16, &[0; 8]).rows(8),
            section("image", IMAGE, &given).link(1),
            section("loaded", IMAGE_AS_LOADED, &loaded).link(1),
            section("grids", GRIDS, &words(&grid)).rows(136),
            section("multiprocessors", MULTIPROCESSORS, &words(multiprocessor)).rows(24),
            section("blocks", SHT_LOUSER + 13, &words(&block))
                .link(5)
                .rows(24),
            section("warps", WARPS, &words(warp)).link(6).rows(32),
            section("threads", THREADS, &threads).link(7).rows(56),
        ])
    }

    /// A thread's entry: where it is, its number and its exception.
    fn thread(counter: u64, number: u32, exception: u32) -> [u32; 14] {
        [
            low(counter),
            0,
            0,
            0,
            0,
            number,
            0,
            0,
            exception,
            0,
            0,
            0,
            0,
            0,
        ]
    }

    #[test]
    fn a_warp_that_waits_names_its_block_and_its_threads() {
        let found = read(&dump(
            &[127, 0, ILLEGAL_ADDRESS, 1, low(KERNEL + 32), 0],
            &[low(KERNEL + 32), 0, 0, 3, 3, 0, 1, 0],
            &[32, 33].map(|number| thread(KERNEL + 48, number, ILLEGAL_ADDRESS)),
        ));
        let expected = Fault {
            assertion: false,
            kernel: Some(("k".to_owned(), [4, 2, 1], [64, 1, 1])),
            block_idx: Some([3, 1, 0]),
            threads: Some(([32, 0, 0], [33, 0, 0])),
            place: Some(Place {
                function: "k".to_owned(),
                offset: 32,
                code: vec![9; 64],
            }),
        };
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn of_a_failed_assertion_the_thread_knows() {
        let threads = [thread(KERNEL, 0, 0), thread(KERNEL + 16, 1, ASSERT)];
        let found = read(&dump(&[2, 0, ASSERT, 0, 0, 0], &[0; 8], &threads)).unwrap();
        assert!(found.assertion);
        assert_eq!(found.threads, Some(([1, 0, 0], [1, 0, 0])));
        // Behind the call is where it is.
        assert_eq!(found.place.map(|place| place.offset), Some(15));
    }

    #[test]
    fn of_a_trap_the_threads_that_ran() {
        let threads = [0, 1].map(|number| thread(KERNEL + 48, number, 0));
        let warp = [0, 0, 0, 0b11, 0b10, 1, 0, 0];
        let mut second = threads;
        second[1][4] = 1;
        let found = read(&dump(&[0; 6], &warp, &second)).unwrap();
        assert_eq!(found.threads, Some(([1, 0, 0], [1, 0, 0])));
        assert_eq!(found.place.map(|place| place.offset), Some(47));
        assert_eq!(found.block_idx, Some([3, 1, 0]));
    }

    #[test]
    fn a_warp_that_has_ended_leaves_the_instruction() {
        let found = read(&dump(&[0, 0, ILLEGAL_ADDRESS, 1, low(KERNEL), 0], &[], &[])).unwrap();
        assert_eq!(found.block_idx, None);
        assert_eq!(
            found.place.map(|place| place.function),
            Some("k".to_owned())
        );
    }

    #[test]
    fn what_is_no_dump_tells_nothing() {
        let whole = dump(&[0, 0, ILLEGAL_ADDRESS, 1, low(KERNEL), 0], &[], &[]);
        assert_eq!(read(b""), None);
        for bytes in (0..whole.len()).step_by(7) {
            drop(read(&whole[..bytes]));
        }
        assert_eq!(read(&dump(&[0; 6], &[], &[])), None);
    }
}
