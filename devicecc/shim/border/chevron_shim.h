// The narrow C border between Rust and clang. Everything that crosses it is bytes and plain structs.
//
// Ownership: every `chv_span` in an argument is borrowed for the call (the headers and precompiled headers of
// `chv_options`: for the compiler's life). Every span in a result belongs to the result's handle.
#pragma once
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Types.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *data;
  size_t size;
} chv_span;

typedef struct {
  const chv_span *items;
  size_t count;
} chv_list;

typedef struct {
  chv_span path;     // absolute, in the compiler's in-memory file system
  chv_span contents; // no terminating NUL needed
} chv_header;

enum { CHV_HOST = 0, CHV_DEVICE = 1 };

typedef struct {
  const chv_header *headers; // embedded headers
  size_t header_count;
  chv_list arguments[2];   // cc1 arguments of each side (`CHV_HOST`, `CHV_DEVICE`), complete but for the input
  chv_span preamble;       // text that is read before the first cell (`#include`s)
  chv_span precompiled[2]; // its precompiled headers; empty: the text is parsed
  int color;               // render diagnostics with terminal colours
  unsigned unit;           // 0; or the compiler is for one cell, a file of a program of several, and this is the file's number
} chv_options;

typedef struct chv_compiler chv_compiler;
typedef struct chv_text chv_text; // a heap string

typedef struct {
  chv_span name, signature; // of an item
  unsigned cell;            // whose declaration is meant; of a macro 0
  int is_macro;
} chv_use;

typedef struct {
  int kind; // devicecc::ItemKind, in order
  chv_span name, signature;
  chv_span symbol; // mangled, of a function that is no template; else empty
  const chv_use *uses; // items that its text mentions
  size_t use_count;
  const chv_use *types; // of a variable: session types that its type is made of
  size_t type_count;
  int only_declared; // not defined by this text
} chv_item;

// A variable that the cell mentions and whose type has been defined anew since.
typedef struct {
  chv_span variable, type;
  unsigned cell, newer; // where the type was defined, and where its successor was
} chv_old_type;

typedef struct {
  chv_span source, primitive;
  unsigned line, column;
} chv_site;

typedef struct {
  chv_span symbol, display, bitcode;
  chv_list variables;
  const chv_site *sites;
  size_t site_count;
  const uint32_t *param_bytes;
  size_t param_count;
  unsigned max_threads, cell; // cell: the one that made this version
  int recompiled;             // because a function that it uses was defined anew
  unsigned cluster[3];        // `__cluster_dims__`; zeros: none
  chv_list functions;         // if there are any: no kernel but these functions, which are reached by address
} chv_kernel;

typedef struct {
  chv_span symbol;
  int fresh; // its text lies in this cell: it takes the place of an earlier definition
} chv_definition;

typedef struct {
  chv_span name, signature; // of the older item
  chv_span by;              // the newer one's signature
  unsigned cell;            // of the older one
  int followed;             // older code follows to the newer one
  int built_in;             // but device code (1), or all code (2), has the older one's value built in, and the newer one has another
  chv_span gone_from;       // nothing has taken its place: this file does not have it any more; else empty
} chv_replaced;

typedef struct {
  chv_span symbol, display, init; // init: bitcode, empty if the bytes are zero
  int space;                      // devicecc::Space, in order
  uint64_t bytes;
  uint32_t align;
} chv_variable;

typedef struct {
  int severity; // devicecc::Severity, in order
  chv_span message, source;
  unsigned line, column;
  int complaint; // devicecc::Complaint, in order
} chv_diagnostic;

