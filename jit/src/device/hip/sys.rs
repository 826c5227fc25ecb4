//! libamdhip64, loaded at run time: declarations, as AMD's public `hip_runtime_api.h` has them from ROCm 5.2 to 7, and one method a function.
//!
//! Handles are plain words here. Methods that are safe take handles that came from this library; whoever keeps them (the runtime's handle tables, `LoadedKernel`)
//! uses none after it was destroyed. Those whose duty goes further are `unsafe`. What `null` streams and allocations mean depends on the device that is current on
//! the calling thread: the methods say where.

use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;

use libloading::Library;
use libloading::os::unix;

mod code;
mod memory;
mod order;

/// A call that gave another `hipError_t` than `hipSuccess`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// The function.
    pub(super) call: &'static str,
    /// What it gave.
    pub(super) code: i32,
}

pub(super) type Result<T> = std::result::Result<T, Failure>;

/// File names of the library: ROCm 7, 6 and 5, and what developers' packages add.
const LIBRARY_NAMES: [&str; 4] = [
    "libamdhip64.so.7",
    "libamdhip64.so.6",
    "libamdhip64.so.5",
    "libamdhip64.so",
];

/// Environment variables that name a ROCm install.
const ROOT_VARIABLES: [&str; 2] = ["ROCM_PATH", "HIP_PATH"];

/// Where a ROCm install lies as a rule. Its folder of libraries need not be known to the system's loader.
const USUAL_ROOT: &str = "/opt/rocm";

/// `hipErrorNotSupported`
const NOT_SUPPORTED: i32 = 801;

type StreamCallback = unsafe extern "C" fn(usize, c_int, *mut c_void);

/// `hipGetDeviceProperties` and its successor.
type DeviceProperties = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

/// `hipModuleLaunchCooperativeKernel`, from ROCm 5.5 on.
type LaunchCooperative = unsafe extern "C" fn(
    usize,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    usize,
    *mut *mut c_void,
) -> c_int;

/// `hipDeviceSetLimit`, from ROCm 5.3 on.
type SetLimit = unsafe extern "C" fn(c_uint, usize) -> c_int;

/// Declares the functions that are used, and loads them by their exported names.
macro_rules! functions {
    ($($name:ident = $symbol:literal ($($argument:ty),* $(,)?);)*) => {
        struct Functions {
            $($name: unsafe extern "C" fn($($argument),*) -> c_int,)*
            error_name: unsafe extern "C" fn(c_int) -> *const c_char,
            device_properties: DeviceProperties,
            launch_cooperative: Option<LaunchCooperative>,
            set_limit: Option<SetLimit>,
        }

        impl Functions {
            /// # Safety
            /// `library` is AMD's HIP runtime: its functions have the types that are declared here.
            unsafe fn load(library: &Library) -> std::result::Result<Functions, libloading::Error> {
                // SAFETY: the caller says what the library is; the types are those of its public header.
                unsafe {
                    Ok(Functions {
                        $($name: *library.get(concat!($symbol, "\0").as_bytes())?,)*
                        error_name: *library.get(b"hipGetErrorName\0")?,
                        device_properties: match library.get(b"hipGetDevicePropertiesR0600\0") {
                            Ok(newer) => *newer,
                            Err(_) => *library.get(b"hipGetDeviceProperties\0")?,
                        },
                        launch_cooperative: library
                            .get(b"hipModuleLaunchCooperativeKernel\0")
                            .ok()
                            .map(|it| *it),
                        set_limit: library.get(b"hipDeviceSetLimit\0").ok().map(|it| *it),
                    })
                }
            }
        }
    };
}

