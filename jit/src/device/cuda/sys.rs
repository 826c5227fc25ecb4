//! libcuda, loaded at run time: declarations, as NVIDIA's public `cuda.h` has them, and one method a function.
//!
//! Handles are plain words here. Methods that are safe take handles that came from this driver; whoever keeps them (the runtime's
//! handle tables, `LoadedKernel`) uses none after it was destroyed. Those whose duty goes further are `unsafe`.

use std::cell::Cell;
use std::error::Error;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr;

use libloading::Library;

/// A `CUresult` that is not `CUDA_SUCCESS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure(pub(super) i32);

pub(super) type Result<T> = std::result::Result<T, Failure>;

/// File names under which systems know the driver's library.
const LIBRARY_NAMES: [&str; 2] = ["libcuda.so.1", "libcuda.so"];

// `CUjitInputType`
const JIT_INPUT_PTX: c_uint = 1;
// `CUjit_option`
const JIT_ERROR_LOG: c_uint = 5;
const JIT_ERROR_LOG_BYTES: c_uint = 6;
/// Room for what the driver's assembler says of PTX that it refuses, bytes.
const JIT_LOG_BYTES: usize = 8 << 10;

/// `CU_MEMORYTYPE_UNIFIED`
const MEMORY_UNIFIED: c_uint = 4;
/// `CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP`; the same bits for `cuMemHostRegister`.
const HOST_PORTABLE_MAPPED: c_uint = 1 | 2;
/// `CU_MEM_ATTACH_GLOBAL`
const ATTACH_GLOBAL: c_uint = 1;
/// `CU_STREAM_NON_BLOCKING`
const STREAM_NON_BLOCKING: c_uint = 1;
/// `CU_EVENT_DISABLE_TIMING`
const EVENT_DISABLE_TIMING: c_uint = 2;
// `CUpointer_attribute`
const POINTER_MEMORY_TYPE: c_uint = 2;
const POINTER_IS_MANAGED: c_uint = 8;
/// `CU_MEMORYTYPE_HOST`
const MEMORY_HOST: c_uint = 1;

/// `CUDA_MEMCPY2D`
#[repr(C)]
struct Memcpy2d {
    src_x_bytes: usize,
    src_y: usize,
    src_type: c_uint,
    src_host: *const c_void,
    src_device: u64,
    src_array: *mut c_void,
    src_pitch: usize,
    dst_x_bytes: usize,
    dst_y: usize,
    dst_type: c_uint,
    dst_host: *mut c_void,
    dst_device: u64,
    dst_array: *mut c_void,
    dst_pitch: usize,
    width_bytes: usize,
    height: usize,
}

unsafe extern "C" {
    /// glibc: like `atexit`, and the function gets the exit status first (man 3 on_exit).
    pub(super) fn on_exit(
        function: extern "C" fn(c_int, *mut c_void),
        argument: *mut c_void,
    ) -> c_int;
}

type StreamCallback = unsafe extern "C" fn(usize, c_int, *mut c_void);

