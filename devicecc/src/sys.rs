//! The shim's C border, declaration by declaration (`shim/border/chevron_shim.h`).

use std::ffi::c_void;
use std::marker::{PhantomData, PhantomPinned};
use std::sync::atomic::AtomicBool;

use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use llvm_sys::target_machine::LLVMTargetMachineRef;

/// Bytes that somebody else owns; the header says who, and for how long.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Span {
    pub data: *const u8,
    pub size: usize,
}

/// A list of spans.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct List {
    pub items: *const Span,
    pub count: usize,
}

/// Takes what an `ImageReader` gives.
pub type ImageTaker = unsafe extern "C" fn(context: *mut c_void, good: i32, text: Span);
/// `chv_image_reader`
pub type ImageReader =
    unsafe extern "C" fn(file: Span, target: Span, context: *mut c_void, take: ImageTaker);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Header {
    pub path: Span,
    pub contents: Span,
}

#[repr(C)]
pub struct Options {
    pub headers: *const Header,
    pub header_count: usize,
    pub arguments: [List; 2],
    pub preamble: Span,
    pub precompiled: [Span; 2],
    pub color: i32,
    pub unit: u32,
}

#[repr(C)]
pub struct Use {
    pub name: Span,
    pub signature: Span,
    pub cell: u32,
    pub is_macro: i32,
}

#[repr(C)]
pub struct Item {
    pub kind: i32,
    pub name: Span,
    pub signature: Span,
    pub symbol: Span,
    pub uses: *const Use,
    pub use_count: usize,
    pub types: *const Use,
    pub type_count: usize,
    pub only_declared: i32,
}

#[repr(C)]
pub struct OldType {
    pub variable: Span,
    pub type_name: Span,
    pub cell: u32,
    pub newer: u32,
}

#[repr(C)]
pub struct Site {
    pub source: Span,
    pub primitive: Span,
    pub line: u32,
    pub column: u32,
}

#[repr(C)]
pub struct Kernel {
    pub symbol: Span,
    pub display: Span,
    pub bitcode: Span,
    pub variables: List,
    pub sites: *const Site,
    pub site_count: usize,
    pub param_bytes: *const u32,
    pub param_count: usize,
    pub max_threads: u32,
    pub cell: u32,
    pub recompiled: i32,
    pub cluster: [u32; 3],
    pub functions: List,
}

#[repr(C)]
pub struct Definition {
    pub symbol: Span,
    pub fresh: i32,
}

#[repr(C)]
pub struct Replaced {
    pub name: Span,
    pub signature: Span,
    pub by: Span,
    pub cell: u32,
    pub followed: i32,
    pub built_in: i32,
    pub gone_from: Span,
}

#[repr(C)]
pub struct Variable {
    pub symbol: Span,
    pub display: Span,
    pub init: Span,
    pub space: i32,
    pub bytes: u64,
    pub align: u32,
}

#[repr(C)]
pub struct Diagnostic {
    pub severity: i32,
    pub message: Span,
    pub source: Span,
    pub line: u32,
    pub column: u32,
    pub complaint: i32,
}

#[repr(C)]
pub struct Cell {
    pub status: i32,
    pub rendered: Span,
    pub everything: Span,
    pub diagnostics: *const Diagnostic,
    pub diagnostic_count: usize,
    pub host_bitcode: Span,
    pub host_unique: i32,
    pub host_optimize: i32,
    pub has_main: i32,
    pub main_type: Span,
    pub runs: i32,
    pub stubs_only: i32,
    pub value_type: Span,
    pub only_looks: i32,
    pub items: *const Item,
    pub item_count: usize,
    pub kernels: *const Kernel,
    pub kernel_count: usize,
    pub variables: *const Variable,
    pub variable_count: usize,
    pub thunks: *const Kernel,
    pub definitions: *const Definition,
    pub definition_count: usize,
    pub replaced: *const Replaced,
    pub replaced_count: usize,
    pub undefined_macros: *const Span,
    pub undefined_macro_count: usize,
    pub old_types: *const OldType,
    pub old_type_count: usize,
    pub footprint: i32,
    pub refers: *const u32,
    pub refer_count: usize,
    pub host_parse_ns: u64,
    pub device_parse_ns: u64,
    pub host_ir_ns: u64,
    pub device_ir_ns: u64,
    pub closure_ns: u64,
}

#[repr(C)]
pub struct Place {
    pub section: u32,
    pub offset: u64,
}

#[repr(C)]
pub struct Frame {
    pub function: Span,
    pub file: Span,
    pub line: u32,
    pub place: u32,
}

#[repr(C)]
pub struct Frames {
    pub frames: *const Frame,
    pub frame_count: usize,
}

/// An opaque C++ object.
#[repr(C)]
pub struct Opaque {
    data: (),
    marker: PhantomData<(*mut u8, PhantomPinned)>,
}

