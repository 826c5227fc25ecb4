//! Links an object into the test's own process and runs kernels in it, with primitives of the test's own.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::sync::Barrier;

use llvm_sys::core::{LLVMCreateMemoryBufferWithMemoryRangeCopy, LLVMDisposeMessage};
use llvm_sys::error::{LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;

/// `Block` of docs/primitives.md.
#[repr(C)]
pub struct Block {
    pub block_idx: [u32; 3],
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    pub dynamic_shared_bytes: u32,
    pub shared: *mut u8,
    pub args: *const *const c_void,
}

/// `Thread` of docs/primitives.md.
#[repr(C)]
pub struct Thread {
    pub tid: [u32; 3],
    pub linear: u32,
    pub lane: u32,
    pub warp: u32,
    pub block: *const Block,
}

/// `Span` of docs/primitives.md.
#[repr(C)]
pub struct Span {
    pub begin: [u32; 3],
    pub end: [u32; 3],
}

thread_local! {
    static RUNNING: Cell<*const Thread> = const { Cell::new(std::ptr::null()) };
    static BARRIER: Cell<*const Barrier> = const { Cell::new(std::ptr::null()) };
    static EMULATED: RefCell<HashMap<usize, Vec<u64>>> = RefCell::new(HashMap::new());
}

extern "C" fn tid_x() -> u32 {
    // SAFETY: `run_threads` set the pointer for as long as the thread runs.
    unsafe { (*RUNNING.get()).tid[0] }
}

extern "C" fn shared_base() -> *mut u8 {
    // SAFETY: as above.
    unsafe { (*(*RUNNING.get()).block).shared }
}

extern "C" fn sync_block(_site: u32) {
    // SAFETY: as above.
    unsafe { (*BARRIER.get()).wait() };
}

extern "C" fn sync_yield(_site: u32) {
    std::thread::yield_now();
}

extern "C" fn warp_size() -> u32 {
    32
}

/// libgcc's `__emutls_get_address`, as far as the tests need it.
extern "C" fn emutls(control: *const [usize; 4]) -> *mut u8 {
    EMULATED.with_borrow_mut(|objects| {
        // SAFETY: emitted code passes a control structure: size, alignment, unused, initial bytes.
        let [bytes, align, _, initial] = unsafe { *control };
        assert!(align <= 8);
        let object = objects.entry(control as usize).or_insert_with(|| {
            let mut words = vec![0u64; bytes.div_ceil(8)];
            if initial != 0 {
                // SAFETY: the initial bytes are as many as the structure says.
                unsafe {
                    std::ptr::copy_nonoverlapping(
                        initial as *const u8,
                        words.as_mut_ptr().cast(),
                        bytes,
                    )
                };
            }
            words
        });
        object.as_mut_ptr().cast()
    })
}

/// An object linked into this process.
pub struct Linked(LLVMOrcLLJITRef);

fn check(error: LLVMErrorRef) {
    if !error.is_null() {
        // SAFETY: an error that is not null has a message.
        let message = unsafe { CStr::from_ptr(LLVMGetErrorMessage(error)) };
        panic!("{}", message.to_string_lossy());
    }
}

impl Linked {
    pub fn new(object: &[u8]) -> Linked {
        let primitives: [(&CStr, usize); 6] = [
            (c"__chv_tid_x", tid_x as *const () as usize),
            (c"__chv_shared_base", shared_base as *const () as usize),
            (c"__chv_sync_block", sync_block as *const () as usize),
            (c"__chv_sync_yield", sync_yield as *const () as usize),
            (c"__chv_warp_size", warp_size as *const () as usize),
            (c"__emutls_get_address", emutls as *const () as usize),
        ];
        let mut jit = std::ptr::null_mut();
        // SAFETY: the calls follow the documentation of LLVM's ORC interface; every result is checked.
        unsafe {
            check(LLVMOrcCreateLLJIT(&mut jit, LLVMOrcCreateLLJITBuilder()));
            let library = LLVMOrcLLJITGetMainJITDylib(jit);
            let mut symbols = primitives.map(|(name, address)| LLVMOrcCSymbolMapPair {
                Name: LLVMOrcLLJITMangleAndIntern(jit, name.as_ptr()),
                Sym: LLVMJITEvaluatedSymbol {
                    Address: address as u64,
                    Flags: LLVMJITSymbolFlags {
                        GenericFlags: LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported
                            as u8,
                        TargetFlags: 0,
                    },
                },
            });
            check(LLVMOrcJITDylibDefine(
                library,
                LLVMOrcAbsoluteSymbols(symbols.as_mut_ptr(), symbols.len()),
            ));
            let mut process = std::ptr::null_mut();
            check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
                &mut process,
                0,
                None,
                std::ptr::null_mut(),
            ));
            LLVMOrcJITDylibAddGenerator(library, process);
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast(),
                object.len(),
                c"object".as_ptr(),
            );
            check(LLVMOrcLLJITAddObjectFile(jit, library, buffer));
        }
        Linked(jit)
    }

    pub fn address(&self, symbol: &str) -> usize {
        let symbol = CString::new(symbol).unwrap();
        let mut address = 0;
        // SAFETY: the name ends in a zero byte, and the result is checked.
        unsafe { check(LLVMOrcLLJITLookup(self.0, &mut address, symbol.as_ptr())) };
        address as usize
    }

    /// Runs one block whose threads are `dim`, as tier Block does, in two spans.
    pub fn run_block(&self, entry: &str, block: &Block) {
        // SAFETY: the entry has this type by the contract.
        let entry: extern "C" fn(*const Block, *const Span) =
            unsafe { std::mem::transmute(self.address(entry)) };
        let [x, y, z] = block.block_dim;
        let half = x / 2;
        entry(
            block,
            &Span {
                begin: [0, 0, 0],
                end: [half, y, z],
            },
        );
        entry(
            block,
            &Span {
                begin: [half, 0, 0],
                end: [x, y, z],
            },
        );
    }

    /// Runs one block as tier Thread does; here each thread is one of the operating system.
    pub fn run_threads(&self, entry: &str, block: &Block) {
        // SAFETY: the entry has this type by the contract.
        let entry: extern "C" fn(*const Block, *const Thread) =
            unsafe { std::mem::transmute(self.address(entry)) };
        let threads = block.block_dim[0];
        assert_eq!(
            block.block_dim,
            [threads, 1, 1],
            "the test runs rows of threads only"
        );
        let barrier = Barrier::new(threads as usize);
        let block_address = std::ptr::from_ref(block) as usize;
        std::thread::scope(|scope| {
            for linear in 0..threads {
                let barrier = &barrier;
                scope.spawn(move || {
                    let block = block_address as *const Block;
                    let thread = Thread {
                        tid: [linear, 0, 0],
                        linear,
                        lane: linear % 32,
                        warp: linear / 32,
                        block,
                    };
                    RUNNING.set(&thread);
                    BARRIER.set(barrier);
                    entry(block, &thread);
                });
            }
        });
    }
}

impl Drop for Linked {
    fn drop(&mut self) {
        // SAFETY: the linker was made by `new` and nothing of the object runs any more.
        unsafe {
            let error = LLVMOrcDisposeLLJIT(self.0);
            if !error.is_null() {
                LLVMDisposeMessage(LLVMGetErrorMessage(error));
            }
        }
    }
}

/// 128-byte aligned memory for a block.
#[repr(C, align(128))]
pub struct Shared(pub [u8; 4096]);
