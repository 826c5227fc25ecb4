//! NVRTC and hipRTC: programs whose text user code makes at run time. The session compiles them; what comes of that is a module's image.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock};

use super::ffi::{In, Out, Table, table};
use super::handles::{Handle, Handles};
use super::rtc_options;
use crate::interrupt;
use crate::lock::lock;
use crate::wire::program::ProgramOptions;
use crate::wire::{ProgramMade, ProgramSource};

/// `nvrtcResult`; hipRTC's numbers are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    InvalidInput = 3,
    InvalidProgram = 4,
    InvalidOption = 5,
    Compilation = 6,
    NoNameExpressionsAfterCompilation = 8,
    NoLoweredNamesBeforeCompilation = 9,
    NameExpressionNotValid = 10,
    InternalError = 11,
}

type Result<T> = std::result::Result<T, Fault>;

/// Has a program compiled; none if the cell that waits is to be stopped.
type Compile = fn(ProgramSource) -> Option<ProgramMade>;

static COMPILE: OnceLock<Compile> = OnceLock::new();

/// From now on this compiles programs.
pub(crate) fn compile_programs_with(compile: Compile) {
    COMPILE.get_or_init(|| compile);
}

/// A program of the user's.
#[derive(Default)]
struct Program {
    source: ProgramSource,
    compiled: bool,
    /// What a module is loaded from, with a zero at its end; empty if there are errors.
    image: Vec<u8>,
    log: CString,
    lowered: Vec<CString>,
}

fn programs() -> &'static Handles<Mutex<Program>> {
    static PROGRAMS: OnceLock<Handles<Mutex<Program>>> = OnceLock::new();
    PROGRAMS.get_or_init(Handles::default)
}

fn program(handle: Handle) -> Result<Arc<Mutex<Program>>> {
    programs().get(handle).map_err(|_| Fault::InvalidProgram)
}

/// A text of the user's; null is a mistake.
fn text(text: *const c_char) -> Result<String> {
    if text.is_null() {
        return Err(Fault::InvalidInput);
    }
    // SAFETY: the API obliges the caller to pass a text that ends with a zero.
    let text = unsafe { CStr::from_ptr(text) };
    Ok(text.to_string_lossy().into_owned())
}

/// So many texts of the user's.
fn texts(first: In<*const c_char>, count: i32) -> Result<Vec<String>> {
    let count = usize::try_from(count).map_err(|_| Fault::InvalidInput)?;
    let all = first.all(count).map_err(|_| Fault::InvalidInput)?;
    all.into_iter().map(text).collect()
}

/// A text that C can read: it ends at the first zero.
fn c_text(text: &str) -> CString {
    let before = text.split('\0').next().unwrap_or_default();
    CString::new(before).unwrap_or_default()
}

impl<T: Copy> Out<T> {
    fn give(self, value: T) -> Result<()> {
        self.put(value).map_err(|_| Fault::InvalidInput)
    }
}

impl Program {
    fn compile(&mut self, options: &[String], hip: bool) -> Result<()> {
        self.compiled = true;
        self.image.clear();
        self.lowered.clear();
        match rtc_options::read(options, hip) {
            Ok(options) => self.source.options = options,
            Err(log) => {
                self.log = c_text(&log);
                return Err(Fault::InvalidOption);
            }
        }
        let compile = COMPILE.get().ok_or(Fault::InternalError)?;
        let made = compile(self.source.clone()).ok_or(Fault::InternalError)?;
        self.log = c_text(&made.log);
        let code = made.code.ok_or(Fault::Compilation)?;
        self.image = code.to_image().map_err(|_| Fault::InternalError)?;
        self.image.push(0);
        self.lowered = made.lowered.iter().map(|it| c_text(it)).collect();
        Ok(())
    }

    fn image(&self) -> Result<&[u8]> {
        match self.image.is_empty() {
            true => Err(Fault::InvalidProgram),
            false => Ok(&self.image),
        }
    }

