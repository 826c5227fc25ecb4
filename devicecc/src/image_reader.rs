//! Code objects of others that cells take in: who reads their kernels, and which closures are such files.

use std::panic::catch_unwind;
use std::sync::OnceLock;

/// A kernel of a file of code objects for GPUs: a cubin, a fat binary, PTX, one of AMD's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageKernel {
    /// Mangled, or plain if it is C's.
    pub symbol: String,
    /// Size of each parameter, bytes; none if the file does not tell.
    pub parameters: Option<Vec<u64>>,
}

/// Reads the kernels of such a file that run on a device: of this architecture (`sm_90`), `cpu`, or empty if any will do. The error is for people.
pub type ImageReader = fn(&[u8], &str) -> Result<Vec<ImageKernel>, String>;

static READER: OnceLock<ImageReader> = OnceLock::new();

/// Keeps the reader; the first one that is given stays. Was this the first?
pub(crate) fn keep(reader: ImageReader) -> bool {
    READER.set(reader).is_ok()
}

/// A line for each kernel: its symbol, a tab, its parameters' sizes or `?`.
pub(crate) fn image_lines(file: &[u8], target: &str) -> Result<String, String> {
    let reader = READER.get().ok_or("nothing reads it")?;
    let read = catch_unwind(|| reader(file, target));
    let kernels = read.map_err(|_| "its reader panicked; this is an error of Chevron")??;
    let line = |it: &ImageKernel| {
        let sizes = it.parameters.as_ref().map(|sizes| {
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            sizes.join(" ")
        });
        format!("{}\t{}\n", it.symbol, sizes.as_deref().unwrap_or("?"))
    };
    Ok(kernels.iter().map(line).collect())
}

/// Is a kernel's closure no bitcode but the file of code objects that has the kernel?
pub fn is_image(closure: &[u8]) -> bool {
    !closure.is_empty()
        && !closure.starts_with(b"BC\xc0\xde")
        && !closure.starts_with(b"\xde\xc0\x17\x0b")
}
