//! NVIDIA's runtime library (libcudart), and what of the driver it does not give; declarations as in NVIDIA's public headers.

use std::ffi::{CString, c_int, c_uint, c_void};
use std::path::Path;
use std::sync::OnceLock;

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

/// `CUDA_KERNEL_NODE_PARAMS`, version 2 (CUDA 12.0)
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct DriverKernelNode {
    pub(super) function: usize,
    pub(super) grid: [c_uint; 3],
    pub(super) block: [c_uint; 3],
    pub(super) shared_bytes: c_uint,
    pub(super) arguments: *const *const c_void,
    pub(super) extra: *const *const c_void,
    pub(super) kernel: usize,
    pub(super) context: usize,
}

// `CUpointer_attribute`
const POINTER_MEMORY_TYPE: c_uint = 2;
const POINTER_IS_MANAGED: c_uint = 8;
const POINTER_START: c_uint = 11;
const POINTER_BYTES: c_uint = 12;
/// `CU_MEMORYTYPE_HOST`
const MEMORY_HOST: c_uint = 1;
/// `CU_STREAM_CAPTURE_MODE_RELAXED`
const CAPTURE_RELAXED: c_uint = 2;
/// `cudaErrorNotSupported`
const NOT_SUPPORTED: c_int = 801;

/// The libraries of the process; they stay open.
struct Libraries {
    runtime: Library,
    node_params: unsafe extern "C" fn(usize, *mut DriverKernelNode) -> c_int,
    set_node_params: unsafe extern "C" fn(usize, *const DriverKernelNode) -> c_int,
    set_exec_node_params: unsafe extern "C" fn(usize, usize, *const DriverKernelNode) -> c_int,
    exchange_capture_mode: unsafe extern "C" fn(*mut c_uint) -> c_int,
    pointer_attribute: unsafe extern "C" fn(*mut c_void, c_uint, u64) -> c_int,
    kernel_function: unsafe extern "C" fn(*mut usize, usize) -> c_int,
}

static LIBRARIES: OnceLock<Libraries> = OnceLock::new();

/// Opens the runtime library, whose symbols are from then on those of the process. The error is for people.
pub(super) fn open(path: &Path) -> Result<(), String> {
    let failed =
        |error: libloading::Error| format!("`{}` cannot be loaded: {error}", path.display());
    // SAFETY: the library's constructors are NVIDIA's; the user has asked for them.
    let runtime = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) }.map_err(failed)?;
    // SAFETY: as above; the device has been opened with this library before.
    let driver = unsafe { Library::new("libcuda.so.1") }.map_err(failed)?;
    // SAFETY: the types are those of the driver's public header.
    let libraries = unsafe {
        let node_params = *driver
            .get(b"cuGraphKernelNodeGetParams_v2\0")
            .map_err(failed)?;
        let set_node_params = *driver
            .get(b"cuGraphKernelNodeSetParams_v2\0")
            .map_err(failed)?;
        let set_exec_node_params = *driver
            .get(b"cuGraphExecKernelNodeSetParams_v2\0")
            .map_err(failed)?;
        let exchange_capture_mode = *driver
            .get(b"cuThreadExchangeStreamCaptureMode\0")
            .map_err(failed)?;
        let pointer_attribute = *driver.get(b"cuPointerGetAttribute\0").map_err(failed)?;
        let kernel_function = *driver.get(b"cuKernelGetFunction\0").map_err(failed)?;
        Libraries {
            runtime,
            kernel_function,
            node_params,
            set_node_params,
            set_exec_node_params,
            exchange_capture_mode,
            pointer_attribute,
        }
    };
    // It stays loaded for the functions taken from it.
    std::mem::forget(driver);
    LIBRARIES
        .set(libraries)
        .map_err(|_| "it is loaded already".to_owned())
}

pub(super) fn is_open() -> bool {
    LIBRARIES.get().is_some()
}

/// Address of a function of the runtime library; none if this version has no such function.
pub(super) fn address(name: &str) -> Option<usize> {
    let name = CString::new(name).ok()?;
    // SAFETY: only the address is taken here; whoever calls it names its type.
    let symbol = unsafe {
        LIBRARIES
            .get()?
            .runtime
            .get::<*const c_void>(name.as_bytes_with_nul())
    };
    symbol.ok().map(|symbol| symbol.into_raw() as usize)
}

/// Calls a function of the runtime library: `real!(name(arguments: types))`. Gives its `cudaError_t`.
///
/// The caller's duty is that of the function.
macro_rules! real {
    ($name:ident($($argument:expr => $type:ty),* $(,)?)) => {{
        type Real = unsafe extern "C-unwind" fn($($type),*) -> i32;
        static REAL: std::sync::OnceLock<Option<Real>> = std::sync::OnceLock::new();
        let real = REAL.get_or_init(|| {
            let address = $crate::runtime::toolkit::sys::address(stringify!($name))?;
            // SAFETY: the type is the function's in NVIDIA's public header.
            Some(unsafe { std::mem::transmute::<usize, Real>(address) })
        });
        match real {
            // SAFETY: the arguments are those of our caller, who is obliged as the function's callers are.
            Some(real) => unsafe { real($($argument),*) },
            None => $crate::runtime::toolkit::sys::missing(),
        }
    }};
}
pub(super) use real;