functions! {
    init = "hipInit" (c_uint);
    runtime_version = "hipRuntimeGetVersion" (*mut c_int);
    device_count = "hipGetDeviceCount" (*mut c_int);
    device_name = "hipDeviceGetName" (*mut c_char, c_int, c_int);
    device_attribute = "hipDeviceGetAttribute" (*mut c_int, c_uint, c_int);
    device_memory = "hipDeviceTotalMem" (*mut usize, c_int);
    device_bus_id = "hipDeviceGetPCIBusId" (*mut c_char, c_int, c_int);
    device_peer_attribute = "hipDeviceGetP2PAttribute" (*mut c_int, c_uint, c_int, c_int);
    device_set = "hipSetDevice" (c_int);
    device_current = "hipGetDevice" (*mut c_int);
    device_synchronize = "hipDeviceSynchronize" ();
    peer_enable = "hipDeviceEnablePeerAccess" (c_int, c_uint);
    peer_disable = "hipDeviceDisablePeerAccess" (c_int);
    memory_info = "hipMemGetInfo" (*mut usize, *mut usize);
    memory_allocate = "hipMalloc" (*mut u64, usize);
    memory_free = "hipFree" (u64);
    host_allocate = "hipHostMalloc" (*mut u64, usize, c_uint);
    host_free = "hipHostFree" (u64);
    host_register = "hipHostRegister" (u64, usize, c_uint);
    host_unregister = "hipHostUnregister" (u64);
    host_device_pointer = "hipHostGetDevicePointer" (*mut u64, u64, c_uint);
    managed_allocate = "hipMallocManaged" (*mut u64, usize, c_uint);
    copy = "hipMemcpyAsync" (u64, u64, usize, c_uint, usize);
    copy_rows = "hipMemcpy2DAsync" (u64, usize, u64, usize, usize, usize, c_uint, usize);
    fill_8 = "hipMemsetD8Async" (u64, u8, usize, usize);
    fill_16 = "hipMemsetD16Async" (u64, u16, usize, usize);
    fill_32 = "hipMemsetD32Async" (u64, u32, usize, usize);
    fill_rows_8 = "hipMemset2DAsync" (u64, usize, c_int, usize, usize, usize);
    stream_create = "hipStreamCreateWithPriority" (*mut usize, c_uint, c_int);
    stream_destroy = "hipStreamDestroy" (usize);
    stream_query = "hipStreamQuery" (usize);
    stream_synchronize = "hipStreamSynchronize" (usize);
    stream_wait = "hipStreamWaitEvent" (usize, usize, c_uint);
    stream_callback = "hipStreamAddCallback" (usize, StreamCallback, *mut c_void, c_uint);
    event_create = "hipEventCreateWithFlags" (*mut usize, c_uint);
    event_destroy = "hipEventDestroy" (usize);
    event_record = "hipEventRecord" (usize, usize);
    event_query = "hipEventQuery" (usize);
    event_synchronize = "hipEventSynchronize" (usize);
    event_elapsed = "hipEventElapsedTime" (*mut f32, usize, usize);
    module_load = "hipModuleLoadData" (*mut usize, *const c_void);
    module_unload = "hipModuleUnload" (usize);
    module_function = "hipModuleGetFunction" (*mut usize, usize, *const c_char);
    module_global = "hipModuleGetGlobal" (*mut u64, *mut usize, usize, *const c_char);
    function_attribute = "hipFuncGetAttribute" (*mut c_int, c_uint, usize);
    occupancy = "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor" (*mut c_int, usize, c_int, usize);
    launch = "hipModuleLaunchKernel"
        (usize, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, usize, *mut *mut c_void, *mut *mut c_void);
}

/// The library. It stays loaded as long as the process: its threads and handlers do not go.
pub(super) struct Driver {
    functions: Functions,
    /// The file, as it was asked for.
    file: String,
    /// Its version: 10,000,000 × major + 100,000 × minor + patch.
    version: i32,
    _library: std::mem::ManuallyDrop<Library>,
}

fn check(call: &'static str, code: c_int) -> Result<()> {
    match code {
        0 => Ok(()),
        code => Err(Failure { call, code }),
    }
}

/// Gets one value through a pointer.
fn out<T: Default>(call: &'static str, function: impl FnOnce(*mut T) -> c_int) -> Result<T> {
    let mut value = T::default();
    check(call, function(&mut value))?;
    Ok(value)
}

/// Texts come back in arrays that the library ends with a zero.
fn text(bytes: &[u8]) -> String {
    CStr::from_bytes_until_nul(bytes).map_or_else(
        |_| String::new(),
        |text| text.to_string_lossy().into_owned(),
    )
}

/// Where the library may be: in the installs that the environment names, where the system's loader looks, in the usual install.
fn candidates() -> Vec<PathBuf> {
    let named = ROOT_VARIABLES.iter().filter_map(std::env::var_os);
    let below = |root: PathBuf| LIBRARY_NAMES.map(|name| root.join("lib").join(name));
    let mut all: Vec<PathBuf> = named.map(PathBuf::from).flat_map(below).collect();
    all.extend(LIBRARY_NAMES.map(PathBuf::from));
    all.extend(below(USUAL_ROOT.into()));
    all
}

