//! The executor as sessions use it: a real process, real objects.

mod common;
mod flat;
mod host_code;
mod interrupts;
mod kernels;
mod linking;
mod loading;
mod process;
mod redefinition;