    fn lowered(&self, name: &str) -> Result<*const c_char> {
        if !self.compiled {
            return Err(Fault::NoLoweredNamesBeforeCompilation);
        }
        let at = self.source.names.iter().position(|it| it == name);
        let found = at.and_then(|at| self.lowered.get(at));
        found
            .map(|it| it.as_ptr())
            .ok_or(Fault::NameExpressionNotValid)
    }
}

/// Runs the body of a function of NVRTC's.
fn call(body: impl FnOnce() -> Result<()>) -> i32 {
    // A panic must not unwind into the user's C++ frames.
    let result = catch_unwind(AssertUnwindSafe(body));
    let result = match result.unwrap_or(Err(Fault::InternalError)) {
        Ok(()) => 0,
        Err(fault) => fault as i32,
    };
    interrupt::at_api_end();
    result
}

macro_rules! rtc {
    ($($(#[$meta:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {
        $(
            $(#[$meta])*
            unsafe extern "C-unwind" fn $name($($argument: $type),*) -> i32 {
                call(move || $body)
            }
        )*

        pub(crate) const TABLE: Table = table![$($name,)*];
    };
}

rtc! {
    fn __chv_rtc_create(
        handle: Out<Handle>, source: *const c_char, name: *const c_char, count: i32, headers: In<*const c_char>,
        header_names: In<*const c_char>,
    ) {
        if handle.is_null() {
            return Err(Fault::InvalidInput);
        }
        let given = if name.is_null() { String::new() } else { text(name)? };
        let name = if given.is_empty() { "default_program".to_owned() } else { given };
        let source = ProgramSource {
            name,
            text: text(source)?,
            headers: texts(header_names, count)?.into_iter().zip(texts(headers, count)?).collect(),
            options: ProgramOptions::default(),
            ..ProgramSource::default()
        };
        handle.give(programs().insert(Arc::new(Mutex::new(Program { source, ..Program::default() }))))
    }

    fn __chv_rtc_destroy(handle: Out<Handle>) {
        let program = handle.get().map_err(|_| Fault::InvalidProgram)?;
        programs().remove(program).map_err(|_| Fault::InvalidProgram)?;
        handle.give(0)
    }

    fn __chv_rtc_compile(handle: Handle, count: i32, options: In<*const c_char>, hip: i32) {
        let program = program(handle)?;
        let options = texts(options, count)?;
        lock(&program).compile(&options, hip != 0)
    }

    fn __chv_rtc_add_name(handle: Handle, name: *const c_char) {
        let program = program(handle)?;
        let mut program = lock(&program);
        let name = text(name)?;
        if program.compiled {
            return Err(Fault::NoNameExpressionsAfterCompilation);
        }
        program.source.names.push(name);
        Ok(())
    }

    /// The text stays until the program is destroyed or compiled again.
    fn __chv_rtc_lowered_name(handle: Handle, name: *const c_char, lowered: Out<*const c_char>) {
        let program = program(handle)?;
        let name = text(name)?;
        let found = lock(&program).lowered(&name)?;
        lowered.give(found)
    }

    fn __chv_rtc_image_size(handle: Handle, bytes: Out<usize>) {
        let program = program(handle)?;
        let length = lock(&program).image()?.len();
        bytes.give(length)
    }

    fn __chv_rtc_image(handle: Handle, image: Out<u8>) {
        let program = program(handle)?;
        let program = lock(&program);
        image.put_all(program.image()?).map_err(|_| Fault::InvalidInput)
    }

    fn __chv_rtc_log_size(handle: Handle, bytes: Out<usize>) {
        let program = program(handle)?;
        let length = lock(&program).log.as_bytes_with_nul().len();
        bytes.give(length)
    }

    fn __chv_rtc_log(handle: Handle, log: Out<u8>) {
        let program = program(handle)?;
        let program = lock(&program);
        log.put_all(program.log.as_bytes_with_nul()).map_err(|_| Fault::InvalidInput)
    }
}
