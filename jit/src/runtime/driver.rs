//! The driver API's contexts: a stack of them for each thread. The rest of that API is the runtime API by other names (`chevron/driver_*.h`).

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use super::Runtime;
use super::ffi::{Out, address, api, pointer};
use super::handles::{Handle, Handles};
use crate::device::{Result, Status};
use crate::lock::lock;

/// `CUctx_flags`: all that there are.
const FLAGS: u32 = 255;

/// A context: a device by another name.
struct Context {
    device: usize,
    flags: u32,
}

/// The process's contexts.
#[derive(Default)]
pub(crate) struct Contexts {
    handles: Handles<Context>,
    /// Each device's own, which the runtime API uses too.
    primary: Mutex<HashMap<usize, Handle>>,
}

thread_local! {
    static STACK: RefCell<Vec<Handle>> = const { RefCell::new(Vec::new()) };
}

impl Runtime {
    fn context(&self, handle: Handle) -> Result<Arc<Context>> {
        let context = self.contexts().handles.get(handle);
        context.map_err(|_| Status::DEVICE_UNINITIALIZED.into())
    }

    fn primary_context(&self, device: usize) -> Handle {
        let mut primary = lock(&self.contexts().primary);
        *primary.entry(device).or_insert_with(|| {
            let context = Context { device, flags: 0 };
            self.contexts().handles.insert(Arc::new(context))
        })
    }

    fn push_context(&self, handle: Handle) -> Result<()> {
        self.select(self.context(handle)?.device as i32)?;
        STACK.with_borrow_mut(|stack| stack.push(handle));
        Ok(())
    }

    /// Takes the current context off and makes the one below it current.
    fn pop_context(&self) -> Result<Handle> {
        let popped = STACK.with_borrow_mut(|stack| (stack.pop(), stack.last().copied()));
        let (Some(popped), below) = popped else {
            return Err(Status::DEVICE_UNINITIALIZED.into());
        };
        if let Some(below) = below {
            self.select(self.context(below)?.device as i32)?;
        }
        Ok(popped)
    }
}

api! {
    call fn __chv_context_create(runtime, context: Out<Handle>, flags: u32, device: i32) {
        let device = runtime.number(device)?;
        if context.is_null() || flags & !FLAGS != 0 {
            return Err(Status::INVALID_VALUE.into());
        }
        let handle = runtime.contexts().handles.insert(Arc::new(Context { device, flags }));
        runtime.push_context(handle)?;
        context.put(handle)
    }

    call fn __chv_context_destroy(runtime, context: Handle) {
        let is_primary = lock(&runtime.contexts().primary).values().any(|it| *it == context);
        if is_primary {
            return Err(Status::DEVICE_UNINITIALIZED.into());
        }
        runtime.context(context)?;
        if STACK.with_borrow(|stack| stack.last() == Some(&context)) {
            runtime.pop_context()?;
        }
        runtime.contexts().handles.remove(context).map(drop)
    }

    call fn __chv_context_push(runtime, context: Handle) {
        runtime.push_context(context)
    }

    call fn __chv_context_pop(runtime, context: Out<Handle>) {
        let popped = runtime.pop_context()?;
        context.put_if_wanted(popped);
        Ok(())
    }

    call fn __chv_context_set(runtime, context: Handle) {
        if context != 0 {
            runtime.context(context)?;
        }
        STACK.with_borrow_mut(|stack| stack.pop());
        if context == 0 { Ok(()) } else { runtime.push_context(context) }
    }

    call fn __chv_context_current(_runtime, context: Out<Handle>) {
        context.put(STACK.with_borrow(|stack| stack.last().copied().unwrap_or(0)))
    }

    call fn __chv_context_flags(runtime, context: Handle, flags: Out<u32>) {
        flags.put(runtime.context(context)?.flags)
    }

    call fn __chv_context_primary(runtime, context: Out<Handle>, device: i32) {
        context.put(runtime.primary_context(runtime.number(device)?))
    }

    /// The allocation that an address lies in.
    call fn __chv_address_range(runtime, base: Out<*mut c_void>, bytes: Out<usize>, inside: *const c_void) {
        let (start, allocation) = runtime.allocations().find(address(inside)).ok_or(Status::INVALID_VALUE)?;
        base.put_if_wanted(pointer(start));
        bytes.put_if_wanted(allocation.bytes);
        Ok(())
    }
    ; __chv_driver_function
}

/// Where the driver of this process's device has a function of its API; null if it has none, which is told if so said.
///
/// # Safety
/// `name` is a text that ends with a zero.
pub(crate) unsafe extern "C-unwind" fn __chv_driver_function(
    name: *const c_char,
    told: i32,
) -> *const c_void {
    // A panic must not unwind into the user's C++ frames.
    let found = catch_unwind(AssertUnwindSafe(|| {
        let runtime = super::current().ok()?;
        // SAFETY: the caller's duty.
        let name = unsafe { CStr::from_ptr(name) };
        let found = runtime.device().driver_function(name);
        if found.is_none() && told != 0 {
            runtime.note(format!(
                "`{}` is of NVIDIA's own driver, and this device's has no such function",
                name.to_string_lossy()
            ));
        }
        found
    }));
    found.ok().flatten().unwrap_or(0) as *const c_void
}
