//! Code: the driver's assembler, libraries of kernels, and launches.

use std::ffi::{CStr, CString, c_uint, c_void};
use std::ptr;

use super::{Driver, Failure, Result, check, out, text};
use crate::wire::DRAFT_REGISTERS_MAX;

// `CUjitInputType`
const JIT_INPUT_PTX: c_uint = 1;
// `CUjit_option`
const JIT_REGISTERS_MAX: c_uint = 0;
const JIT_ERROR_LOG: c_uint = 5;
const JIT_ERROR_LOG_BYTES: c_uint = 6;
const JIT_LEVEL: c_uint = 7;
const JIT_LINES: c_uint = 13;
/// An option that is a switch, on.
const ON: usize = 1;
/// The level at which the driver's assembler takes least time.
const DRAFT_LEVEL: usize = 0;
/// Room for what the driver's assembler says of PTX that it refuses, bytes.
const JIT_LOG_BYTES: usize = 8 << 10;

/// How PTX is to be assembled.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::device::cuda) struct Assembling {
    /// Quickly.
    pub(in crate::device::cuda) draft: bool,
    /// With at most so many registers a thread.
    pub(in crate::device::cuda) registers_max: Option<u32>,
    /// With a table of the lines that the text names; the code is the same.
    pub(in crate::device::cuda) lines: bool,
}

impl Driver {
    /// Makes a cubin for the current device of PTX text that ends with a zero. The error has what the driver's assembler says.
    pub(in crate::device::cuda) fn assemble(
        &self,
        ptx: &CStr,
        how: Assembling,
    ) -> std::result::Result<Vec<u8>, (Failure, String)> {
        let mut log = vec![0u8; JIT_LOG_BYTES];
        let mut options = vec![JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES];
        // All but the first are numbers in a pointer's place, as the driver takes them.
        let mut values = vec![log.as_mut_ptr().cast::<c_void>(), log.len() as *mut c_void];
        if how.draft {
            options.extend([JIT_LEVEL, JIT_REGISTERS_MAX]);
            values.extend(
                [DRAFT_LEVEL, DRAFT_REGISTERS_MAX as usize].map(|value| value as *mut c_void),
            );
        }
        if let Some(most) = how.registers_max {
            options.push(JIT_REGISTERS_MAX);
            values.push(most as usize as *mut c_void);
        }
        if how.lines {
            options.push(JIT_LINES);
            values.push(ON as *mut c_void);
        }
        let mut state = 0;
        let mut link = |state: &mut usize| -> Result<Vec<u8>> {
            // SAFETY: options and values are at least as many as said, and live as long as the link state, as does the log.
            check(unsafe {
                (self.functions.link_create)(
                    options.len() as c_uint,
                    options.as_mut_ptr(),
                    values.as_mut_ptr(),
                    state,
                )
            })?;
            let bytes = ptx.to_bytes_with_nul();
            // SAFETY: the text is as long as said and ends with a zero; the driver copies it.
            check(unsafe {
                let none = ptr::null_mut();
                let data = bytes.as_ptr().cast();
                (self.functions.link_add)(
                    *state,
                    JIT_INPUT_PTX,
                    data,
                    bytes.len(),
                    c"kernel.ptx".as_ptr(),
                    0,
                    none,
                    ptr::null_mut(),
                )
            })?;
            let mut bytes = 0;
            let mut code = ptr::null();
            // SAFETY: the pointers are to live objects.
            check(unsafe { (self.functions.link_complete)(*state, &mut code, &mut bytes) })?;
            // SAFETY: the driver gives so many bytes, which live as long as the link state.
            Ok(unsafe { std::slice::from_raw_parts(code.cast::<u8>(), bytes) }.to_vec())
        };
        let linked = link(&mut state);
        if state != 0 {
            // SAFETY: the state came from `link_create`; nothing uses it any more. A failure only costs memory.
            unsafe { (self.functions.link_destroy)(state) };
        }
        linked.map_err(|failure| (failure, text(&log)))
    }

    /// Loads a cubin.
    ///
    /// # Safety
    /// The bytes are a whole cubin: the driver reads as far as its header says.
    pub(in crate::device::cuda) unsafe fn load_library(&self, cubin: &[u8]) -> Result<usize> {
        let (none, nothing) = (ptr::null_mut::<c_uint>(), ptr::null_mut::<*mut c_void>());
        let code = cubin.as_ptr().cast();
        // SAFETY: the caller says that the bytes are a cubin; the driver copies them. There are no options.
        out(|library| unsafe {
            (self.functions.library_load)(library, code, none, nothing, 0, none, nothing, 0)
        })
    }