impl Driver {
    /// Loads the library, and nothing else. The error is for people.
    pub(super) fn load() -> std::result::Result<Driver, String> {
        let mut broken = None;
        for file in candidates() {
            // What it and its compiler export is not for the user's code, which reaches HIP by the headers.
            let flags = unix::RTLD_NOW | unix::RTLD_LOCAL;
            // SAFETY: the library of this name is AMD's HIP runtime, whose initialisers have no preconditions.
            match unsafe { unix::Library::open(Some(&file), flags) } {
                Ok(library) => return Driver::of(library.into(), file.display().to_string()),
                // One that is there and cannot be loaded says more than those that are not.
                Err(error) if file.is_absolute() && file.exists() => {
                    let said = error.source().map(ToString::to_string);
                    broken.get_or_insert(said.unwrap_or_else(|| error.to_string()));
                }
                Err(_) => {}
            }
        }
        Err(match broken {
            Some(said) => format!("AMD's HIP runtime cannot be loaded: {said}"),
            None => format!(
                "AMD's HIP runtime is not installed: no `{}` was found; install ROCm (https://rocm.docs.amd.com), or name its folder by `ROCM_PATH`",
                LIBRARY_NAMES[0]
            ),
        })
    }

    fn of(library: Library, file: String) -> std::result::Result<Driver, String> {
        // SAFETY: the library is AMD's HIP runtime.
        let functions = unsafe { Functions::load(&library) }.map_err(|error| {
            format!("`{file}` is too old for Chevron, which needs ROCm 5.2 or newer: {error}")
        })?;
        // SAFETY: the pointer is to a live object; the function can be called before all others.
        let version = out("hipRuntimeGetVersion", |value| unsafe {
            (functions.runtime_version)(value)
        });
        Ok(Driver {
            functions,
            file,
            version: version.unwrap_or(0),
            _library: std::mem::ManuallyDrop::new(library),
        })
    }

    /// Its version: 10,000,000 × major + 100,000 × minor + patch.
    pub(super) fn version(&self) -> i32 {
        self.version
    }

    /// What the library is, for people: `HIP 5.2 (libamdhip64.so.5)`.
    pub(super) fn title(&self) -> String {
        let (major, minor) = (
            self.version / 10_000_000,
            self.version % 10_000_000 / 100_000,
        );
        format!("HIP {major}.{minor} (`{}`)", self.file)
    }

    /// The library's own name of an error.
    pub(super) fn error_name(&self, code: i32) -> String {
        // SAFETY: the function takes any number, and gives a string that stays.
        let name = unsafe { (self.functions.error_name)(code) };
        if name.is_null() {
            return format!("error {code}");
        }
        // SAFETY: as above; the string ends with a zero.
        let name = unsafe { CStr::from_ptr(name) };
        name.to_string_lossy().into_owned()
    }

    /// Initialises it. A process that has loaded the library itself must do that first.
    pub(super) fn init(&self) -> Result<()> {
        // SAFETY: 0 is the only value that the function takes.
        check("hipInit", unsafe { (self.functions.init)(0) })
    }

    pub(super) fn device_count(&self) -> Result<i32> {
        // SAFETY: the pointer is to a live object.
        out("hipGetDeviceCount", |value| unsafe {
            (self.functions.device_count)(value)
        })
    }

    pub(super) fn device_name(&self, device: i32) -> Result<String> {
        let mut name = [0u8; 256];
        // SAFETY: the array is as long as said.
        check("hipDeviceGetName", unsafe {
            (self.functions.device_name)(name.as_mut_ptr().cast(), name.len() as c_int, device)
        })?;
        Ok(text(&name))
    }

    /// Such as `0000:3b:00.0`.
    pub(super) fn device_bus_id(&self, device: i32) -> Result<String> {
        let mut id = [0u8; 64];
        // SAFETY: the array is as long as said.
        check("hipDeviceGetPCIBusId", unsafe {
            (self.functions.device_bus_id)(id.as_mut_ptr().cast(), id.len() as c_int, device)
        })?;
        Ok(text(&id).to_ascii_lowercase())
    }

