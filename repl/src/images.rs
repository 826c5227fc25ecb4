//! From what the compiler gives to what the wire takes. The two know nothing of each other.

use devicecc::cell;
use devicecc::emit::{CpuKernel, Tier};
use jit_api::wire;

use crate::kernel_target::Symbols;

/// A kernel's image, of its closure and the object emitted from it; `cell` is its generation.
pub fn kernel(
    cell: u32,
    kernel: &cell::Kernel,
    edition: wire::Edition,
    emitted: CpuKernel,
) -> wire::KernelImage {
    wire::KernelImage {
        symbol: kernel.symbol.clone(),
        cell,
        edition,
        display: kernel.display.clone(),
        kind: wire::CodeKind::Elf,
        object: emitted.object,
        table: format!("{}_vars", emitted.entry),
        entry: emitted.entry,
        tier: match emitted.tier {
            Tier::Block => wire::Tier::Block,
            Tier::Thread => wire::Tier::Thread,
        },
        param_bytes: kernel.param_bytes.clone(),
        shared_bytes: emitted.shared_bytes,
        variables: kernel.closure.variables.clone(),
        sites: kernel.closure.sites.iter().map(site).collect(),
        max_threads: kernel.max_threads,
    }
}

/// The same for a GPU; `object` is what `kind` says.
pub fn gpu_kernel(
    cell: u32,
    kernel: &cell::Kernel,
    edition: wire::Edition,
    symbols: Symbols,
    kind: wire::CodeKind,
    object: Vec<u8>,
) -> wire::KernelImage {
    wire::KernelImage {
        symbol: kernel.symbol.clone(),
        cell,
        edition,
        display: kernel.display.clone(),
        kind,
        object,
        entry: symbols.entry,
        table: symbols.table,
        tier: wire::Tier::Thread,
        param_bytes: kernel.param_bytes.clone(),
        // The driver tells when it has loaded it.
        shared_bytes: 0,
        variables: kernel.closure.variables.clone(),
        sites: kernel.closure.sites.iter().map(site).collect(),
        max_threads: kernel.max_threads,
    }
}

fn site(site: &cell::Site) -> wire::Site {
    wire::Site {
        source: site.source.clone(),
        line: site.line,
        primitive: site.primitive.clone(),
    }
}

/// A device variable's image; `init` is the object of its initial bytes and the symbol that it defines.
pub fn variable(variable: &cell::Variable, init: Option<(Vec<u8>, String)>) -> wire::VariableImage {
    let (init, init_symbol) = match init {
        Some((object, symbol)) => (Some(object), symbol),
        None => (None, String::new()),
    };
    wire::VariableImage {
        symbol: variable.symbol.clone(),
        display: variable.display.clone(),
        space: match variable.space {
            cell::Space::Device => wire::Space::Device,
            cell::Space::Constant => wire::Space::Constant,
            cell::Space::Managed => wire::Space::Managed,
        },
        bytes: variable.bytes,
        align: variable.align,
        init,
        init_symbol,
    }
}

/// The symbols that later cells may define again.
pub fn definitions(definitions: &[cell::Definition]) -> Vec<wire::Definition> {
    definitions
        .iter()
        .map(|definition| wire::Definition {
            symbol: definition.symbol.clone(),
            fresh: definition.fresh,
        })
        .collect()
}

/// The kernels that a cell's host code may launch.
pub fn names(kernels: &[cell::Kernel]) -> Vec<wire::KernelName> {
    kernels
        .iter()
        .map(|kernel| wire::KernelName {
            symbol: kernel.symbol.clone(),
            display: kernel.display.clone(),
        })
        .collect()
}
