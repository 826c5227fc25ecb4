//! Functions about kernels: attributes, names, occupancy, handles.

use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::current;
use super::super::ffi::{Table, table};
use super::sys::{self, real};
use super::{handle, handle_by};
use crate::device::LoadedKernel;
use crate::interrupt::at_api_end;
use crate::lock::lock;
use crate::modules::{self, Slot};

/// `cudaErrorInvalidValue`
const INVALID_VALUE: i32 = 1;
/// `cudaFuncAttributePreferredSharedMemoryCarveout`
const PREFERRED_CARVEOUT: i32 = 9;
/// Its values by `cudaFuncCache`: none, more shared memory, more cache, both alike; percent of what both have.
const CARVEOUTS: [i32; 4] = [-1, 100, 0, 50];

/// A kernel's host function, as programs name it.
#[repr(transparent)]
#[derive(Clone, Copy)]
struct Function(*const c_void);

/// An argument as the runtime library gets it.
trait Given {
    fn given(self) -> Self;
}

impl Given for Function {
    fn given(self) -> Function {
        Function(handle(self.0))
    }
}

macro_rules! given_as_they_are {
    ($($type:ty)*) => {
        $(
            impl Given for $type {
                fn given(self) -> $type {
                    self
                }
            }
        )*
    };
}

given_as_they_are! { i32 u32 usize }

impl<T> Given for *const T {
    fn given(self) -> *const T {
        self
    }
}

impl<T> Given for *mut T {
    fn given(self) -> *mut T {
        self
    }
}

/// Defines functions that go on to the runtime library's with the kernel in the host function's place.
macro_rules! forwarded {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?);)*) => {
        $(
            #[expect(non_snake_case, reason = "the API's names")]
            unsafe extern "C-unwind" fn $name($($argument: $type),*) -> i32 {
                let status = real!($name($($argument.given() => $type),*));
                at_api_end();
                status
            }
        )*

        pub(super) const TABLE: Table =
            table![$($name,)* cudaFuncSetAttribute, cudaFuncSetCacheConfig, cudaFuncSetSharedMemConfig, cudaFuncGetName, cudaGetKernel, cudaGetFuncBySymbol];
    };
}

forwarded! {
    fn cudaFuncGetAttributes(attributes: *mut c_void, function: Function);
    fn cudaFuncGetParamInfo(function: Function, index: usize, offset: *mut usize, bytes: *mut usize);
    fn cudaFuncGetParamCount(function: Function, count: *mut usize);
    fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks: *mut i32, function: Function, threads: i32, dynamic_bytes: usize);
    fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks: *mut i32, function: Function, threads: i32, dynamic_bytes: usize, flags: u32,
    );
    fn cudaOccupancyAvailableDynamicSMemPerBlock(bytes: *mut usize, function: Function, blocks: i32, threads: i32);
    fn cudaOccupancyMaxPotentialClusterSize(size: *mut i32, function: Function, configuration: *const c_void);
    fn cudaOccupancyMaxActiveClusters(clusters: *mut i32, function: Function, configuration: *const c_void);
}

/// What was set for a slot's kernel, and which kernel has it.
#[derive(Default)]
struct Attributes {
    kernel: usize,
    values: Vec<(i32, i32)>,
}

/// Attributes by slot: they outlive redefinitions.
static ATTRIBUTES: Mutex<Option<HashMap<usize, Attributes>>> = Mutex::new(None);
/// True once any was set: launches need not look before.
static ANY: AtomicBool = AtomicBool::new(false);

fn key(slot: &'static Slot) -> usize {
    std::ptr::from_ref(slot) as usize
}

