//! The driver API's modules and libraries: code that user code loads from an image which NVRTC made in Chevron.

use std::ffi::{CStr, c_char, c_void};
use std::sync::{Arc, Mutex};

use super::Runtime;
use super::ffi::{Out, api, pointer};
use super::handles::{Handle, Handles};
use crate::device::{Error, Result, Status};
use crate::lock::lock;
use crate::modules::{self, LoadedProgram};
use crate::wire::Target;
use crate::wire::program::{IMAGE_BEGIN, NoImage, ProgramCode, image_rest};

/// What is loaded, and what there is to tell of what was not.
#[derive(Default)]
pub(crate) struct DriverModules {
    handles: Handles<LoadedProgram>,
    notes: Mutex<Vec<String>>,
}

/// The longest first line of an image.
const LINE_BYTES_MAX: usize = 128;

/// What bytes begin with that others make, and what they are.
const FOREIGN: [(&[u8], &str); 5] = [
    (b"\x7fELF", "a cubin, code of an NVIDIA GPU"),
    (b"\x50\xed\x55\xba", "a fatbin, code of NVIDIA GPUs"),
    (b"\xb1\x43\x62\x46", "a fatbin, code of NVIDIA GPUs"),
    (
        b"__CLANG_OFFLOAD_BUNDLE__",
        "a bundle of code objects of AMD GPUs",
    ),
    (b"BC\xc0\xde", "LLVM bitcode"),
];

/// How much of a foreign image is looked at: PTX tells its version at its beginning.
const LOOKED_AT_MAX: usize = 4096;

/// Bytes of the user's at an address, of which nobody knows how many there are.
struct Unbounded(*const u8);

impl Unbounded {
    /// Does it begin with these? No byte after the first that differs is read.
    fn begins_with(&self, bytes: &[u8]) -> bool {
        // SAFETY: images of whatever kind that are shorter end with a zero, which differs.
        (0..bytes.len()).all(|at| unsafe { self.0.add(at).read() } == bytes[at])
    }

    /// The bytes up to one of these, or so many.
    fn until(&self, ends: &[u8], most: usize) -> Vec<u8> {
        // SAFETY: as above: texts end with a zero, which is among the ends.
        let bytes = (0..most).map(|at| unsafe { self.0.add(at).read() });
        bytes.take_while(|it| !ends.contains(it)).collect()
    }

    /// The image of a program; or what it is instead.
    fn program(&self) -> std::result::Result<ProgramCode, NoImage> {
        if !self.begins_with(IMAGE_BEGIN.as_bytes()) {
            return Err(NoImage::Foreign);
        }
        let rest = Unbounded(self.0.wrapping_add(IMAGE_BEGIN.len()));
        let line = rest.until(b"\n\0", LINE_BYTES_MAX);
        let text = str::from_utf8(&line).map_err(|_| NoImage::Damaged)?;
        let length = IMAGE_BEGIN.len() + line.len() + 1 + image_rest(text)?;
        let image = self.until(b"\0", length);
        ProgramCode::from_image(&image)
    }

    fn kind(&self) -> Option<&'static str> {
        let known = FOREIGN.iter().find(|(begin, _)| self.begins_with(begin));
        known.map(|(_, kind)| *kind).or_else(|| {
            let text = self.until(b"\0", LOOKED_AT_MAX);
            let is_ptx = text.windows(9).any(|it| it == b".version ");
            is_ptx.then_some("PTX, code of NVIDIA GPUs")
        })
    }
}

impl DriverModules {
    /// Why images were refused since the last call, for people.
    pub(crate) fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.notes))
    }
}

impl Runtime {
    fn module(&self, handle: Handle) -> Result<Arc<LoadedProgram>> {
        self.driver_modules().handles.get(handle)
    }

