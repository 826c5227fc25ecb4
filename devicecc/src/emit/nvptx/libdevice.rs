//! NVIDIA's math library for device code, as bitcode: where it is, and linking what a kernel needs of it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use inkwell::context::Context;
use inkwell::module::Module;

use crate::emit::shared::bitcode_library::BitcodeLibrary;
use crate::error::Error;

/// The library's file, below a toolkit's root.
const FILE: &str = "nvvm/libdevice/libdevice.10.bc";

/// What people call it.
const NAME: &str = "libdevice";

/// NVIDIA's math library for device code.
#[derive(Debug)]
pub struct Libdevice(BitcodeLibrary);

impl Libdevice {
    /// Reads the library from a file, or from a toolkit's directory.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Libdevice, Error> {
        let file = if path.is_dir() {
            path.join(FILE)
        } else {
            path.to_owned()
        };
        let cannot = format!("cannot read libdevice `{}`", file.display());
        BitcodeLibrary::read(NAME, file)
            .map(Libdevice)
            .context(cannot)
            .map_err(Error::mendable)
    }

    /// Reads the library from the first of a toolkit's parts that has it.
    pub fn first_in(parts: impl IntoIterator<Item = PathBuf>) -> Option<Libdevice> {
        let mut files = parts.into_iter().map(|part| part.join(FILE));
        files.find_map(|file| BitcodeLibrary::read(NAME, file).ok().map(Libdevice))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Tells this library from others.
    pub(super) fn digest(&self) -> &[u8] {
        self.0.digest()
    }

    /// Links what the module uses of the library into it.
    pub(super) fn link<'c>(&self, context: &'c Context, module: &Module<'c>) -> anyhow::Result<()> {
        self.0.link(context, module).map(drop)
    }
}
