//! LLVM's ORC, reduced to one operation: link one object, in a dylib of its own, against addresses given by name.
//!
//! Names are resolved by `Linker`, never by ORC: a dylib holds one object and the absolute symbols that this object asks for, so
//! neither lookups nor symbol tables grow with the session, and no definition is ever in another's way. ORC's own search of the
//! process is not used (in LLVM 21 and 22 its cost grows with the number of symbols asked for before).

use std::ffi::{CStr, CString, c_char, c_void};
use std::mem;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcCreateLLJITBuilder, LLVMOrcLLJITAddObjectFile,
    LLVMOrcLLJITGetExecutionSession, LLVMOrcLLJITRef,
};
use llvm_sys::orc2::{
    LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMJITSymbolGenericFlags, LLVMOrcAbsoluteSymbols,
    LLVMOrcCJITDylibSearchOrderElement, LLVMOrcCLookupSetElement, LLVMOrcCSymbolMapPair,
    LLVMOrcCSymbolMapPairs, LLVMOrcExecutionSessionCreateBareJITDylib,
    LLVMOrcExecutionSessionIntern, LLVMOrcExecutionSessionLookup, LLVMOrcExecutionSessionRef,
    LLVMOrcExecutionSessionSetErrorReporter, LLVMOrcJITDylibClear, LLVMOrcJITDylibDefine,
    LLVMOrcJITDylibLookupFlags, LLVMOrcJITDylibRef, LLVMOrcLookupKind, LLVMOrcSymbolLookupFlags,
    LLVMOrcSymbolStringPoolEntryStr,
};
use llvm_sys::target::{LLVM_InitializeNativeAsmPrinter, LLVM_InitializeNativeTarget};

/// The one ORC session of the process; lives until it ends.
pub(super) struct Orc {
    jit: LLVMOrcLLJITRef,
    session: LLVMOrcExecutionSessionRef,
    /// Dylibs that were cleared; ORC cannot delete one, so they are used again.
    idle: Mutex<Vec<Dylib>>,
    /// What ORC reported beside the error that a call gave; the detail is there.
    reported: Box<Mutex<Vec<String>>>,
}

#[derive(Clone, Copy)]
struct Dylib(LLVMOrcJITDylibRef);

// SAFETY: ORC's session and dylibs are made for use from any thread; they lock themselves.
unsafe impl Send for Orc {}
// SAFETY: as above.
unsafe impl Sync for Orc {}
// SAFETY: as above.
unsafe impl Send for Dylib {}
// SAFETY: as above.
unsafe impl Sync for Dylib {}

/// An object that is linked; its memory is given back when this is dropped.
pub(super) struct LinkedObject {
    orc: &'static Orc,
    dylib: Dylib,
}