unsafe extern "C" {
    pub fn chv_initialize();
    pub fn chv_system_arguments(clang_path: Span, out: *mut *mut Opaque) -> i32;
    pub fn chv_precompile(
        options: *const Options,
        side: i32,
        header: *mut *mut Opaque,
        files: *mut *mut Opaque,
        identifiers: *mut *mut Opaque,
        error: *mut *mut Opaque,
    ) -> i32;
    pub fn chv_compiler_create(options: *const Options, error: *mut *mut Opaque) -> *mut Opaque;
    pub fn chv_compiler_free(compiler: *mut Opaque);
    pub fn chv_read_files_as(compiler: *mut Opaque, older: *const Opaque, before: u32);
    pub fn chv_watch(stop: *const AtomicBool);
    pub fn chv_compile(
        compiler: *mut Opaque,
        text: Span,
        name: Span,
        number: u32,
        serial: u32,
        reading: u32,
    ) -> *mut Cell;
    pub fn chv_take_kernels(compiler: *mut Opaque) -> *mut Cell;
    pub fn chv_cut_beside(
        compiler: *mut Opaque,
        taker: unsafe extern "C" fn(*mut c_void, *mut Cell),
        context: *mut c_void,
    );
    pub fn chv_prepare(compiler: *mut Opaque);
    pub fn chv_cell_free(cell: *mut Cell);
    pub fn chv_undo(compiler: *mut Opaque, first: u32) -> *mut Cell;
    pub fn chv_give_up(compiler: *mut Opaque, first: u32);
    pub fn chv_compact(compiler: *mut Opaque, cells: *const u32, count: usize);
    pub fn chv_hurry(compiler: *mut Opaque);
    pub fn chv_compacts(compiler: *mut Opaque) -> i32;
    pub fn chv_demangle(symbol: Span) -> *mut Opaque;
    pub fn chv_without_cells(symbol: Span) -> *mut Opaque;
    pub fn chv_standard_header(scope: Span, name: Span) -> *mut Opaque;
    pub fn chv_kernels_using(compiler: *mut Opaque, symbol: Span, name: Span) -> *mut Cell;
    pub fn chv_closure_again(compiler: *mut Opaque, symbol: Span, lines: i32) -> *mut Opaque;
    pub fn chv_max_threads(compiler: *mut Opaque, symbol: Span) -> u32;
    pub fn chv_ask(
        compiler: *mut Opaque,
        what: i32,
        text: Span,
        position: usize,
        number: u32,
    ) -> *mut Opaque;
    pub fn chv_library_contents(file: Span, error: *mut *mut Opaque) -> *mut Opaque;
    pub fn chv_read_images_by(reader: ImageReader);
    pub fn chv_library_module(compiler: *mut Opaque) -> *mut Opaque;
    pub fn chv_library_declarations(compiler: *mut Opaque) -> *mut Opaque;
    pub fn chv_library_file(modules: *const Span, count: usize, declarations: Span) -> *mut Opaque;
    pub fn chv_device_code(compiler: *mut Opaque) -> *mut Opaque;
    pub fn chv_join_units(
        compiler: *mut Opaque,
        code: *const Span,
        units: *const u32,
        count: usize,
    ) -> *mut Opaque;
    pub fn chv_run_passes(
        module: LLVMModuleRef,
        machine: LLVMTargetMachineRef,
        passes: Span,
        error: *mut *mut Opaque,
    ) -> i32;
    pub fn chv_note_escapes(module: LLVMModuleRef, name: Span);
    pub fn chv_has_linker() -> i32;
    pub fn chv_link_elf(arguments: List, error: *mut *mut Opaque) -> i32;
    pub fn chv_code_passes_new(machine: LLVMTargetMachineRef, kind: i32) -> *mut Opaque;
    pub fn chv_code_passes_free(passes: *mut Opaque);
    pub fn chv_generate(
        passes: *mut Opaque,
        module: LLVMModuleRef,
        machine: LLVMTargetMachineRef,
        code: *mut *mut Opaque,
        error: *mut *mut Opaque,
    ) -> i32;
    pub fn chv_frames_at(
        object: Span,
        with_lines: Span,
        places: *const Place,
        place_count: usize,
    ) -> *mut Frames;
    pub fn chv_frames_from(
        object: Span,
        with_lines: Span,
        symbol: Span,
        offsets: *const i64,
        offset_count: usize,
    ) -> *mut Frames;
    pub fn chv_give_lines(module: LLVMModuleRef, function: Span);
    pub fn chv_note_lines(module: LLVMModuleRef);
    pub fn chv_restore_lines(module: LLVMModuleRef);
    pub fn chv_tells_of_variables(module: LLVMModuleRef) -> i32;
    pub fn chv_keep_for_debugger(module: LLVMModuleRef);
    pub fn chv_number_lines(module: LLVMModuleRef) -> *mut Frames;
    pub fn chv_remarks(module: LLVMModuleRef) -> *mut Opaque;
    pub fn chv_remark_places(module: LLVMModuleRef) -> *mut Frames;
    pub fn chv_remark(function: LLVMValueRef, name: Span, words: Span, at: LLVMValueRef);
    pub fn chv_watched_places(module: LLVMModuleRef) -> *mut Frames;
    pub fn chv_frames_free(frames: *mut Frames);
    pub fn chv_text_get(text: *const Opaque) -> Span;
    pub fn chv_text_free(text: *mut Opaque);
    #[cfg(test)]
    pub fn chv_layout(index: usize, name: *mut Span) -> usize;
}
