//! LLVM's ORC, reduced to one operation: link one object against addresses.
//!
//! Names are resolved by `Linker`, never by ORC: `object_file` gives every definition a name of its own and names every need after
//! its address. So no definition is ever in another's way, and ORC has nothing to search. Its search of the process is not used
//! (in LLVM 21 and 22 its cost grows with the number of symbols asked for before), and neither is a dylib per object (in LLVM 22
//! each one makes all later links slower).

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString, c_char, c_void};
use std::mem;
use std::ptr;
use std::sync::Mutex;

use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::orc2::lljit::{
    LLVMOrcCreateLLJIT, LLVMOrcCreateLLJITBuilder, LLVMOrcLLJITAddObjectFileWithRT,
    LLVMOrcLLJITGetExecutionSession, LLVMOrcLLJITRef,
};
use llvm_sys::orc2::{
    LLVMJITEvaluatedSymbol, LLVMJITSymbolFlags, LLVMJITSymbolGenericFlags, LLVMOrcAbsoluteSymbols,
    LLVMOrcCJITDylibSearchOrderElement, LLVMOrcCLookupSetElement, LLVMOrcCSymbolMapPair,
    LLVMOrcCSymbolMapPairs, LLVMOrcExecutionSessionCreateBareJITDylib,
    LLVMOrcExecutionSessionIntern, LLVMOrcExecutionSessionLookup, LLVMOrcExecutionSessionRef,
    LLVMOrcExecutionSessionSetErrorReporter, LLVMOrcJITDylibCreateResourceTracker,
    LLVMOrcJITDylibDefine, LLVMOrcJITDylibLookupFlags, LLVMOrcJITDylibRef, LLVMOrcLookupKind,
    LLVMOrcReleaseResourceTracker, LLVMOrcResourceTrackerRef, LLVMOrcResourceTrackerRemove,
    LLVMOrcSymbolLookupFlags, LLVMOrcSymbolStringPoolEntryRef, LLVMOrcSymbolStringPoolEntryStr,
};
use llvm_sys::target::{
    LLVMInitializeX86AsmPrinter, LLVMInitializeX86Target, LLVMInitializeX86TargetInfo,
    LLVMInitializeX86TargetMC,
};
use object::SymbolIndex;

use super::object_file::ObjectFile;
use crate::lock::lock;

/// The one ORC session of the process; lives until it ends.
pub(super) struct Orc {
    jit: LLVMOrcLLJITRef,
    session: LLVMOrcExecutionSessionRef,
    /// The one dylib that all objects are in.
    dylib: LLVMOrcJITDylibRef,
    /// Held while an object is linked. Absolute symbols that ORC has, by name: each stands for one address for ever.
    externals: Mutex<HashSet<String>>,
    numbers: Mutex<Numbers>,
    /// What ORC reported beside the error that a call gave; the detail is there.
    reported: Mutex<Vec<String>>,
}

/// Numbers of objects; those of objects that are gone are used again, so that ORC's table of names stays as small.
#[derive(Default)]
struct Numbers {
    next: usize,
    idle: Vec<usize>,
}

// SAFETY: ORC's session and dylibs are made for use from any thread; they lock themselves.
unsafe impl Send for Orc {}
// SAFETY: as above.
unsafe impl Sync for Orc {}

/// An object that is linked; its memory is given back when this is dropped.
pub(super) struct LinkedObject {
    orc: &'static Orc,
    number: usize,
    tracker: LLVMOrcResourceTrackerRef,
}

// SAFETY: ORC's resource trackers are made for use from any thread.
unsafe impl Send for LinkedObject {}
// SAFETY: as above.
unsafe impl Sync for LinkedObject {}