impl Orc {
    /// Starts ORC for the host; some milliseconds at the first call.
    pub(super) fn start() -> Result<&'static Orc, String> {
        // SAFETY: these calls have no preconditions.
        let missing = unsafe { LLVM_InitializeNativeTarget() | LLVM_InitializeNativeAsmPrinter() };
        if missing != 0 {
            return Err("this LLVM has no target for the host".to_owned());
        }
        let mut jit = ptr::null_mut();
        // SAFETY: `LLVMOrcCreateLLJIT` takes ownership of the builder and fills `jit` unless it gives an error.
        check(unsafe { LLVMOrcCreateLLJIT(&mut jit, LLVMOrcCreateLLJITBuilder()) })?;
        // SAFETY: `jit` is valid and never disposed, so its session is as well.
        let session = unsafe { LLVMOrcLLJITGetExecutionSession(jit) };
        let orc: &'static Orc = Box::leak(Box::new(Orc {
            jit,
            session,
            idle: Mutex::default(),
            reported: Box::default(),
        }));
        let context = ptr::from_ref::<Mutex<Vec<String>>>(&orc.reported)
            .cast_mut()
            .cast();
        // SAFETY: `context` is what `note_error` takes it for, and lives as long as the process.
        unsafe { LLVMOrcExecutionSessionSetErrorReporter(session, note_error, context) };
        Ok(orc)
    }

    /// Links `object` against `externals` and gives the addresses of `wanted`, in order.
    ///
    /// The caller makes sure that `wanted` are global definitions of the object and that none of its definitions is among
    /// `externals`.
    pub(super) fn link(
        &'static self,
        object: &[u8],
        externals: &[(&str, usize)],
        wanted: &[&str],
    ) -> Result<(LinkedObject, Vec<usize>), String> {
        let linked = LinkedObject {
            orc: self,
            dylib: self.idle_dylib()?,
        };
        lock(&self.reported).clear();
        self.define(linked.dylib, externals)?;
        // SAFETY: the range is `object`, which is copied.
        let buffer = unsafe {
            LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast(),
                object.len(),
                c"object".as_ptr(),
            )
        };
        // SAFETY: `jit` and the dylib are valid; the buffer's ownership passes on.
        check(unsafe { LLVMOrcLLJITAddObjectFile(self.jit, linked.dylib.0, buffer) })?;
        let addresses = self
            .lookup(linked.dylib, wanted)
            .map_err(|message| self.with_detail(message))?;
        Ok((linked, addresses))
    }

    fn idle_dylib(&self) -> Result<Dylib, String> {
        if let Some(dylib) = lock(&self.idle).pop() {
            return Ok(dylib);
        }
        // SAFETY: the session is valid; the name is copied.
        let dylib =
            unsafe { LLVMOrcExecutionSessionCreateBareJITDylib(self.session, c"object".as_ptr()) };
        if dylib.is_null() {
            Err("ORC made no dylib".to_owned())
        } else {
            Ok(Dylib(dylib))
        }
    }

    fn define(&self, dylib: Dylib, externals: &[(&str, usize)]) -> Result<(), String> {
        if externals.is_empty() {
            return Ok(());
        }
        let mut pairs = externals
            .iter()
            .map(|(name, address)| {
                Ok(LLVMOrcCSymbolMapPair {
                    Name: self.intern(name)?,
                    Sym: LLVMJITEvaluatedSymbol {
                        Address: *address as u64,
                        Flags: exported(),
                    },
                })
            })
            .collect::<Result<Vec<_>, String>>()?;
        // SAFETY: `pairs` has that many elements; ownership of the names passes on.
        let unit = unsafe { LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len()) };
        // SAFETY: the dylib is valid. It takes ownership of the unit unless it gives an error, which is fatal for this link only.
        check(unsafe { LLVMOrcJITDylibDefine(dylib.0, unit) })
    }

    fn intern(
        &self,
        name: &str,
    ) -> Result<llvm_sys::orc2::LLVMOrcSymbolStringPoolEntryRef, String> {
        let name =
            CString::new(name).map_err(|_| format!("symbol `{name}` has a zero byte in it"))?;
        // SAFETY: the session is valid and `name` ends with a zero.
        Ok(unsafe { LLVMOrcExecutionSessionIntern(self.session, name.as_ptr()) })
    }

    fn lookup(&self, dylib: Dylib, wanted: &[&str]) -> Result<Vec<usize>, String> {
        let mut names = wanted
            .iter()
            .map(|name| {
                let flags = LLVMOrcSymbolLookupFlags::LLVMOrcSymbolLookupFlagsRequiredSymbol;
                Ok(LLVMOrcCLookupSetElement {
                    Name: self.intern(name)?,
                    LookupFlags: flags,
                })
            })
            .collect::<Result<Vec<_>, String>>()?;
        let mut order = LLVMOrcCJITDylibSearchOrderElement {
            JD: dylib.0,
            JDLookupFlags: LLVMOrcJITDylibLookupFlags::LLVMOrcJITDylibLookupFlagsMatchAllSymbols,
        };
        let mut found: Result<Vec<(String, usize)>, String> = Err("ORC gave no answer".to_owned());
        // SAFETY: all pointers are to live values with that many elements; ownership of the names passes on. LLJIT without
        // compile threads materialises in this call, so `take_addresses` has run, once, before it returns.
        unsafe {
            LLVMOrcExecutionSessionLookup(
                self.session,
                LLVMOrcLookupKind::LLVMOrcLookupKindStatic,
                &mut order,
                1,
                names.as_mut_ptr(),
                names.len(),
                take_addresses,
                ptr::from_mut(&mut found).cast(),
            );
        }
        let found: std::collections::HashMap<String, usize> = found?.into_iter().collect();
        wanted
            .iter()
            .map(|name| {
                found
                    .get(*name)
                    .copied()
                    .ok_or_else(|| format!("ORC gave no address for `{name}`"))
            })
            .collect()
    }

    /// Adds what ORC reported aside; its own message only lists what could not be materialised.
    fn with_detail(&self, message: String) -> String {
        let reported = mem::take(&mut *lock(&self.reported));
        if reported.is_empty() {
            message
        } else {
            reported.join("; ")
        }
    }
}

impl Drop for LinkedObject {
    fn drop(&mut self) {
        // SAFETY: the dylib is valid; whoever drops this has no more use for the object's code.
        match check(unsafe { LLVMOrcJITDylibClear(self.dylib.0) }) {
            Ok(()) => lock(&self.orc.idle).push(self.dylib),
            // The dylib is not used again, and its memory stays.
            Err(message) => lock(&self.orc.reported).push(message),
        }
    }
}

fn exported() -> LLVMJITSymbolFlags {
    let flags = LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported;
    LLVMJITSymbolFlags {
        GenericFlags: flags as u8,
        TargetFlags: 0,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Turns LLVM's error into a message.
fn check(error: LLVMErrorRef) -> Result<(), String> {
    if error.is_null() {
        Ok(())
    } else {
        Err(error_message(error))
    }
}

fn error_message(error: LLVMErrorRef) -> String {
    // SAFETY: `error` is an error that nobody has consumed; the message is copied, then given back.
    unsafe {
        let text = LLVMGetErrorMessage(error);
        let message = c_text(text);
        LLVMDisposeErrorMessage(text);
        message
    }
}

/// # Safety
/// `text` ends with a zero.
unsafe fn c_text(text: *const c_char) -> String {
    // SAFETY: the caller's duty.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

extern "C" fn note_error(context: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: `Orc::start` passed a `Mutex<Vec<String>>` that lives as long as the process.
    let reported = unsafe { &*context.cast::<Mutex<Vec<String>>>() };
    lock(reported).push(error_message(error));
}

extern "C" fn take_addresses(
    error: LLVMErrorRef,
    pairs: LLVMOrcCSymbolMapPairs,
    count: usize,
    context: *mut c_void,
) {
    let found = check(error).map(|()| {
        (0..count)
            .map(|index| {
                // SAFETY: ORC passes `count` pairs, valid during this call.
                let pair = unsafe { &*pairs.add(index) };
                // SAFETY: a pool entry's text ends with a zero.
                let name = unsafe { c_text(LLVMOrcSymbolStringPoolEntryStr(pair.Name)) };
                (name, pair.Sym.Address as usize)
            })
            .collect()
    });
    // SAFETY: `lookup` passed a pointer to a `Result` of this type and waits for this call.
    unsafe { *context.cast::<Result<Vec<(String, usize)>, String>>() = found };
}
