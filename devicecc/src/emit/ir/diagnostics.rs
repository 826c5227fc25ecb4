//! What LLVM reports while it works.

use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::rc::Rc;

use inkwell::context::Context;
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::error::bail_mendable;

/// What LLVM had to say while it worked in a context.
///
/// Without this, LLVM writes to stderr, and ends the process on an error.
pub(in crate::emit) struct Diagnostics {
    errors: Rc<RefCell<Vec<String>>>,
}

impl Diagnostics {
    /// Collects the errors of a context, which must end before what is returned here; warnings and remarks are dropped.
    pub(in crate::emit) fn collect(context: &Context) -> Diagnostics {
        let errors: Rc<RefCell<Vec<String>>> = Rc::default();
        let sink = Rc::as_ptr(&errors).cast_mut().cast();
        // SAFETY: the handler reads the shared cell, which by the contract above lives until after the context.
        unsafe { LLVMContextSetDiagnosticHandler(context.raw(), Some(take), sink) };
        Diagnostics { errors }
    }

    /// # Errors
    ///
    /// If LLVM has told of any so far: all of them, as one text.
    pub(in crate::emit) fn check(&self) -> anyhow::Result<()> {
        let errors = self.errors.borrow().join("; ");
        if !errors.is_empty() {
            bail_mendable!("LLVM cannot translate the code: {errors}");
        }
        Ok(())
    }
}

/// LLVM's callback: keeps an error's text.
extern "C" fn take(info: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic and the pointer that `collect` gave it; a context works on one thread only, and the
    // vector is borrowed only between calls of LLVM.
    unsafe {
        if matches!(
            LLVMGetDiagInfoSeverity(info),
            LLVMDiagnosticSeverity::LLVMDSError
        ) {
            let text = LLVMGetDiagInfoDescription(info);
            (*sink.cast::<RefCell<Vec<String>>>())
                .borrow_mut()
                .push(CStr::from_ptr(text).to_string_lossy().into_owned());
            LLVMDisposeMessage(text);
        }
    }
}
