//! A vendor's library for device code, as bitcode: its file, and linking what a kernel needs of it.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::module::Module;
use kernels_cache::Key;

use crate::emit::ir::{self, Value};

/// The library.
#[derive(Debug)]
pub(in crate::emit) struct BitcodeLibrary {
    name: &'static str,
    path: PathBuf,
    bitcode: Vec<u8>,
    digest: String,
}

impl BitcodeLibrary {
    /// Reads the library of this name, such as `ocml`, from its file.
    pub(in crate::emit) fn read(name: &'static str, path: PathBuf) -> io::Result<BitcodeLibrary> {
        let bitcode = std::fs::read(&path)?;
        let key = Key::builder(&format!("chevron-{name}-v1")).field("bitcode", &bitcode);
        Ok(BitcodeLibrary {
            name,
            path,
            bitcode,
            digest: key.finish().hex(),
        })
    }

    /// The file.
    pub(in crate::emit) fn path(&self) -> &Path {
        &self.path
    }

    /// Tells this library from others.
    pub(in crate::emit) fn digest(&self) -> &[u8] {
        self.digest.as_bytes()
    }

    /// Links what the module uses of the library into it. Gives the functions that came of it.
    pub(in crate::emit) fn link<'m, 'c>(
        &self,
        context: &'c Context,
        module: &'m Module<'c>,
    ) -> anyhow::Result<Vec<Value<'m>>> {
        let library = ir::parse_lazily(context, &self.bitcode)
            .with_context(|| format!("`{}` is not {}", self.path.display(), self.name))?;
        ir::link_what_is_used(module, library)
            .map_err(|error| anyhow!("{} does not fit the kernel: {error}", self.name))
    }
}
