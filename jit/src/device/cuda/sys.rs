//! libcuda, loaded at run time: declarations, as NVIDIA's public `cuda.h` has them, and one method a function.
//!
//! Handles are plain words here. Methods that are safe take handles that came from this driver; whoever keeps them (the runtime's
//! handle tables, `LoadedKernel`) uses none after it was destroyed. Those whose duty goes further are `unsafe`.

use std::cell::Cell;
use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;

use libloading::Library;
use libloading::os::unix;

mod clusters;
mod code;
mod core_dumps;
mod cupti;
mod foreign_code;
mod graphs;
mod memory;
mod order;
mod sharing;
mod virtual_memory;

use clusters::WholeConfig;
pub(super) use code::Assembling;
pub(super) use cupti::{Record, What, cupti, cupti_in_use};
use graphs::{FillNode, HostNode, KernelNode, LaunchAttributeValue, Memcpy3d, UpdateResult};
use memory::Memcpy2d;
use sharing::Named;
use virtual_memory::{AccessDesc, AllocationProp};

/// A `CUresult` that is not `CUDA_SUCCESS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure(pub(super) i32);

pub(super) type Result<T> = std::result::Result<T, Failure>;

/// File names under which systems know the driver's library.
const LIBRARY_NAMES: [&str; 2] = ["libcuda.so.1", "libcuda.so"];

type StreamCallback = unsafe extern "C" fn(usize, c_int, *mut c_void);

/// Declares the functions that are used, and loads them by their exported names.
macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ty),* $(,)?);)*
     @newer $($late:ident = $late_symbol:literal ($($late_argument:ty),* $(,)?);)*) => {
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> c_int,)*
            $($late: Option<unsafe extern "C" fn($($late_argument),*) -> c_int>,)*
        }

        impl Functions {
            /// # Safety
            /// `library` is NVIDIA's driver: its functions have the types that are declared here.
            unsafe fn load(library: &Library) -> std::result::Result<Functions, libloading::Error> {
                Ok(Functions {
                    // SAFETY: the caller says that the library is the driver; the types are those of its public header.
                    $($name: unsafe { *library.get(concat!($symbol, "\0").as_bytes())? },)*
                    // SAFETY: as above.
                    $($late: unsafe { library.get(concat!($late_symbol, "\0").as_bytes()).ok().map(|it| *it) },)*
                })
            }
        }
    };
}

