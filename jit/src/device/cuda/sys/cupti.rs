//! NVIDIA's CUPTI, loaded when a profile is taken: its Activity API, as the public `cupti_activity.h` of CUDA 12 and 13 has it.
//!
//! Of records only the fields that all of these versions have at the same places are read.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, OnceLock};

use libloading::Library;

use crate::lock::lock;

/// `CUpti_ActivityKind`
const MEMCPY: u32 = 1;
const MEMSET: u32 = 2;
const KERNEL: u32 = 3;
const CONCURRENT_KERNEL: u32 = 10;
const MEMCPY_OF_PEERS: u32 = 22;

/// What is asked for: kernels in a way that leaves them concurrent.
const KINDS: [u32; 4] = [CONCURRENT_KERNEL, MEMCPY, MEMSET, MEMCPY_OF_PEERS];

/// `CUPTI_ACTIVITY_FLAG_FLUSH_FORCED`
const FLUSH_FORCED: u32 = 1;

/// Bytes of a buffer, and what its address is a multiple of.
const BUFFER: Layout = match Layout::from_size_align(1 << 20, 8) {
    Ok(layout) => layout,
    Err(_) => panic!("a size and a power of two"),
};

/// Records that are kept at most.
const RECORDS_MAX: usize = 200_000;

type BufferRequested = unsafe extern "C" fn(*mut *mut u8, *mut usize, *mut usize);
type BufferCompleted = unsafe extern "C" fn(*mut c_void, u32, *mut u8, usize, usize);

/// Its functions.
struct Functions {
    version: unsafe extern "C" fn(*mut u32) -> c_int,
    result_text: unsafe extern "C" fn(c_int, *mut *const c_char) -> c_int,
    timestamp: unsafe extern "C" fn(*mut u64) -> c_int,
    register: unsafe extern "C" fn(BufferRequested, BufferCompleted) -> c_int,
    enable: unsafe extern "C" fn(u32) -> c_int,
    disable: unsafe extern "C" fn(u32) -> c_int,
    next_record: unsafe extern "C" fn(*mut u8, usize, *mut *mut u8) -> c_int,
    flush: unsafe extern "C" fn(u32) -> c_int,
}

/// The library, loaded for the rest of the process's life.
pub(in crate::device::cuda) struct Cupti {
    functions: Functions,
    version: u32,
    _library: std::mem::ManuallyDrop<Library>,
}

/// What CUPTI tells of one piece of work. Times are nanoseconds of its clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::device::cuda) struct Record {
    pub(in crate::device::cuda) what: What,
    pub(in crate::device::cuda) start: u64,
    pub(in crate::device::cuda) end: u64,
    /// The device's ordinal.
    pub(in crate::device::cuda) device: u32,
    /// The stream, as CUPTI numbers them.
    pub(in crate::device::cuda) stream: u32,
}

/// What a piece of work is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::device::cuda) enum What {
    Kernel {
        /// Its name in the code object.
        entry: String,
        grid: [u32; 3],
        block: [u32; 3],
        shared_bytes: u64,
    },
    Copy {
        bytes: u64,
        /// `CUpti_ActivityMemcpyKind`
        kind: u8,
    },
    Fill {
        bytes: u64,
    },
}

static RECORDS: Mutex<Vec<Record>> = Mutex::new(Vec::new());

static CUPTI: OnceLock<Result<Cupti, String>> = OnceLock::new();

/// The library, of these paths or of the system's; the error is for people.
pub(in crate::device::cuda) fn cupti(paths: &[String]) -> Result<&'static Cupti, String> {
    let loaded = CUPTI.get_or_init(|| Cupti::load(paths));
    loaded.as_ref().map_err(Clone::clone)
}

/// That of a profile that is taken.
pub(in crate::device::cuda) fn cupti_in_use() -> Option<&'static Cupti> {
    CUPTI.get()?.as_ref().ok()
}

impl Cupti {
    fn load(paths: &[String]) -> Result<Cupti, String> {
        let system = ["libcupti.so.13", "libcupti.so.12", "libcupti.so"].map(str::to_owned);
        let mut reason = None;
        for path in paths.iter().chain(&system) {
            // SAFETY: a library of this name is NVIDIA's, whose initialisers have no preconditions.
            let library = match unsafe { Library::new(path) } {
                Ok(library) => library,
                Err(_) => continue,
            };
            match Cupti::start(library) {
                Ok(cupti) => return Ok(cupti),
                Err(error) => reason = reason.or(Some(format!("`{path}`: {error}"))),
            }
        }
        Err(reason.unwrap_or_else(|| {
            "CUPTI is not installed (a CUDA toolkit has it, or `pip install nvidia-cuda-cupti`)"
                .to_owned()
        }))
    }

