//! Loaded kernels: a library each, and on each device its function, its facts and its table of variables.

use std::collections::HashMap;
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use super::sys::{Driver, Failure, Result};
use crate::device::KernelFacts;
use crate::device::file_key::FileKey;
use crate::device::retired::Retired;
use crate::lock::lock;
use crate::wire::{CodeKind, KernelImage};

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
/// `CUDA_ERROR_INVALID_HANDLE`
const INVALID_HANDLE: Failure = Failure(400);

/// What a kernel was loaded with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// Serves all devices.
    Library(usize),
    /// Of one device's context.
    Module(usize),
}

/// A kernel of the table. One load of a library serves all devices; each has its own function and table of variables.
struct Loaded {
    code: Code,
    /// `CUkernel`; none of a module.
    kernel: Option<usize>,
    /// Its mangled symbol, its name in the code object, and its name for people.
    symbol: String,
    entry: String,
    display: String,
    /// Name of the table of variables.
    table: Option<CString>,
    /// By the devices' numbers; none where nothing has asked yet.
    local: Vec<Option<Local>>,
}

/// What a kernel is on one device.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    /// Its `CUfunction`.
    pub(super) function: u64,
    pub(super) facts: KernelFacts,
    /// Address and bytes of the table of variables.
    table: Option<(u64, usize)>,
}

/// Which of the devices asks, whose context is current.
#[derive(Clone, Copy)]
pub(super) struct Asking {
    pub(super) number: usize,
    /// Its shared memory of a block at most, bytes, to which the driver's limit is raised; none: that stays as it is.
    pub(super) shared_max: Option<u32>,
}

/// Who says how much dynamic shared memory a launch may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedLimit {
    /// Our own runtime: the driver's limit is moved out of its way.
    Runtime,
    /// The driver. NVIDIA's runtime relies on its limit.
    Driver,
}

/// The kernels of all devices by their `CUfunction`s on the device that they were loaded on first; launches do not come here.
pub(super) struct Kernels {
    shared_limit: SharedLimit,
    loaded: Mutex<HashMap<u64, Loaded>>,
    /// Files with several kernels each: their libraries, which stay.
    files: Mutex<HashMap<FileKey, usize>>,
    /// Read while code is loaded.
    loads: RwLock<()>,
    pub(super) retired: Retired,
}

impl Kernels {
    pub(super) fn new(shared_limit: SharedLimit) -> Kernels {
        Kernels {
            shared_limit,
            loaded: Mutex::default(),
            files: Mutex::default(),
            loads: RwLock::default(),
            retired: Retired::default(),
        }
    }

    /// Does something while no code is loaded.
    pub(super) fn between_loads<T>(&self, body: impl FnOnce() -> T) -> T {
        let _alone = self.loads.write().unwrap_or_else(PoisonError::into_inner);
        body()
    }

    /// What `Asking` is to say for a device that has so much shared memory for a block.
    pub(super) fn shared_max(&self, device: u32) -> Option<u32> {
        match self.shared_limit {
            SharedLimit::Runtime => Some(device),
            SharedLimit::Driver => None,
        }
    }

    /// The library of a file: a cubin, a fat binary, of which the driver takes what fits, or PTX. It is loaded when its first kernel is.
    fn library_of_file(&self, driver: &Driver, file: &[u8]) -> Result<usize> {
        let mut files = lock(&self.files);
        let key = FileKey::of(file);
        if let Some(library) = files.get(&key) {
            return Ok(*library);
        }
        // Of a text the driver looks for the end.
        let ended = [file, &[0]].concat();
        // SAFETY: the session has read the file's headers to the end, and what is shorter than a header says is refused there.
        let library = unsafe { driver.load_library(&ended)? };
        files.insert(key, library);
        Ok(library)
    }

    /// Loads a cubin, or the file that has the kernel, for all devices.
    pub(super) fn load(&self, driver: &Driver, image: &KernelImage, asking: Asking) -> Result<u64> {
        let of_file = image.kind == CodeKind::Module;
        if !of_file && !image.object.starts_with(ELF_MAGIC) {
            return Err(INVALID_IMAGE);
        }
        let c_string = |text: &str| CString::new(text).map_err(|_| INVALID_IMAGE);
        let entry = c_string(&image.entry)?;
        let table = match image.table.as_str() {
            "" => None,
            table => Some(c_string(table)?),
        };
        let _loads = self.loads.read().unwrap_or_else(PoisonError::into_inner);
        let library = match of_file {
            true => self.library_of_file(driver, &image.object)?,
            // SAFETY: cubins come from this driver's assembler or from the session's cache, which checks every byte of an entry.
            false => unsafe { driver.load_library(&image.object)? },
        };
        let loaded = driver.kernel(library, &entry).and_then(|kernel| {
            let mut loaded = Loaded {
                code: Code::Library(library),
                kernel: Some(kernel),
                symbol: image.symbol.clone(),
                entry: image.entry.clone(),
                display: image.display.clone(),
                table,
                local: Vec::new(),
            };
            Ok((loaded.on(driver, asking)?, loaded))
        });
        match loaded {
            Ok((local, loaded)) => {
                self.loaded().insert(local.function, loaded);
                Ok(local.function)
            }
            Err(failure) => {
                if !of_file {
                    // SAFETY: it was loaded just now, and nothing of it was launched. A failure only costs memory.
                    let _ = unsafe { driver.unload_library(library) };
                }
                Err(failure)
            }
        }
    }

