//! Code: modules of kernels, and launches.

use std::ffi::{CStr, c_void};
use std::ptr;

use super::{Driver, Failure, NOT_SUPPORTED, Result, check, out};
use crate::device::LaunchConfig;

impl Driver {
    /// Loads a code object for the current device.
    ///
    /// # Safety
    /// The bytes are a whole code object: the library reads as far as its header says. They stay where they are until the module is unloaded: the library may keep
    /// the address.
    pub(in crate::device::hip) unsafe fn load_module(&self, code_object: &[u8]) -> Result<usize> {
        // SAFETY: the caller's duty is the same, and the pointer is to a live object.
        out("hipModuleLoadData", |module| unsafe {
            (self.functions.module_load)(module, code_object.as_ptr().cast())
        })
    }

    /// # Safety
    /// The module was loaded, was not unloaded since, and no pending launch runs a kernel of it.
    pub(in crate::device::hip) unsafe fn unload_module(&self, module: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check("hipModuleUnload", unsafe {
            (self.functions.module_unload)(module)
        })
    }

    /// A kernel of a module.
    pub(in crate::device::hip) fn function(&self, module: usize, name: &CStr) -> Result<usize> {
        // SAFETY: the module is a live one of this library (module's contract); the name ends with a zero.
        out("hipModuleGetFunction", |function| unsafe {
            (self.functions.module_function)(function, module, name.as_ptr())
        })
    }

    /// Address and size of a variable of a module.
    pub(in crate::device::hip) fn global(
        &self,
        module: usize,
        name: &CStr,
    ) -> Result<(u64, usize)> {
        let mut bytes = 0;
        // SAFETY: the module is a live one of this library (module's contract); the name ends with a zero.
        let address = out("hipModuleGetGlobal", |address| unsafe {
            (self.functions.module_global)(address, &mut bytes, module, name.as_ptr())
        })?;
        Ok((address, bytes))
    }

    /// A `hipFunction_attribute`.
    pub(in crate::device::hip) fn function_attribute(
        &self,
        function: usize,
        attribute: u32,
    ) -> Result<i32> {
        // SAFETY: the function is one of a loaded module (module's contract).
        out("hipFuncGetAttribute", |value| unsafe {
            (self.functions.function_attribute)(value, attribute, function)
        })
    }

    /// Blocks of so many threads and dynamic shared bytes that a compute unit of the current device holds at the same time.
    pub(in crate::device::hip) fn occupancy(
        &self,
        function: usize,
        threads: i32,
        bytes: usize,
    ) -> Result<i32> {
        // SAFETY: the function is one of a loaded module (module's contract).
        out(
            "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor",
            |blocks| unsafe { (self.functions.occupancy)(blocks, function, threads, bytes) },
        )
    }

    /// Queues a launch. The library copies the parameters before this returns. The null stream is the current device's.
    ///
    /// # Safety
    /// `arguments` has one pointer for each parameter of the kernel, to a value of its type; it may be null if there are none. The function is one of a loaded module of
    /// the stream's device, which stays until the launch has ended.
    #[inline]
    pub(in crate::device::hip) unsafe fn launch(
        &self,
        function: usize,
        config: &LaunchConfig,
        arguments: *const *const c_void,
        stream: usize,
    ) -> Result<()> {
        const COOPERATIVE: &str = "hipModuleLaunchCooperativeKernel";
        let ([gx, gy, gz], [bx, by, bz]) = (config.grid, config.block);
        let shared = config.dynamic_shared_bytes;
        // The library only reads them.
        let arguments = arguments.cast_mut().cast::<*mut c_void>();
        if config.cooperative {
            let launch = self.functions.launch_cooperative.ok_or(Failure {
                call: COOPERATIVE,
                code: NOT_SUPPORTED,
            })?;
            // SAFETY: the caller's duty is the same.
            return check(COOPERATIVE, unsafe {
                launch(function, gx, gy, gz, bx, by, bz, shared, stream, arguments)
            });
        }
        // SAFETY: the caller's duty is the same. There is nothing extra.
        check("hipModuleLaunchKernel", unsafe {
            (self.functions.launch)(
                function,
                gx,
                gy,
                gz,
                bx,
                by,
                bz,
                shared,
                stream,
                arguments,
                ptr::null_mut(),
            )
        })
    }
}
