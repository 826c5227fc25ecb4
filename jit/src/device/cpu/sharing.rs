//! Device memory that other processes can open: `cudaIpcGetMemHandle` and its kin.
//!
//! Memory is made without a thought of that, and costs nothing for it. When a program asks for an allocation's handle, its pages are moved into a file of
//! the system's memory, and the file is mapped where they were. The other process finds the file by this one's number, so this one has to live.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::sync::atomic::AtomicU64;

use super::CpuBackend;
use super::heap::{ALIGNMENT_BYTES, Allocation, Heap, HeapError, Space};
use super::memory::{Mapping, page_bytes, remap_shared};
use crate::device::{Error, Result, SharedMemory, Sharing, Status};

/// A file in memory, of so many bytes.
pub(crate) fn memory_file(bytes: usize) -> io::Result<OwnedFd> {
    // SAFETY: the name is a C string; the result is checked.
    let fd = unsafe { libc::memfd_create(c"chevron-ipc".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor is new and nobody else's.
    let file = unsafe { OwnedFd::from_raw_fd(fd) };
    let bytes = libc::off_t::try_from(bytes).map_err(io::Error::other)?;
    // SAFETY: the descriptor is open.
    match unsafe { libc::ftruncate(fd, bytes) } {
        0 => Ok(file),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A file in memory that another process has.
pub(crate) fn open_file_of(process: u32, file: i32) -> io::Result<OwnedFd> {
    let path = format!("/proc/{process}/fd/{file}");
    let opened = File::options().read(true).write(true).open(path)?;
    Ok(opened.into())
}

impl Heap {
    /// Makes a live allocation one that other processes can open. No running work may use it.
    fn share(&self, base: usize) -> io::Result<SharedMemory> {
        self.with_live(base, |allocation, shared| {
            let page = page_bytes();
            let first = base / page * page;
            let end = (base + allocation.bytes).next_multiple_of(ALIGNMENT_BYTES);
            let pages = (end - first).next_multiple_of(page);
            if shared.is_none() {
                let file = memory_file(pages)?;
                // SAFETY: these are the accessible pages of the allocation's own mapping, and no work uses them now.
                unsafe { remap_shared(first, pages, &file)? };
                *shared = Some(file);
            }
            let file = shared.as_ref().map_or(-1, |it| it.as_raw_fd());
            Ok(SharedMemory {
                process: std::process::id(),
                file,
                pages: pages as u64,
                offset: (base - first) as u64,
                bytes: allocation.bytes as u64,
            })
        })
    }
}

/// A page of counters that several processes have.
pub(crate) struct SharedPage {
    mapping: Mapping,
    /// The process's own descriptor of it; where it was opened, nobody else is to open it.
    file: OwnedFd,
}

impl SharedPage {
    /// A new one, of zeros.
    pub(crate) fn new() -> Result<SharedPage> {
        let made = memory_file(page_bytes()).and_then(SharedPage::of);
        made.map_err(|error| failed("share", &error))
    }

    /// Another process's.
    pub(crate) fn open(name: &SharedMemory) -> Result<SharedPage> {
        let opened = open_file_of(name.process, name.file).and_then(SharedPage::of);
        opened.map_err(|error| failed("open", &error))
    }

    fn of(file: OwnedFd) -> io::Result<SharedPage> {
        let mapping = Mapping::of_file(&file, page_bytes())?;
        Ok(SharedPage { mapping, file })
    }

    /// What others open it by.
    pub(crate) fn name(&self) -> SharedMemory {
        SharedMemory {
            process: std::process::id(),
            file: self.file.as_raw_fd(),
            pages: page_bytes() as u64,
            offset: 0,
            bytes: page_bytes() as u64,
        }
    }

    /// Its two counters.
    pub(crate) fn counters(&self) -> &[AtomicU64; 2] {
        // SAFETY: the mapping begins with a page of memory that lives as long as this and that all processes use by atomic operations.
        unsafe { &*(self.mapping.base() as *const [AtomicU64; 2]) }
    }
}

impl Sharing for CpuBackend {
    fn share(&self, address: u64) -> Result<SharedMemory> {
        let shared = self.engine().heap().share(address as usize);
        shared.map_err(|error| failed("share", &error))
    }

    fn open(&self, memory: &SharedMemory) -> Result<u64> {
        let opened = open_file_of(memory.process, memory.file)
            .and_then(|file| Mapping::of_file(&file, memory.pages as usize));
        let mapping = opened.map_err(|error| failed("open", &error))?;
        let allocation = Allocation {
            base: mapping.base() + memory.offset as usize,
            bytes: memory.bytes as usize,
            space: Space::Device,
        };
        self.engine().heap().adopt(allocation, mapping);
        Ok(allocation.base as u64)
    }
}

fn failed(what: &str, error: &io::Error) -> Error {
    let message = format!("the system does not {what} the memory between processes: {error}");
    Error::new(Status::OPERATING_SYSTEM, message)
}

impl From<HeapError> for io::Error {
    fn from(error: HeapError) -> io::Error {
        io::Error::other(error)
    }
}