/// Gives a kernel that has taken an older one's place the attributes that were set for that.
pub(super) fn restore_attributes(slot: &'static Slot, kernel: &LoadedKernel) {
    if !ANY.load(Ordering::Acquire) {
        return;
    }
    let mut all = lock(&ATTRIBUTES);
    let Some(set) = all.as_mut().and_then(|all| all.get_mut(&key(slot))) else {
        return;
    };
    if set.kernel == kernel.runtime_handle {
        return;
    }
    set.kernel = kernel.runtime_handle;
    for (attribute, value) in &set.values {
        // A value that the new kernel cannot have is an error of the launch that needs it.
        real!(cudaFuncSetAttribute(set.kernel => usize, *attribute => i32, *value => i32));
    }
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaFuncSetAttribute(
    function: *const c_void,
    attribute: i32,
    value: i32,
) -> i32 {
    // What follows a draft is given them too.
    let kernel = handle_by(function, Slot::kernel);
    let status =
        real!(cudaFuncSetAttribute(kernel => *const c_void, attribute => i32, value => i32));
    if let (0, Some(slot)) = (status, modules::slot_of_stub(function)) {
        let mut all = lock(&ATTRIBUTES);
        let set = all.get_or_insert_default().entry(key(slot)).or_default();
        set.kernel = kernel as usize;
        set.values.retain(|(other, _)| *other != attribute);
        set.values.push((attribute, value));
        ANY.store(true, Ordering::Release);
    }
    at_api_end();
    status
}

/// The runtime library refuses a `CUkernel` here, and its manual names the attribute that says the same of one ("cudaFuncSetCacheConfig").
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaFuncSetCacheConfig(function: *const c_void, config: i32) -> i32 {
    if modules::slot_of_stub(function).is_none() {
        return real!(cudaFuncSetCacheConfig(function => *const c_void, config => i32));
    }
    let Some(carveout) = usize::try_from(config)
        .ok()
        .and_then(|it| CARVEOUTS.get(it))
    else {
        return INVALID_VALUE;
    };
    // SAFETY: the function names a kernel of the session, and the attribute takes these values.
    unsafe { cudaFuncSetAttribute(function, PREFERRED_CARVEOUT, *carveout) }
}

/// The same for the width of shared memory's banks, which no GPU that CUDA 12 knows can change.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaFuncSetSharedMemConfig(
    function: *const c_void,
    config: i32,
) -> i32 {
    if modules::slot_of_stub(function).is_none() {
        return real!(cudaFuncSetSharedMemConfig(function => *const c_void, config => i32));
    }
    match config {
        0..=2 => 0,
        _ => INVALID_VALUE,
    }
}

/// The symbol, as for kernels that nvcc has compiled.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaFuncGetName(
    name: *mut *const c_char,
    function: *const c_void,
) -> i32 {
    let known = current().ok().and_then(|runtime| {
        modules::slot_of_stub(function)?;
        runtime.name(function).ok()
    });
    match known {
        Some(symbol) if !name.is_null() => {
            // SAFETY: the API obliges the caller to pass a pointer to a live object.
            unsafe { sys::write(name, symbol) };
            0
        }
        _ => real!(cudaFuncGetName(name => *mut *const c_char, handle(function) => *const c_void)),
    }
}

/// The runtime library knows no function of a `CUkernel`; the driver does.
#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGetFuncBySymbol(found: *mut usize, function: *const c_void) -> i32 {
    let kernel = handle(function);
    let ours = modules::slot_of_stub(function)
        .filter(|_| kernel != super::nothing() && !found.is_null())
        .and_then(|_| sys::function_of(kernel as usize));
    match ours {
        Some(ours) => {
            // SAFETY: the API obliges the caller to pass a pointer to a live object.
            unsafe { sys::write(found, ours) };
            0
        }
        None => real!(cudaGetFuncBySymbol(found => *mut usize, kernel => *const c_void)),
    }
}

#[expect(non_snake_case, reason = "the API's name")]
unsafe extern "C-unwind" fn cudaGetKernel(kernel: *mut usize, function: *const c_void) -> i32 {
    let found = handle(function);
    if modules::slot_of_stub(function).is_some() && found != super::nothing() && !kernel.is_null() {
        // SAFETY: the API obliges the caller to pass a pointer to a live object.
        unsafe { sys::write(kernel, found as usize) };
        return 0;
    }
    real!(cudaGetKernel(kernel => *mut usize, found => *const c_void))
}