    /// # Safety
    /// The library was loaded, was not unloaded since, and no pending launch runs a kernel of it.
    pub(in crate::device::cuda) unsafe fn unload_library(&self, library: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.library_unload)(library) })
    }

    /// A kernel of a library, which is of no context (`CUkernel`).
    pub(in crate::device::cuda) fn kernel(&self, library: usize, name: &CString) -> Result<usize> {
        // SAFETY: the library is a live one of this driver (module's contract); the name ends with a zero.
        out(|kernel| unsafe { (self.functions.library_kernel)(kernel, library, name.as_ptr()) })
    }

    /// A kernel loaded into the current context (`CUfunction`).
    pub(in crate::device::cuda) fn function(&self, kernel: usize) -> Result<usize> {
        // SAFETY: the kernel is one of a loaded library (module's contract).
        out(|function| unsafe { (self.functions.kernel_function)(function, kernel) })
    }

    /// Brings a function's code to the device now; the driver may else leave that to the first launch, and there it waits for
    /// kernels that run. Does nothing where the driver has no function for it.
    pub(in crate::device::cuda) fn load_function(&self, function: usize) -> Result<()> {
        match self.functions.function_load {
            // SAFETY: the function is one of a loaded library (module's contract).
            Some(load) => check(unsafe { load(function) }),
            None => Ok(()),
        }
    }

    /// Address and size of a variable of a library in the current context.
    pub(in crate::device::cuda) fn global(
        &self,
        library: usize,
        name: &CString,
    ) -> Result<(u64, usize)> {
        let mut bytes = 0;
        // SAFETY: the library is a live one of this driver (module's contract); the name ends with a zero.
        let address = out(|address| unsafe {
            (self.functions.library_global)(address, &mut bytes, library, name.as_ptr())
        })?;
        Ok((address, bytes))
    }

    /// A `CUfunction_attribute`.
    pub(in crate::device::cuda) fn function_attribute(
        &self,
        function: usize,
        attribute: u32,
    ) -> Result<i32> {
        // SAFETY: the function is one of a loaded library (module's contract).
        out(|value| unsafe { (self.functions.function_attribute)(value, attribute, function) })
    }

    pub(in crate::device::cuda) fn set_function_attribute(
        &self,
        function: usize,
        attribute: u32,
        value: i32,
    ) -> Result<()> {
        // SAFETY: the function is one of a loaded library (module's contract); a wrong value is an error.
        check(unsafe { (self.functions.function_set_attribute)(function, attribute, value) })
    }

    /// Blocks of so many threads and dynamic shared bytes that a multiprocessor holds at the same time.
    pub(in crate::device::cuda) fn occupancy(
        &self,
        function: usize,
        threads: i32,
        bytes: usize,
    ) -> Result<i32> {
        // SAFETY: the function is one of a loaded library (module's contract).
        out(|blocks| unsafe { (self.functions.occupancy)(blocks, function, threads, bytes) })
    }

    /// Queues a launch. The driver copies the parameters before this returns.
    ///
    /// # Safety
    /// `arguments` has one pointer for each parameter of the kernel, to a value of its type; it may be null if there are none.
    #[inline]
    pub(in crate::device::cuda) unsafe fn launch(
        &self,
        function: usize,
        config: &crate::device::LaunchConfig,
        arguments: *const *const c_void,
        stream: usize,
    ) -> Result<()> {
        if config.cluster != [0; 3] {
            // SAFETY: the caller's duty is the same.
            return unsafe { self.launch_clusters(function, config, arguments, stream) };
        }
        let ([gx, gy, gz], [bx, by, bz]) = (config.grid, config.block);
        let shared = config.dynamic_shared_bytes;
        let arguments = arguments.cast_mut().cast::<*mut c_void>();
        let functions = &self.functions;
        // SAFETY: the function is one of a loaded library, which the caller keeps; the arguments are the caller's duty. The driver
        // only reads them.
        check(unsafe {
            if config.cooperative {
                (functions.launch_cooperative)(
                    function, gx, gy, gz, bx, by, bz, shared, stream, arguments,
                )
            } else {
                let extra = ptr::null_mut();
                (functions.launch)(
                    function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra,
                )
            }
        })
    }
}