    fn start(library: Library) -> Result<Cupti, String> {
        // SAFETY: the library is CUPTI, whose functions have the types that its public headers declare.
        let functions = unsafe { functions(&library) }.map_err(|error| error.to_string())?;
        let mut cupti = Cupti {
            functions,
            version: 0,
            _library: std::mem::ManuallyDrop::new(library),
        };
        let mut version = 0;
        // SAFETY: the pointer is to a live object.
        cupti.check(unsafe { (cupti.functions.version)(&raw mut version) })?;
        cupti.version = version;
        // SAFETY: both functions live as long as the process.
        cupti.check(unsafe { (cupti.functions.register)(give_buffer, take_buffer) })?;
        // One that is for another driver can be loaded, and refuses here.
        cupti.begin()?;
        cupti.stop();
        Ok(cupti)
    }

    fn check(&self, code: c_int) -> Result<(), String> {
        if code == 0 {
            return Ok(());
        }
        let mut text = std::ptr::null();
        // SAFETY: the pointer is to a live object.
        let told = unsafe { (self.functions.result_text)(code, &raw mut text) };
        if told != 0 || text.is_null() {
            return Err(format!("CUPTI's error {code}"));
        }
        // SAFETY: CUPTI has given a text, which lives as long as the library.
        let text = unsafe { CStr::from_ptr(text) };
        Err(text.to_string_lossy().into_owned())
    }

    /// `CUPTI_API_VERSION`
    pub(in crate::device::cuda) fn version(&self) -> u32 {
        self.version
    }

    /// The time of its clock, nanoseconds.
    pub(in crate::device::cuda) fn now(&self) -> u64 {
        let mut now = 0;
        // SAFETY: the pointer is to a live object. Without a time all records count.
        let _ = unsafe { (self.functions.timestamp)(&raw mut now) };
        now
    }

    /// Has the work of all devices recorded from now on.
    pub(in crate::device::cuda) fn begin(&self) -> Result<(), String> {
        lock(&RECORDS).clear();
        for kind in KINDS {
            // SAFETY: it takes any number.
            if let Err(error) = self.check(unsafe { (self.functions.enable)(kind) }) {
                self.stop();
                return Err(error);
            }
        }
        Ok(())
    }

    fn stop(&self) {
        for kind in KINDS {
            // SAFETY: it takes any number; one that is not recorded is refused, which does no harm.
            let _ = unsafe { (self.functions.disable)(kind) };
        }
    }

    /// Gives what was recorded, and has no more recorded. The devices have done all that was asked of them.
    pub(in crate::device::cuda) fn end(&self) -> Vec<Record> {
        // SAFETY: it takes these flags, and calls `take_buffer`, which locks what is not locked here.
        let _ = unsafe { (self.functions.flush)(FLUSH_FORCED) };
        self.stop();
        std::mem::take(&mut *lock(&RECORDS))
    }
}

/// # Safety
/// `library` is CUPTI.
unsafe fn functions(library: &Library) -> Result<Functions, libloading::Error> {
    // SAFETY: the caller says that the library is CUPTI; the types are those of its public headers.
    unsafe {
        Ok(Functions {
            version: *library.get(b"cuptiGetVersion\0")?,
            result_text: *library.get(b"cuptiGetResultString\0")?,
            timestamp: *library.get(b"cuptiGetTimestamp\0")?,
            register: *library.get(b"cuptiActivityRegisterCallbacks\0")?,
            enable: *library.get(b"cuptiActivityEnable\0")?,
            disable: *library.get(b"cuptiActivityDisable\0")?,
            next_record: *library.get(b"cuptiActivityGetNextRecord\0")?,
            flush: *library.get(b"cuptiActivityFlushAll\0")?,
        })
    }
}

/// CUPTI wants a buffer; without memory it gets none, and drops records.
unsafe extern "C" fn give_buffer(buffer: *mut *mut u8, size: *mut usize, records_max: *mut usize) {
    // SAFETY: the layout has a size; CUPTI passes three addresses to write to.
    unsafe {
        *buffer = alloc(BUFFER);
        *size = if (*buffer).is_null() {
            0
        } else {
            BUFFER.size()
        };
        *records_max = 0;
    }
}

