//! The driver API's modules and libraries: code that user code loads from an image, which NVRTC made in Chevron, or others for a GPU whose driver takes it.

use std::ffi::{CStr, OsStr, c_char, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::sync::Arc;

use super::Runtime;
use super::code_image::{self, Unbounded};
use super::ffi::{Out, api, pointer};
use super::handles::{Handle, Handles};
use crate::device::{CodeForm, Error, JitOptions, Loading, MemoryKind, Result, Status};
use crate::modules::{self, ForeignModule, LoadedProgram};
use crate::wire::Target;
use crate::wire::program::{NoImage, ProgramCode};

/// What a handle of a module or library stands for.
enum Module {
    /// What NVRTC made in Chevron.
    Program(LoadedProgram),
    /// What others made.
    Foreign(ForeignModule),
}

/// What is loaded.
#[derive(Default)]
pub(crate) struct DriverModules {
    handles: Handles<Module>,
}

impl Runtime {
    fn module(&self, handle: Handle) -> Result<Arc<Module>> {
        self.driver_modules().handles.get(handle)
    }

    fn load_module(
        &self,
        image: &Unbounded,
        options: &JitOptions,
        loading: Loading,
    ) -> Result<Handle> {
        let module = match image.program() {
            Ok(code) => {
                // SAFETY: the API obliges the caller to pass options as it describes them.
                unsafe { code_image::answer(options) };
                Module::Program(self.load_program(code)?)
            }
            Err(why) => Module::Foreign(self.load_foreign(image, why, options, loading)?),
        };
        Ok(self.driver_modules().handles.insert(Arc::new(module)))
    }

    fn load_program(&self, code: ProgramCode) -> Result<LoadedProgram> {
        modules::load_program(code).map_err(|message| {
            self.note(format!("a module could not be loaded: {message}"));
            Status::INVALID_KERNEL_IMAGE.into()
        })
    }

    /// Has the device's driver load what others made.
    fn load_foreign(
        &self,
        image: &Unbounded,
        why: NoImage,
        options: &JitOptions,
        loading: Loading,
    ) -> Result<ForeignModule> {
        let number = self.device().current();
        let form = image.form().filter(|_| why == NoImage::Foreign);
        if !form.is_some_and(|form| modules::takes(number, form)) {
            // SAFETY: as in `load_module`.
            unsafe { code_image::answer(options) };
            return Err(self.refuse_image(why, form, "a module was not loaded"));
        }
        // SAFETY: the API obliges the caller to pass a whole image, and options as it describes them.
        unsafe { ForeignModule::load(number, image.address(), options, loading) }
    }

    /// Notes why an image is not taken, and gives the error for the caller.
    pub(super) fn refuse_image(
        &self,
        why: NoImage,
        form: Option<CodeForm>,
        happened: &str,
    ) -> Error {
        let (status, what) = match (why, form) {
            (NoImage::Foreign, Some(form)) => {
                let device = match self.device().target() {
                    Target::Host => "this is the CPU device",
                    Target::Cuda { .. } | Target::Hip { .. } => "this device does not take it",
                };
                let what = format!(
                    "it is {}, and {device}: only what NVRTC or hipRTC made in Chevron can be loaded",
                    code_image::name(form)
                );
                (Status::NO_KERNEL_IMAGE_FOR_DEVICE, what)
            }
            (NoImage::OtherVersion, _) => (Status::NO_KERNEL_IMAGE_FOR_DEVICE, why.to_string()),
            _ => (Status::INVALID_KERNEL_IMAGE, why.to_string()),
        };
        self.note(format!("{happened}: {what}"));
        status.into()
    }

    /// The module that has a kernel; a kernel of the session is in none.
    fn module_of(&self, kernel: *const c_void) -> Result<Handle> {
        let has = |module: &Module| module.kernels().is_ok_and(|all| all.contains(&kernel));
        let found = self.driver_modules().handles.find(has);
        found.ok_or_else(|| {
            self.note(
                "a kernel of the session is in no module: modules are what `cuModuleLoad` and its kin load"
                    .to_owned(),
            );
            Status::INVALID_RESOURCE_HANDLE.into()
        })
    }

    fn unload_module(&self, handle: Handle) -> Result<()> {
        let module = self.driver_modules().handles.remove(handle)?;
        // Those who look for the memory that goes must not find it any more.
        for (_, storage) in module.storages() {
            self.allocations().remove_if(storage, |_| true);
        }
        match &*module {
            Module::Program(program) => {
                modules::unload_program(program);
                Ok(())
            }
            Module::Foreign(foreign) => foreign.unload(),
        }
    }

    /// Address and bytes of a module's variable on the calling thread's device.
    fn variable_of_module(&self, module: &Module, name: &CStr) -> Result<(u64, usize)> {
        let number = self.device().current();
        match module {
            Module::Program(program) => {
                let variable = program.variable(&name.to_string_lossy());
                let variable = variable.ok_or(Status::SYMBOL_NOT_FOUND)?;
                let storage = variable.storages.get(number);
                Ok((storage.ok_or(Status::SYMBOL_NOT_FOUND)?, variable.bytes))
            }
            Module::Foreign(foreign) => {
                let (address, bytes, new) = foreign.variable(name, number)?;
                if new {
                    super::adopt_variable(address, bytes, MemoryKind::Device, number);
                }
                Ok((address, bytes))
            }
        }
    }
}

impl Module {
    fn storages(&self) -> Vec<(usize, u64)> {
        match self {
            Module::Program(program) => program.storages(),
            Module::Foreign(foreign) => foreign.storages(),
        }
    }

    fn kernel(&self, name: &CStr) -> Result<*const c_void> {
        let name = name.to_string_lossy();
        match self {
            Module::Program(program) => program
                .kernel(&name)
                .ok_or_else(|| Status::SYMBOL_NOT_FOUND.into()),
            Module::Foreign(foreign) => foreign.kernel(&name),
        }
    }

    fn kernels(&self) -> Result<Vec<*const c_void>> {
        match self {
            Module::Program(program) => Ok(program.kernels().into_iter().map(|it| it.1).collect()),
            Module::Foreign(foreign) => foreign.kernels(),
        }
    }

    fn count(&self) -> Result<usize> {
        match self {
            Module::Program(program) => Ok(program.kernels().len()),
            Module::Foreign(foreign) => foreign.count(),
        }
    }
}

/// Options as the API's caller gives them.
pub(super) fn jit_options(
    count: u32,
    options: *mut u32,
    values: *mut *mut c_void,
) -> Result<JitOptions> {
    match count {
        0 => Ok(JitOptions::NONE),
        _ if options.is_null() || values.is_null() => Err(Status::INVALID_VALUE.into()),
        count => Ok(JitOptions {
            count,
            options,
            values,
        }),
    }
}

/// How `__chv_module_load` and its like are told to load.
fn loading(as_library: i32) -> Loading {
    match as_library {
        0 => Loading::Module,
        _ => Loading::Library,
    }
}

/// A name of the user's.
pub(super) fn text<'a>(text: *const c_char) -> Result<&'a CStr> {
    if text.is_null() {
        return Err(Status::INVALID_VALUE.into());
    }
    // SAFETY: the API obliges the caller to pass a text that ends with a zero.
    Ok(unsafe { CStr::from_ptr(text) })
}

/// A file of the user's, and a zero behind it: a text without an end would be read beyond it.
pub(super) fn file(path: *const c_char) -> Result<Vec<u8>> {
    let path = OsStr::from_bytes(text(path)?.to_bytes());
    let mut bytes = std::fs::read(path).map_err(|_| Status::FILE_NOT_FOUND)?;
    bytes.push(0);
    Ok(bytes)
}

api! {
    call fn __chv_module_load(
        runtime, module: Out<Handle>, image: *const u8, as_library: i32, count: u32, options: *mut u32,
        values: *mut *mut c_void,
    ) {
        if module.is_null() || image.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let options = jit_options(count, options, values)?;
        module.put(runtime.load_module(&Unbounded(image), &options, loading(as_library))?)
    }

    call fn __chv_module_load_file(
        runtime, module: Out<Handle>, path: *const c_char, as_library: i32, count: u32, options: *mut u32,
        values: *mut *mut c_void,
    ) {
        module.wanted()?;
        let image = file(path)?;
        let options = jit_options(count, options, values)?;
        module.put(runtime.load_module(&Unbounded(image.as_ptr()), &options, loading(as_library))?)
    }

    call fn __chv_module_unload(runtime, module: Handle) {
        runtime.unload_module(module)
    }

    call fn __chv_module_kernel(runtime, kernel: Out<*const c_void>, module: Handle, name: *const c_char) {
        let name = text(name)?;
        kernel.wanted()?;
        let found = runtime.module(module)?.kernel(name)?;
        kernel.put(found)
    }

    call fn __chv_module_variable(
        runtime, memory: Out<*mut c_void>, bytes: Out<usize>, module: Handle, name: *const c_char,
    ) {
        let module = runtime.module(module)?;
        let (address, size) = runtime.variable_of_module(&module, text(name)?)?;
        memory.put_if_wanted(pointer(address));
        bytes.put_if_wanted(size);
        Ok(())
    }

    /// The module that a kernel is in.
    call fn __chv_module_of(runtime, module: Out<Handle>, kernel: *const c_void) {
        module.wanted()?;
        runtime.slot(kernel)?;
        module.put(runtime.module_of(kernel)?)
    }

    call fn __chv_module_kernels(runtime, module: Handle, kernels: Out<*const c_void>, most: u32, count: Out<u32>) {
        let module = runtime.module(module)?;
        if !count.is_null() {
            count.put(module.count()? as u32)?;
        }
        if most == 0 {
            return Ok(());
        }
        let all = module.kernels()?;
        kernels.put_all(&all[..all.len().min(most as usize)])
    }
}