functions! {
    init = "cuInit" (c_uint);
    driver_version = "cuDriverGetVersion" (*mut c_int);
    device_count = "cuDeviceGetCount" (*mut c_int);
    device_get = "cuDeviceGet" (*mut c_int, c_int);
    device_name = "cuDeviceGetName" (*mut c_char, c_int, c_int);
    device_attribute = "cuDeviceGetAttribute" (*mut c_int, c_uint, c_int);
    device_memory = "cuDeviceTotalMem_v2" (*mut usize, c_int);
    device_bus_id = "cuDeviceGetPCIBusId" (*mut c_char, c_int, c_int);
    device_peer_attribute = "cuDeviceGetP2PAttribute" (*mut c_int, c_uint, c_int, c_int);
    context_retain = "cuDevicePrimaryCtxRetain" (*mut usize, c_int);
    context_set = "cuCtxSetCurrent" (usize);
    context_synchronize = "cuCtxSynchronize" ();
    context_enable_peer = "cuCtxEnablePeerAccess" (usize, c_uint);
    context_disable_peer = "cuCtxDisablePeerAccess" (usize);
    context_set_limit = "cuCtxSetLimit" (c_uint, usize);
    memory_info = "cuMemGetInfo_v2" (*mut usize, *mut usize);
    memory_allocate = "cuMemAlloc_v2" (*mut u64, usize);
    memory_free = "cuMemFree_v2" (u64);
    host_allocate = "cuMemHostAlloc" (*mut *mut c_void, usize, c_uint);
    host_free = "cuMemFreeHost" (*mut c_void);
    host_register = "cuMemHostRegister_v2" (*mut c_void, usize, c_uint);
    host_unregister = "cuMemHostUnregister" (*mut c_void);
    managed_allocate = "cuMemAllocManaged" (*mut u64, usize, c_uint);
    pointer_attribute = "cuPointerGetAttribute" (*mut c_void, c_uint, u64);
    copy = "cuMemcpyAsync" (u64, u64, usize, usize);
    copy_rows = "cuMemcpy2DAsync_v2" (*const Memcpy2d, usize);
    fill_8 = "cuMemsetD8Async" (u64, u8, usize, usize);
    fill_16 = "cuMemsetD16Async" (u64, u16, usize, usize);
    fill_32 = "cuMemsetD32Async" (u64, u32, usize, usize);
    fill_rows_8 = "cuMemsetD2D8Async" (u64, usize, u8, usize, usize, usize);
    fill_rows_16 = "cuMemsetD2D16Async" (u64, usize, u16, usize, usize, usize);
    fill_rows_32 = "cuMemsetD2D32Async" (u64, usize, u32, usize, usize, usize);
    virtual_granularity = "cuMemGetAllocationGranularity" (*mut usize, *const AllocationProp, c_int);
    virtual_reserve = "cuMemAddressReserve" (*mut u64, usize, usize, u64, u64);
    virtual_free = "cuMemAddressFree" (u64, usize);
    virtual_map = "cuMemMap" (u64, usize, usize, u64, u64);
    virtual_unmap = "cuMemUnmap" (u64, usize);
    virtual_access = "cuMemSetAccess" (u64, usize, *const AccessDesc, usize);
    piece_create = "cuMemCreate" (*mut u64, usize, *const AllocationProp, u64);
    piece_release = "cuMemRelease" (u64);
    piece_export = "cuMemExportToShareableHandle" (*mut c_void, u64, c_int, u64);
    piece_import = "cuMemImportFromShareableHandle" (*mut u64, *mut c_void, c_int);
    ipc_memory = "cuIpcGetMemHandle" (*mut Named, u64);
    ipc_open_memory = "cuIpcOpenMemHandle_v2" (*mut u64, Named, c_uint);
    ipc_close_memory = "cuIpcCloseMemHandle" (u64);
    ipc_event = "cuIpcGetEventHandle" (*mut Named, usize);
    ipc_open_event = "cuIpcOpenEventHandle" (*mut usize, Named);
    stream_create = "cuStreamCreateWithPriority" (*mut usize, c_uint, c_int);
    stream_destroy = "cuStreamDestroy_v2" (usize);
    stream_query = "cuStreamQuery" (usize);
    stream_synchronize = "cuStreamSynchronize" (usize);
    stream_wait = "cuStreamWaitEvent" (usize, usize, c_uint);
    stream_write_32 = "cuStreamWriteValue32_v2" (usize, u64, u32, c_uint);
    stream_write_64 = "cuStreamWriteValue64_v2" (usize, u64, u64, c_uint);
    stream_wait_32 = "cuStreamWaitValue32_v2" (usize, u64, u32, c_uint);
    stream_wait_64 = "cuStreamWaitValue64_v2" (usize, u64, u64, c_uint);
    stream_callback = "cuStreamAddCallback" (usize, StreamCallback, *mut c_void, c_uint);
    event_create = "cuEventCreate" (*mut usize, c_uint);
    event_destroy = "cuEventDestroy_v2" (usize);
    event_record = "cuEventRecord" (usize, usize);
    event_query = "cuEventQuery" (usize);
    event_synchronize = "cuEventSynchronize" (usize);
    event_elapsed = "cuEventElapsedTime" (*mut f32, usize, usize);
    link_create = "cuLinkCreate_v2" (c_uint, *mut c_uint, *mut *mut c_void, *mut usize);
    link_add = "cuLinkAddData_v2" (usize, c_uint, *const c_void, usize, *const c_char, c_uint, *mut c_uint, *mut *mut c_void);
    link_add_file = "cuLinkAddFile_v2" (usize, c_uint, *const c_char, c_uint, *mut c_uint, *mut *mut c_void);
    link_complete = "cuLinkComplete" (usize, *mut *const c_void, *mut usize);
    link_destroy = "cuLinkDestroy" (usize);
    module_load = "cuModuleLoadDataEx" (*mut usize, *const c_void, c_uint, *mut c_uint, *mut *mut c_void);
    module_unload = "cuModuleUnload" (usize);
    module_function = "cuModuleGetFunction" (*mut usize, usize, *const c_char);
    module_global = "cuModuleGetGlobal_v2" (*mut u64, *mut usize, usize, *const c_char);
    library_load = "cuLibraryLoadData"
        (*mut usize, *const c_void, *mut c_uint, *mut *mut c_void, c_uint, *mut c_uint, *mut *mut c_void, c_uint);
    library_unload = "cuLibraryUnload" (usize);
    library_kernel = "cuLibraryGetKernel" (*mut usize, usize, *const c_char);
    library_global = "cuLibraryGetGlobal" (*mut u64, *mut usize, usize, *const c_char);
    kernel_function = "cuKernelGetFunction" (*mut usize, usize);
    function_attribute = "cuFuncGetAttribute" (*mut c_int, c_uint, usize);
    function_set_attribute = "cuFuncSetAttribute" (usize, c_uint, c_int);
    occupancy = "cuOccupancyMaxActiveBlocksPerMultiprocessor" (*mut c_int, usize, c_int, usize);
    launch = "cuLaunchKernel"
        (usize, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, usize, *mut *mut c_void, *mut *mut c_void);
    launch_cooperative = "cuLaunchCooperativeKernel"
        (usize, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, usize, *mut *mut c_void);
    launch_whole = "cuLaunchKernelEx" (*const WholeConfig, usize, *mut *mut c_void, *mut *mut c_void);
    active_clusters = "cuOccupancyMaxActiveClusters" (*mut c_int, usize, *const WholeConfig);
    largest_cluster = "cuOccupancyMaxPotentialClusterSize" (*mut c_int, usize, *const WholeConfig);
    graph_create = "cuGraphCreate" (*mut usize, c_uint);
    graph_destroy = "cuGraphDestroy" (usize);
    graph_add_kernel = "cuGraphAddKernelNode_v2" (*mut usize, usize, *const usize, usize, *const KernelNode);
    graph_add_copy = "cuGraphAddMemcpyNode" (*mut usize, usize, *const usize, usize, *const Memcpy3d, usize);
    graph_add_fill = "cuGraphAddMemsetNode" (*mut usize, usize, *const usize, usize, *const FillNode, usize);
    graph_add_host = "cuGraphAddHostNode" (*mut usize, usize, *const usize, usize, *const HostNode);
    graph_add_empty = "cuGraphAddEmptyNode" (*mut usize, usize, *const usize, usize);
    graph_kernel_attribute = "cuGraphKernelNodeSetAttribute" (usize, c_uint, *const LaunchAttributeValue);
    graph_instantiate = "cuGraphInstantiateWithFlags" (*mut usize, usize, u64);
    graph_upload = "cuGraphUpload" (usize, usize);
    graph_launch = "cuGraphLaunch" (usize, usize);
    graph_set_kernel = "cuGraphExecKernelNodeSetParams_v2" (usize, usize, *const KernelNode);
    graph_set_copy = "cuGraphExecMemcpyNodeSetParams" (usize, usize, *const Memcpy3d, usize);
    graph_set_fill = "cuGraphExecMemsetNodeSetParams" (usize, usize, *const FillNode, usize);
    graph_set_host = "cuGraphExecHostNodeSetParams" (usize, usize, *const HostNode);
    graph_enable = "cuGraphNodeSetEnabled" (usize, usize, c_uint);
    graph_update = "cuGraphExecUpdate_v2" (usize, usize, *mut UpdateResult);
    graph_exec_destroy = "cuGraphExecDestroy" (usize);
    @newer
    core_dump_attribute = "cuCoredumpSetAttributeGlobal" (c_uint, *mut c_void, *mut usize); // of CUDA 12.1
    function_name = "cuFuncGetName" (*mut *const c_char, usize); // 12.3
    kernel_name = "cuKernelGetName" (*mut *const c_char, usize); // 12.3
    function_load = "cuFuncLoad" (usize); // 12.4
    function_parameter = "cuFuncGetParamInfo" (usize, usize, *mut usize, *mut usize); // 12.4
    module_count = "cuModuleGetFunctionCount" (*mut c_uint, usize); // 12.4
    module_functions = "cuModuleEnumerateFunctions" (*mut usize, c_uint, usize); // 12.4
    library_count = "cuLibraryGetKernelCount" (*mut c_uint, usize); // 12.4
    library_kernels = "cuLibraryEnumerateKernels" (*mut usize, c_uint, usize); // 12.4
}

