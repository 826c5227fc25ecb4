//! From bitcode to what is loaded, each behind the cache: x86-64 ELF objects of host modules, kernels and device variables, PTX of kernels.
//!
//! Every function here may be called from any thread at once: each call works in an LLVM context of its own.

mod cpu;
mod crashes;
mod discarded;
mod host;
mod ir;
mod large;
mod missing;
mod nvptx;
mod relocate;
mod runtime;
mod shared_limit;
mod target;
mod thread_locals;
mod units;
mod variable;

use anyhow::{Context as _, anyhow, bail};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use kernels_cache::Key;

pub use cpu::{cpu_kernel, cpu_kernel_draft, kernel_frames};
pub use host::{host_frames, host_object};
pub use nvptx::{
    Libdevice, LinedPtx, NvptxTarget, PtxKernel, nvptx_draft_key, nvptx_kernel, nvptx_kernel_draft,
    nvptx_key, nvptx_lines, nvptx_prepare,
};
pub use target::prepare as cpu_prepare;
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

/// How the CPU device runs a kernel's threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Tier {
    /// The entry loops over a block's threads itself: `void entry(const Block *, const Span *)`.
    Block,
    /// The entry is called once per thread, each on a fiber of its own: `void entry(const Block *, const Thread *)`.
    Thread,
}

/// A kernel for the CPU device.
#[derive(Clone, Debug)]
pub struct CpuKernel {
    /// The ELF object.
    pub object: Vec<u8>,
    /// The symbol of its entry. If it uses device variables, the object also defines `<entry>_vars`, an array of pointers.
    pub entry: String,
    /// What the entry's second parameter is, and so how it has to be run.
    pub tier: Tier,
    /// Static shared memory of one block in bytes, up to where the dynamic array starts.
    pub shared_bytes: u32,
    /// True if it was translated at once instead of well.
    pub draft: bool,
    /// True if it came from the cache.
    pub cached: bool,
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

/// The symbol that a kernel's code object defines if memory may hold addresses of what it defines, so that it must stay loaded.
fn stays_symbol(entry: &str) -> String {
    format!("{entry}_stays")
}

/// Parses bitcode. The module's own file name would end up in the object's symbol table, so it is replaced.
fn parse<'c>(
    context: &'c Context,
    bitcode: &[u8],
) -> anyhow::Result<crashes::Disposable<Module<'c>>> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(bitcode, "chevron");
    let module = Module::parse_bitcode_from_buffer(&buffer, context)
        .map_err(|error| anyhow!("LLVM does not read the bitcode: {error}"))?;
    module.set_source_file_name("chevron");
    Ok(crashes::Disposable::new(module))
}

/// Translates the finished module, and turns what LLVM reported while it worked into an error.
fn finish(
    module: &Module<'_>,
    effort: target::Effort,
    diagnostics: &ir::Diagnostics,
) -> anyhow::Result<Vec<u8>> {
    finish_with(module, effort, target::Reach::Near, diagnostics)
}

/// Likewise, with variables that code reaches so.
fn finish_with(
    module: &Module<'_>,
    effort: target::Effort,
    reach: target::Reach,
    diagnostics: &ir::Diagnostics,
) -> anyhow::Result<Vec<u8>> {
    if cfg!(debug_assertions) {
        module
            .verify()
            .map_err(|error| anyhow!("the module is broken: {error}"))?;
    }
    let object = target::object(module, effort, reach).context("emission of the object")?;
    let errors = diagnostics.errors();
    if !errors.is_empty() {
        bail!("LLVM cannot translate the code: {errors}");
    }
    Ok(object)
}
