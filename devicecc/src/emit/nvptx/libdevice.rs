//! NVIDIA's math library for device code, as bitcode: where it is, and linking what a kernel needs of it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::module::Module;
use kernels_cache::Key;

use crate::emit::ir;

/// The library's file, below a toolkit's root.
const FILE: &str = "nvvm/libdevice/libdevice.10.bc";

/// NVIDIA's math library for device code.
#[derive(Debug)]
pub struct Libdevice {
    path: PathBuf,
    bitcode: Vec<u8>,
    digest: String,
}

impl Libdevice {
    /// Reads the library from a file, or from a toolkit's directory.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(path: &Path) -> anyhow::Result<Libdevice> {
        let file = if path.is_dir() {
            path.join(FILE)
        } else {
            path.to_owned()
        };
        let bitcode = std::fs::read(&file)
            .with_context(|| format!("cannot read libdevice `{}`", file.display()))?;
        Ok(Libdevice::of(file, bitcode))
    }

    /// Reads the library from the first of a toolkit's parts that has it.
    pub fn first_in(parts: impl IntoIterator<Item = PathBuf>) -> Option<Libdevice> {
        parts.into_iter().find_map(|part| {
            let path = part.join(FILE);
            let bitcode = std::fs::read(&path).ok()?;
            Some(Libdevice::of(path, bitcode))
        })
    }

    fn of(path: PathBuf, bitcode: Vec<u8>) -> Libdevice {
        let key = Key::builder("chevron-libdevice-v1").field("bitcode", &bitcode);
        Libdevice {
            path,
            bitcode,
            digest: key.finish().hex(),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tells this library from others.
    pub(super) fn digest(&self) -> &[u8] {
        self.digest.as_bytes()
    }

    /// Links what the module uses of the library into it.
    pub(super) fn link<'c>(&self, context: &'c Context, module: &Module<'c>) -> anyhow::Result<()> {
        let library = ir::parse_lazily(context, &self.bitcode)
            .with_context(|| format!("`{}` is not libdevice", self.path.display()))?;
        ir::link_what_is_used(module, library)
            .map_err(|error| anyhow!("libdevice does not fit the kernel: {error}"))?;
        Ok(())
    }
}