/// Declares the functions that are used, and loads them by their exported names.
macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ty),* $(,)?);)*) => {
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl Functions {
            /// # Safety
            /// `library` is NVIDIA's driver: its functions have the types that are declared here.
            unsafe fn load(library: &Library) -> std::result::Result<Functions, libloading::Error> {
                Ok(Functions {
                    // SAFETY: the caller says that the library is the driver; the types are those of its public header.
                    $($name: unsafe { *library.get(concat!($symbol, "\0").as_bytes())? },)*
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
    context_retain = "cuDevicePrimaryCtxRetain" (*mut usize, c_int);
    context_set = "cuCtxSetCurrent" (usize);
    context_synchronize = "cuCtxSynchronize" ();
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
    stream_create = "cuStreamCreateWithPriority" (*mut usize, c_uint, c_int);
    stream_destroy = "cuStreamDestroy_v2" (usize);
    stream_query = "cuStreamQuery" (usize);
    stream_synchronize = "cuStreamSynchronize" (usize);
    stream_wait = "cuStreamWaitEvent" (usize, usize, c_uint);
    stream_callback = "cuStreamAddCallback" (usize, StreamCallback, *mut c_void, c_uint);
    event_create = "cuEventCreate" (*mut usize, c_uint);
    event_destroy = "cuEventDestroy_v2" (usize);
    event_record = "cuEventRecord" (usize, usize);
    event_query = "cuEventQuery" (usize);
    event_synchronize = "cuEventSynchronize" (usize);
    event_elapsed = "cuEventElapsedTime" (*mut f32, usize, usize);
    link_create = "cuLinkCreate_v2" (c_uint, *mut c_uint, *mut *mut c_void, *mut usize);
    link_add = "cuLinkAddData_v2" (usize, c_uint, *const c_void, usize, *const c_char, c_uint, *mut c_uint, *mut *mut c_void);
    link_complete = "cuLinkComplete" (usize, *mut *const c_void, *mut usize);
    link_destroy = "cuLinkDestroy" (usize);
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
}

/// The driver. It stays loaded as long as the process: its threads and handlers do not go.
pub(super) struct Driver {
    functions: Functions,
    _library: std::mem::ManuallyDrop<Library>,
}

thread_local! {
    /// The context that is current on this thread because `bind` made it so.
    static BOUND: Cell<usize> = const { Cell::new(0) };
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
            // SAFETY: the library of this name is NVIDIA's driver, whose initialisers have no preconditions.
            match unsafe { Library::new(name) } {
                Ok(library) => return Driver::start(library),
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
            _library: std::mem::ManuallyDrop::new(library),
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

    /// Makes a context current on the calling thread. Costs nothing if this has made it so before.
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

    pub(super) fn allocate(&self, bytes: usize) -> Result<u64> {
        // SAFETY: the pointer is to a live object.
        out(|address| unsafe { (self.functions.memory_allocate)(address, bytes) })
    }

    pub(super) fn allocate_managed(&self, bytes: usize) -> Result<u64> {
        // SAFETY: the pointer is to a live object.
        out(|address| unsafe { (self.functions.managed_allocate)(address, bytes, ATTACH_GLOBAL) })
    }

    pub(super) fn allocate_host(&self, bytes: usize) -> Result<u64> {
        let mut memory = ptr::null_mut();
        // SAFETY: the pointer is to a live object.
        check(unsafe { (self.functions.host_allocate)(&mut memory, bytes, HOST_PORTABLE_MAPPED) })?;
        Ok(memory as u64)
    }

    /// # Safety
    /// The address came from `allocate` or `allocate_managed`, was not freed since, and nothing uses it.
    pub(super) unsafe fn free(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.memory_free)(address) })
    }

    /// # Safety
    /// The address came from `allocate_host`, was not freed since, and nothing uses it.
    pub(super) unsafe fn free_host(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.host_free)(address as *mut c_void) })
    }

    /// # Safety
    /// The range is mapped, and stays so until `unregister`.
    pub(super) unsafe fn register(&self, address: u64, bytes: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe {
            (self.functions.host_register)(address as *mut c_void, bytes, HOST_PORTABLE_MAPPED)
        })
    }

    /// # Safety
    /// The address was registered, and no pending work uses it.
    pub(super) unsafe fn unregister(&self, address: u64) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.host_unregister)(address as *mut c_void) })
    }

    /// True if the host can write to the address: page-locked and managed memory. False for what the driver does not know.
    pub(super) fn host_reaches(&self, address: u64) -> bool {
        let attribute = |attribute: c_uint| {
            let mut value: c_uint = 0;
            let place = (&raw mut value).cast();
            // SAFETY: both attributes are at most as large as `value`; an unknown address is an error.
            let code = unsafe { (self.functions.pointer_attribute)(place, attribute, address) };
            (code == 0).then_some(value)
        };
        attribute(POINTER_MEMORY_TYPE) == Some(MEMORY_HOST)
            || attribute(POINTER_IS_MANAGED).is_some_and(|managed| managed & 0xff != 0)
    }

    /// # Safety
    /// Both ranges are valid until the copy has happened.
    pub(super) unsafe fn copy(
        &self,
        target: u64,
        source: u64,
        bytes: usize,
        stream: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.copy)(target, source, bytes, stream) })
    }

    /// Copies rows: addresses and pitches of target and source.
    ///
    /// # Safety
    /// All rows are valid until the copy has happened.
    pub(super) unsafe fn copy_rows(
        &self,
        target: (u64, usize),
        source: (u64, usize),
        width: usize,
        height: usize,
        stream: usize,
    ) -> Result<()> {
        let rows = Memcpy2d {
            src_x_bytes: 0,
            src_y: 0,
            src_type: MEMORY_UNIFIED,
            src_host: ptr::null(),
            src_device: source.0,
            src_array: ptr::null_mut(),
            src_pitch: source.1,
            dst_x_bytes: 0,
            dst_y: 0,
            dst_type: MEMORY_UNIFIED,
            dst_host: ptr::null_mut(),
            dst_device: target.0,
            dst_array: ptr::null_mut(),
            dst_pitch: target.1,
            width_bytes: width,
            height,
        };
        // SAFETY: the caller says that the rows are valid; the driver reads the description before it returns.
        check(unsafe { (self.functions.copy_rows)(&rows, stream) })
    }

    /// Fills consecutive elements of 1, 2 or 4 bytes.
    ///
    /// # Safety
    /// The range is valid until the fill has happened.
    pub(super) unsafe fn fill(
        &self,
        target: u64,
        value: u32,
        element_bytes: u32,
        count: usize,
        stream: usize,
    ) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe {
            match element_bytes {
                1 => (self.functions.fill_8)(target, value as u8, count, stream),
                2 => (self.functions.fill_16)(target, value as u16, count, stream),
                _ => (self.functions.fill_32)(target, value, count, stream),
            }
        })
    }

    /// Fills `height` rows of `width` elements, `target.1` bytes apart.
    ///
    /// # Safety
    /// All rows are valid until the fill has happened.
    pub(super) unsafe fn fill_rows(
        &self,
        target: (u64, usize),
        value: u32,
        element_bytes: u32,
        (width, height): (usize, usize),
        stream: usize,
    ) -> Result<()> {
        let ((to, pitch), functions) = (target, &self.functions);
        // SAFETY: the caller's duty is the same.
        check(unsafe {
            match element_bytes {
                1 => (functions.fill_rows_8)(to, pitch, value as u8, width, height, stream),
                2 => (functions.fill_rows_16)(to, pitch, value as u16, width, height, stream),
                _ => (functions.fill_rows_32)(to, pitch, value, width, height, stream),
            }
        })
    }

    pub(super) fn create_stream(&self, blocking: bool, priority: i32) -> Result<usize> {
        let flags = if blocking { 0 } else { STREAM_NON_BLOCKING };
        // SAFETY: the pointer is to a live object.
        out(|stream| unsafe { (self.functions.stream_create)(stream, flags, priority) })
    }

    pub(super) fn destroy_stream(&self, stream: usize) -> Result<()> {
        // SAFETY: the stream is a live one of this driver (module's contract).
        check(unsafe { (self.functions.stream_destroy)(stream) })
    }

    pub(super) fn stream_done(&self, stream: usize) -> Result<bool> {
        // SAFETY: the stream is a live one of this driver (module's contract).
        ready(unsafe { (self.functions.stream_query)(stream) })
    }

    pub(super) fn synchronize_stream(&self, stream: usize) -> Result<()> {
        // SAFETY: the stream is a live one of this driver (module's contract).
        check(unsafe { (self.functions.stream_synchronize)(stream) })
    }

    pub(super) fn wait_event(&self, stream: usize, event: usize) -> Result<()> {
        // SAFETY: stream and event are live ones of this driver (module's contract).
        check(unsafe { (self.functions.stream_wait)(stream, event, 0) })
    }

    /// Queues a function, which the driver calls once with the stream's `CUresult`, also after a fault.
    pub(super) fn add_callback(
        &self,
        stream: usize,
        function: Box<dyn FnOnce(i32) + Send>,
    ) -> Result<()> {
        let data = Box::into_raw(Box::new(function));
        // SAFETY: the stream is a live one; `call_back` takes the box back, once.
        let code = unsafe {
            (self.functions.stream_callback)(stream, call_back, data.cast::<c_void>(), 0)
        };
        if code != 0 {
            // SAFETY: the driver has refused it, so nobody else takes it.
            drop(unsafe { Box::from_raw(data) });
        }
        check(code)
    }

    pub(super) fn create_event(&self, timing: bool) -> Result<usize> {
        let flags = if timing { 0 } else { EVENT_DISABLE_TIMING };
        // SAFETY: the pointer is to a live object.
        out(|event| unsafe { (self.functions.event_create)(event, flags) })
    }

    pub(super) fn destroy_event(&self, event: usize) -> Result<()> {
        // SAFETY: the event is a live one of this driver (module's contract).
        check(unsafe { (self.functions.event_destroy)(event) })
    }

    pub(super) fn record_event(&self, event: usize, stream: usize) -> Result<()> {
        // SAFETY: stream and event are live ones of this driver (module's contract).
        check(unsafe { (self.functions.event_record)(event, stream) })
    }

    pub(super) fn event_done(&self, event: usize) -> Result<bool> {
        // SAFETY: the event is a live one of this driver (module's contract).
        ready(unsafe { (self.functions.event_query)(event) })
    }

    pub(super) fn synchronize_event(&self, event: usize) -> Result<()> {
        // SAFETY: the event is a live one of this driver (module's contract).
        check(unsafe { (self.functions.event_synchronize)(event) })
    }

    /// Milliseconds.
    pub(super) fn elapsed(&self, start: usize, end: usize) -> Result<f32> {
        // SAFETY: the events are live ones of this driver, and the pointer is to a live object.
        out(|elapsed| unsafe { (self.functions.event_elapsed)(elapsed, start, end) })
    }

    /// Makes a cubin for the current device of PTX text that ends with a zero. The error has what the driver's assembler says.
    pub(super) fn assemble(&self, ptx: &CStr) -> std::result::Result<Vec<u8>, (Failure, String)> {
        let mut log = vec![0u8; JIT_LOG_BYTES];
        let mut options = [JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES];
        // The second value is a number in a pointer's place, as the driver takes it.
        let mut values = [log.as_mut_ptr().cast::<c_void>(), log.len() as *mut c_void];
        let mut state = 0;
        let mut link = |state: &mut usize| -> Result<Vec<u8>> {
            // SAFETY: options and values are as many as said, and live as long as the link state, as does the log.
            check(unsafe {
                (self.functions.link_create)(2, options.as_mut_ptr(), values.as_mut_ptr(), state)
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
    pub(super) unsafe fn load_library(&self, cubin: &[u8]) -> Result<usize> {
        let (none, nothing) = (ptr::null_mut::<c_uint>(), ptr::null_mut::<*mut c_void>());
        let code = cubin.as_ptr().cast();
        // SAFETY: the caller says that the bytes are a cubin; the driver copies them. There are no options.
        out(|library| unsafe {
            (self.functions.library_load)(library, code, none, nothing, 0, none, nothing, 0)
        })
    }

    /// # Safety
    /// The library was loaded, was not unloaded since, and no pending launch runs a kernel of it.
    pub(super) unsafe fn unload_library(&self, library: usize) -> Result<()> {
        // SAFETY: the caller's duty is the same.
        check(unsafe { (self.functions.library_unload)(library) })
    }

    /// A kernel of a library, loaded into the current context.
    pub(super) fn function(&self, library: usize, name: &CString) -> Result<usize> {
        // SAFETY: the library is a live one of this driver (module's contract); the name ends with a zero.
        let kernel = out(|kernel| unsafe {
            (self.functions.library_kernel)(kernel, library, name.as_ptr())
        })?;
        // SAFETY: the kernel is one of the library's.
        out(|function| unsafe { (self.functions.kernel_function)(function, kernel) })
    }

    /// Address and size of a variable of a library in the current context.
    pub(super) fn global(&self, library: usize, name: &CString) -> Result<(u64, usize)> {
        let mut bytes = 0;
        // SAFETY: the library is a live one of this driver (module's contract); the name ends with a zero.
        let address = out(|address| unsafe {
            (self.functions.library_global)(address, &mut bytes, library, name.as_ptr())
        })?;
        Ok((address, bytes))
    }

    /// A `CUfunction_attribute`.
    pub(super) fn function_attribute(&self, function: usize, attribute: u32) -> Result<i32> {
        // SAFETY: the function is one of a loaded library (module's contract).
        out(|value| unsafe { (self.functions.function_attribute)(value, attribute, function) })
    }

    pub(super) fn set_function_attribute(
        &self,
        function: usize,
        attribute: u32,
        value: i32,
    ) -> Result<()> {
        // SAFETY: the function is one of a loaded library (module's contract); a wrong value is an error.
        check(unsafe { (self.functions.function_set_attribute)(function, attribute, value) })
    }

    /// Blocks of so many threads and dynamic shared bytes that a multiprocessor holds at the same time.
    pub(super) fn occupancy(&self, function: usize, threads: i32, bytes: usize) -> Result<i32> {
        // SAFETY: the function is one of a loaded library (module's contract).
        out(|blocks| unsafe { (self.functions.occupancy)(blocks, function, threads, bytes) })
    }

    /// Queues a launch. The driver copies the parameters before this returns.
    ///
    /// # Safety
    /// `arguments` has one pointer for each parameter of the kernel, to a value of its type; it may be null if there are none.
    pub(super) unsafe fn launch(
        &self,
        function: usize,
        config: &crate::device::LaunchConfig,
        arguments: *const *const c_void,
        stream: usize,
    ) -> Result<()> {
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

/// What a query says: done, not yet (`CUDA_ERROR_NOT_READY`), or an error.
fn ready(code: c_int) -> Result<bool> {
    const NOT_READY: c_int = 600;
    if code == NOT_READY {
        return Ok(false);
    }
    check(code).map(|()| true)
}

/// Runs on a thread of the driver's.
unsafe extern "C" fn call_back(_stream: usize, code: c_int, data: *mut c_void) {
    // SAFETY: `add_callback` passes a box of this type, and the driver calls this once.
    let function = unsafe { Box::from_raw(data.cast::<Box<dyn FnOnce(i32) + Send>>()) };
    // A panic must not unwind into the driver. The panic hook has reported it.
    drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(
        || function(code),
    )));
}
