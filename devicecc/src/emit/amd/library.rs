//! AMD's math library for device code (ocml), as bitcode: where it is, and linking what a kernel needs of it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use inkwell::context::Context;
use inkwell::module::Module;

use super::AmdTarget;
use crate::emit::shared::addition;
use crate::emit::shared::bitcode_library::BitcodeLibrary;
use crate::error::Error;

/// The library's file.
const FILE: &str = "ocml.bc";

/// Where it lies below a ROCm install, a compiler's own directory or a wheel.
const FOLDERS: [&str; 4] = ["", "amdgcn/bitcode", "lib", "lib/llvm/amdgcn/bitcode"];

/// What clang names the processor of: a kernel's is another, and functions for different ones are not inlined.
const PROCESSOR: [&str; 3] = ["target-cpu", "target-features", "tune-cpu"];

/// What people call it.
const NAME: &str = "ocml";

/// AMD's math library for device code.
#[derive(Debug)]
pub struct Ocml(BitcodeLibrary);

impl Ocml {
    /// Reads the library from a file, or from a directory of a ROCm install.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Ocml, Error> {
        if path.is_file() {
            return BitcodeLibrary::read(NAME, path.to_owned())
                .map(Ocml)
                .with_context(|| format!("cannot read `{}`", path.display()))
                .map_err(Error::mendable);
        }
        Ocml::first_in([path.to_owned()])
            .ok_or_else(|| Error::mendable(format!("there is no `{FILE}` in `{}`", path.display())))
    }

    /// Reads the library from the first of these directories that has it.
    pub fn first_in(roots: impl IntoIterator<Item = PathBuf>) -> Option<Ocml> {
        let mut files = roots
            .into_iter()
            .flat_map(|root| FOLDERS.map(|folder| root.join(folder).join(FILE)));
        files.find_map(|file| BitcodeLibrary::read(NAME, file).ok().map(Ocml))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Tells this library from others.
    pub(super) fn digest(&self) -> &[u8] {
        self.0.digest()
    }

    /// Links what the module uses of the library into it, for this target.
    pub(super) fn link<'c>(
        &self,
        context: &'c Context,
        module: &Module<'c>,
        target: &AmdTarget,
    ) -> anyhow::Result<()> {
        for function in self.0.link(context, module)? {
            for attribute in PROCESSOR {
                function.remove_text_attribute(attribute);
            }
        }
        addition::link(context, module, &settings(target), "ocml's settings")
    }
}

/// The constants by which the library asks what it is compiled for. ROCm has a file for each value of each; not all installs have all, and none those of newer architectures.
fn settings(target: &AmdTarget) -> String {
    let architecture = target.architecture;
    let values = [
        ("ABI_version", "i32", 100 * target.code_object.number()),
        ("ISA_version", "i32", architecture.isa),
        (
            "wavefrontsize64",
            "i8",
            u32::from(architecture.wavefront == 64),
        ),
        ("daz_opt", "i8", 0),
        ("finite_only_opt", "i8", 0),
        ("unsafe_math_opt", "i8", 0),
        ("correctly_rounded_sqrt32", "i8", 1),
    ];
    let line = |(name, ty, value): (&str, &str, u32)| {
        format!(
            "@__oclc_{name} = linkonce_odr hidden unnamed_addr addrspace(4) constant {ty} {value}\n"
        )
    };
    values.into_iter().map(line).collect()
}