/// The driver. It stays loaded as long as the process: its threads and handlers do not go.
pub(super) struct Driver {
    functions: Functions,
    library: std::mem::ManuallyDrop<Library>,
}

thread_local! {
    /// The context that is current on this thread because `bind` made it so.
    static BOUND: Cell<usize> = const { Cell::new(0) };
}

/// A file that is in memory alone; its name is for `/proc`.
pub(super) fn memory_file(name: &CStr) -> io::Result<File> {
    // SAFETY: the name ends with a zero.
    let descriptor = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) };
    if descriptor < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was made just now, and nobody else has it.
    Ok(unsafe { File::from_raw_fd(descriptor) })
}

fn check(code: c_int) -> Result<()> {
    if code == 0 {
        Ok(())
    } else {
        Err(Failure(code))
    }
}

/// Gets one value through a pointer.
fn out<T: Default>(call: impl FnOnce(*mut T) -> c_int) -> Result<T> {
    let mut value = T::default();
    check(call(&mut value))?;
    Ok(value)
}

/// Texts come back in arrays that the driver ends with a zero.
fn text(bytes: &[u8]) -> String {
    CStr::from_bytes_until_nul(bytes).map_or_else(
        |_| String::new(),
        |text| text.to_string_lossy().into_owned(),
    )
}

