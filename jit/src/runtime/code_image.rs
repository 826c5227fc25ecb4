//! Images of code at addresses of the user's: what Chevron's own NVRTC made, or what else they are by their first bytes.

use std::ffi::c_void;

use crate::device::{CodeForm, JitOptions};
use crate::wire::program::{IMAGE_BEGIN, NoImage, ProgramCode, image_rest};

/// The longest first line of an image.
const LINE_BYTES_MAX: usize = 128;

/// What bytes begin with that others make.
const FOREIGN: [(&[u8], CodeForm); 5] = [
    (b"\x7fELF", CodeForm::Elf),
    (b"\x50\xed\x55\xba", CodeForm::FatBinary),
    (b"\xb1\x43\x62\x46", CodeForm::FatBinary),
    (b"__CLANG_OFFLOAD_BUNDLE__", CodeForm::Bundle),
    (b"BC\xc0\xde", CodeForm::Bitcode),
];

/// How much of a foreign image is looked at: PTX tells its version at its beginning.
const LOOKED_AT_MAX: usize = 4096;

// `CUjit_option`
const WALL_TIME: u32 = 2;
const INFO_LOG: u32 = 3;
const INFO_LOG_BYTES: u32 = 4;
const ERROR_LOG: u32 = 5;
const ERROR_LOG_BYTES: u32 = 6;

/// Bytes of the user's at an address, of which nobody knows how many there are.
pub(super) struct Unbounded(pub(super) *const u8);

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

    /// The image of a program; or why it is none.
    pub(super) fn program(&self) -> Result<ProgramCode, NoImage> {
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

    /// What it is that others made, if that can be told.
    pub(super) fn form(&self) -> Option<CodeForm> {
        let known = FOREIGN.iter().find(|(begin, _)| self.begins_with(begin));
        known.map(|(_, form)| *form).or_else(|| {
            let text = self.until(b"\0", LOOKED_AT_MAX);
            let is_ptx = text.windows(9).any(|it| it == b".version ");
            is_ptx.then_some(CodeForm::Ptx)
        })
    }

    /// Its address, as drivers take it.
    pub(super) fn address(&self) -> *const c_void {
        self.0.cast()
    }
}

/// A form's name for people.
pub(super) fn name(form: CodeForm) -> &'static str {
    match form {
        CodeForm::Ptx => "PTX, code of NVIDIA GPUs",
        CodeForm::Elf => "a cubin, code of an NVIDIA GPU",
        CodeForm::FatBinary => "a fatbin, code of NVIDIA GPUs",
        CodeForm::Bundle => "a bundle of code objects of AMD GPUs",
        CodeForm::Bitcode => "LLVM bitcode",
    }
}

/// Gives what the options ask for back where no assembler runs: logs are empty, times 0. The others are hints to an assembler.
///
/// # Safety
/// The arrays are as long as said, and buffers as the options beside them say.
pub(super) unsafe fn answer(jit: &JitOptions) {
    let count = jit.count as usize;
    // SAFETY: the arrays are as long as said.
    let option = |at: usize| unsafe { jit.options.add(at).read() };
    // SAFETY: as above.
    let value = |at: usize| unsafe { jit.values.add(at) };
    // In the buffers for information and for errors.
    let mut room = [false, false];
    for at in 0..count {
        match option(at) {
            // SAFETY: the value lies in the array.
            INFO_LOG_BYTES => room[0] = !unsafe { value(at).read() }.is_null(),
            // SAFETY: as above.
            ERROR_LOG_BYTES => room[1] = !unsafe { value(at).read() }.is_null(),
            WALL_TIME => {}
            _ => continue,
        }
        // SAFETY: as above.
        unsafe { value(at).write(std::ptr::null_mut()) };
    }
    for at in 0..count {
        let log = match option(at) {
            INFO_LOG => 0,
            ERROR_LOG => 1,
            _ => continue,
        };
        // SAFETY: as above; a buffer has as many bytes as the option for its size said, so one at least.
        unsafe {
            let buffer = value(at).read();
            if room[log] && !buffer.is_null() {
                buffer.cast::<u8>().write(0);
            }
        }
    }
}
