//! From bitcode to what is loaded, each behind the cache: x86-64 ELF objects of host modules, kernels and device variables, PTX and AMD code objects of kernels.
//!
//! Every function here may be called from any thread at once: each call works in an LLVM context of its own.

mod amd;
mod cpu;
mod crashes;
mod discarded;
mod host;
mod host_machine;
mod ir;
mod large;
mod launches;
mod nvptx;
mod shared;
mod thread_locals;
mod units;
mod variable;

use anyhow::{Context as _, anyhow};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use kernels_cache::Key;

use crate::cell::SourceFrame;
use crate::error::bail_mendable;
use host_machine::Reach;
use shared::effort::Effort;

/// Tells one emission from another in keys of the cache: a digest of its sources, which the build script makes. A number that is raised by hand is forgotten, and
/// then old code runs.
const EMISSION: &[u8] = env!("CHEVRON_EMISSION").as_bytes();

pub(crate) use amd::TRIPLE as AMD_TRIPLE;
pub use amd::{
    AMD_ARCHITECTURES, AmdArchitecture, AmdCodeObject, AmdKernel, AmdLinker, AmdResources,
    AmdTarget, Ocml, amd_kernel, amd_linker, amd_listing, amd_prepare, amd_program, amd_resources,
};
pub use cpu::{
    CpuKernel, RegionNeeds, Tier, TierReport, cpu_kernel, cpu_kernel_debugged, cpu_kernel_draft,
    cpu_kernel_watched, cpu_listing, cpu_tier, kernel_frames, watched_places,
};
pub use host::{host_frames, host_object};
pub use host_machine::prepare as cpu_prepare;
pub use launches::launched_kernels;
pub(crate) use nvptx::architectures as nvptx_architectures;
pub use nvptx::{
    Libdevice, LinedPtx, NvptxTarget, PtxKernel, nvptx_draft_key, nvptx_kernel, nvptx_kernel_draft,
    nvptx_key, nvptx_lines, nvptx_listing, nvptx_prepare, nvptx_program,
};
pub use units::{DefinedTwice, UnitHost, link_units};
pub use variable::variable_object;

/// A cell's host code, translated.
#[derive(Clone, Debug)]
pub struct HostObject {
    /// The ELF object.
    pub object: Vec<u8>,
    /// The symbol of its `void entry()`.
    pub entry: String,
    /// True if it came from the cache.
    pub cached: bool,
}

/// A kernel's code as text.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The text, as LLVM writes it. The lines in it are numbers of places, counted from 1.
    pub text: String,
    /// What each number means: what was inlined there first, the kernel last.
    pub places: Vec<Vec<SourceFrame>>,
    /// What else is known of it, for people.
    pub remarks: Vec<Remark>,
}

/// What people are told of a kernel's code, and the places that it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// The words. `{0}` is the first place, `{0 text}` that with its line's text, `{0-1}` all from the first to the second one.
    pub text: String,
    /// What was inlined at each place first, the kernel last; nothing if that is not known.
    pub places: Vec<Vec<SourceFrame>>,
}

impl From<String> for Remark {
    fn from(text: String) -> Remark {
        Remark {
            text,
            places: Vec::new(),
        }
    }
}

/// The initial bytes of a device variable.
#[derive(Clone, Debug)]
pub struct VariableObject {
    /// The ELF object.
    pub object: Vec<u8>,
    /// The symbol of the bytes.
    pub symbol: String,
}

/// `prefix` and the first 32 hex digits of the key: a symbol that no other object defines.
fn unique_symbol(prefix: &str, key: &Key) -> String {
    format!("{prefix}_{}", &key.hex()[..32])
}

/// Parses bitcode. The module's own file name would end up in the object's symbol table, so it is replaced.
fn parse<'c>(
    context: &'c Context,
    bitcode: &[u8],
) -> anyhow::Result<crashes::Disposable<Module<'c>>> {
    if crate::image_reader::is_image(bitcode) {
        bail_mendable!(
            "its code is that of a file which a cell has taken in, and is not compiled here: `chevron symbols FILE` lists what that has"
        );
    }
    let buffer = MemoryBuffer::create_from_memory_range_copy(bitcode, "chevron");
    let module = Module::parse_bitcode_from_buffer(&buffer, context)
        .map_err(|error| anyhow!("LLVM does not read the bitcode: {error}"))?;
    module.set_source_file_name("chevron");
    Ok(crashes::Disposable::new(module))
}

/// Translates the finished module, and turns what LLVM reported while it worked into an error.
fn finish(
    module: &Module<'_>,
    effort: Effort,
    diagnostics: &ir::Diagnostics,
) -> anyhow::Result<Vec<u8>> {
    finish_with(module, effort, Reach::Near, diagnostics)
}

/// Likewise, with variables that code reaches so.
fn finish_with(
    module: &Module<'_>,
    effort: Effort,
    reach: Reach,
    diagnostics: &ir::Diagnostics,
) -> anyhow::Result<Vec<u8>> {
    if cfg!(debug_assertions) {
        module
            .verify()
            .map_err(|error| anyhow!("the module is broken: {error}"))?;
    }
    let object = host_machine::object(module, effort, reach).context("emission of the object")?;
    diagnostics.check()?;
    Ok(object)
}
