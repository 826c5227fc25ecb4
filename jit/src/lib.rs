//! Executor process, module manager, runtime API and devices. The session links none of this: it sees [`jit_api`] alone.

pub mod device;
pub mod executor;
mod interrupt;
pub mod link;
pub mod modules;
mod openmp;
pub mod runtime;
mod signal_stack;
mod user_threads;

use jit_api::{crash, idle_threads, lock, process_status, wire};
