//! What compiling one cell gives: plain data, safe to send to worker threads.

/// What one top-level item of a cell is, read off clang's AST.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ItemKind {
    /// A `__global__` function.
    Kernel,
    /// A `__device__` function (also `__host__ __device__`).
    DeviceFunction,
    /// A `__device__`, `__constant__` or `__managed__` variable.
    DeviceVariable,
    /// A host function.
    Function,
    /// A host variable.
    Variable,
    /// A class, enum, alias or concept.
    Type,
    /// A template of anything; kernel templates too.
    Template,
    /// A namespace.
    Namespace,
    /// A macro.
    Macro,
}

/// One item of the session that another one's text mentions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// Qualified name, as in the item.
    pub name: String,
    /// Signature, as in the item: it tells overloads apart.
    pub signature: String,
    /// The cell whose declaration is meant, which tells versions apart; 0 for a macro, of which the newest is meant.
    pub cell: u32,
    /// It is a macro.
    pub is_macro: bool,
}

/// A name that a cell introduced, as `%who` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Qualified name as the user wrote it, such as `ns::saxpy`.
    pub name: String,
    /// Its type or signature, as clang prints it.
    pub signature: String,
    /// Mangled symbol of a function that is no template, else empty.
    pub symbol: String,
    /// The session's items that its text mentions, device code and templates' bodies included.
    pub uses: Vec<Use>,
    /// Of a variable: the session's types that its type is made of.
    pub types: Vec<Use>,
    /// The text declares it and does not define it.
    pub only_declared: bool,
}

/// Where in the user's text a synchronising call stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// `cell 3`, or the file's path.
    pub source: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
    /// Column, from 1; 0 if unknown.
    pub column: u32,
    /// The primitive's name, such as `__chv_sync_block`.
    pub primitive: String,
}

/// A kernel cut out with everything it reaches, ready to be keyed and emitted.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Canonical LLVM bitcode, laid out as docs/primitives.md says.
    pub bitcode: Vec<u8>,
    /// Symbols of the device variables behind `__chv_var_0`, `__chv_var_1`, …, and of the functions behind `__chv_addressed_2`, …, whose addresses
    /// code takes.
    pub variables: Vec<String>,
    /// The synchronising calls, by site number.
    pub sites: Vec<Site>,
}

/// One kernel that a cell defined or instantiated.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Mangled symbol, the same on host and device.
    pub symbol: String,
    /// Name for people, such as `scale<float>`.
    pub display: String,
    /// Its closure; canonical bitcode.
    pub closure: Closure,
    /// Size in bytes of each parameter, in order.
    pub param_bytes: Vec<u32>,
    /// `__launch_bounds__` maximum of threads per block; 0 if none was given.
    pub max_threads: u32,
    /// The cell that made this version.
    pub cell: u32,
    /// True if the kernel is an earlier cell's, compiled again because a device function that it uses was defined anew.
    pub recompiled: bool,
    /// `__cluster_dims__`: blocks of a cluster along each axis; zeros if none were given.
    pub cluster: [u32; 3],
    /// If there are any it is no kernel but the code of these functions, by their symbols: they are reached by their addresses, and their thunks lead
    /// there.
    pub functions: Vec<String>,
}

/// The memory space of a device variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// `__device__`
    Device,
    /// `__constant__`
    Constant,
    /// `__managed__`: one address on host and device.
    Managed,
}

/// A device variable that a cell defined.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Mangled symbol, the same on host and device.
    pub symbol: String,
    /// Name for people.
    pub display: String,
    /// Where it lives.
    pub space: Space,
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Bitcode of a module that defines the symbol `__chv_init` with the initial bytes; absent if they are zero.
    /// Other device variables it points to are external symbols `__chv_var.<symbol>`.
    pub init: Option<Vec<u8>>,
}

/// The host side of a cell.
#[derive(Clone, Debug)]
pub struct HostModule {
    /// LLVM bitcode with one external `void chv_entry()`, and its line table.
    pub bitcode: Vec<u8>,
    /// True if the module must not share an object with an equal one (it holds internal state).
    pub unique: bool,
    /// True if the code has a loop or is large, so optimising it pays.
    pub optimize: bool,
}

