//! The border to C: pointer parameters, the macro that defines and exports the API's functions, and what every call does first
//! and last.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::pushed::end_launch;
use super::{Runtime, last_error, program, unread};
use crate::device::{Error, Result, Status};

/// A pointer through which an API function gives something back.
///
/// Values come from C callers of the API (or from `Out::to` in Rust). Its documentation obliges them to pass null, where it
/// allows that, or a pointer to a live object of the type; the methods rely on that.
#[repr(transparent)]
pub(crate) struct Out<T>(*mut T);

/// A pointer through which an API function takes something; the callers' duty is as for `Out`.
#[repr(transparent)]
pub(crate) struct In<T>(*const T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Out<T> {
        *self
    }
}

impl<T> std::marker::Copy for Out<T> {}

impl<T> Clone for In<T> {
    fn clone(&self) -> In<T> {
        *self
    }
}

impl<T> std::marker::Copy for In<T> {}

impl<T: std::marker::Copy> Out<T> {
    /// Gives a value to who wants it: null is none.
    pub(crate) fn offer(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the API obliges the caller to pass a pointer to a live object (see the type).
            unsafe { self.0.write(value) };
        }
    }

    /// Gives a value; null is the caller's mistake.
    pub(crate) fn put(self, value: T) -> Result<()> {
        self.wanted()?;
        self.offer(value);
        Ok(())
    }

    /// Null is the caller's mistake; asked before anything is done that would be lost.
    pub(crate) fn wanted(self) -> Result<()> {
        match self.0.is_null() {
            true => Err(Status::INVALID_VALUE.into()),
            false => Ok(()),
        }
    }

    /// Gives a value if the caller wants it.
    pub(crate) fn put_if_wanted(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the API obliges the caller to pass null or a pointer to a live object (see the type).
            unsafe { self.0.write(value) };
        }
    }

    /// Gives as many values as there are; the caller's array has room for them.
    pub(crate) fn put_all(self, values: &[T]) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        if self.0.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        // SAFETY: the API obliges the caller to pass an array as long as the count beside it says, and callers of this function
        // give no more values than that.
        unsafe {
            self.0
                .copy_from_nonoverlapping(values.as_ptr(), values.len())
        };
        Ok(())
    }

    /// What stands there; for parameters that go both ways.
    pub(crate) fn get(self) -> Result<T> {
        In(self.0.cast_const()).get()
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The same pointer, to another type: the API's `void *` parameters whose type another parameter tells.
    pub(crate) fn cast<U>(self) -> Out<U> {
        Out(self.0.cast())
    }

    #[cfg(test)]
    pub(crate) fn to(value: &mut T) -> Out<T> {
        Out(value)
    }

    #[cfg(test)]
    pub(crate) fn null() -> Out<T> {
        Out(std::ptr::null_mut())
    }
}

impl<T: std::marker::Copy> In<T> {
    /// The value; null is the caller's mistake.
    pub(crate) fn get(self) -> Result<T> {
        if self.0.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        // SAFETY: the API obliges the caller to pass a pointer to a live object (see `Out`).
        Ok(unsafe { self.0.read() })
    }

    /// The value, if the caller gives one: null is none.
    pub(crate) fn if_given(self) -> Option<T> {
        self.get().ok()
    }

    /// As many values as the count beside the pointer says.
    pub(crate) fn all(self, count: usize) -> Result<Vec<T>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.0.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        // SAFETY: the API obliges the caller to pass an array as long as the count beside it says.
        Ok(unsafe { std::slice::from_raw_parts(self.0, count) }.to_vec())
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// The pointer itself, for strings and the like.
    pub(crate) fn raw(self) -> *const T {
        self.0
    }

    pub(crate) fn at(address: *const T) -> In<T> {
        In(address)
    }

    #[cfg(test)]
    pub(crate) fn of(value: &T) -> In<T> {
        In(value)
    }

    #[cfg(test)]
    pub(crate) fn null() -> In<T> {
        In(std::ptr::null())
    }
}

/// The address of an exported function.
#[derive(Clone, Copy)]
pub(crate) struct Entry(pub(crate) *const ());

// SAFETY: the address of a function can be used from any thread.
unsafe impl Send for Entry {}
// SAFETY: as above.
unsafe impl Sync for Entry {}

/// Names and addresses of a file's functions.
pub(crate) type Table = &'static [(&'static str, Entry)];

/// The `Table` of these functions, by their own names.
macro_rules! table {
    ($($name:ident),* $(,)?) => {
        &[$((stringify!($name), $crate::runtime::ffi::Entry($name as *const ())),)*]
    };
}
pub(crate) use table;

/// Defines API functions that give a `cudaError_t`, and the file's `TABLE`.
///
/// `call` functions refuse to work while the device has a sticky error, `plain` ones do not ask. The first parameter names the
/// runtime in the body; the body's value is a `Result<()>`.
macro_rules! api {
    ($($(#[$meta:meta])* $mode:ident fn $name:ident($runtime:ident $(, $argument:ident: $type:ty)* $(,)?) $body:block)*
     $(; $($also:ident),* $(,)?)?) => {
        $(
            $(#[$meta])*
            #[allow(non_snake_case, reason = "the API's names, and some of our own, which are in snake case")]
            pub(crate) unsafe extern "C-unwind" fn $name($($argument: $type),*) -> i32 {
                let status = $crate::runtime::ffi::$mode(move |$runtime: &'static $crate::runtime::Runtime| $body);
                $crate::interrupt::at_api_end();
                status
            }
        )*

        pub(crate) const TABLE: $crate::runtime::ffi::Table = $crate::runtime::ffi::table![$($name,)* $($($also,)*)?];
    };
}
pub(crate) use api;

/// Runs the body of an API function that needs a working device.
#[inline]
pub(crate) fn call(body: impl FnOnce(&'static Runtime) -> Result<()>) -> i32 {
    // Asked first: it does not depend on the device.
    if super::in_host_function() {
        last_error::set(Status::NOT_PERMITTED);
        unread::returned(Status::NOT_PERMITTED.into());
        return Status::NOT_PERMITTED.0;
    }
    plain(|runtime| {
        runtime.healthy()?;
        body(runtime)
    })
}

/// Runs the body of an API function that works whatever the device's state.
#[inline]
pub(crate) fn plain(body: impl FnOnce(&'static Runtime) -> Result<()>) -> i32 {
    // A panic must not unwind into the user's C++ frames.
    let result = catch_unwind(AssertUnwindSafe(|| super::current().and_then(body)));
    let error = match result {
        Ok(Ok(())) => return Status::SUCCESS.0,
        Ok(Err(error)) => error,
        Err(_) => Error::from(Status::UNKNOWN),
    };
    let status = error.status;
    if status != Status::SUCCESS {
        last_error::set(status);
        unread::returned(error);
        if let Ok(runtime) = super::current() {
            program::look(runtime);
        }
    }
    status.0
}

/// As `call`, for what stubs call, which look at no error, and the user, who may.
#[inline]
pub(crate) fn launch(body: impl FnOnce(&'static Runtime) -> Result<()>) -> i32 {
    let status = call(body);
    let by_stub = end_launch();
    if by_stub && status != Status::SUCCESS.0 {
        unread::unseen(Status(status));
    }
    status
}

/// An address of the user's, as the devices take it.
pub(crate) fn address<T>(pointer: *const T) -> u64 {
    pointer as u64
}

/// An address of a device, as C takes it.
pub(crate) fn pointer(address: u64) -> *mut c_void {
    address as *mut c_void
}
