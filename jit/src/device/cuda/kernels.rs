//! Loaded kernels: a library each, its facts and its table of variables.

use std::collections::HashMap;
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard};

use super::sys::{Driver, Failure, Result};
use crate::device::KernelFacts;
use crate::lock::lock;
use crate::wire::KernelImage;

// `CUfunction_attribute`
const THREADS_MAX: u32 = 0;
const SHARED_BYTES: u32 = 1;
const CONSTANT_BYTES: u32 = 2;
const LOCAL_BYTES: u32 = 3;
const REGISTERS: u32 = 4;
const PTX_VERSION: u32 = 5;
const BINARY_VERSION: u32 = 6;
const DYNAMIC_SHARED_BYTES_MAX: u32 = 8;

/// A cubin is an ELF file.
const ELF_MAGIC: &[u8] = b"\x7fELF";
/// `CUDA_ERROR_INVALID_IMAGE`
const INVALID_IMAGE: Failure = Failure(200);
/// `CUDA_ERROR_INVALID_VALUE`
const INVALID_VALUE: Failure = Failure(1);

/// A kernel of the table.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    library: usize,
    pub(super) display: String,
    pub(super) facts: KernelFacts,
    /// Address and bytes of the table of variables.
    table: Option<(u64, usize)>,
}

/// The kernels of a device by their `CUfunction`s; launches do not come here.
#[derive(Default)]
pub(super) struct Kernels {
    loaded: Mutex<HashMap<u64, Loaded>>,
    /// Functions whose launches may still run.
    retired: Mutex<Vec<u64>>,
}

impl Kernels {
    /// Loads a cubin into the current context.
    pub(super) fn load(
        &self,
        driver: &Driver,
        image: &KernelImage,
        shared_max: u32,
    ) -> Result<u64> {
        if !image.object.starts_with(ELF_MAGIC) {
            return Err(INVALID_IMAGE);
        }
        // SAFETY: cubins come from this driver's assembler or from the session's cache, which checks every byte of an entry.
        let library = unsafe { driver.load_library(&image.object)? };
        let loaded = load_from(driver, library, image, shared_max);
        match loaded {
            Ok((function, loaded)) => {
                self.loaded().insert(function, loaded);
                Ok(function)
            }
            Err(failure) => {
                // SAFETY: it was loaded just now, and nothing of it was launched. A failure only costs memory.
                let _ = unsafe { driver.unload_library(library) };
                Err(failure)
            }
        }
    }

    /// What is known of a kernel.
    pub(super) fn get(&self, function: u64) -> Option<Loaded> {
        self.loaded().get(&function).cloned()
    }

    /// Where a kernel's table of so many variables lies.
    pub(super) fn table(&self, function: u64, variables: usize) -> Result<u64> {
        match self.get(function).and_then(|kernel| kernel.table) {
            Some((address, bytes)) if variables * size_of::<u64>() <= bytes => Ok(address),
            _ => Err(INVALID_VALUE),
        }
    }

    /// Nobody launches the kernel any more.
    pub(super) fn retire(&self, function: u64) {
        self.retired().push(function);
    }

    /// The kernels that were retired until now: once all work that was queued by then has ended they can be unloaded.
    pub(super) fn take_retired(&self) -> Vec<u64> {
        std::mem::take(&mut *self.retired())
    }

    /// Unloads kernels.
    ///
    /// # Safety
    /// They came from `take_retired`, and all work that was queued before has ended.
    pub(super) unsafe fn unload(&self, driver: &Driver, functions: Vec<u64>) {
        for function in functions {
            let Some(kernel) = self.loaded().remove(&function) else {
                continue;
            };
            // SAFETY: the table had the library, so it was not unloaded; no launch of it is pending. A failure only costs memory.
            let _ = unsafe { driver.unload_library(kernel.library) };
        }
    }

    fn loaded(&self) -> MutexGuard<'_, HashMap<u64, Loaded>> {
        lock(&self.loaded)
    }

    fn retired(&self) -> MutexGuard<'_, Vec<u64>> {
        lock(&self.retired)
    }
}

fn load_from(
    driver: &Driver,
    library: usize,
    image: &KernelImage,
    shared_max: u32,
) -> Result<(u64, Loaded)> {
    let c_string = |text: &str| CString::new(text).map_err(|_| INVALID_IMAGE);
    let function = driver.function(library, &c_string(&image.entry)?)?;
    let table = match image.table.as_str() {
        "" => None,
        table => Some(driver.global(library, &c_string(table)?)?),
    };
    let facts = facts(driver, function)?;
    // How much a launch may ask for is the runtime's to say; the driver's own limit is moved out of its way.
    let room = shared_max.saturating_sub(facts.shared_bytes);
    let room = i32::try_from(room).unwrap_or(i32::MAX);
    driver.set_function_attribute(function, DYNAMIC_SHARED_BYTES_MAX, room)?;
    Ok((
        function as u64,
        Loaded {
            library,
            display: image.display.clone(),
            facts,
            table,
        },
    ))
}

fn facts(driver: &Driver, function: usize) -> Result<KernelFacts> {
    let signed = |attribute| driver.function_attribute(function, attribute);
    let number = |attribute| Ok(u32::try_from(signed(attribute)?).unwrap_or(0));
    Ok(KernelFacts {
        shared_bytes: number(SHARED_BYTES)?,
        registers: number(REGISTERS)?,
        local_bytes: number(LOCAL_BYTES)? as usize,
        constant_bytes: number(CONSTANT_BYTES)? as usize,
        threads_max: number(THREADS_MAX)?,
        ptx_version: signed(PTX_VERSION)?,
        binary_version: signed(BINARY_VERSION)?,
    })
}