/// A place in the user's text that code comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFrame {
    /// The function, for people; empty if it is none that the user wrote (a cell's statements).
    pub function: String,
    /// A file's path, or `Source::line_table_name` of a typed cell; empty if unknown.
    pub file: String,
    /// Line, from 1; 0 if unknown.
    pub line: u32,
}

/// A kernel's closure, cut once more: by it a place in its code is found in the user's text.
#[derive(Clone, Debug)]
pub struct KernelSource {
    /// As [`Closure::bitcode`].
    pub closure: Vec<u8>,
    /// The same with its line table.
    pub with_lines: Vec<u8>,
    /// As [`Kernel::max_threads`].
    pub max_threads: u32,
}

/// A host symbol that a cell defines and a later one may define anew. Code reaches it through its slot, `<symbol>.slot`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Mangled symbol.
    pub symbol: String,
    /// True if its text lies in this cell, so that it takes an earlier definition's place; false for one more instance of an
    /// earlier cell's template or inline function.
    pub fresh: bool,
}

/// An item of an earlier cell that a cell defines anew, or takes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Qualified name, without parameters.
    pub name: String,
    /// Signature of the older item.
    pub signature: String,
    /// Signature of the newer one.
    pub by: String,
    /// The cell of the older one.
    pub cell: u32,
    /// True if older code follows to the newer one; false if it keeps the older, because the newer has another type.
    pub followed: bool,
    /// Where older code has the older one's value built in, and the newer one has another.
    pub built_in: BuiltIn,
    /// Nothing has taken its place: this file had it, was read again, and has it no more.
    pub gone_from: Option<String>,
}

/// Code that has the value of a constant built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// None.
    Nowhere,
    /// Device code, which has copies of the host's tables.
    InDeviceCode,
    /// All that uses it.
    Everywhere,
    /// It is a virtual function of devices: objects that kernels have made keep the older one.
    InObjects,
}

/// A variable that a cell mentions and whose type has been defined anew since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldType {
    /// Qualified name of the variable.
    pub variable: String,
    /// Qualified name of the type.
    pub type_name: String,
    /// The cell of the type that it has.
    pub cell: u32,
    /// The cell that defined that type anew.
    pub newer: u32,
}

/// What taking cells back gave.
#[derive(Clone, Debug, Default)]
pub struct Undone {
    /// How many cells were taken back.
    pub cells: u32,
    /// The kernels whose newest version is another one now.
    pub kernels: Vec<Kernel>,
}

/// What a cell leaves behind for later ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Footprint {
    /// Statements: no later cell can refer to any of it.
    Nothing,
    /// Functions and variables, and statements: later cells may take the place of all it defines.
    Plain,
    /// Anything else.
    #[default]
    Lasting,
}

/// Where the time of compiling a cell went, nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timings {
    /// Parsing and checking, host side.
    pub host_parse_ns: u64,
    /// Parsing and checking, device side; earlier cells that it had not needed included.
    pub device_parse_ns: u64,
    /// From the host AST to bitcode.
    pub host_ir_ns: u64,
    /// From the device AST to IR.
    pub device_ir_ns: u64,
    /// Cutting the closures.
    pub closure_ns: u64,
}

/// What becomes of a value once it is shown: `_` means it in the cells to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept under the number of its text.
    As {
        /// The number.
        serial: u32,
        /// Its type as a later cell writes it.
        type_name: String,
    },
    /// It is not kept.
    Not {
        /// Why, in words.
        why: String,
    },
}

