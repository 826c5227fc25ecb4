//! Safe ownership over `sys`: every pointer that the shim hands out is wrapped here, and copied into plain data.

use std::borrow::Cow;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::{self, NonNull};
use std::str;
use std::sync::Once;

use anyhow::anyhow;
use kernels_cache::Payload;

use crate::cell::{Cell, Kernel, Rejected};
use crate::error::Error;
use crate::sys;

mod generation;
#[cfg(test)]
mod layout;
mod lines;
mod numbers;
mod read;

pub use generation::{Code, Generator, Guarded, has_linker, link_elf, note_escapes, run_passes};
pub use lines::{
    CodeRemark, frames_at, frames_from, give_lines, keep_for_debugger, note_lines, number_lines,
    remark, remarks, restore_lines, tells_of_variables, watched_places,
};

use read::{read_cell, take_kernels, view};

impl sys::Span {
    fn new(bytes: &[u8]) -> sys::Span {
        sys::Span {
            data: bytes.as_ptr(),
            size: bytes.len(),
        }
    }

    /// # Safety
    /// The span's owner must be alive and unchanged for `'a`.
    unsafe fn bytes<'a>(self) -> &'a [u8] {
        // SAFETY: the shim gives either an empty span or one over initialised memory that its owner keeps.
        unsafe { view(self.data, self.size) }
    }

    /// # Safety
    /// As `bytes`.
    unsafe fn text(self) -> String {
        // SAFETY: passed on to the caller.
        String::from_utf8_lossy(unsafe { self.bytes() }).into_owned()
    }
}

