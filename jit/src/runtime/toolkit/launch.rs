//! Launches: stubs become kernels, and what the runtime library refuses is told on the cell.

use std::cell::Cell;
use std::ffi::c_void;
use std::panic::catch_unwind;
use std::sync::Arc;

use super::super::device::LIMIT_PENDING_LAUNCHES;
use super::super::ffi::{Table, table};
use super::super::handles::Handle;
use super::super::launch::{
    __cudaPopCallConfiguration, __cudaPushCallConfiguration, wants_other_code,
};
use super::super::types::{Dim3, LaunchConfiguration};
use super::super::unread;
use super::super::{Runtime, current};
use super::answers::answered;
use super::kept::{keep, refused_in_graph};
use super::sys::{self, real};
use super::{graph, handle_of, kernel_to_launch, nothing};
use crate::device::launches_in_kernels::limit_pending_launches;
use crate::device::{Arguments, Launch, LaunchConfig, LoadedKernel, Status, StreamId};
use crate::interrupt::at_api_end;
use crate::modules::{self, Slot};

/// What a launch has beside its configuration.
struct Given {
    arguments: *const *const c_void,
    stream: Handle,
    /// The driver takes it as it is: what `<<<>>>` makes.
    plain: bool,
}

/// Launches by `real`, which gets what the runtime library knows the kernel by; plain ones by the driver itself, which is quicker.
fn launch(
    function: *const c_void,
    config: impl FnOnce() -> LaunchConfig,
    given: Given,
    real: impl FnOnce(*const c_void) -> i32,
) -> i32 {
    let (Some(slot), Ok(runtime)) = (modules::slot_of_stub(function), current()) else {
        return real(function);
    };
    let config = config();
    let ready = slot.ready();
    let waited;
    let kernel = match &*ready {
        Some(kernel) if !wants_other_code(kernel, &config) && !kernel.needs_care() => kernel,
        _ => match kernel_to_launch(runtime, slot, &config) {
            Some(kernel) => {
                waited = kernel;
                &waited
            }
            // The session knows why; the library makes it the thread's error.
            None => return tell(real(nothing()), Status::INVALID_DEVICE_FUNCTION.0),
        },
    };
    runtime.mark_active();
    let (stream, arguments) = (StreamId(given.stream as u64), given.arguments);
    if graph::capturing() {
        if refused_in_graph(runtime, slot, kernel) {
            return tell(real(nothing()), Status::NOT_SUPPORTED.0);
        }
        keep(slot, kernel);
    } else if kernel.launches() {
        return launch_family(runtime, slot, kernel, config, &given)
            .unwrap_or_else(|refused| tell(real(nothing()), refused.0));
    } else if given.plain && config.dynamic_shared_bytes == 0 {
        // SAFETY: the API obliges the caller to pass one pointer per parameter of the kernel; clang's stubs do.
        let launched = unsafe {
            runtime
                .device()
                .launch_now(stream, kernel, &config, arguments)
        };
        if launched.is_ok() {
            return 0;
        }
        // The library refuses it too, and makes that the thread's error.
    }
    if let Some(toolkit) = runtime.toolkit() {
        toolkit.launched(kernel.id(), &config);
    }
    let status = real(handle_of(slot, kernel));
    match status {
        0 => 0,
        refused => tell(
            refused,
            runtime.refuse_by_library(slot, kernel, &config, refused),
        ),
    }
}

thread_local! {
    /// What the runtime library said of the last launch that it refused, and what it says where it knows the host function: of a `CUkernel` it says
    /// what the driver says.
    static TOLD: Cell<Option<(i32, i32)>> = const { Cell::new(None) };
}

/// Launches a kernel that may launch others, and those.
fn launch_family(
    runtime: &'static Runtime,
    slot: &'static Slot,
    kernel: &Arc<LoadedKernel>,
    config: LaunchConfig,
    given: &Given,
) -> Result<i32, Status> {
    if let Some((status, message)) = runtime.misfit(slot, kernel, &config) {
        return Err(runtime
            .refuse(&kernel.display, &config, status, message)
            .status);
    }
    // SAFETY: the API obliges the caller to pass one pointer per parameter of the kernel; clang's stubs do.
    let arguments = unsafe { Arguments::copy(given.arguments, &kernel.param_bytes) };
    let launch = Launch {
        kernel: Arc::clone(kernel),
        config,
        arguments: Arc::new(arguments),
    };
    let launched = runtime.launch_family(StreamId(given.stream as u64), launch);
    launched.map(|()| 0).map_err(|error| error.status)
}

/// Remembers the better error for who asks for the last one; gives it.
fn tell(library: i32, better: i32) -> i32 {
    TOLD.set((library != better).then_some((library, better)));
    better
}

/// The thread's last error, if `library` is what the runtime library says that it is.
fn told(library: i32) -> i32 {
    match TOLD.get() {
        Some((refused, better)) if refused == library => better,
        _ => library,
    }
}