/// One compiled cell.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Its number.
    pub number: u32,
    /// Names it introduced.
    pub items: Vec<Item>,
    /// Host code, if it has any.
    pub host: Option<HostModule>,
    /// Kernels it defined or instantiated.
    pub kernels: Vec<Kernel>,
    /// Device variables it defined.
    pub variables: Vec<Variable>,
    /// Thunks of functions that it is the first to reach by address; `Kernel::functions` are these.
    pub thunks: Vec<Kernel>,
    /// Symbols that later cells may define anew; those of its variables among them.
    pub definitions: Vec<Definition>,
    /// Items of earlier cells that it defines anew.
    pub replaced: Vec<Replaced>,
    /// Macros of earlier cells that it takes away by `#undef`.
    pub undefined_macros: Vec<String>,
    /// Variables it mentions whose type has been defined anew.
    pub old_types: Vec<OldType>,
    /// The type of the value that the cell shows, if its last item is an expression without `;`.
    pub value_type: Option<String>,
    /// What becomes of that value.
    pub kept: Option<Kept>,
    /// It shows a value and, as far as one sees, changes nothing.
    pub only_looks: bool,
    /// What it leaves behind.
    pub footprint: Footprint,
    /// Earlier cells that its declarations refer to, what it instantiates included.
    pub refers: Vec<u32>,
    /// It has statements or initialisers that run.
    pub runs: bool,
    /// Its host code defines stubs of kernels, or nothing: linking it cannot fail by a mistake of the user's.
    pub stubs_only: bool,
    /// The type of the `main` that it defines, such as `int (int, char **)`.
    pub main_type: Option<String>,
    /// Warnings, rendered by clang.
    pub warnings: String,
    /// Where the time went.
    pub timings: Timings,
}

impl Cell {
    /// True if newer definitions can take the place of all that it defines, so that nothing of it is left: it holds functions and
    /// variables only, and gave no symbol a version of its own, on which later ones count.
    pub fn can_be_superseded(&self) -> bool {
        self.footprint == Footprint::Plain
            && !self.items.is_empty()
            && !self.items.iter().any(|it| it.only_declared)
            && self.replaced.iter().all(|it| it.followed)
    }
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Explains the one before it.
    Note,
    /// The cell still compiles.
    Warning,
    /// The cell does not compile.
    Error,
}

/// What a message is about, as far as hints go by it: the shim knows it by clang's number of the message (`shim/ast/complaint.h`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Complaint {
    /// Something else.
    #[default]
    Other,
    /// A name, a type or a template that is not declared; the first quoted word is its name.
    UnknownName,
    /// What a namespace or a class does not have: the first quoted word of the second.
    UnknownMember,
    /// `using namespace x;`, where there is none.
    NoNamespace,
    /// A type or a template that is only declared.
    IncompleteType,
    /// An argument cannot be made into what is wanted.
    NoConversion,
    /// A `;` is missing.
    MissingSemicolon,
    /// A `)` is missing.
    MissingParenthesis,
    /// `asm volatile` outside of functions.
    AssemblerQualifier,
    /// `[=]` or `[&]` outside of functions.
    CaptureDefaultOutside,
    /// `[x]` of what is no local variable.
    CaptureOfGlobal,
    /// Device code uses what is the host's, or the other way round.
    OtherSide,
    /// A kernel is called like a function.
    KernelCalled,
    /// A launch has too few arguments between `<<<` and `>>>`.
    LaunchArguments,
    /// A `typedef` of a name that is another type.
    TypedefClash,
    /// Device code uses host code of a library; its name stands between backquotes.
    HostCode,
    /// A statement at top level uses what is for devices only.
    DeviceOnly,
    /// A file that an `#include` names is not found; the first quoted word is its name.
    MissingFile,
}

/// One message of clang in the cell's own coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub complaint: Complaint,
    /// The text, without location.
    pub message: String,
    /// `cell 3` or a file's path; empty if it has no location.
    pub source: String,
    /// Line, from 1; 0 if it has no location.
    pub line: u32,
    /// Column in bytes, from 1; 0 if it has no location.
    pub column: u32,
}

/// Why a cell did not compile. The session is as it was before.
#[derive(Clone, Debug, Default)]
pub struct Rejected {
    /// What clang said, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// The same, rendered by clang with source lines, carets and (if asked for) colour.
    pub rendered: String,
    /// As `rendered`, with the notes that were left out there; empty if none was.
    pub everything: String,
}

impl Rejected {
    /// Its errors, in order.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let all = self.diagnostics.iter();
        all.filter(|it| it.severity == Severity::Error)
    }
}