/// What a function gives that this version of the library does not have.
pub(super) fn missing() -> i32 {
    NOT_SUPPORTED
}

/// A kernel in the current context (`cudaFunction_t`). `kernel` is a loaded one.
pub(super) fn function_of(kernel: usize) -> Option<usize> {
    let mut function = 0;
    // SAFETY: the kernel is a loaded one; the pointer is to a live object.
    let status = unsafe { (LIBRARIES.get()?.kernel_function)(&mut function, kernel) };
    (status == 0).then_some(function)
}

/// The parameters of a kernel node; its arguments belong to the node. `node` is a live kernel node.
pub(super) fn kernel_node(node: usize) -> Option<DriverKernelNode> {
    let mut params = std::mem::MaybeUninit::zeroed();
    // SAFETY: the node is a live one, and the driver fills the structure.
    let status = unsafe { (LIBRARIES.get()?.node_params)(node, params.as_mut_ptr()) };
    // SAFETY: all-zero bytes are a valid structure, which the driver has overwritten.
    (status == 0).then(|| unsafe { params.assume_init() })
}

/// Gives a kernel node other parameters. It is live, and the arguments fit the kernel.
pub(super) fn set_kernel_node(node: usize, params: &DriverKernelNode) -> i32 {
    let Some(libraries) = LIBRARIES.get() else {
        return NOT_SUPPORTED;
    };
    // SAFETY: the caller says that the node is live; the driver copies the arguments.
    unsafe { (libraries.set_node_params)(node, params) }
}

/// Likewise a node of an executable graph, which is live too.
pub(super) fn set_exec_kernel_node(exec: usize, node: usize, params: &DriverKernelNode) -> i32 {
    let Some(libraries) = LIBRARIES.get() else {
        return NOT_SUPPORTED;
    };
    // SAFETY: the caller says that both are live; the driver copies the arguments.
    unsafe { (libraries.set_exec_node_params)(exec, node, params) }
}

/// Reads one argument of a node.
///
/// # Safety
/// `argument` points to at least `bytes` bytes.
pub(super) unsafe fn copy_argument(argument: *const c_void, bytes: usize) -> Vec<u8> {
    // SAFETY: the caller's duty.
    unsafe { std::slice::from_raw_parts(argument.cast::<u8>(), bytes) }.to_vec()
}

/// Reads a value that a pointer of the API's caller points to; none for null.
///
/// # Safety
/// `pointer` is null or points to a live object.
pub(super) unsafe fn read<T: Copy>(pointer: *const T) -> Option<T> {
    // SAFETY: the caller's duty.
    (!pointer.is_null()).then(|| unsafe { pointer.read() })
}

/// Writes a value where the API's caller wants it; nothing for null.
///
/// # Safety
/// `pointer` is null or points to a live object.
pub(super) unsafe fn write<T: Copy>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: the caller's duty.
        unsafe { pointer.write(value) };
    }
}

/// What the calling thread may do while streams are captured.
#[derive(Clone, Copy)]
pub(super) struct CaptureMode(c_uint);

impl CaptureMode {
    /// It may load code and allocate memory.
    pub(super) const RELAXED: CaptureMode = CaptureMode(CAPTURE_RELAXED);
}

/// Sets the calling thread's mode; gives the one before.
pub(super) fn exchange_capture_mode(CaptureMode(mut mode): CaptureMode) -> CaptureMode {
    if let Some(libraries) = LIBRARIES.get() {
        // SAFETY: the pointer is to a live object, which gets the mode before. It cannot fail with a valid mode.
        unsafe { (libraries.exchange_capture_mode)(&mut mode) };
    }
    CaptureMode(mode)
}

/// What the driver knows of an address: `cudaMemoryType`, start and bytes of its allocation.
pub(super) fn memory_at(address: u64) -> Option<(i32, u64, usize)> {
    let libraries = LIBRARIES.get()?;
    let attribute = |which, target: *mut c_void| {
        // SAFETY: each target below is as large as the attribute's value.
        unsafe { (libraries.pointer_attribute)(target, which, address) == 0 }
    };
    let (mut kind, mut managed, mut start, mut bytes) = (0 as c_uint, 0 as c_uint, 0u64, 0usize);
    let known = attribute(POINTER_MEMORY_TYPE, (&raw mut kind).cast())
        && attribute(POINTER_START, (&raw mut start).cast())
        && attribute(POINTER_BYTES, (&raw mut bytes).cast());
    if !known {
        return None;
    }
    let managed = attribute(POINTER_IS_MANAGED, (&raw mut managed).cast()) && managed != 0;
    // `cudaMemoryType`: 1 host, 2 device, 3 managed
    let space = match kind {
        _ if managed => 3,
        MEMORY_HOST => 1,
        _ => 2,
    };
    Some((space, start, bytes))
}