fn config(grid: Dim3, block: Dim3, shared_bytes: usize, cooperative: bool) -> LaunchConfig {
    LaunchConfig {
        grid: grid.extents(),
        block: block.extents(),
        dynamic_shared_bytes: u32::try_from(shared_bytes).unwrap_or(u32::MAX),
        cooperative,
        cluster: [0; 3],
    }
}

/// Defines launch functions of the runtime API that differ in their names.
macro_rules! launches {
    ($($name:ident, cooperative $cooperative:literal, plain $plain:literal;)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name(
                function: *const c_void, grid: Dim3, block: Dim3, arguments: *const *const c_void, shared_bytes: usize, stream: Handle,
            ) -> i32 {
                let status = launch(
                    function,
                    || config(grid, block, shared_bytes, $cooperative),
                    Given { arguments, stream, plain: $plain },
                    |kernel| real!($name(
                        kernel => *const c_void, grid => Dim3, block => Dim3, arguments => *const *const c_void, shared_bytes => usize,
                        stream => Handle,
                    )),
                );
                at_api_end();
                status
            }
        )*
    };
}

launches! {
    cudaLaunchKernel, cooperative false, plain true;
    cudaLaunchKernel_ptsz, cooperative false, plain false;
    cudaLaunchCooperativeKernel, cooperative true, plain false;
    cudaLaunchCooperativeKernel_ptsz, cooperative true, plain false;
}

/// Likewise those that take a structure.
macro_rules! launches_by_structure {
    ($($name:ident)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name(
                configuration: *const LaunchConfiguration, function: *const c_void, arguments: *const *const c_void,
            ) -> i32 {
                // SAFETY: the API obliges the caller to pass null or a pointer to a live structure.
                let given = unsafe { sys::read(configuration) };
                let status = launch(
                    function,
                    || {
                        let (grid, block) = given.map_or((Dim3::from([0; 3]), Dim3::from([0; 3])), |it| (it.grid, it.block));
                        config(grid, block, given.map_or(0, |it| it.dynamic_smem_bytes), false)
                    },
                    Given { arguments, stream: given.map_or(0, |it| it.stream), plain: false },
                    |kernel| real!($name(
                        configuration => *const LaunchConfiguration, kernel => *const c_void, arguments => *const *const c_void,
                    )),
                );
                at_api_end();
                status
            }
        )*
    };
}

launches_by_structure! { cudaLaunchKernelExC cudaLaunchKernelExC_ptsz }

/// The thread's last error; a launch whose error the user asks for is the user's to handle.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGetLastError() -> i32 {
    forget_launch_error();
    let last = told(real!(cudaGetLastError()));
    TOLD.set(None);
    unread::fetched(Status(last));
    last
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaPeekAtLastError() -> i32 {
    forget_launch_error();
    let last = told(real!(cudaPeekAtLastError()));
    unread::fetched(Status(last));
    last
}

fn forget_launch_error() {
    if let Ok(runtime) = current() {
        runtime.refused().forget();
    }
}

/// The session's books follow: variables have other addresses on another device.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaSetDevice(device: i32) -> i32 {
    let status = real!(cudaSetDevice(device => i32));
    if status == 0
        && let Ok(runtime) = current()
    {
        // What cannot be brought to the device is an error of what needs it.
        drop(runtime.select(device));
    }
    status
}

/// How many launches may wait is kept here too: the queue of what kernels launch is ours.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaDeviceSetLimit(limit: i32, value: usize) -> i32 {
    let status = real!(cudaDeviceSetLimit(limit => i32, value => usize));
    if status == 0 && limit == LIMIT_PENDING_LAUNCHES {
        limit_pending_launches(value);
    }
    status
}

/// The session's kernels and variables live in the context that this would end, so it only waits.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaDeviceReset() -> i32 {
    real!(cudaDeviceSynchronize())
}

/// The moment to load what was held.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaDeviceSynchronize() -> i32 {
    let status = answered(real!(cudaDeviceSynchronize()));
    if status == 0 {
        // A panic must not unwind into the user's C++ frames.
        drop(catch_unwind(modules::device_rests));
    }
    at_api_end();
    status
}

pub(super) const TABLE: Table = table![
    cudaLaunchKernel,
    cudaLaunchKernel_ptsz,
    cudaLaunchCooperativeKernel,
    cudaLaunchCooperativeKernel_ptsz,
    cudaLaunchKernelExC,
    cudaLaunchKernelExC_ptsz,
    cudaGetLastError,
    cudaPeekAtLastError,
    cudaSetDevice,
    cudaDeviceReset,
    cudaDeviceSetLimit,
    cudaDeviceSynchronize,
];

/// What stubs call between `<<<>>>` and the launch: the streams that pass through are the library's.
pub(super) const CONFIGURATION: Table =
    table![__cudaPushCallConfiguration, __cudaPopCallConfiguration,];