    fn load_module(&self, image: &Unbounded) -> Result<Handle> {
        let code = image
            .program()
            .map_err(|why| self.refuse_image(why, image.kind()))?;
        let loaded = modules::load_program(code).map_err(|message| {
            self.note_of_module(format!("a module could not be loaded: {message}"));
            Error::from(Status::INVALID_KERNEL_IMAGE)
        })?;
        Ok(self.driver_modules().handles.insert(Arc::new(loaded)))
    }

    fn refuse_image(&self, why: NoImage, kind: Option<&str>) -> Error {
        let (status, what) = match (why, kind) {
            (NoImage::Foreign, Some(kind)) => {
                let device = match self.device().target() {
                    Target::Host => "this is the CPU device",
                    Target::Cuda { .. } | Target::Hip { .. } => "Chevron does not load it yet",
                };
                let what = format!(
                    "it is {kind}, and {device}: only what NVRTC or hipRTC made in Chevron can be loaded"
                );
                (Status::NO_KERNEL_IMAGE_FOR_DEVICE, what)
            }
            (NoImage::OtherVersion, _) => (Status::NO_KERNEL_IMAGE_FOR_DEVICE, why.to_string()),
            _ => (Status::INVALID_KERNEL_IMAGE, why.to_string()),
        };
        self.note_of_module(format!("a module was not loaded: {what}"));
        status.into()
    }

    fn note_of_module(&self, note: String) {
        let mut notes = lock(&self.driver_modules().notes);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    fn unload_module(&self, handle: Handle) -> Result<()> {
        let module = self.driver_modules().handles.remove(handle)?;
        // Those who look for the memory that goes must not find it any more.
        for (_, storage) in module.storages() {
            self.allocations().remove_if(storage, |_| true);
        }
        modules::unload_program(&module);
        Ok(())
    }
}

/// A name of the user's.
fn text(text: *const c_char) -> Result<String> {
    if text.is_null() {
        return Err(Status::INVALID_VALUE.into());
    }
    // SAFETY: the API obliges the caller to pass a text that ends with a zero.
    let text = unsafe { CStr::from_ptr(text) };
    Ok(text.to_string_lossy().into_owned())
}

api! {
    call fn __chv_module_load(runtime, module: Out<Handle>, image: *const u8) {
        if module.is_null() || image.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        module.put(runtime.load_module(&Unbounded(image))?)
    }

    call fn __chv_module_load_file(runtime, module: Out<Handle>, path: *const c_char) {
        let path = text(path)?;
        if module.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let mut image = std::fs::read(&path).map_err(|_| Status::FILE_NOT_FOUND)?;
        // A text without an end would be read beyond it.
        image.push(0);
        module.put(runtime.load_module(&Unbounded(image.as_ptr()))?)
    }

    call fn __chv_module_unload(runtime, module: Handle) {
        runtime.unload_module(module)
    }

    call fn __chv_module_kernel(runtime, kernel: Out<*const c_void>, module: Handle, name: *const c_char) {
        let name = text(name)?;
        if kernel.is_null() {
            return Err(Status::INVALID_VALUE.into());
        }
        let found = runtime.module(module)?.kernel(&name).ok_or(Status::SYMBOL_NOT_FOUND)?;
        kernel.put(found)
    }

    call fn __chv_module_variable(
        runtime, memory: Out<*mut c_void>, bytes: Out<usize>, module: Handle, name: *const c_char,
    ) {
        let module = runtime.module(module)?;
        let variable = module.variable(&text(name)?).ok_or(Status::SYMBOL_NOT_FOUND)?;
        let storage = variable.storages.get(runtime.device().current()).ok_or(Status::SYMBOL_NOT_FOUND)?;
        memory.put_if_wanted(pointer(storage));
        bytes.put_if_wanted(variable.bytes);
        Ok(())
    }

    call fn __chv_module_kernels(runtime, module: Handle, kernels: Out<*const c_void>, most: u32, count: Out<u32>) {
        let module = runtime.module(module)?;
        let all: Vec<*const c_void> = module.kernels().into_iter().map(|it| it.1).collect();
        count.put_if_wanted(all.len() as u32);
        kernels.put_all(&all[..all.len().min(most as usize)])
    }
}
