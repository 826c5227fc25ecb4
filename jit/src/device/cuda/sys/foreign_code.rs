//! Code of others: modules, libraries and links, and what the driver tells of their kernels.

use std::ffi::{CStr, c_char, c_uint, c_void};
use std::ptr;

use super::{Driver, Failure, Result, check, out};
use crate::device::{JitOptions, LinkInput};

/// `CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER`
const NEEDS_NEWER_DRIVER: Failure = Failure(36);

type Count = unsafe extern "C" fn(*mut c_uint, usize) -> i32;
type Enumerate = unsafe extern "C" fn(*mut usize, c_uint, usize) -> i32;
type Name = unsafe extern "C" fn(*mut *const c_char, usize) -> i32;

impl Driver {
    /// Loads an image as a module of the current context.
    ///
    /// # Safety
    /// The image is whole, as its headers say, or text that ends with a zero; the options are as the driver's manual demands.
    pub(in crate::device::cuda) unsafe fn load_module(
        &self,
        image: *const c_void,
        options: &JitOptions,
    ) -> Result<usize> {
        // SAFETY: the caller's duty is the same; the driver copies the image.
        out(|module| unsafe {
            (self.functions.module_load)(
                module,
                image,
                options.count,
                options.options,
                options.values,
            )
        })
    }

    /// Loads an image as a library, which is of no context.
    ///
    /// # Safety
    /// As for `load_module`.
    pub(in crate::device::cuda) unsafe fn load_foreign_library(
        &self,
        image: *const c_void,
        options: &JitOptions,
    ) -> Result<usize> {
        let (none, nothing) = (ptr::null_mut::<c_uint>(), ptr::null_mut::<*mut c_void>());
        // SAFETY: as above. There are no options of libraries.
        out(|library| unsafe {
            (self.functions.library_load)(
                library,
                image,
                options.options,
                options.values,
                options.count,
                none,
                nothing,
                0,
            )
        })
    }

    /// # Safety
    /// The module was loaded, was not unloaded since, and no pending launch runs a kernel of it.
    pub(in crate::device::cuda) unsafe fn unload_module(&self, module: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.module_unload)(module) })
    }

    /// A kernel of a module (`CUfunction`).
    pub(in crate::device::cuda) fn module_function(
        &self,
        module: usize,
        name: &CStr,
    ) -> Result<usize> {
        // SAFETY: the module is a live one of this driver (module's contract); the name ends with a zero.
        out(|function| unsafe { (self.functions.module_function)(function, module, name.as_ptr()) })
    }

    /// Address and size of a variable of a module.
    pub(in crate::device::cuda) fn module_global(
        &self,
        module: usize,
        name: &CStr,
    ) -> Result<(u64, usize)> {
        let mut bytes = 0;
        // SAFETY: as above.
        let address = out(|address| unsafe {
            (self.functions.module_global)(address, &mut bytes, module, name.as_ptr())
        })?;
        Ok((address, bytes))
    }

    /// The symbols of a module's kernels.
    pub(in crate::device::cuda) fn module_names(&self, module: usize) -> Result<Vec<String>> {
        let functions = &self.functions;
        names(
            module,
            functions.module_count,
            functions.module_functions,
            functions.function_name,
        )
    }

    /// The symbols of a library's kernels.
    pub(in crate::device::cuda) fn library_names(&self, library: usize) -> Result<Vec<String>> {
        let functions = &self.functions;
        names(
            library,
            functions.library_count,
            functions.library_kernels,
            functions.kernel_name,
        )
    }

    /// Offset and size of a function's parameter; none behind the last.
    pub(in crate::device::cuda) fn parameter(
        &self,
        function: usize,
        index: usize,
    ) -> Result<Option<(usize, usize)>> {
        let ask = self.functions.function_parameter;
        let ask = ask.ok_or(NEEDS_NEWER_DRIVER)?;
        let mut bytes = 0;
        // SAFETY: the function is one of loaded code (module's contract); an index past the last one is an error.
        let offset = out(|offset| unsafe { ask(function, index, offset, &mut bytes) });
        Ok(offset.ok().map(|offset| (offset, bytes)))
    }

    /// Begins to link for the current device.
    ///
    /// # Safety
    /// The options are as the driver's manual demands, and stay until the link is destroyed.
    pub(in crate::device::cuda) unsafe fn create_link(
        &self,
        options: &JitOptions,
    ) -> Result<usize> {
        // SAFETY: the caller's duty is the same.
        out(|link| unsafe {
            (self.functions.link_create)(options.count, options.options, options.values, link)
        })
    }

    /// Adds an input of a `CUjitInputType` to a link.
    ///
    /// # Safety
    /// The bytes are what the type says, and text ends with a zero; the options are as the driver's manual demands.
    pub(in crate::device::cuda) unsafe fn add_to_link(
        &self,
        link: usize,
        kind: u32,
        input: LinkInput<'_>,
        options: &JitOptions,
    ) -> Result<()> {
        let (count, numbers, values) = (options.count, options.options, options.values);
        // SAFETY: the link is a live one of this driver (module's contract); the rest is the caller's duty. The driver keeps no reference to the data.
        check(unsafe {
            match input {
                LinkInput::Data(bytes, name) => (self.functions.link_add)(
                    link,
                    kind,
                    bytes.as_ptr().cast(),
                    bytes.len(),
                    name.as_ptr(),
                    count,
                    numbers,
                    values,
                ),
                LinkInput::File(path) => (self.functions.link_add_file)(
                    link,
                    kind,
                    path.as_ptr(),
                    count,
                    numbers,
                    values,
                ),
            }
        })
    }

    /// The cubin of a link, and its size in bytes: the link's own.
    pub(in crate::device::cuda) fn complete_link(
        &self,
        link: usize,
    ) -> Result<(*const c_void, usize)> {
        let (mut code, mut bytes) = (ptr::null(), 0);
        // SAFETY: the link is a live one of this driver (module's contract); the pointers are to live objects.
        check(unsafe { (self.functions.link_complete)(link, &mut code, &mut bytes) })?;
        Ok((code, bytes))
    }

    /// # Safety
    /// Neither the link nor its cubin is used afterwards.
    pub(in crate::device::cuda) unsafe fn destroy_link(&self, link: usize) {
        // SAFETY: the caller's duty is the same. A failure only costs memory.
        unsafe { (self.functions.link_destroy)(link) };
    }
}

/// The names of all that some code has, by the driver's three functions for that.
fn names(
    code: usize,
    count: Option<Count>,
    enumerate: Option<Enumerate>,
    name: Option<Name>,
) -> Result<Vec<String>> {
    let (Some(count), Some(enumerate), Some(name)) = (count, enumerate, name) else {
        return Err(NEEDS_NEWER_DRIVER);
    };
    // SAFETY: the code is loaded (module's contract).
    let most = out(|value| unsafe { count(value, code) })?;
    let mut handles = vec![0usize; most as usize];
    // SAFETY: as above; the array has room for as many as said.
    check(unsafe { enumerate(handles.as_mut_ptr(), most, code) })?;
    let mut names = Vec::with_capacity(handles.len());
    for handle in handles {
        let mut text = ptr::null();
        // SAFETY: the handle came from the driver just now.
        check(unsafe { name(&mut text, handle) })?;
        if !text.is_null() {
            // SAFETY: the driver gives a text that ends with a zero and lives as long as the code.
            names.push(
                unsafe { CStr::from_ptr(text) }
                    .to_string_lossy()
                    .into_owned(),
            );
        }
    }
    Ok(names)
}