impl Driver {
    /// Loads the library and initialises it. The error is for people.
    pub(super) fn load() -> std::result::Result<Driver, String> {
        let mut reasons = Vec::new();
        for name in LIBRARY_NAMES {
            // Its functions are for the user's code too, which a toolkit's headers let call them.
            let flags = unix::RTLD_NOW | unix::RTLD_GLOBAL;
            // SAFETY: the library of this name is NVIDIA's driver, whose initialisers have no preconditions.
            match unsafe { unix::Library::open(Some(name), flags) } {
                Ok(library) => return Driver::start(library.into()),
                // What the system's loader says is behind the error.
                Err(error) => reasons.push(
                    error
                        .source()
                        .map_or_else(|| error.to_string(), ToString::to_string),
                ),
            }
        }
        Err(format!(
            "NVIDIA's driver is not installed: {}",
            reasons.first().cloned().unwrap_or_default()
        ))
    }

    fn start(library: Library) -> std::result::Result<Driver, String> {
        // SAFETY: the library is the driver's.
        let functions = unsafe { Functions::load(&library) }.map_err(|error| {
            format!("NVIDIA's driver is too old for Chevron, which needs that of CUDA 12.0 or newer: {error}")
        })?;
        let driver = Driver {
            functions,
            library: std::mem::ManuallyDrop::new(library),
        };
        // SAFETY: 0 is the only value that the function takes.
        check(unsafe { (driver.functions.init)(0) })
            .map(|()| driver)
            .map_err(|Failure(code)| {
                let status = crate::device::Status(code);
                format!(
                    "NVIDIA's driver does not start: {} ({})",
                    status.description(),
                    status.name()
                )
            })
    }

    /// Where a function of the library is.
    pub(super) fn address(&self, name: &CStr) -> Option<usize> {
        // SAFETY: only the address is taken; whoever calls it names its type.
        let found = unsafe {
            self.library
                .get::<unsafe extern "C" fn()>(name.to_bytes_with_nul())
        };
        found.ok().map(|it| *it as usize)
    }

    /// The newest CUDA that it serves: 1000 × major + 10 × minor.
    pub(super) fn version(&self) -> Result<i32> {
        // SAFETY: the pointer is to a live object.
        out(|value| unsafe { (self.functions.driver_version)(value) })
    }