/// CUPTI gives back a buffer with records.
unsafe extern "C" fn take_buffer(
    _context: *mut c_void,
    _stream: u32,
    buffer: *mut u8,
    _size: usize,
    valid: usize,
) {
    if buffer.is_null() {
        return;
    }
    // Set before CUPTI can have a buffer: it registers these functions while `CUPTI` is being made, and is asked to record later.
    if let Some(cupti) = cupti_in_use() {
        let mut records = lock(&RECORDS);
        let mut record = std::ptr::null_mut();
        // SAFETY: the buffer and its valid bytes are what CUPTI has just given; a record lies within them.
        while unsafe { (cupti.functions.next_record)(buffer, valid, &raw mut record) } == 0 {
            // SAFETY: CUPTI says that a whole record begins here.
            if let Some(read) = unsafe { read(record) }
                && records.len() < RECORDS_MAX
            {
                records.push(read);
            }
        }
    }
    // SAFETY: it was allocated by `give_buffer`, with this layout, and CUPTI uses it no more.
    unsafe { dealloc(buffer, BUFFER) };
}

/// # Safety
/// A record of CUPTI's begins at the address.
unsafe fn read(record: *const u8) -> Option<Record> {
    // SAFETY: all records begin with their kind, and those of the kinds below have these fields at these places.
    let (word, long) = (
        |at: usize| unsafe { record.add(at).cast::<u32>().read_unaligned() },
        |at: usize| unsafe { record.add(at).cast::<u64>().read_unaligned() },
    );
    match word(0) {
        KERNEL | CONCURRENT_KERNEL => {
            let name = long(104) as *const c_char;
            let entry = match name.is_null() {
                true => String::new(),
                // SAFETY: CUPTI gives the kernel's name, which lives as long as its module.
                false => unsafe { CStr::from_ptr(name) }
                    .to_string_lossy()
                    .into_owned(),
            };
            Some(Record {
                what: What::Kernel {
                    entry,
                    grid: [word(52), word(56), word(60)],
                    block: [word(64), word(68), word(72)],
                    shared_bytes: u64::from(word(76)) + u64::from(word(80)),
                },
                start: long(16),
                end: long(24),
                device: word(40),
                stream: word(48),
            })
        }
        kind @ (MEMCPY | MEMCPY_OF_PEERS | MEMSET) => Some(Record {
            what: match kind {
                MEMSET => What::Fill { bytes: long(8) },
                _ => What::Copy {
                    bytes: long(8),
                    // SAFETY: as above.
                    kind: unsafe { *record.add(4) },
                },
            },
            start: long(16),
            end: long(24),
            device: word(32),
            stream: word(40),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record with these words at these places.
    fn record(words: &[(usize, u32)], longs: &[(usize, u64)]) -> Vec<u8> {
        let mut bytes = vec![0; 256];
        for (at, word) in words {
            bytes[*at..at + 4].copy_from_slice(&word.to_ne_bytes());
        }
        for (at, long) in longs {
            bytes[*at..at + 8].copy_from_slice(&long.to_ne_bytes());
        }
        bytes
    }

    #[test]
    fn records_are_read_at_the_places_of_cupti_activity_h() {
        let name = c"_Z1kPf";
        let words = [
            (0, CONCURRENT_KERNEL),
            (40, 1),
            (48, 13),
            (52, 64),
            (56, 2),
            (60, 1),
            (64, 256),
            (68, 1),
            (72, 1),
            (76, 100),
            (80, 28),
        ];
        let bytes = record(
            &words,
            &[(16, 1000), (24, 3000), (104, name.as_ptr() as u64)],
        );
        // SAFETY: it is a whole record.
        let read_of_kernel = unsafe { read(bytes.as_ptr()) }.expect("a kernel");
        let what = What::Kernel {
            entry: "_Z1kPf".to_owned(),
            grid: [64, 2, 1],
            block: [256, 1, 1],
            shared_bytes: 128,
        };
        assert_eq!(read_of_kernel.what, what);
        assert_eq!((read_of_kernel.start, read_of_kernel.end), (1000, 3000));
        assert_eq!((read_of_kernel.device, read_of_kernel.stream), (1, 13));
        let mut bytes = record(
            &[(0, MEMCPY), (32, 0), (40, 7)],
            &[(8, 4096), (16, 5), (24, 9)],
        );
        bytes[4] = 1;
        // SAFETY: as above.
        let copied = unsafe { read(bytes.as_ptr()) }.expect("a copy");
        let what = What::Copy {
            bytes: 4096,
            kind: 1,
        };
        assert_eq!((copied.what, copied.stream), (what, 7));
    }
}
