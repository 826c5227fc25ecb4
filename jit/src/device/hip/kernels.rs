//! Loaded kernels: on each device a module of its own, its function, its facts and its table of variables.

use std::collections::HashMap;
use std::ffi::CString;
use std::sync::{Arc, Mutex, MutexGuard};

use super::sys::{Driver, Failure, Result};
use crate::device::KernelFacts;
use crate::device::file_key::FileKey;
use crate::device::retired::Retired;
use crate::lock::lock;
use crate::wire::{CodeKind, KernelImage};

// `hipFunction_attribute`
const THREADS_MAX: u32 = 0;
const SHARED_BYTES: u32 = 1;
const CONSTANT_BYTES: u32 = 2;
const LOCAL_BYTES: u32 = 3;
const REGISTERS: u32 = 4;
const BINARY_VERSION: u32 = 6;

/// A code object is an ELF file.
const ELF_MAGIC: &[u8] = b"\x7fELF";
/// `hipErrorInvalidImage`
const INVALID_IMAGE: i32 = 200;
/// `hipErrorInvalidValue`
const INVALID_VALUE: i32 = 1;
/// Threads of a block at most, where neither HIP nor the kernel tells.
const THREADS_USUAL: u32 = 1024;

/// A kernel of the table.
struct Loaded {
    image: Image,
    /// By the devices' numbers; none where nothing has asked yet.
    local: Vec<Option<Local>>,
}

/// What a kernel is loaded from. HIP may read the code object as long as a module of it is loaded.
struct Image {
    object: Object,
    entry: CString,
    /// Name of the table of variables.
    table: Option<CString>,
    /// Name for people.
    display: String,
    shared_bytes: u32,
    /// 0 if the kernel does not say.
    threads_max: u32,
}

enum Object {
    /// Of this kernel alone.
    Own(Box<[u8]>),
    /// A file with several kernels.
    File(Arc<File>),
}

/// A file with several kernels, and the module of it on each device, by their numbers. It stays.
struct File {
    bytes: Box<[u8]>,
    modules: Mutex<HashMap<usize, usize>>,
}

/// What a kernel is on one device.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    module: usize,
    /// Its `hipFunction_t`.
    pub(super) function: u64,
    pub(super) facts: KernelFacts,
    /// Address and bytes of the table of variables.
    table: Option<(u64, usize)>,
}

/// A module that nobody needs any more, with its device's number.
pub(super) struct Unloadable {
    pub(super) number: usize,
    pub(super) module: usize,
    /// What it was loaded from goes after it.
    _image: std::sync::Arc<dyn Send + Sync>,
}

/// The kernels of all devices by their `hipFunction_t`s on the device that they were loaded on first; launches do not come here.
#[derive(Default)]
pub(super) struct Kernels {
    loaded: Mutex<HashMap<u64, Loaded>>,
    files: Mutex<HashMap<FileKey, Arc<File>>>,
    pub(super) retired: Retired,
}

fn wrong(code: i32) -> Failure {
    Failure {
        call: "the session",
        code,
    }
}

impl Kernels {
    /// Loads a code object on the current device, whose number this is.
    pub(super) fn load(&self, driver: &Driver, image: &KernelImage, number: usize) -> Result<u64> {
        let object = match image.kind {
            CodeKind::Module => Object::File(self.file(&image.object)),
            _ if image.object.starts_with(ELF_MAGIC) => Object::Own(image.object.clone().into()),
            _ => return Err(wrong(INVALID_IMAGE)),
        };
        let mut loaded = Loaded {
            image: Image::of(image, object)?,
            local: Vec::new(),
        };
        let local = loaded.on(driver, number)?;
        self.loaded().insert(local.function, loaded);
        Ok(local.function)
    }

    fn file(&self, bytes: &[u8]) -> Arc<File> {
        let mut files = lock(&self.files);
        let file = files.entry(FileKey::of(bytes)).or_insert_with(|| {
            Arc::new(File {
                bytes: bytes.into(),
                modules: Mutex::default(),
            })
        });
        Arc::clone(file)
    }

    /// What a kernel is on the current device, whose number this is; it is brought there if it is not yet.
    pub(super) fn local(&self, driver: &Driver, id: u64, number: usize) -> Result<Local> {
        let mut loaded = self.loaded();
        let kernel = loaded.get_mut(&id).ok_or(wrong(INVALID_VALUE))?;
        kernel.on(driver, number)
    }

    /// What a kernel is on a device, if it was brought there.
    pub(super) fn known(&self, id: u64, number: usize) -> Option<Local> {
        *self.loaded().get(&id)?.local.get(number)?
    }