    /// Takes in a kernel of code that others made, by the image's entry. Gives the sizes of its parameters too, bytes.
    pub(super) fn adopt(
        &self,
        driver: &Driver,
        code: Code,
        image: &KernelImage,
        asking: Asking,
    ) -> Result<(u64, Vec<u32>)> {
        let entry = CString::new(image.entry.as_str()).map_err(|_| INVALID_VALUE)?;
        let mut loaded = Loaded {
            code,
            kernel: None,
            symbol: image.symbol.clone(),
            entry: image.entry.clone(),
            display: image.display.clone(),
            table: None,
            local: Vec::new(),
        };
        let local = match code {
            Code::Library(library) => {
                loaded.kernel = Some(driver.kernel(library, &entry)?);
                loaded.on(driver, asking)?
            }
            Code::Module(module) => {
                let function = driver.module_function(module, &entry)?;
                loaded.bring(driver, function, asking)?
            }
        };
        let mut bytes = Vec::new();
        while let Some((_, size)) = driver.parameter(local.function as usize, bytes.len())? {
            bytes.push(u32::try_from(size).unwrap_or(0));
        }
        self.loaded().insert(local.function, loaded);
        Ok((local.function, bytes))
    }

    /// Forgets the kernels of code that goes.
    pub(super) fn forget(&self, code: Code) {
        self.loaded().retain(|_, kernel| kernel.code != code);
    }

    /// What a kernel is on the device that asks.
    pub(super) fn local(&self, driver: &Driver, id: u64, asking: Asking) -> Result<Local> {
        let mut loaded = self.loaded();
        loaded.get_mut(&id).ok_or(INVALID_VALUE)?.on(driver, asking)
    }

    /// Where a kernel's library has a variable of so many bytes, or more, in the current context.
    pub(super) fn place(
        &self,
        driver: &Driver,
        id: u64,
        name: &CString,
        bytes: usize,
    ) -> Result<u64> {
        let code = self.loaded().get(&id).ok_or(INVALID_VALUE)?.code;
        let found = match code {
            Code::Library(library) => driver.global(library, name)?,
            Code::Module(module) => driver.module_global(module, name)?,
        };
        match found {
            (address, room) if room >= bytes => Ok(address),
            _ => Err(INVALID_VALUE),
        }
    }

    /// A kernel's `CUkernel`.
    pub(super) fn kernel(&self, id: u64) -> Option<usize> {
        self.loaded().get(&id)?.kernel
    }

    /// A kernel's name for people.
    pub(super) fn display(&self, id: u64) -> Option<String> {
        Some(self.loaded().get(&id)?.display.clone())
    }

    /// The mangled symbol of the kernel with this name in its code object, and its name for people: of several, of the one with this id or else of any.
    pub(super) fn named(&self, entry: &str, id: u64) -> Option<(String, String)> {
        let loaded = self.loaded();
        let found = loaded.get(&id).filter(|kernel| kernel.entry == entry);
        let found = found.or_else(|| loaded.values().find(|kernel| kernel.entry == entry))?;
        Some((found.symbol.clone(), found.display.clone()))
    }

    /// Unloads kernels, but for those that another device may still run.
    ///
    /// # Safety
    /// They came from `Retired::on` of this device, and all work that it had by then has ended.
    pub(super) unsafe fn unload(&self, driver: &Driver, number: usize, ids: &[u64]) {
        for id in self.retired.ended(number, ids) {
            let Some(kernel) = self.loaded().remove(&id) else {
                continue;
            };
            // Code of others goes by `forget`.
            if let Code::Library(library) = kernel.code {
                // SAFETY: the table had the library, so it was not unloaded; no launch of it is pending. A failure only costs memory.
                let _ = unsafe { driver.unload_library(library) };
            }
        }
    }

    fn loaded(&self) -> MutexGuard<'_, HashMap<u64, Loaded>> {
        lock(&self.loaded)
    }
}

impl Local {
    /// Where the table of so many variables lies.
    pub(super) fn table(&self, variables: usize) -> Result<u64> {
        match self.table {
            Some((address, bytes)) if variables * size_of::<u64>() <= bytes => Ok(address),
            _ => Err(INVALID_VALUE),
        }
    }
}

impl Loaded {
    /// The kernel on the device whose context is current; brought there if it is not yet.
    fn on(&mut self, driver: &Driver, asking: Asking) -> Result<Local> {
        if let Some(Some(local)) = self.local.get(asking.number) {
            return Ok(*local);
        }
        // A module's kernel is of one device.
        let function = driver.function(self.kernel.ok_or(INVALID_HANDLE)?)?;
        self.bring(driver, function, asking)
    }

    /// The kernel as this function of the device whose context is current.
    fn bring(&mut self, driver: &Driver, function: usize, asking: Asking) -> Result<Local> {
        driver.load_function(function)?;
        let table = match (&self.table, self.code) {
            (None, _) => None,
            (Some(table), Code::Library(library)) => Some(driver.global(library, table)?),
            (Some(table), Code::Module(module)) => Some(driver.module_global(module, table)?),
        };
        let facts = facts(driver, function)?;
        if let Some(shared_max) = asking.shared_max {
            let room = shared_max.saturating_sub(facts.shared_bytes);
            let room = i32::try_from(room).unwrap_or(i32::MAX);
            driver.set_function_attribute(function, DYNAMIC_SHARED_BYTES_MAX, room)?;
        }
        let local = Local {
            function: function as u64,
            facts,
            table,
        };
        if self.local.len() <= asking.number {
            self.local.resize(asking.number + 1, None);
        }
        self.local[asking.number] = Some(local);
        Ok(local)
    }
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
