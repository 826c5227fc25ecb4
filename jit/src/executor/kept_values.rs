//! Values of cells that are kept for the cells to come, which mean the last one by `_`.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::Mutex;

use crate::lock::lock;

/// No type that is kept by a copy wants more.
const ALIGNMENT: usize = 64;

/// Bytes before an object in memory of `room`, which hold the size of that memory.
const HEAD: usize = ALIGNMENT;

type Destroy = unsafe extern "C-unwind" fn(*mut c_void);

/// A value of a cell.
struct Value {
    object: usize,
    /// It lies in memory of `room`.
    owned: bool,
    destroy: Option<Destroy>,
    /// A cell has asked for it: what that cell defined may use it as long as the session lives.
    used: bool,
}

/// What is kept, by the numbers of the texts.
static VALUES: Mutex<BTreeMap<u32, Value>> = Mutex::new(BTreeMap::new());

/// Names and addresses for the linker; `display_values.h` has their declarations.
pub(super) fn builtins() -> [(&'static str, usize); 3] {
    [
        ("__chv_keep_room", room as *const () as usize),
        ("__chv_keep", keep as *const () as usize),
        ("__chv_kept", kept as *const () as usize),
    ]
}

/// `void *__chv_keep_room(size_t bytes)`
unsafe extern "C" fn room(bytes: usize) -> *mut c_void {
    let layout = layout(bytes);
    // SAFETY: the layout has at least the head's bytes.
    let memory = unsafe { alloc(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: the memory begins with the head, which is as aligned as the memory and holds a number.
    unsafe {
        memory.cast::<usize>().write(bytes);
        memory.add(HEAD).cast()
    }
}

/// `void __chv_keep(unsigned text, void *object, int owned, void (*destroy)(void *))`
unsafe extern "C-unwind" fn keep(
    text: c_uint,
    object: *mut c_void,
    owned: c_int,
    destroy: Option<Destroy>,
) {
    let value = Value {
        object: object as usize,
        owned: owned != 0,
        destroy,
        used: false,
    };
    let unwanted: Vec<Value> = {
        let mut values = lock(&VALUES);
        let replaced = values.insert(text, value).filter(|it| !it.used);
        let others = values.extract_if(.., |other, value| *other != text && !value.used);
        let others: Vec<Value> = others.map(|(_, value)| value).collect();
        others.into_iter().chain(replaced).collect()
    };
    for value in unwanted {
        // SAFETY: nobody has asked for it, and it is kept no more.
        unsafe { value.end() };
    }
}

/// `void *__chv_kept(unsigned text)`
unsafe extern "C" fn kept(text: c_uint) -> *mut c_void {
    let mut values = lock(&VALUES);
    let Some(value) = values.get_mut(&text) else {
        return std::ptr::null_mut();
    };
    value.used = true;
    value.object as *mut c_void
}

impl Value {
    /// # Safety
    /// Nothing refers to the object.
    unsafe fn end(self) {
        let object = self.object as *mut c_void;
        if let Some(destroy) = self.destroy {
            // SAFETY: it is the destructor of the object's class, whose code stays, and is called once.
            unsafe { destroy(object) };
        }
        if self.owned {
            // SAFETY: `room` gave this memory, with its size in the head.
            unsafe {
                let memory = object.cast::<u8>().sub(HEAD);
                let bytes = memory.cast::<usize>().read();
                dealloc(memory, layout(bytes));
            }
        }
    }
}

fn layout(bytes: usize) -> Layout {
    let layout = Layout::from_size_align(bytes.saturating_add(HEAD), ALIGNMENT);
    layout.expect("an object is smaller than the address space")
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C-unwind" fn count(object: *mut c_void) {
        // SAFETY: the test's objects are numbers that outlive it.
        unsafe { **object.cast::<*mut u32>() += 1 };
    }

    #[test]
    fn a_value_ends_when_the_next_is_kept_unless_it_is_used() {
        let mut ended = [0u32; 2];
        let mut made = |at: usize| {
            // SAFETY: the memory is as large as the pointer that is written to it.
            unsafe {
                let memory = room(size_of::<*mut u32>());
                memory.cast::<*mut u32>().write(&raw mut ended[at]);
                memory
            }
        };
        let (first, second) = (made(0), made(1));
        // SAFETY: both objects are in memory of `room`, and `count` reads what was written there.
        unsafe {
            keep(1, first, 1, Some(count));
            keep(2, second, 1, Some(count));
            assert_eq!(ended, [1, 0]);
            assert!(kept(1).is_null());
            assert_eq!(kept(2), second);
            keep(3, (&raw mut ended).cast(), 0, None);
            assert_eq!(kept(2), second);
        }
        assert_eq!(ended, [1, 0]);
    }
}
