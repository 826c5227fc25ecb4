//! Code of others, by the driver's own modules, libraries and linker.

use std::ffi::{CStr, CString, c_void};

use super::device::Cuda;
use super::kernels::Code;
use crate::device::{
    CodeForm, CodeId, ForeignCode, JitOptions, KernelId, LinkId, LinkInput, Loading, Result, gate,
};
use crate::wire::KernelImage;

impl From<CodeId> for Code {
    fn from(code: CodeId) -> Code {
        match code {
            CodeId::Module(module) => Code::Module(module),
            CodeId::Library(library) => Code::Library(library),
        }
    }
}

impl ForeignCode for Cuda {
    fn takes(&self, form: CodeForm) -> bool {
        match form {
            CodeForm::Ptx | CodeForm::Elf | CodeForm::FatBinary => true,
            CodeForm::Bundle | CodeForm::Bitcode => false,
        }
    }

    unsafe fn load_code(
        &self,
        image: *const c_void,
        options: &JitOptions,
        loading: Loading,
    ) -> Result<CodeId> {
        let _inside = gate::enter();
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe {
            Ok(match loading {
                Loading::Module => CodeId::Module(driver.load_module(image, options)?),
                Loading::Library => CodeId::Library(driver.load_foreign_library(image, options)?),
            })
        })
    }

    unsafe fn unload_code(&self, code: CodeId) -> Result<()> {
        self.kernels.forget(code.into());
        // SAFETY: the caller says that nothing of it is used any more.
        self.call(|driver| unsafe {
            match code {
                CodeId::Module(module) => driver.unload_module(module),
                CodeId::Library(library) => driver.unload_library(library),
            }
        })
    }

    fn kernel_of_code(&self, code: CodeId, image: &KernelImage) -> Result<(KernelId, Vec<u32>)> {
        let _inside = gate::enter();
        self.call(|driver| {
            let adopted = self
                .kernels
                .adopt(driver, code.into(), image, self.asking());
            adopted.map(|(id, bytes)| (KernelId(id), bytes))
        })
    }

    fn variable_of_code(&self, code: CodeId, name: &CStr) -> Result<(u64, usize)> {
        let _inside = gate::enter();
        let name = CString::from(name);
        self.call(|driver| match code {
            CodeId::Module(module) => driver.module_global(module, &name),
            CodeId::Library(library) => driver.global(library, &name),
        })
    }

    fn kernels_of_code(&self, code: CodeId) -> Result<Vec<String>> {
        self.call(|driver| match code {
            CodeId::Module(module) => driver.module_names(module),
            CodeId::Library(library) => driver.library_names(library),
        })
    }

    unsafe fn create_link(&self, options: &JitOptions) -> Result<LinkId> {
        let _inside = gate::enter();
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.create_link(options) })
            .map(LinkId)
    }

    unsafe fn add_to_link(
        &self,
        link: LinkId,
        kind: u32,
        input: LinkInput<'_>,
        options: &JitOptions,
    ) -> Result<()> {
        let _inside = gate::enter();
        // SAFETY: the caller's duty is the same.
        self.call(|driver| unsafe { driver.add_to_link(link.0, kind, input, options) })
    }

    fn complete_link(&self, link: LinkId) -> Result<(*const c_void, usize)> {
        let _inside = gate::enter();
        self.call(|driver| driver.complete_link(link.0))
    }

    unsafe fn destroy_link(&self, link: LinkId) {
        // SAFETY: the caller's duty is the same. A failure only costs memory.
        drop(self.call(|driver| unsafe {
            driver.destroy_link(link.0);
            Ok(())
        }));
    }

    fn parameter(&self, kernel: KernelId, index: usize) -> Option<(usize, usize)> {
        let function = self.local(kernel).ok()?.function as usize;
        // An index past the last one is no failure of the device.
        self.entered().ok()?.parameter(function, index).ok()?
    }
}
