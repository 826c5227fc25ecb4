//! Calls into LLVM that make code out of a module, and that may crash.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ptr;

use inkwell::module::Module;
use inkwell::targets::TargetMachine;

use super::{take_bytes, take_text};
use crate::sys;

/// What became of a call into LLVM that may crash.
pub enum Guarded<T> {
    /// It came back.
    Done(T),
    /// It came back with this error.
    Failed(String),
    /// It crashed; what LLVM said of it, which may be nothing. The module, its context and the machine must not be touched again.
    Crashed(String),
    /// It was left half-way, as after a crash, because the thread was asked to stop.
    Stopped,
}

/// What a status other than 0 says.
fn failed<T>(status: i32, error: *mut sys::Opaque) -> Guarded<T> {
    let message = take_text(error);
    match status {
        1 => Guarded::Failed(message),
        2 => Guarded::Crashed(message),
        _ => Guarded::Stopped,
    }
}

/// Runs the textual pass pipeline over the module.
pub fn run_passes(module: &Module<'_>, machine: &TargetMachine, passes: &str) -> Guarded<()> {
    let mut error = ptr::null_mut();
    // SAFETY: both objects are live; the span is live for the call, and `error` is written unless the status is 0.
    let status = unsafe {
        sys::chv_run_passes(
            module.as_mut_ptr(),
            machine.as_mut_ptr(),
            sys::Span::new(passes.as_bytes()),
            &mut error,
        )
    };
    match status {
        0 => Guarded::Done(()),
        status => failed(status, error),
    }
}

/// What a machine's code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// An ELF object.
    Object,
    /// Text for an NVIDIA GPU.
    Ptx,
    /// The same, of a draft: less is made of it, in less time.
    PtxOfDraft,
}

/// Translates modules to code, with a machine of its own. After a crash it may be broken, and is not even to be dropped.
pub struct Generator {
    /// For the next module, if they have been made ahead; dropped before the machine.
    ready: RefCell<Option<CodePasses>>,
    machine: TargetMachine,
    code: Code,
}

/// LLVM's passes for one module.
struct CodePasses(*mut sys::Opaque);

impl Drop for CodePasses {
    fn drop(&mut self) {
        // SAFETY: this is their only owner, and nobody has run them; their machine lives, since `Generator` drops it after them.
        unsafe { sys::chv_code_passes_free(self.0) }
    }
}

impl Generator {
    /// Makes code of this kind with this machine.
    pub fn new(machine: TargetMachine, code: Code) -> Generator {
        Generator {
            ready: RefCell::default(),
            machine,
            code,
        }
    }

    /// Its machine.
    pub fn machine(&self) -> &TargetMachine {
        &self.machine
    }

    /// Makes ready what the next module needs, so that it takes a quarter less: for when there is time.
    pub fn prepare(&self) {
        self.ready.borrow_mut().get_or_insert_with(|| {
            // As in the header.
            let kind = match self.code {
                Code::Object => 0,
                Code::Ptx => 1,
                Code::PtxOfDraft => 2,
            };
            // SAFETY: the machine is live, and outlives what is made.
            CodePasses(unsafe { sys::chv_code_passes_new(self.machine.as_mut_ptr(), kind) })
        });
    }

    /// Translates the module.
    pub fn generate(&self, module: &Module<'_>) -> Guarded<Vec<u8>> {
        self.prepare();
        let ready = self.ready.borrow_mut().take().map(ManuallyDrop::new);
        let Some(passes) = ready.filter(|passes| !passes.0.is_null()) else {
            return Guarded::Crashed(String::new());
        };
        let (mut code, mut error) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: module and machine are live; the passes were made for the machine, and the callee frees them. `code` is written if the status is 0,
        // `error` otherwise.
        let status = unsafe {
            let (module, machine) = (module.as_mut_ptr(), self.machine.as_mut_ptr());
            sys::chv_generate(passes.0, module, machine, &mut code, &mut error)
        };
        match status {
            0 => Guarded::Done(take_bytes(code).unwrap_or_default()),
            status => failed(status, error),
        }
    }
}

/// Defines a variable of this name if the address of anything that the module defines may be in memory when its code has run: of a function, a
/// table of virtual functions, a string. The code object must stay loaded then, whatever takes its place.
pub fn note_escapes(module: &Module<'_>, name: &str) {
    // SAFETY: the module is live, and so is the span for the call.
    unsafe { sys::chv_note_escapes(module.as_mut_ptr(), sys::Span::new(name.as_bytes())) }
}

/// Is lld's library in this program?
pub fn has_linker() -> bool {
    // SAFETY: it takes nothing and gives a number.
    unsafe { sys::chv_has_linker() != 0 }
}

/// Runs lld for ELF with these arguments. The caller sees to it that one call runs at a time, and none after a crash.
pub fn link_elf(arguments: &[String]) -> Guarded<()> {
    let spans: Vec<sys::Span> = arguments
        .iter()
        .map(|it| sys::Span::new(it.as_bytes()))
        .collect();
    let list = sys::List {
        items: spans.as_ptr(),
        count: spans.len(),
    };
    let mut error = ptr::null_mut();
    // SAFETY: the spans and their bytes are live for the call; `error` is written unless the status is 0.
    match unsafe { sys::chv_link_elf(list, &mut error) } {
        0 => Guarded::Done(()),
        status => failed(status, error),
    }
}