    /// A `hipDeviceAttribute_t`.
    pub(super) fn device_attribute(&self, device: i32, attribute: u32) -> Result<i32> {
        // SAFETY: the pointer is to a live object; a wrong attribute is an error.
        out("hipDeviceGetAttribute", |value| unsafe {
            (self.functions.device_attribute)(value, attribute, device)
        })
    }

    /// Bytes.
    pub(super) fn device_memory(&self, device: i32) -> Result<usize> {
        // SAFETY: the pointer is to a live object.
        out("hipDeviceTotalMem", |value| unsafe {
            (self.functions.device_memory)(value, device)
        })
    }

    /// The architecture's full name: `gfx90a:sramecc+:xnack-`. No other call gives it than that for all properties, whose layout ROCm 6 has changed: the name is
    /// looked for behind the device's own, which comes first in all of them.
    pub(super) fn device_architecture(&self, device: i32) -> Result<String> {
        /// More than any ROCm writes (ROCm 7: 1,472).
        const BYTES_MAX: usize = 16 << 10;
        /// Of the device's own name.
        const NAME_BYTES: usize = 256;
        let mut properties = vec![0u64; BYTES_MAX / size_of::<u64>()];
        // SAFETY: there is room for what any version writes, aligned as its type.
        check("hipGetDeviceProperties", unsafe {
            (self.functions.device_properties)(properties.as_mut_ptr().cast(), device)
        })?;
        let bytes: Vec<u8> = properties.iter().flat_map(|it| it.to_ne_bytes()).collect();
        let behind = &bytes[NAME_BYTES..];
        let at = behind.windows(3).position(|it| it == b"gfx");
        Ok(at.map_or_else(String::new, |at| text(&behind[at..])))
    }

    /// A `hipDeviceP2PAttr` of two devices.
    pub(super) fn peer_attribute(&self, from: i32, to: i32, attribute: u32) -> Result<i32> {
        // SAFETY: the pointer is to a live object; a wrong attribute is an error.
        out("hipDeviceGetP2PAttribute", |value| unsafe {
            (self.functions.device_peer_attribute)(value, attribute, from, to)
        })
    }

    /// Makes a device current on the calling thread: for threads of our own alone.
    pub(super) fn set_device(&self, device: i32) -> Result<()> {
        // SAFETY: a wrong device is an error.
        check("hipSetDevice", unsafe {
            (self.functions.device_set)(device)
        })
    }

    /// The device that is current on the calling thread.
    #[inline]
    pub(super) fn current_device(&self) -> Result<i32> {
        // SAFETY: the pointer is to a live object.
        out("hipGetDevice", |value| unsafe {
            (self.functions.device_current)(value)
        })
    }

    /// Lets kernels of the current device reach another one's memory, or not any more.
    pub(super) fn set_peer_access(&self, peer: i32, allowed: bool) -> Result<()> {
        // SAFETY: what cannot be is an error.
        unsafe {
            match allowed {
                true => check(
                    "hipDeviceEnablePeerAccess",
                    (self.functions.peer_enable)(peer, 0),
                ),
                false => check(
                    "hipDeviceDisablePeerAccess",
                    (self.functions.peer_disable)(peer),
                ),
            }
        }
    }

    /// Waits for all work of the current device.
    pub(super) fn synchronize(&self) -> Result<()> {
        // SAFETY: it takes nothing.
        check("hipDeviceSynchronize", unsafe {
            (self.functions.device_synchronize)()
        })
    }

    /// A `hipLimit_t` of the current device.
    pub(super) fn set_limit(&self, limit: u32, value: usize) -> Result<()> {
        const CALL: &str = "hipDeviceSetLimit";
        let set = self.functions.set_limit.ok_or(Failure {
            call: CALL,
            code: NOT_SUPPORTED,
        })?;
        // SAFETY: what is out of range is an error.
        check(CALL, unsafe { set(limit, value) })
    }

    /// Free and total bytes of the current device.
    pub(super) fn memory_info(&self) -> Result<(usize, usize)> {
        let mut total = 0;
        // SAFETY: the pointers are to live objects.
        let free = out("hipMemGetInfo", |free| unsafe {
            (self.functions.memory_info)(free, &mut total)
        })?;
        Ok((free, total))
    }
}