/// What the compiler instances are made from. Everything is borrowed by the shim, so this outlives them.
pub struct Settings {
    /// Path in the in-memory file system, and contents, of each embedded header.
    pub headers: Vec<(String, Cow<'static, [u8]>)>,
    /// cc1 arguments of the host side and of the device side.
    pub arguments: [Vec<String>; 2],
    /// What is read before the first cell.
    pub preamble: String,
    /// What else the reading of the preamble depends on, such as files that no argument names.
    pub stamp: String,
    /// Precompiled headers of the preamble; empty if it is to be parsed.
    pub precompiled: [Payload; 2],
    /// Colour in rendered diagnostics.
    pub color: bool,
    /// 0; or the session is for one cell, a file of a program of several, and this is the file's number.
    pub unit: u32,
}

impl Settings {
    fn with_raw<T>(&self, body: impl FnOnce(&sys::Options) -> T) -> T {
        let headers: Vec<sys::Header> = self
            .headers
            .iter()
            .map(|(path, contents)| sys::Header {
                path: sys::Span::new(path.as_bytes()),
                contents: sys::Span::new(contents),
            })
            .collect();
        let lists = self.arguments.each_ref().map(|side| {
            side.iter()
                .map(|it| sys::Span::new(it.as_bytes()))
                .collect::<Vec<_>>()
        });
        body(&sys::Options {
            headers: headers.as_ptr(),
            header_count: headers.len(),
            arguments: lists.each_ref().map(|it| sys::List {
                items: it.as_ptr(),
                count: it.len(),
            }),
            preamble: sys::Span::new(self.preamble.as_bytes()),
            precompiled: self.precompiled.each_ref().map(|it| sys::Span::new(it)),
            color: i32::from(self.color),
            unit: self.unit,
        })
    }
}

/// Initialises LLVM's targets, once.
pub fn initialize() {
    static ONCE: Once = Once::new();
    // SAFETY: called once, before any other function of the shim.
    ONCE.call_once(|| unsafe { sys::chv_initialize() });
}

/// Takes a heap string of the shim; it need not be text.
fn take_bytes(text: *mut sys::Opaque) -> Option<Vec<u8>> {
    if text.is_null() {
        return None;
    }
    // SAFETY: a non-null text is live until `chv_text_free`, which is called once, after the copy.
    unsafe {
        let copy = sys::chv_text_get(text).bytes().to_vec();
        sys::chv_text_free(text);
        Some(copy)
    }
}

/// Takes a heap string of the shim that is text.
fn take_text(text: *mut sys::Opaque) -> String {
    let none = || "no reason given".to_owned();
    take_bytes(text).map_or_else(none, |bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// A mangled name as people write it; the name itself if it is not mangled.
pub fn demangled(symbol: &str) -> String {
    // SAFETY: the span is live for the call.
    take_text(unsafe { sys::chv_demangle(sys::Span::new(symbol.as_bytes())) })
}

/// A mangled name without what tells lambdas and local types of one cell from those of another.
pub fn without_cells(symbol: &str) -> String {
    // SAFETY: the span is live for the call.
    take_text(unsafe { sys::chv_without_cells(sys::Span::new(symbol.as_bytes())) })
}

/// The header, as in `<vector>`, that C++20 has a name in; `None` for names that it does not have. `scope`: `std::` or a namespace in it, with `::`.
pub fn standard_header(scope: &str, name: &str) -> Option<String> {
    let (scope, name) = (
        sys::Span::new(scope.as_bytes()),
        sys::Span::new(name.as_bytes()),
    );
    // SAFETY: the spans are live for the call.
    let bytes = take_bytes(unsafe { sys::chv_standard_header(scope, name) })?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// What a file of bitcode has, as `chv_library_contents` tells it; the error is for people.
pub fn library_contents(file: &[u8]) -> Result<String, String> {
    let mut error = ptr::null_mut();
    // SAFETY: the span is live for the call; `error` is written where the result is null.
    let found = unsafe { sys::chv_library_contents(sys::Span::new(file), &mut error) };
    match take_bytes(found) {
        Some(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        None => Err(take_text(error)),
    }
}

/// From now on `chv_image_reader` is `library`'s.
pub fn read_images() {
    // SAFETY: the function keeps to the header's contract.
    unsafe { sys::chv_read_images_by(read_image) }
}

/// # Safety
/// The spans are live for the call, and `take` takes `context`.
unsafe extern "C" fn read_image(
    file: sys::Span,
    target: sys::Span,
    context: *mut c_void,
    take: sys::ImageTaker,
) {
    // SAFETY: the caller's duty.
    let (file, target) = unsafe { (file.bytes(), target.text()) };
    let (good, text) = match crate::image_reader::image_lines(file, &target) {
        Ok(lines) => (1, lines),
        Err(why) => (0, why),
    };
    // SAFETY: the caller's duty; the text lives for the call.
    unsafe { take(context, good, sys::Span::new(text.as_bytes())) }
}

/// One file of bitcode of modules for several kinds of device, each bitcode of this process.
pub fn library_file(modules: &[Vec<u8>], declarations: &str) -> Vec<u8> {
    let spans: Vec<sys::Span> = modules.iter().map(|it| sys::Span::new(it)).collect();
    let declarations = sys::Span::new(declarations.as_bytes());
    // SAFETY: the array has the length that is passed, and it and what it names live for the call.
    let file = unsafe { sys::chv_library_file(spans.as_ptr(), spans.len(), declarations) };
    take_bytes(file).unwrap_or_default()
}

/// Header search arguments of this machine, as the clang at `clang` would choose them.
pub(crate) fn system_arguments(clang: &Path) -> anyhow::Result<Vec<String>> {
    let mut out = ptr::null_mut();
    let path = clang.display().to_string();
    // SAFETY: the span is live for the call; `out` is written before it returns.
    let status = unsafe { sys::chv_system_arguments(sys::Span::new(path.as_bytes()), &mut out) };
    let text = take_text(out);
    if status != 0 {
        return Err(anyhow!(text));
    }
    Ok(text.lines().map(str::to_owned).collect())
}

/// What the shim makes as a precompiled header.
pub(crate) struct MadeHeader {
    pub header: Vec<u8>,
    /// The list of the files that it was made of.
    pub files: Vec<u8>,
    /// The identifiers that were read, a newline before and behind each.
    pub identifiers: Vec<u8>,
}

/// Makes the precompiled header of one side (0 host, 1 device).
pub(crate) fn precompile(settings: &Settings, side: usize) -> anyhow::Result<MadeHeader> {
    initialize();
    let [mut header, mut files, mut identifiers, mut error] = [ptr::null_mut(); 4];
    // SAFETY: everything in the options outlives the call; `error` is written if the status is not 0, else the other three.
    let status = settings.with_raw(|raw| unsafe {
        sys::chv_precompile(
            raw,
            side as i32,
            &mut header,
            &mut files,
            &mut identifiers,
            &mut error,
        )
    });
    let made = [header, files, identifiers].map(take_bytes);
    match (status, made) {
        (0, [Some(header), Some(files), Some(identifiers)]) => Ok(MadeHeader {
            header,
            files,
            identifiers,
        }),
        // Clang does not take the user's options or headers.
        _ => Err(Error::mendable(take_text(error)).into()),
    }
}

/// The two incremental ASTs.
pub struct Session {
    raw: NonNull<sys::Opaque>,
    /// Borrowed by `raw` (precompiled headers), so it is dropped after it.
    #[expect(dead_code, reason = "kept alive for the shim, which borrows from it")]
    settings: Settings,
}

// SAFETY: the shim's session has no thread affinity; `&mut self` on every call keeps it to one thread at a time.
unsafe impl Send for Session {}

impl Session {
    /// Reads the preamble on both sides.
    pub(crate) fn new(settings: Settings) -> anyhow::Result<Session> {
        initialize();
        let mut error = ptr::null_mut();
        // SAFETY: the shim copies all but the precompiled headers, whose bytes `settings` keeps where they are for as long as `raw` lives.
        let raw = settings.with_raw(|raw| unsafe { sys::chv_compiler_create(raw, &mut error) });
        // Likewise.
        let raw = NonNull::new(raw).ok_or_else(|| Error::mendable(take_text(error)))?;
        Ok(Session { raw, settings })
    }

    /// The cells with numbers less than `before` are those of `older`: they will be compiled again, and get from files what they got there.
    pub fn read_files_as(&mut self, older: &Session, before: u32) {
        // SAFETY: both are live.
        unsafe { sys::chv_read_files_as(self.raw.as_ptr(), older.raw.as_ptr(), before) }
    }

    /// Compiles a cell: `Err` if the compiler itself failed, else the cell or why clang rejected it. Its kernels' closures may be missing:
    /// `take_kernels` gives them. `reading`: as [`crate::Source::reading`].
    pub(crate) fn compile(
        &mut self,
        text: &str,
        name: &str,
        number: u32,
        serial: u32,
        reading: u32,
    ) -> anyhow::Result<Result<Cell, Rejected>> {
        // SAFETY: `raw` is live; the spans are live for the call; the result is freed once, after all was copied from it.
        unsafe {
            let cell = sys::chv_compile(
                self.raw.as_ptr(),
                sys::Span::new(text.as_bytes()),
                sys::Span::new(name.as_bytes()),
                number,
                serial,
                reading,
            );
            let result = read_cell(&*cell, number, serial);
            sys::chv_cell_free(cell);
            result
        }
    }

    /// The kernels of the cell that was compiled last, once, with their closures, and how long cutting these took in nanoseconds. A closure without
    /// bitcode is one on which LLVM crashed.
    pub fn take_kernels(&mut self) -> (Vec<Kernel>, u64) {
        // SAFETY: `raw` is live.
        unsafe { take_kernels(sys::chv_take_kernels(self.raw.as_ptr())) }
    }

    /// Has the closures cut on another thread, which then calls `taker` with what `take_kernels` gives; this one does if there are no kernels.
    pub fn cut_beside(&mut self, taker: KernelTaker) {
        let context = Box::into_raw(Box::new(taker));
        // SAFETY: `raw` is live, and calls `give_kernels` once, before it is freed, with this context.
        unsafe { sys::chv_cut_beside(self.raw.as_ptr(), give_kernels, context.cast()) }
    }

    /// Does beforehand what the next cell needs.
    pub fn prepare(&mut self) {
        // SAFETY: `raw` is live.
        unsafe { sys::chv_prepare(self.raw.as_ptr()) }
    }

    /// Takes the cells from number `first` on back; gives the kernels whose newest version is another one now.
    pub fn undo(&mut self, first: u32) -> Vec<Kernel> {
        // SAFETY: `raw` is live.
        unsafe { take_kernels(sys::chv_undo(self.raw.as_ptr(), first)) }.0
    }

    /// What other threads make of the cells from number `first` on is not wanted any more: they are about to be taken back.
    pub fn give_up(&mut self, first: u32) {
        // SAFETY: `raw` is live.
        unsafe { sys::chv_give_up(self.raw.as_ptr(), first) }
    }

    /// Makes the ASTs again without these cells, which nothing may refer to any more.
    pub fn compact(&mut self, cells: &[u32]) {
        // SAFETY: `raw` is live; the shim copies the numbers before it returns.
        unsafe { sys::chv_compact(self.raw.as_ptr(), cells.as_ptr(), cells.len()) }
    }

    /// What a compaction needs is made beside cells from now on.
    pub fn hurry(&mut self) {
        // SAFETY: the compiler lives.
        unsafe { sys::chv_hurry(self.raw.as_ptr()) }
    }

    /// Is a compaction under way?
    pub fn compacts(&self) -> bool {
        // SAFETY: `raw` is live and the call changes nothing in it.
        unsafe { sys::chv_compacts(self.raw.as_ptr()) != 0 }
    }

    /// The kernels that hold a copy of a function; their closures are empty.
    pub fn kernels_using(&self, symbol: &str, name: &str) -> Vec<Kernel> {
        // SAFETY: `raw` is live and the call changes nothing in it; the spans are live for the call.
        let found = unsafe {
            take_kernels(sys::chv_kernels_using(
                self.raw.as_ptr(),
                sys::Span::new(symbol.as_bytes()),
                sys::Span::new(name.as_bytes()),
            ))
        };
        found.0
    }

    /// All device code of the session as bitcode, for a library; `None` if there is none.
    pub fn library_module(&mut self) -> Option<Vec<u8>> {
        // SAFETY: `raw` is live.
        take_bytes(unsafe { sys::chv_library_module(self.raw.as_ptr()) })
    }

    /// What declares that code, as `chv_library_declarations` has it.
    pub fn library_declarations(&mut self) -> String {
        // SAFETY: `raw` is live.
        take_text(unsafe { sys::chv_library_declarations(self.raw.as_ptr()) })
    }

    /// The device code of the newest cell, for the other units of a program.
    pub fn device_code(&mut self) -> Option<Vec<u8>> {
        // SAFETY: `raw` is live.
        take_bytes(unsafe { sys::chv_device_code(self.raw.as_ptr()) })
    }

    /// Has the newest cell's kernels, which have not been taken, cut with the device code of these other units beside it; each has its number.
    ///
    /// # Errors
    /// What speaks against it, for people.
    pub fn join_units(&mut self, others: &[(&[u8], u32)]) -> Result<(), String> {
        let code: Vec<sys::Span> = others.iter().map(|it| sys::Span::new(it.0)).collect();
        let numbers: Vec<u32> = others.iter().map(|it| it.1).collect();
        // SAFETY: `raw` is live; both arrays have the length that is passed, and they and what they name live for the call.
        let mistake = unsafe {
            sys::chv_join_units(
                self.raw.as_ptr(),
                code.as_ptr(),
                numbers.as_ptr(),
                code.len(),
            )
        };
        take_bytes(mistake).map_or(Ok(()), |text| {
            Err(String::from_utf8_lossy(&text).into_owned())
        })
    }

    /// Bitcode of the closure of a kernel's newest version for the CPU device, with or without its line table.
    pub fn closure_again(&mut self, symbol: &str, lines: bool) -> Option<Vec<u8>> {
        let symbol = sys::Span::new(symbol.as_bytes());
        // SAFETY: `raw` is live, and so is the span for the call.
        take_bytes(unsafe { sys::chv_closure_again(self.raw.as_ptr(), symbol, i32::from(lines)) })
    }

    /// Threads that a block of a kernel's newest version has at most; 0 if it does not say.
    pub fn max_threads(&mut self, symbol: &str) -> u32 {
        let symbol = sys::Span::new(symbol.as_bytes());
        // SAFETY: `raw` is live, and so is the span for the call.
        unsafe { sys::chv_max_threads(self.raw.as_ptr(), symbol) }
    }

    /// What clang knows of a byte of a text that will be the cell of this number: records of fields. `None` if it crashed or took too long, which changes
    /// nothing here.
    pub fn ask(&mut self, what: i32, text: &str, position: usize, number: u32) -> Option<Vec<u8>> {
        assert!(position <= text.len(), "the position is in the text");
        let text = sys::Span::new(text.as_bytes());
        // SAFETY: `raw` is live, and so is the span for the call, which the position lies in.
        take_bytes(unsafe { sys::chv_ask(self.raw.as_ptr(), what, text, position, number) })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: `raw` came from `chv_compiler_create` and is freed only here.
        unsafe { sys::chv_compiler_free(self.raw.as_ptr()) }
    }
}

/// Takes the kernels of a cell with their closures, and how long cutting these took in nanoseconds.
pub type KernelTaker = Box<dyn FnOnce(Vec<Kernel>, u64) + Send>;

/// # Safety
/// `context` must come from a `Box<KernelTaker>` that nobody else has, and `result` be a live result of the shim that nobody else frees.
unsafe extern "C" fn give_kernels(context: *mut c_void, result: *mut sys::Cell) {
    // SAFETY: the caller's duty.
    let (taker, (kernels, nanoseconds)) = unsafe {
        (
            Box::from_raw(context.cast::<KernelTaker>()),
            take_kernels(result),
        )
    };
    taker(kernels, nanoseconds);
}
