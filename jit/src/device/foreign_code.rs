//! Code that others made, which a device's driver loads and links while the program runs: the driver API's modules, libraries and linker.

use std::ffi::{CStr, c_void};

use super::{KernelId, Result};
use crate::wire::KernelImage;

/// What an image of code is, as far as its first bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeForm {
    /// NVIDIA's assembler text.
    Ptx,
    /// An ELF file: a GPU's code object.
    Elf,
    /// NVIDIA's file of code for several GPUs, or what wraps one.
    FatBinary,
    /// AMD's and clang's file of code for several GPUs.
    Bundle,
    /// LLVM bitcode.
    Bitcode,
}

/// Options of the driver's assembler and linker (`CUjit_option`), as the caller of the API has them: numbers, and for each a value, which may be a buffer for a log.
#[derive(Clone, Copy, Debug)]
pub struct JitOptions {
    /// How many there are.
    pub count: u32,
    /// Their numbers.
    pub options: *mut u32,
    /// Their values; the driver writes some of them.
    pub values: *mut *mut c_void,
}

// SAFETY: the pointers are the user's, who keeps what they point to; nothing here looks at it but within a call.
unsafe impl Send for JitOptions {}
// SAFETY: as above.
unsafe impl Sync for JitOptions {}

impl JitOptions {
    /// None.
    pub const NONE: JitOptions = JitOptions {
        count: 0,
        options: std::ptr::null_mut(),
        values: std::ptr::null_mut(),
    };
}

/// Loaded code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeId {
    /// Of the context that was current.
    Module(usize),
    /// Of no context: each gets it when something asks there.
    Library(usize),
}

/// How code is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loading {
    /// As a module: now, on the current device.
    Module,
    /// As a library: for all devices.
    Library,
}

/// A link that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkId(pub usize);

/// What a link is given: an image in memory, or a file.
#[derive(Clone, Copy, Debug)]
pub enum LinkInput<'a> {
    /// Bytes, and what messages call them.
    Data(&'a [u8], &'a CStr),
    /// A file's path.
    File(&'a CStr),
}

/// A driver that loads and links code of others. Handed out by `Interfaces::foreign_code`.
///
/// Handles are the driver's own: callers use none that was unloaded or destroyed. Logs come back through the options.
pub trait ForeignCode {
    /// Does it load images of this form?
    fn takes(&self, form: CodeForm) -> bool;

    /// Loads an image.
    ///
    /// # Safety
    /// `image` is a whole image of a form that it takes, as its own headers say, or text that ends with a zero. The options are as the driver's manual demands.
    unsafe fn load_code(
        &self,
        image: *const c_void,
        options: &JitOptions,
        loading: Loading,
    ) -> Result<CodeId>;

    /// Unloads code with its kernels and variables.
    ///
    /// # Safety
    /// Nothing of it runs, is queued, or is used afterwards.
    unsafe fn unload_code(&self, code: CodeId) -> Result<()>;

    /// A kernel of loaded code, by the image's symbol; the others of the image's fields are for messages. Gives the sizes of its parameters too.
    fn kernel_of_code(&self, code: CodeId, image: &KernelImage) -> Result<(KernelId, Vec<u32>)>;

    /// Address and bytes of a variable on this device.
    fn variable_of_code(&self, code: CodeId, name: &CStr) -> Result<(u64, usize)>;

    /// The symbols of all kernels.
    fn kernels_of_code(&self, code: CodeId) -> Result<Vec<String>>;

    /// Begins to link.
    ///
    /// # Safety
    /// The options are as the driver's manual demands, and stay until the link is destroyed.
    unsafe fn create_link(&self, options: &JitOptions) -> Result<LinkId>;

    /// Adds what is of a `CUjitInputType`.
    ///
    /// # Safety
    /// The bytes are what the type says. The options are as the driver's manual demands.
    unsafe fn add_to_link(
        &self,
        link: LinkId,
        kind: u32,
        input: LinkInput<'_>,
        options: &JitOptions,
    ) -> Result<()>;

    /// Links. The image, with its size in bytes, is the link's.
    fn complete_link(&self, link: LinkId) -> Result<(*const c_void, usize)>;

    /// Ends a link.
    ///
    /// # Safety
    /// Neither it nor its image is used afterwards.
    unsafe fn destroy_link(&self, link: LinkId);

    /// Offset and bytes of a kernel's parameter; none if the driver cannot tell, or it has no such parameter.
    fn parameter(&self, kernel: KernelId, index: usize) -> Option<(usize, usize)>;
}