// What one cell gave. `status` 0: committed; 1: rejected by clang; 2: our own failure, said in `rendered`; 3: left because `chv_watch` said so.
typedef struct {
  int status;
  chv_span rendered;
  chv_span everything; // of a rejected cell: as `rendered`, with the notes that were left out there; empty if none was
  const chv_diagnostic *diagnostics;
  size_t diagnostic_count;
  chv_span host_bitcode; // empty if the cell has no host code
  int host_unique, host_optimize, has_main;
  chv_span main_type; // such as `int (int, char **)`; empty if it has no `main`
  int runs; // the entry does more than to register kernels
  int stubs_only; // the host code defines stubs of kernels, or nothing
  chv_span value_type; // empty if the cell shows no value
  int only_looks; // it shows one and does nothing else
  const chv_item *items;
  size_t item_count;
  const chv_kernel *kernels;
  size_t kernel_count;
  const chv_variable *variables;
  size_t variable_count;
  const chv_kernel *thunks; // code with thunks for its functions, if the cell is the first to reach these by address; else null
  const chv_definition *definitions; // symbols that later cells may define anew
  size_t definition_count;
  const chv_replaced *replaced; // items of earlier cells that this one defines anew
  size_t replaced_count;
  const chv_span *undefined_macros; // macros of earlier cells that this one's text takes away
  size_t undefined_macro_count;
  const chv_old_type *old_types;
  size_t old_type_count;
  int footprint;           // devicecc::Footprint, in order
  const unsigned *refers;  // earlier cells that this one's declarations refer to
  size_t refer_count;
  uint64_t host_parse_ns, device_parse_ns, host_ir_ns, device_ir_ns, closure_ns;
} chv_cell;

// Initialises LLVM's x86-64 target. Must be called once, before anything else.
void chv_initialize(void);

// The arguments about header search and the resource directory that the driver of the clang at `clang_path` gives a C++
// compilation on this machine, one per line. Gives 0, or 1 and an explanation in `out`.
int chv_system_arguments(chv_span clang_path, chv_text **out);

// Makes the precompiled header of `options->preamble` for one side. Tells the machine's files that it was made of: for each its path and what was found
// there, with a NUL behind each (`FileRecord::text`). Tells the identifiers that were read, with a newline before and behind each: no macro of another name
// can change the header. Gives 0, or 1 and an explanation in `error`.
int chv_precompile(const chv_options *options, int side, chv_text **header, chv_text **files, chv_text **identifiers, chv_text **error);

chv_compiler *chv_compiler_create(const chv_options *options, chv_text **error);
void chv_compiler_free(chv_compiler *);
// The cells with numbers less than `before` are those of `older`: they will be compiled again, and get from files what they got there.
void chv_read_files_as(chv_compiler *, const chv_compiler *older, unsigned before);

// What this thread does from now on is left half-way once the byte at `stop`, an atomic `bool`, is 1: `chv_compile` says so by its status, passes and code
// generation by `CHV_STOPPED`; nothing else is. `stop` lives until the next call; null: nothing is left any more.
void chv_watch(const void *stop);

// Compiles one cell. `name` is how diagnostics call it; `serial` is another one for each text that a process compiles. The result
// lives until `chv_cell_free`. Closures of its kernels may be missing: `chv_take_kernels` and `chv_cut_beside` give them.
chv_cell *chv_compile(chv_compiler *, chv_span text, chv_span name, unsigned number, unsigned serial, unsigned reading);
void chv_cell_free(chv_cell *);

// The newest cell's kernels with their closures, once. Of the result only these and `closure_ns` mean something; an empty closure is one on which LLVM
// crashed. It lives until `chv_cell_free`.
chv_cell *chv_take_kernels(chv_compiler *);

// As `chv_take_kernels`, on another thread: when they are cut, that one calls `taker` with `context` and the result, once; before this returns if there are
// none. Whatever else needs the device side waits until then.
typedef void (*chv_kernel_taker)(void *context, chv_cell *kernels);
void chv_cut_beside(chv_compiler *, chv_kernel_taker taker, void *context);

// Does beforehand what the next cell needs: for moments when one waits for something else.
void chv_prepare(chv_compiler *);

// Takes the cells from number `first` on back. Of the result only the kernels mean something: those whose newest version is another
// one now. It lives until `chv_cell_free`.
chv_cell *chv_undo(chv_compiler *, unsigned first);