    pub(super) fn device_count(&self) -> Result<i32> {
        // SAFETY: as above.
        out(|value| unsafe { (self.functions.device_count)(value) })
    }

    /// The device of an ordinal.
    pub(super) fn device(&self, ordinal: i32) -> Result<i32> {
        // SAFETY: as above; a wrong ordinal is an error.
        out(|value| unsafe { (self.functions.device_get)(value, ordinal) })
    }

    pub(super) fn device_name(&self, device: i32) -> Result<String> {
        let mut name = [0u8; 256];
        // SAFETY: the array is as long as said.
        check(unsafe {
            (self.functions.device_name)(name.as_mut_ptr().cast(), name.len() as c_int, device)
        })?;
        Ok(text(&name))
    }

    /// Such as `0000:3b:00.0`.
    pub(super) fn device_bus_id(&self, device: i32) -> Result<String> {
        let mut id = [0u8; 64];
        // SAFETY: the array is as long as said.
        check(unsafe {
            (self.functions.device_bus_id)(id.as_mut_ptr().cast(), id.len() as c_int, device)
        })?;
        Ok(text(&id).to_ascii_lowercase())
    }

    /// A `CUdevice_attribute`.
    pub(super) fn device_attribute(&self, device: i32, attribute: u32) -> Result<i32> {
        // SAFETY: the pointer is to a live object; a wrong attribute is an error.
        out(|value| unsafe { (self.functions.device_attribute)(value, attribute, device) })
    }

    /// Bytes.
    pub(super) fn device_memory(&self, device: i32) -> Result<usize> {
        // SAFETY: the pointer is to a live object.
        out(|value| unsafe { (self.functions.device_memory)(value, device) })
    }

    /// The device's primary context, kept for the process's life.
    pub(super) fn retain_context(&self, device: i32) -> Result<usize> {
        // SAFETY: the pointer is to a live object.
        out(|value| unsafe { (self.functions.context_retain)(value, device) })
    }

    /// A `CUdevice_P2PAttribute` of two devices.
    pub(super) fn peer_attribute(&self, from: i32, to: i32, attribute: u32) -> Result<i32> {
        // SAFETY: the pointer is to a live object; a wrong attribute is an error.
        out(|value| unsafe { (self.functions.device_peer_attribute)(value, attribute, from, to) })
    }

    /// Lets kernels of the current context reach memory of another one, or not any more.
    pub(super) fn set_peer_access(&self, peer: usize, allowed: bool) -> Result<()> {
        // SAFETY: the context came from `retain_context`, and nothing releases it.
        check(unsafe {
            if allowed {
                (self.functions.context_enable_peer)(peer, 0)
            } else {
                (self.functions.context_disable_peer)(peer)
            }
        })
    }

    /// Makes a context current on the calling thread, where libcudart may have changed it.
    pub(super) fn bind_again(&self, context: usize) -> Result<()> {
        BOUND.set(0);
        self.bind(context)
    }

    /// Makes a context current on the calling thread. Costs nothing if this has made it so before.
    #[inline]
    pub(super) fn bind(&self, context: usize) -> Result<()> {
        if BOUND.get() == context {
            return Ok(());
        }
        // SAFETY: the context came from `retain_context`, and nothing releases it.
        check(unsafe { (self.functions.context_set)(context) })?;
        BOUND.set(context);
        Ok(())
    }

    pub(super) fn synchronize(&self) -> Result<()> {
        // SAFETY: without a current context it is an error.
        check(unsafe { (self.functions.context_synchronize)() })
    }

    /// A `CUlimit` of the current context.
    pub(super) fn set_limit(&self, limit: u32, value: usize) -> Result<()> {
        // SAFETY: what is out of range is an error.
        check(unsafe { (self.functions.context_set_limit)(limit, value) })
    }

    /// Free and total bytes.
    pub(super) fn memory_info(&self) -> Result<(usize, usize)> {
        let mut total = 0;
        // SAFETY: the pointers are to live objects.
        let free = out(|free| unsafe { (self.functions.memory_info)(free, &mut total) })?;
        Ok((free, total))
    }
}
