//! What GDB is told of code that is made at run time: its JIT compilation interface (GDB's manual, chapter 30).
//!
//! GDB finds two symbols in a process: a list of objects, and a function that is called when the list changes, where GDB has a breakpoint. Objects
//! are told only if they have debug information, as those of `chevron --debug` do. Nothing is done for others.

use std::cell::UnsafeCell;
use std::ptr;
use std::sync::{Mutex, Once};

use object::read::elf::{ElfFile64, FileHeader as _};
use object::{Endianness, Object as _, ObjectSection as _, SectionIndex, elf};

use crate::lock::lock;

/// `struct jit_code_entry`.
#[repr(C)]
struct Entry {
    next: *mut Entry,
    previous: *mut Entry,
    symbols: *const u8,
    symbols_bytes: u64,
}

/// `struct jit_descriptor`.
#[repr(C)]
struct Descriptor {
    version: u32,
    /// An `Action`.
    action: u32,
    relevant: *mut Entry,
    first: *mut Entry,
}

/// `jit_actions_t`.
#[repr(u32)]
#[derive(Clone, Copy)]
enum Action {
    Register = 1,
    Unregister = 2,
}

/// GDB reads it while the process stands still.
#[repr(transparent)]
pub struct Told(UnsafeCell<Descriptor>);

// SAFETY: it is used under `GUARD` alone.
unsafe impl Sync for Told {}

/// The list of objects, under the name that GDB looks for.
#[allow(non_upper_case_globals)]
#[unsafe(no_mangle)]
pub static __jit_debug_descriptor: Told = Told(UnsafeCell::new(Descriptor {
    version: 1,
    action: 0,
    relevant: ptr::null_mut(),
    first: ptr::null_mut(),
}));

static GUARD: Mutex<()> = Mutex::new(());

/// Called when the list has changed. GDB has a breakpoint here.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __jit_debug_register_code() {
    std::hint::black_box(&__jit_debug_descriptor);
}

/// Called when a cell has ended: `%debug` has GDB leave here.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn chevron_cell_ends(cell: u32) {
    std::hint::black_box(cell);
}

/// An object that GDB knows of; it is told when this is dropped.
#[derive(Debug)]
pub(super) struct ToldObject {
    /// From `Box::into_raw`.
    entry: *mut Entry,
    /// What the entry points to.
    _symbols: Box<[u8]>,
}

// SAFETY: the entry is its own, and its neighbours' links to it change under `GUARD` alone.
unsafe impl Send for ToldObject {}
// SAFETY: as above; a reference gives nothing.
unsafe impl Sync for ToldObject {}

/// Tells GDB of an object whose sections lie at these addresses. Nothing if it has no debug information.
pub(super) fn tell(
    object: &ElfFile64<'_>,
    address_of: impl Fn(SectionIndex) -> Option<usize>,
) -> Option<ToldObject> {
    let symbols = placed(object, address_of)?.into_boxed_slice();
    let entry = Box::into_raw(Box::new(Entry {
        next: ptr::null_mut(),
        previous: ptr::null_mut(),
        symbols: symbols.as_ptr(),
        symbols_bytes: symbols.len() as u64,
    }));
    allow_debuggers();
    let _guard = lock(&GUARD);
    let list = __jit_debug_descriptor.0.get();
    // SAFETY: the guard is held; all entries of the list live until their `ToldObject` takes them out.
    unsafe {
        (*entry).next = (*list).first;
        if !(*list).first.is_null() {
            (*(*list).first).previous = entry;
        }
        (*list).first = entry;
        announce(list, entry, Action::Register);
    }
    Some(ToldObject {
        entry,
        _symbols: symbols,
    })
}

impl Drop for ToldObject {
    fn drop(&mut self) {
        let _guard = lock(&GUARD);
        let list = __jit_debug_descriptor.0.get();
        // SAFETY: the guard is held; the entry is in the list, and its neighbours live. Nobody else has its pointer after that.
        unsafe {
            let Entry { next, previous, .. } = *self.entry;
            match previous.is_null() {
                true => (*list).first = next,
                false => (*previous).next = next,
            }
            if !next.is_null() {
                (*next).previous = previous;
            }
            announce(list, self.entry, Action::Unregister);
            drop(Box::from_raw(self.entry));
        }
    }
}

/// # Safety
/// `GUARD` is held, and both are live.
unsafe fn announce(list: *mut Descriptor, entry: *mut Entry, action: Action) {
    // SAFETY: the caller's duty is the same.
    unsafe {
        (*list).relevant = entry;
        (*list).action = action as u32;
    }
    __jit_debug_register_code();
}

/// The object with the addresses of its sections in its table of them; none if it has no debug information.
fn placed(
    object: &ElfFile64<'_>,
    address_of: impl Fn(SectionIndex) -> Option<usize>,
) -> Option<Vec<u8>> {
    object.section_by_name(".debug_info")?;
    let table = object.elf_header().e_shoff(object.endian()) as usize;
    let mut placed = object.data().to_vec();
    for section in object.sections() {
        let Some(address) = address_of(section.index()) else {
            continue;
        };
        let header = section.index().0 * size_of::<elf::SectionHeader64<Endianness>>();
        let at = table + header + ADDRESS_OFFSET;
        let place = placed.get_mut(at..at + size_of::<u64>())?;
        place.copy_from_slice(&(address as u64).to_ne_bytes());
    }
    Some(placed)
}

/// Where `sh_addr` is in a section's header (ELF-64 object file format, 5).
const ADDRESS_OFFSET: usize = 16;

/// Lets processes attach that are none of this one's parents: the session starts GDB beside it. Linux's Yama forbids that else. And lets Ctrl-C stop the
/// process: GDB sends it SIGINT, which executors block; to one that is ignored GDB listens all the same.
fn allow_debuggers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the first call takes numbers alone; where Yama is not there it fails, and nothing needs it. An all-zero set is valid to be emptied, and
        // all pointers are to live values or null where null is allowed.
        unsafe {
            libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY);
            libc::signal(libc::SIGINT, libc::SIG_IGN);
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGINT);
            libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, ptr::null_mut());
        }
    });
}
