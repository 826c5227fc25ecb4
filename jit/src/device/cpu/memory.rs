//! Reserved address space and its protection; the one place that maps memory for the engine.

use std::ffi::c_void;
use std::io::{self, Write as _};
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::ptr::{self, NonNull};
use std::sync::OnceLock;

/// `MADV_GUARD_INSTALL` of Linux 6.13 and later: guard pages that cost no mapping. Not yet in the libc crate.
const MADV_GUARD_INSTALL: libc::c_int = 102;

/// Size of a page, bytes; a power of two.
pub(super) fn page_bytes() -> usize {
    static PAGE_BYTES: OnceLock<usize> = OnceLock::new();
    // SAFETY: sysconf reads a constant of the system.
    *PAGE_BYTES.get_or_init(|| unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize)
}

/// `bytes` rounded up to whole pages; none if that does not fit.
pub(super) fn whole_pages(bytes: usize) -> Option<usize> {
    bytes.checked_next_multiple_of(page_bytes())
}

/// Puts a file that holds the same in the place of pages.
///
/// # Safety
/// The pages lie in one mapping, can be read, and nobody writes to them meanwhile. The file is as long.
pub(super) unsafe fn remap_shared(first: usize, bytes: usize, file: &OwnedFd) -> io::Result<()> {
    // SAFETY: the caller says that the pages can be read.
    let pages = unsafe { std::slice::from_raw_parts(first as *const u8, bytes) };
    std::fs::File::from(file.try_clone()?).write_all(pages)?;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_SHARED | libc::MAP_FIXED;
    let file = file.as_raw_fd();
    // SAFETY: exactly these pages are mapped over, with what they hold.
    let base = unsafe { libc::mmap(first as *mut c_void, bytes, protection, flags, file, 0) };
    match base {
        libc::MAP_FAILED => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// A range of address space, unmapped when dropped.
#[derive(Debug)]
pub(super) struct Mapping {
    base: NonNull<u8>,
    bytes: usize,
}

// SAFETY: a mapping is a range of addresses; it belongs to no thread.
unsafe impl Send for Mapping {}
// SAFETY: shared references give addresses only.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Reserves whole pages that nobody can read or write.
    pub(super) fn inaccessible(bytes: usize) -> io::Result<Mapping> {
        Mapping::new(bytes, libc::PROT_NONE)
    }

    /// Reserves whole pages of zeros; they take memory when first touched.
    pub(super) fn accessible(bytes: usize) -> io::Result<Mapping> {
        Mapping::new(bytes, libc::PROT_READ | libc::PROT_WRITE)
    }

    /// Maps a file of so many bytes, for all that have mapped it.
    pub(super) fn of_file(file: &OwnedFd, bytes: usize) -> io::Result<Mapping> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let file = file.as_raw_fd();
        // SAFETY: a fresh mapping at an address of the kernel's choice touches nothing that exists.
        let base = unsafe {
            libc::mmap(
                ptr::null_mut(),
                bytes,
                protection,
                libc::MAP_SHARED,
                file,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base =
            NonNull::new(base.cast()).ok_or_else(|| io::Error::other("mapped at address 0"))?;
        Ok(Mapping { base, bytes })
    }

    /// Reserves whole pages that nobody can read or write, from a multiple of `alignment` on, a power of two; at the address that is wished, if it is free.
    pub(super) fn aligned(bytes: usize, alignment: usize, wished: usize) -> io::Result<Mapping> {
        if wished != 0
            && let Ok(mapping) = Mapping::at(wished, bytes, libc::PROT_NONE)
            && mapping.base().is_multiple_of(alignment)
        {
            return Ok(mapping);
        }
        let room = bytes.checked_add(alignment);
        let room = room.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let whole = ManuallyDrop::new(Mapping::inaccessible(room)?);
        let before = whole.base().next_multiple_of(alignment) - whole.base();
        let behind = room - before - bytes;
        // SAFETY: both ranges are the ends of the mapping, which was made just now.
        let base = unsafe {
            let base = whole.base.add(before);
            libc::munmap(whole.base.as_ptr().cast(), before);
            libc::munmap(base.as_ptr().add(bytes).cast(), behind);
            base
        };
        Ok(Mapping { base, bytes })
    }

    fn new(bytes: usize, protection: libc::c_int) -> io::Result<Mapping> {
        Mapping::at(0, bytes, protection)
    }

    /// Near an address, if there is room.
    fn at(wished: usize, bytes: usize, protection: libc::c_int) -> io::Result<Mapping> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let near = wished as *mut c_void;
        // SAFETY: a fresh anonymous mapping that replaces none touches nothing that exists.
        let base = unsafe { libc::mmap(near, bytes, protection, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base =
            NonNull::new(base.cast()).ok_or_else(|| io::Error::other("mapped at address 0"))?;
        Ok(Mapping { base, bytes })
    }

    /// First address.
    pub(super) fn base(&self) -> usize {
        self.base.as_ptr() as usize
    }

    /// One past the last address.
    pub(super) fn end(&self) -> usize {
        self.base() + self.bytes
    }

    /// Size, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The owner names a range of the mapping.
    fn insist_within(&self, offset: usize, bytes: usize) {
        let end = offset.checked_add(bytes);
        assert!(end.is_some_and(|end| end <= self.bytes));
    }

    /// Makes whole pages of the range readable and writable.
    pub(super) fn open(&self, offset: usize, bytes: usize) -> io::Result<()> {
        self.insist_within(offset, bytes);
        // SAFETY: the range lies in this mapping, and giving access takes nothing from anyone.
        let rc = unsafe {
            let start = self.base.as_ptr().add(offset);
            libc::mprotect(start.cast(), bytes, libc::PROT_READ | libc::PROT_WRITE)
        };
        if rc == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }

    /// Maps a file of so many bytes in the place of pages of the range, which nobody can read or write yet.
    pub(super) fn place_file(&self, offset: usize, bytes: usize, file: RawFd) -> io::Result<()> {
        let flags = libc::MAP_SHARED | libc::MAP_FIXED;
        self.replace(offset, bytes, flags, file)
    }

    /// Gives pages of the range back and keeps their addresses, inaccessible. What used them must have ended.
    pub(super) fn close(&self, offset: usize, bytes: usize) -> io::Result<()> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        self.replace(offset, bytes, flags, -1)
    }

    fn replace(
        &self,
        offset: usize,
        bytes: usize,
        flags: libc::c_int,
        file: RawFd,
    ) -> io::Result<()> {
        self.insist_within(offset, bytes);
        // SAFETY: the range lies in this mapping, and its owner says that nothing uses what is there.
        let base = unsafe {
            let start = self.base.as_ptr().add(offset).cast();
            libc::mmap(start, bytes, libc::PROT_NONE, flags, file, 0)
        };
        match base {
            libc::MAP_FAILED => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }

    /// Says whether pages of the range can be read and written.
    pub(super) fn protect(
        &self,
        offset: usize,
        bytes: usize,
        read: bool,
        write: bool,
    ) -> io::Result<()> {
        self.insist_within(offset, bytes);
        let allowed = |yes: bool, protection| if yes { protection } else { libc::PROT_NONE };
        let protection = allowed(read, libc::PROT_READ) | allowed(write, libc::PROT_WRITE);
        // SAFETY: the range lies in this mapping; its owner says that nothing uses it as it is no longer allowed to.
        let rc = unsafe {
            let start = self.base.as_ptr().add(offset).cast();
            libc::mprotect(start, bytes, protection)
        };
        match rc {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Gives the pages back to the system and keeps the addresses, inaccessible. What used them must have ended.
    pub(super) fn retire(&self) -> io::Result<()> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED;
        // SAFETY: exactly this mapping is mapped over; its owner says that nothing uses it any more.
        let base = unsafe {
            libc::mmap(
                self.base.as_ptr().cast(),
                self.bytes,
                libc::PROT_NONE,
                flags,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            Err(io::Error::last_os_error())
        } else {
            Ok(())
        }
    }

    /// Makes whole pages of an accessible range fault, at no cost in mappings. False where the system cannot.
    pub(super) fn guard(&self, offset: usize, bytes: usize) -> bool {
        self.insist_within(offset, bytes);
        // SAFETY: the range lies in this mapping; its owner gives up what it holds.
        unsafe {
            let start = self.base.as_ptr().add(offset);
            libc::madvise(start.cast(), bytes, MADV_GUARD_INSTALL) == 0
        }
    }

    /// Copies of the process get zeros in place of what the range holds, so that writing to it costs this one nothing. Where the system cannot, they share it until one of the
    /// two writes.
    pub(super) fn leave_out_of_copies(&self) {
        // SAFETY: advice on this mapping; it changes no contents in this process.
        unsafe { libc::madvise(self.base.as_ptr().cast(), self.bytes, libc::MADV_WIPEONFORK) };
    }

    /// Asks for huge pages where the range covers them; a refusal changes nothing but speed.
    pub(super) fn prefer_huge_pages(&self) {
        // SAFETY: advice on this mapping; it changes no contents.
        unsafe { libc::madvise(self.base.as_ptr().cast(), self.bytes, libc::MADV_HUGEPAGE) };
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: this mapping is ours, and its owner has ended all use of it.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}
