//! Golden sessions: files that are exactly what a person types, with what must come out. tests/README.md tells how to write one.

pub mod chevron;
pub mod code_map;
pub mod devices;
pub mod edit;
pub mod edit_trial;
pub mod golden;
pub mod hip_names;
pub mod imports;
pub mod interpreter;
pub mod kinds;
pub mod loads;
pub mod normalise;
pub mod outcome;
pub mod peer;
pub mod prepared_caches;
pub mod processes;
pub mod program;
pub mod public_items;
pub mod random_kernels;
pub mod redefinition;
pub mod screen;
pub mod seeds;
pub mod soak;
pub mod trial;
pub mod watched;