// Makes the ASTs again, on threads of their own and while cells go on, without these cells, which nothing refers to any more.
void chv_compact(chv_compiler *, const unsigned *cells, size_t count);

// What a compaction needs is made beside cells from now on, not only while the session rests.
void chv_hurry(chv_compiler *);

// 1 while the session has not gone over to the ASTs of `chv_compact`, which it does in `chv_prepare`; else 0.
int chv_compacts(chv_compiler *);

// The cells from number `first` on will be taken back by `chv_undo`: what other threads make of them is left half-way, as far as it can be.
void chv_give_up(chv_compiler *, unsigned first);

// A mangled name as people write it; the name itself if it is not mangled.
chv_text *chv_demangle(chv_span symbol);

// A mangled name without what tells lambdas and local types of one cell from those of another: the same for an equal cell.
chv_text *chv_without_cells(chv_span symbol);

// The header, as in `<vector>`, that C++20 has a name in; null for names that it does not have. `scope`: `std::` or a namespace in it, with `::`.
chv_text *chv_standard_header(chv_span scope, chv_span name);

// The newest versions of the kernels that hold a copy of a function: of the one with this symbol, or, if `symbol` is empty, of all
// whose qualified name is `name`. Of the result only the kernels mean something, and their code is not in it.
chv_cell *chv_kernels_using(chv_compiler *, chv_span symbol, chv_span name);

// The bitcode of the closure of a kernel's newest version for the CPU device, with its line table if `lines`; null if there is none.
chv_text *chv_closure_again(chv_compiler *, chv_span symbol, int lines);

// Threads that a block of a kernel's newest version has at most; 0 if it does not say, or there is no such kernel.
unsigned chv_max_threads(chv_compiler *, chv_span symbol);

// What is asked of a place in a text: how it goes on; what the call takes whose arguments begin there; what the name is that ends there.
enum { CHV_COMPLETE = 0, CHV_SIGNATURES = 1, CHV_ABOUT = 2 };

// What clang knows of the byte `position` of a text that somebody types as cell `number`: records that end with `\x1e`, of fields that end with `\x1f`
// (`devicecc::assist` reads them). Found out in a copy of the process, which changes nothing here. Null if it crashed or took too long.
chv_text *chv_ask(chv_compiler *, int what, chv_span text, size_t position, unsigned number);

// What a file of bitcode has: the declarations of one of ours, then for each module a record that begins with `\x1e`, of fields that are parted by `\x1f`: the
// triple, and symbols that each end a line: kernels, functions, what it does not define. Null if it cannot be read; then `error` says why.
chv_text *chv_library_contents(chv_span file, chv_text **error);
// Who reads files of code objects for GPUs: gives `take` a line for each kernel of the file, of its symbol, a tab, and its parameters' sizes, parted by blanks,
// or `?`; or, if `good` is 0, what speaks against it. `target`: the device's architecture, `cpu`, or empty if any will do. Set before the first compiler is made.
typedef void (*chv_image_taker)(void *context, int good, chv_span text);
typedef void (*chv_image_reader)(chv_span file, chv_span target, void *context, chv_image_taker take);
void chv_read_images_by(chv_image_reader);
// All device code of the session as bitcode, for a library; null if there is none.
chv_text *chv_library_module(chv_compiler *);
// What declares it: text; then, each behind `\x1e`, names that each end a line: of kernels, functions, variables.
chv_text *chv_library_declarations(chv_compiler *);
// Modules for several kinds of device as one file of bitcode.
chv_text *chv_library_file(const chv_span *modules, size_t count, chv_span declarations);

// The device code of the newest cell as bitcode, for the other units of a program; null if it has none.
chv_text *chv_device_code(chv_compiler *);
// The kernels of the newest cell, which have not been taken, are cut with the device code of these other units beside it. Null, or what speaks against it.
chv_text *chv_join_units(chv_compiler *, const chv_span *code, const unsigned *units, size_t count);

enum { CHV_GOOD = 0, CHV_FAILED = 1, CHV_CRASHED = 2, CHV_STOPPED = 3 };

