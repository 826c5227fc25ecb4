//! The compiler: incremental host and device ASTs behind a C++ shim, and emission of objects through inkwell.

mod arguments;
pub mod assist;
pub mod cell;
mod committed;
mod common_headers;
mod compiled_unit;
mod compiler;
pub mod emit;
mod error;
mod header_search;
mod image_reader;
pub mod library;
pub mod openmp;
mod options;
mod precompiled;
pub mod program;
mod serial;
mod shim;
mod source;
mod source_files;
mod stop;
mod sys;
mod target;
pub mod targets;
mod toolchain;
mod units;

pub use committed::Past;
pub use compiler::Compiler;
pub use error::{Cause, Error};
pub use options::{FileFlags, Options};
pub use shim::{demangled, standard_header};
pub use source::{Source, Unit};
pub use stop::{Interrupted, stoppable};
pub use target::file_stamp;
pub use targets::{DeviceTarget, Toolkit};
pub use units::Language;

/// The version of LLVM, and so of clang, in this process.
pub fn llvm_version() -> (u32, u32, u32) {
    inkwell::support::get_llvm_version()
}
