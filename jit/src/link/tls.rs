//! Emulated thread-local storage: what `-femulated-tls` code calls for the address of a thread-local variable.
//!
//! Each variable has a control block `__emutls_v.<name>` with the layout of libgcc's `emutls.c`. A thread's storage goes away
//! after the thread's C++ destructors have run.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use crate::lock::lock;

/// A variable's control block, emitted by the compiler (libgcc's `struct __emutls_object`).
#[repr(C)]
pub(super) struct Control {
    size: usize,
    align: usize,
    /// 0 until the variable is first used; then its number, from 1.
    number: AtomicUsize,
    /// Initial bytes; null for zeroes.
    template: *const u8,
}

/// As `Control::size`: the variable is a native thread-local of a library, named by the C string that `template` points to.
const NATIVE: usize = usize::MAX;

/// One thread's variables, by number.
#[derive(Default)]
struct Storage {
    variables: Vec<Option<(ptr::NonNull<u8>, Layout)>>,
}

thread_local! {
    /// Has no destructor, so that it can be read until the thread's very end; `free_storage` frees what it points to.
    static STORAGE: Cell<*mut Storage> = const { Cell::new(ptr::null_mut()) };
}

/// `__emutls_get_address` for JIT-linked code.
///
/// # Safety
/// `control` is a control block that stays where it is as long as threads use the variable.
pub(super) unsafe extern "C" fn emutls_get_address(control: *mut Control) -> *mut c_void {
    // SAFETY: the caller's duty.
    let control = unsafe { &*control };
    if control.size == NATIVE {
        // SAFETY: `native_control` made the template from a `CStr` that lives as long as the process.
        let name = unsafe { CStr::from_ptr(control.template.cast()) };
        // SAFETY: `name` ends with a zero. For a thread-local, dlsym gives the address in the calling thread.
        return unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    }
    let number = match control.number.load(Ordering::Acquire) {
        0 => number_variable(control),
        number => number,
    };
    let storage = thread_storage();
    // SAFETY: the storage belongs to this thread alone, and no other reference to it exists during this call.
    let storage = unsafe { &mut *storage };
    if let Some(Some((address, _))) = storage.variables.get(number - 1) {
        return address.as_ptr().cast();
    }
    if storage.variables.len() < number {
        storage.variables.resize(number, None);
    }
    let (address, layout) = new_variable(control);
    storage.variables[number - 1] = Some((address, layout));
    address.as_ptr().cast()
}

/// The control block for a thread-local variable that the process has natively (libstdc++'s own, for example).
pub(super) fn native_control(name: &str) -> Option<usize> {
    static CONTROLS: Mutex<Option<HashMap<String, usize>>> = Mutex::new(None);
    super::library::process_symbol(name)?;
    let mut controls = lock(&CONTROLS);
    let controls = controls.get_or_insert_default();
    if let Some(&control) = controls.get(name) {
        return Some(control);
    }
    let text: &'static CStr = Box::leak(CString::new(name).ok()?.into_boxed_c_str());
    let control = Control {
        size: NATIVE,
        align: 1,
        number: AtomicUsize::new(0),
        template: text.as_ptr().cast(),
    };
    let address = ptr::from_mut(Box::leak(Box::new(control))) as usize;
    controls.insert(name.to_owned(), address);
    Some(address)
}

fn number_variable(control: &Control) -> usize {
    static COUNT: Mutex<usize> = Mutex::new(0);
    let mut count = lock(&COUNT);
    match control.number.load(Ordering::Acquire) {
        0 => {
            *count += 1;
            control.number.store(*count, Ordering::Release);
            *count
        }
        number => number,
    }
}

fn new_variable(control: &Control) -> (ptr::NonNull<u8>, Layout) {
    let layout = Layout::from_size_align(control.size.max(1), control.align.max(1))
        .expect("the compiler gives a power of two as alignment");
    // SAFETY: the layout's size is not zero.
    let Some(address) = ptr::NonNull::new(unsafe { alloc(layout) }) else {
        handle_alloc_error(layout)
    };
    // SAFETY: the block has room for `size` bytes, and a template that is not null has as many.
    unsafe {
        if control.template.is_null() {
            ptr::write_bytes(address.as_ptr(), 0, control.size);
        } else {
            ptr::copy_nonoverlapping(control.template, address.as_ptr(), control.size);
        }
    }
    (address, layout)
}

fn thread_storage() -> *mut Storage {
    let storage = STORAGE.get();
    if !storage.is_null() {
        return storage;
    }
    let storage = Box::into_raw(Box::<Storage>::default());
    STORAGE.set(storage);
    // SAFETY: the key is valid. Its destructor runs after the C++ destructors of thread-local variables.
    unsafe { libc::pthread_setspecific(storage_key(), storage.cast_const().cast()) };
    storage
}

fn storage_key() -> libc::pthread_key_t {
    static KEY: OnceLock<libc::pthread_key_t> = OnceLock::new();
    *KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: `key` is valid for writing.
        let status = unsafe { libc::pthread_key_create(&mut key, Some(free_storage)) };
        assert_eq!(status, 0, "the process has no pthread keys left");
        key
    })
}

unsafe extern "C" fn free_storage(storage: *mut c_void) {
    // Code that still runs in this thread gets fresh storage, which pthreads frees in another round.
    STORAGE.set(ptr::null_mut());
    // SAFETY: the key's value came from `Box::into_raw` in `thread_storage`, and pthreads passes it once.
    let storage = unsafe { Box::from_raw(storage.cast::<Storage>()) };
    for (address, layout) in storage.variables.into_iter().flatten() {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(address.as_ptr(), layout) };
    }
}