// LLVM's passes and code generation, in which a crash is a result, and so is being left: then the module, its context and the machine are not to be touched
// again, not even disposed of. `error` is written unless the result is `CHV_GOOD`; empty for a crash of which LLVM said nothing.
int chv_run_passes(LLVMModuleRef module, LLVMTargetMachineRef machine, chv_span passes, chv_text **error);
// Defines a variable of this name, a byte, if the address of anything that the module defines may be in memory when its code has run: of
// a function, a table of virtual functions, a string.
void chv_note_escapes(LLVMModuleRef module, chv_span name);
// What code is: an object; PTX; PTX of a draft, for which LLVM takes less time.
enum { CHV_OBJECT = 0, CHV_PTX = 1, CHV_PTX_OF_DRAFT = 2 };

// The passes that translate one module to code of this kind. Making them needs no module, and takes a third as long as they take for a small one. Null for a
// crash. They are freed before the machine.
typedef struct chv_code_passes chv_code_passes;
chv_code_passes *chv_code_passes_new(LLVMTargetMachineRef machine, int kind);
void chv_code_passes_free(chv_code_passes *);
// Translates a module. The passes were made for this machine, and are gone whatever the result is.
int chv_generate(chv_code_passes *, LLVMModuleRef module, LLVMTargetMachineRef machine, chv_text **code, chv_text **error);

typedef struct {
  uint32_t section; // index in the object
  uint64_t offset;
} chv_place;

typedef struct {
  chv_span function, file; // empty if unknown
  unsigned line, place;    // place: index of the place that this is a frame of
} chv_frame;

typedef struct {
  const chv_frame *frames; // by place, innermost first
  size_t frame_count;
} chv_frames;

// Where places in the code of `object` come from; `with_lines` is the same object with its line table, or empty.
chv_frames *chv_frames_at(chv_span object, chv_span with_lines, const chv_place *places, size_t place_count);
void chv_frames_free(chv_frames *frames);

// The same for places given by their distances from a symbol of the object; those outside of its section are unknown.
chv_frames *chv_frames_from(chv_span object, chv_span with_lines, chv_span symbol, const int64_t *offsets, size_t offset_count);

// Gives a function that has no lines a place of its own in its module's line table, so that what is inlined into it keeps its lines. Does
// nothing to a module without line table, nor if there is no such function.
void chv_give_lines(LLVMModuleRef module, chv_span function);

// Notes at each instruction that can fail what the line table says of it, and after passes that moved some gives it back to those that lost it.
void chv_note_lines(LLVMModuleRef module);
void chv_restore_lines(LLVMModuleRef module);

// Does the module tell a debugger of variables?
int32_t chv_tells_of_variables(LLVMModuleRef module);

// Has the user's functions stay as they were written.
void chv_keep_for_debugger(LLVMModuleRef module);

// Makes the number of a place, counted from 1, the line of all instructions that come from there; the frames' places are those numbers less 1.
chv_frames *chv_number_lines(LLVMModuleRef module);

// Remarks on how the module's code came about (tiers/loop_remarks.h), each ended by `\x1e`, of fields that `\x1f` parts: name, text, function, `threads` or
// nothing, number of places.
chv_text *chv_remarks(LLVMModuleRef module);
// The places of all of them, in their order.
chv_frames *chv_remark_places(LLVMModuleRef module);
// Adds a remark of the name on a function, with the place of an instruction of it, if there is one.
void chv_remark(LLVMValueRef function, chv_span name, chv_span words, LLVMValueRef at);

// Of a module that has been through the pass `chv-watch`: where the places come from that it has numbered.
chv_frames *chv_watched_places(LLVMModuleRef module);

chv_span chv_text_get(const chv_text *);
void chv_text_free(chv_text *);

// The entry with this number of a list of what the border is on this side: its name (`chv_kernel.symbol`, `ItemKind::Kernel`), and the offset, size or
// number. An empty name behind the last. For a test alone.
size_t chv_layout(size_t index, chv_span *name);

#ifdef __cplusplus
}
#endif
