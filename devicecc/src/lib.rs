//! The compiler: incremental host and device ASTs behind a C++ shim, and emission of objects through inkwell.

pub mod cell;
