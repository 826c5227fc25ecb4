//! Libraries of a CUDA toolkit that host code calls: a cell that calls `cublasCreate` has cuBLAS loaded, without a `%lib cublas`.

use std::collections::BTreeSet;

use jit_api::wire::CellImage;
use object::read::elf::ElfFile64;
use object::{Object as _, ObjectSymbol as _};

use super::Session;

/// What the names of a library's functions begin with, and what the library is called; a longer beginning counts for more.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("cuFile", &["cufile"]),
    ("cublas", &["cublas"]),
    ("cublasLt", &["cublasLt"]),
    ("cudnn", &["cudnn"]),
    ("cufft", &["cufft"]),
    ("curand", &["curand"]),
    ("cusolver", &["cusolver"]),
    ("cusolverMg", &["cusolverMg"]),
    ("cusparse", &["cusparse"]),
    ("cutensor", &["cutensor"]),
    ("nccl", &["nccl"]),
    ("nppi", NPP_IMAGES),
    ("npps", &["npps"]),
    ("npp", &["nppc"]),
    ("nvFatbin", &["nvfatbin"]),
    ("nvJitLink", &["nvJitLink"]),
    ("__nvJitLink", &["nvJitLink"]),
    ("nvjpeg", &["nvjpeg"]),
    ("nvml", &["nvidia-ml"]),
    ("nvrtc", &["nvrtc"]),
];

/// NPP's functions on images stand in one library for each kind, which their names do not tell plainly.
const NPP_IMAGES: &[&str] = &[
    "nppial", "nppicc", "nppidei", "nppif", "nppig", "nppim", "nppist", "nppisu", "nppitc",
];

/// The libraries that may have a function; none: no library of a toolkit's.
pub(super) fn libraries_of(symbol: &str) -> &'static [&'static str] {
    let fits = |it: &&(&str, _)| {
        // `cublasCreate`, but not `cublastoise`.
        let rest = symbol.strip_prefix(it.0);
        rest.is_some_and(|rest| rest.starts_with(|next: char| !next.is_ascii_lowercase()))
    };
    let longest = LIBRARIES.iter().filter(fits).max_by_key(|it| it.0.len());
    longest.map_or(&[], |it| it.1)
}

/// Libraries that a cell's host code needs.
fn needed(image: &CellImage) -> BTreeSet<&'static str> {
    let object = image.object.as_deref();
    let Some(file) = object.and_then(|it| ElfFile64::<object::Endianness>::parse(it).ok()) else {
        return BTreeSet::new();
    };
    let undefined = file.symbols().filter(|it| it.is_undefined());
    let names = undefined.filter_map(|it| it.name().ok());
    names.flat_map(libraries_of).copied().collect()
}

impl Session {
    /// Loads the libraries that a cell's host code needs, where a toolkit has them. Of others the cell's end tells what is missing.
    ///
    /// # Errors
    /// The executor cannot be started.
    pub(super) fn load_needed_libraries(&mut self, image: &CellImage) -> anyhow::Result<()> {
        if self.settings().compiler.toolkit.is_none() {
            return Ok(());
        }
        for name in needed(image) {
            if !self
                .executors()
                .libraries()
                .contains(&self.library_path(name))
            {
                // What cannot be loaded is missed by the link, which names the functions.
                self.load_library(name)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_beginning_names_the_library() {
        assert_eq!(libraries_of("cublasSgemm_v2"), ["cublas"]);
        assert_eq!(libraries_of("cublasLtMatmul"), ["cublasLt"]);
        assert_eq!(libraries_of("__nvJitLinkCreate_13_0"), ["nvJitLink"]);
        assert_eq!(libraries_of("nppGetLibVersion"), ["nppc"]);
        assert_eq!(libraries_of("nppiFilterBox_8u_C1R_Ctx"), NPP_IMAGES);
        assert!(libraries_of("cublastoise").is_empty());
        assert!(libraries_of("cudaMalloc").is_empty());
    }
}