impl Orc {
    /// Starts ORC for the host; about a millisecond.
    pub(super) fn start() -> Result<&'static Orc, String> {
        // SAFETY: these calls have no preconditions.
        unsafe {
            LLVMInitializeX86TargetInfo();
            LLVMInitializeX86Target();
            LLVMInitializeX86TargetMC();
            LLVMInitializeX86AsmPrinter();
        }
        let mut jit = ptr::null_mut();
        // SAFETY: `LLVMOrcCreateLLJIT` takes ownership of the builder and fills `jit` unless it gives an error.
        check(unsafe { LLVMOrcCreateLLJIT(&mut jit, LLVMOrcCreateLLJITBuilder()) })?;
        // SAFETY: `jit` is valid and never disposed, so its session is as well.
        let session = unsafe { LLVMOrcLLJITGetExecutionSession(jit) };
        // SAFETY: the session is valid; the name is copied.
        let dylib =
            unsafe { LLVMOrcExecutionSessionCreateBareJITDylib(session, c"objects".as_ptr()) };
        if dylib.is_null() {
            return Err("ORC made no dylib".to_owned());
        }
        let orc: &'static Orc = Box::leak(Box::new(Orc {
            jit,
            session,
            dylib,
            externals: Mutex::default(),
            numbers: Mutex::default(),
            reported: Mutex::default(),
        }));
        let context = ptr::from_ref(&orc.reported).cast_mut().cast();
        // SAFETY: `context` is what `note_error` takes it for, and lives as long as the process.
        unsafe { LLVMOrcExecutionSessionSetErrorReporter(session, note_error, context) };
        Ok(orc)
    }

    /// Links `object`, with addresses for the symbols of `bindings`, and gives the addresses of what it defines, in order.
    pub(super) fn link(
        &'static self,
        object: &ObjectFile<'_>,
        bindings: &[(SymbolIndex, usize)],
    ) -> Result<(LinkedObject, Vec<usize>), String> {
        let mut externals = lock(&self.externals);
        lock(&self.reported).clear();
        let linked = self.new_object();
        let renamed = object.rename(linked.number, bindings)?;
        self.define(&mut externals, renamed.externals)?;
        let bytes = &renamed.bytes;
        // SAFETY: the range is `bytes`, which is copied.
        let buffer = unsafe {
            LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                c"object".as_ptr(),
            )
        };
        // SAFETY: `jit` and the tracker are valid; the buffer's ownership passes on.
        check(unsafe { LLVMOrcLLJITAddObjectFileWithRT(self.jit, linked.tracker, buffer) })?;
        let addresses = self
            .lookup(&renamed.defined)
            .map_err(|message| self.with_detail(message))?;
        Ok((linked, addresses))
    }

    fn new_object(&'static self) -> LinkedObject {
        let mut numbers = lock(&self.numbers);
        let number = numbers.idle.pop().unwrap_or_else(|| {
            numbers.next += 1;
            numbers.next
        });
        // SAFETY: the dylib is valid; `LinkedObject` releases the tracker.
        let tracker = unsafe { LLVMOrcJITDylibCreateResourceTracker(self.dylib) };
        LinkedObject {
            orc: self,
            number,
            tracker,
        }
    }

    /// Makes those addresses known that ORC does not have yet.
    fn define(
        &self,
        known: &mut HashSet<String>,
        externals: Vec<(String, usize)>,
    ) -> Result<(), String> {
        let mut pairs = Vec::new();
        for (name, address) in externals {
            if known.contains(&name) {
                continue;
            }
            let symbol = LLVMJITEvaluatedSymbol {
                Address: address as u64,
                Flags: exported(),
            };
            pairs.push(LLVMOrcCSymbolMapPair {
                Name: self.intern(&name)?,
                Sym: symbol,
            });
            known.insert(name);
        }
        if pairs.is_empty() {
            return Ok(());
        }
        // SAFETY: `pairs` has that many elements; ownership of the names passes on.
        let unit = unsafe { LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len()) };
        // SAFETY: the dylib is valid. It takes ownership of the unit; an error means that it had one of the names, which `known`
        // excludes.
        check(unsafe { LLVMOrcJITDylibDefine(self.dylib, unit) })
    }

    fn intern(&self, name: &str) -> Result<LLVMOrcSymbolStringPoolEntryRef, String> {
        let name =
            CString::new(name).map_err(|_| format!("symbol `{name}` has a zero byte in it"))?;
        // SAFETY: the session is valid and `name` ends with a zero.
        Ok(unsafe { LLVMOrcExecutionSessionIntern(self.session, name.as_ptr()) })
    }

    fn lookup(&self, wanted: &[String]) -> Result<Vec<usize>, String> {
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
            JD: self.dylib,
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
        let found: HashMap<String, usize> = found?.into_iter().collect();
        wanted
            .iter()
            .map(|name| {
                found
                    .get(name)
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
        // SAFETY: the tracker is valid and released once; whoever drops this has no more use for the object's code.
        let removed = unsafe {
            let removed = check(LLVMOrcResourceTrackerRemove(self.tracker));
            LLVMOrcReleaseResourceTracker(self.tracker);
            removed
        };
        // After an error the object's names may still be taken, so its number is not used again.
        if removed.is_ok() {
            lock(&self.orc.numbers).idle.push(self.number);
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