    /// A kernel's name for people.
    pub(super) fn display(&self, id: u64) -> Option<String> {
        Some(self.loaded().get(&id)?.image.display.clone())
    }

    /// The modules of kernels that can be unloaded now that a device has ended all it had of these: as of `Retired`.
    pub(super) fn ended(&self, number: usize, ids: &[u64]) -> Vec<Unloadable> {
        let mut modules = Vec::new();
        for id in self.retired.ended(number, ids) {
            let Some(kernel) = self.loaded().remove(&id) else {
                continue;
            };
            let image = std::sync::Arc::new(kernel.image);
            let local = kernel.local.into_iter().enumerate();
            modules.extend(local.filter_map(|(number, local)| {
                Some(Unloadable {
                    number,
                    module: local?.module,
                    _image: image.clone(),
                })
            }));
        }
        modules
    }

    fn loaded(&self) -> MutexGuard<'_, HashMap<u64, Loaded>> {
        lock(&self.loaded)
    }
}

impl Image {
    fn of(image: &KernelImage, object: Object) -> Result<Image> {
        let c_string = |text: &str| CString::new(text).map_err(|_| wrong(INVALID_IMAGE));
        Ok(Image {
            object,
            entry: c_string(&image.entry)?,
            table: match image.table.as_str() {
                "" => None,
                table => Some(c_string(table)?),
            },
            display: image.display.clone(),
            shared_bytes: image.shared_bytes,
            threads_max: image.max_threads,
        })
    }
}

impl Local {
    /// Where the table of so many variables lies.
    pub(super) fn table(&self, variables: usize) -> Result<u64> {
        match self.table {
            Some((address, bytes)) if variables * size_of::<u64>() <= bytes => Ok(address),
            _ => Err(wrong(INVALID_VALUE)),
        }
    }
}

impl File {
    /// Its module on the current device, whose number this is.
    fn module(&self, driver: &Driver, number: usize) -> Result<usize> {
        let mut modules = lock(&self.modules);
        if let Some(module) = modules.get(&number) {
            return Ok(*module);
        }
        // SAFETY: the session has read the file's headers to the end, and what is shorter than a header says is refused there; `self` stays.
        let module = unsafe { driver.load_module(&self.bytes)? };
        modules.insert(number, module);
        Ok(module)
    }
}

impl Loaded {
    /// The kernel on the current device; brought there if it is not yet.
    fn on(&mut self, driver: &Driver, number: usize) -> Result<Local> {
        if let Some(Some(local)) = self.local.get(number) {
            return Ok(*local);
        }
        let local = match &self.image.object {
            Object::File(file) => self.parts(driver, file.module(driver, number)?)?,
            Object::Own(object) => {
                // SAFETY: code objects come from the compiler or from the session's cache, which checks every byte of an entry; `image` keeps this one until its
                // modules are unloaded.
                let module = unsafe { driver.load_module(object)? };
                let local = self.parts(driver, module);
                if local.is_err() {
                    // SAFETY: it was loaded just now, and nothing of it was launched. A failure only costs memory.
                    let _ = unsafe { driver.unload_module(module) };
                }
                local?
            }
        };
        if self.local.len() <= number {
            self.local.resize(number + 1, None);
        }
        self.local[number] = Some(local);
        Ok(local)
    }

    /// What is needed of a module.
    fn parts(&self, driver: &Driver, module: usize) -> Result<Local> {
        let function = driver.function(module, &self.image.entry)?;
        let table = match &self.image.table {
            None => None,
            Some(table) => Some(driver.global(module, table)?),
        };
        Ok(Local {
            module,
            function: function as u64,
            facts: facts(driver, function, &self.image),
            table,
        })
    }
}

/// Not all versions of HIP tell all; what they do not tell the compiler may know. A launch needs none of it.
fn facts(driver: &Driver, function: usize, image: &Image) -> KernelFacts {
    let told = |attribute| driver.function_attribute(function, attribute).ok();
    let number = |attribute| u32::try_from(told(attribute)?).ok();
    KernelFacts {
        shared_bytes: number(SHARED_BYTES).unwrap_or(image.shared_bytes),
        registers: number(REGISTERS).unwrap_or(0),
        local_bytes: number(LOCAL_BYTES).unwrap_or(0) as usize,
        constant_bytes: number(CONSTANT_BYTES).unwrap_or(0) as usize,
        threads_max: number(THREADS_MAX).unwrap_or(match image.threads_max {
            0 => THREADS_USUAL,
            threads => threads,
        }),
        ptx_version: 0,
        binary_version: told(BINARY_VERSION).unwrap_or(0),
    }
}
