//! What a session's cells are read with.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::targets::{DeviceTarget, Toolkit};

/// How cells are read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Language standard, such as `c++20`.
    pub std: String,
    /// `-I` directories.
    pub include_dirs: Vec<PathBuf>,
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`.
    pub undefines: Vec<String>,
    /// 0 to 3; 0 leaves host code as it is.
    pub optimize: u8,
    /// Code is made for a debugger: it tells of variables, and is not optimised. For the CPU device and host code.
    pub debug: bool,
    /// Kernels fuse a multiplication and an addition into one operation, which rounds once: nvcc's `-fmad`.
    pub fmad: bool,
    /// Colour in rendered diagnostics.
    pub color: bool,
    /// Threads in a warp, 32 or 64.
    pub warp_size: u32,
    /// What device code is parsed and cut for.
    pub device: DeviceTarget,
    /// The toolkit whose headers are read, instead of the embedded ones; only for NVIDIA GPUs.
    pub toolkit: Option<Arc<Toolkit>>,
    /// Version of the device's assembly language (80 for PTX 8.0) that the toolkit's headers are read for; 0 without one.
    pub toolkit_isa: u32,
    /// By the path of a file of a program of several: what it is compiled with in place of the session's own.
    pub file_flags: BTreeMap<PathBuf, FileFlags>,
}

/// The flags of one file, as a project's build has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFlags {
    /// The file's standard; `None` is the session's.
    pub std: Option<String>,
    /// `-I` directories.
    pub include_dirs: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Names.
    pub undefines: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            std: "gnu++20".to_owned(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            optimize: 2,
            debug: false,
            fmad: true,
            color: false,
            warp_size: 32,
            device: DeviceTarget::Cpu,
            toolkit: None,
            toolkit_isa: 0,
            file_flags: BTreeMap::new(),
        }
    }
}

impl Options {
    /// What this file of a program is compiled with.
    pub fn of_file(&self, path: &Path) -> Cow<'_, Options> {
        let Some(flags) = self.file_flags.get(path) else {
            return Cow::Borrowed(self);
        };
        Cow::Owned(Options {
            std: flags.std.clone().unwrap_or_else(|| self.std.clone()),
            include_dirs: flags.include_dirs.clone(),
            defines: flags.defines.clone(),
            undefines: flags.undefines.clone(),
            file_flags: BTreeMap::new(),
            ..self.clone()
        })
    }

    /// Is this one of `include_dirs` and a toolkit's, while the embedded headers are read? It comes last then: the embedded headers are of one piece, and
    /// do not go with another's `cuda_runtime.h`.
    pub fn is_searched_last(&self, directory: &Path) -> bool {
        let has = |header: &str| directory.join(header).is_file();
        self.toolkit.is_none() && has("cuda_runtime_api.h") && has("driver_types.h")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toolkit_comes_last_beside_the_embedded_headers() {
        let directory = tempfile::tempdir().expect("writable");
        let options = Options::default();
        assert!(!options.is_searched_last(directory.path()));
        for header in ["cuda_runtime_api.h", "driver_types.h"] {
            std::fs::write(directory.path().join(header), "").expect("writable");
        }
        assert!(options.is_searched_last(directory.path()));
    }
}
