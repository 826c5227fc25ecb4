//! Executor process, module manager, runtime API and devices. The session links none of this: it sees [`jit_api`] alone.

mod code_owner;
pub mod device;
pub mod executor;
mod interrupt;
pub mod link;
pub mod modules;
mod openmp;
mod processor_faults;
pub mod runtime;
mod signal_stack;
mod user_threads;

use jit_api::{crash, idle_threads, lock, process_status, wire};
