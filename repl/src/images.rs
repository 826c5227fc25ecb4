//! From what the compiler gives to what the wire takes. The two know nothing of each other.

use devicecc::cell;
use devicecc::emit::Tier;
use devicecc::targets::{Code, Found, Image};
use jit_api::wire;

/// A kernel's image; `cell` is its generation.
pub fn kernel(
    cell: u32,
    kernel: &cell::Kernel,
    edition: wire::Edition,
    made: Image,
) -> wire::KernelImage {
    wire::KernelImage {
        symbol: kernel.symbol.clone(),
        cell,
        edition,
        display: kernel.display.clone(),
        kind: match made.code {
            Code::Elf => wire::CodeKind::Elf,
            Code::Device => wire::CodeKind::Device,
            Code::Module => wire::CodeKind::Module,
            Code::Text { key } => wire::CodeKind::Text { key },
        },
        object: made.bytes,
        table: made.table,
        entry: made.entry,
        tier: match made.tier {
            Tier::Block => wire::Tier::Block,
            Tier::Thread => wire::Tier::Thread,
            Tier::Watched => wire::Tier::Watched,
        },
        param_bytes: kernel.param_bytes.clone(),
        shared_bytes: made.shared_bytes,
        variables: kernel.closure.variables.clone(),
        sites: kernel.closure.sites.iter().map(site).collect(),
        max_threads: kernel.max_threads,
        cluster: kernel.cluster,
        functions: kernel.functions.clone(),
    }
}

/// What an image was made of, with its closure cut once more.
pub fn kernel_again(image: &wire::KernelImage, bitcode: Vec<u8>) -> cell::Kernel {
    let site = |it: &wire::Site| cell::Site {
        source: it.source.clone(),
        line: it.line,
        column: 0,
        primitive: it.primitive.clone(),
    };
    cell::Kernel {
        symbol: image.symbol.clone(),
        display: image.display.clone(),
        closure: cell::Closure {
            bitcode,
            variables: image.variables.clone(),
            sites: image.sites.iter().map(site).collect(),
        },
        param_bytes: image.param_bytes.clone(),
        max_threads: image.max_threads,
        cell: image.cell,
        recompiled: false,
        cluster: image.cluster,
        functions: image.functions.clone(),
    }
}

/// What an executor's device is.
pub fn found(target: wire::Target) -> Found {
    match target {
        wire::Target::Host => Found::Host,
        wire::Target::Cuda {
            architecture,
            driver,
        } => Found::Cuda {
            architecture,
            driver,
        },
        wire::Target::Hip {
            architecture,
            driver,
        } => Found::Hip {
            architecture,
            driver,
        },
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
