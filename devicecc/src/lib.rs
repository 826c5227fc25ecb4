//! The compiler: incremental host and device ASTs behind a C++ shim, and emission of objects through inkwell.

pub mod cell;
mod committed;
mod compiler;
mod device_target;
pub mod emit;
mod shim;
mod stop;
mod sys;
mod target;
mod toolchain;
mod toolkit;
mod units;

pub use committed::Past;
pub use compiler::{Compiler, Options, Source, is_prepared};
pub use device_target::DeviceTarget;
pub use shim::standard_header;
pub use stop::{Interrupted, stoppable};
pub use target::file_stamp;
pub use toolkit::{Toolkit, ptxas, ptxas_version};
pub use units::{Language, Unit};
