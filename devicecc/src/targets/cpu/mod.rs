//! The embedded CPU device: this machine's own processor.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use kernels_cache::Cache;

use super::listing::{self, Form, Listing};
use super::{AskLine, Code, DeviceTarget, Facts, FaultPlace, Image, KernelTarget, Watch};
use crate::cell::{Kernel, KernelSource, SourceFrame};
use crate::emit::{self, CpuKernel, Tier, TierReport};
use crate::error::Error;
use crate::target;

/// The CPU device.
#[derive(Debug, Default)]
pub struct Cpu {
    /// A `Watch`: what kernels are made to tell of.
    watches: AtomicU8,
    /// Kernels are made for a debugger.
    debugs: AtomicBool,
}

/// The triple of device code.
pub(super) const TRIPLE: &str = target::HOST_TRIPLE;

/// cc1 arguments of the device side.
pub(super) fn arguments() -> Vec<String> {
    let mut list = target::host_arguments();
    // Headers and programs ask for the architecture; lines name the synchronising calls.
    list.extend(
        [
            "-D__CUDA_ARCH__=900",
            "-debug-info-kind=line-tables-only",
            "-dwarf-version=5",
            "-fdebug-compilation-dir=/chevron",
        ]
        .map(str::to_owned),
    );
    list
}

/// The forms of its code.
pub(super) const FORMS: &[Form] = &[Form::X86, Form::Ir];

/// What assembly tells the linker.
fn is_noise(line: &str) -> bool {
    const DIRECTIVES: [&str; 13] = [
        ".cfi_", ".file", ".p2align", ".type", ".size", ".globl", ".weak", ".text", ".section",
        ".ident", ".addrsig", ".hidden", ".local",
    ];
    let label = [".Lfunc_", ".Ltmp", ".Ldebug", ".Lsection", ".Lexception"];
    let starts = |of: &[&str]| of.iter().any(|it| line.starts_with(it));
    starts(&DIRECTIVES) || (starts(&label) && line.contains(':')) || line.starts_with("# -- ")
}

impl Cpu {
    /// The kernel in the one form that the session wants of it, if it wants no draft and no optimised code: for the sanitizer, or for a debugger.
    fn only_form(&self, kernel: &Kernel, cache: &Cache) -> Option<Result<CpuKernel, Error>> {
        let counts = match self.watches.load(Ordering::Relaxed) {
            it if it == Watch::Accesses as u8 => Some(false),
            it if it == Watch::AccessesAndOperations as u8 => Some(true),
            _ => None,
        };
        if let Some(counts) = counts {
            return Some(emit::cpu_kernel_watched(kernel, counts, cache));
        }
        let debugged = self.debugs.load(Ordering::Relaxed);
        debugged.then(|| emit::cpu_kernel_debugged(kernel, cache))
    }
}

impl KernelTarget for Cpu {
    fn device(&self) -> DeviceTarget {
        DeviceTarget::Cpu
    }

    fn facts(&self) -> Facts {
        Facts {
            toolkit_isa: 0,
            always_drafts: true,
        }
    }

    fn draft(&self, kernel: &Kernel, cache: &Cache) -> Result<Image, Error> {
        if let Some(made) = self.only_form(kernel, cache) {
            return made.map(image);
        }
        let made = match wants_regions() {
            true => emit::cpu_kernel(kernel, cache),
            false => emit::cpu_kernel_draft(kernel, cache),
        };
        made.map(image)
    }

    fn optimised(&self, kernel: &Kernel, cache: &Cache) -> Result<Image, Error> {
        if let Some(made) = self.only_form(kernel, cache) {
            return made.map(image);
        }
        emit::cpu_kernel(kernel, cache).map(image)
    }

    fn watch(&self, what: Watch) -> bool {
        self.watches.store(what as u8, Ordering::Relaxed);
        true
    }

    fn debug(&self) -> bool {
        self.debugs.store(true, Ordering::Relaxed);
        true
    }

    fn watched_places(&self, source: &KernelSource, entry: &str) -> Vec<Vec<SourceFrame>> {
        emit::watched_places(source, entry).unwrap_or_default()
    }

    fn prepare(&self) {
        emit::cpu_prepare();
    }

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn listing(
        &self,
        symbol: &str,
        source: &KernelSource,
        form: Form,
        cache: &Cache,
    ) -> Result<Listing, Error> {
        let listed = emit::cpu_listing(symbol, source, form == Form::Ir, cache)?;
        let listing = match form {
            Form::Ir => listing::of_ir(listed),
            _ => listing::of_assembly(listed, is_noise),
        };
        Ok(Listing {
            processor: "the CPU device".to_owned(),
            ..listing
        })
    }

    fn tier(&self, symbol: &str, source: &KernelSource) -> Result<Option<TierReport>, Error> {
        let held = match () {
            () if self.watches.load(Ordering::Relaxed) != Watch::Nothing as u8 => {
                Some("the sanitizer is on, so each thread runs on a fiber")
            }
            () if self.debugs.load(Ordering::Relaxed) => {
                Some("a debugger is on, so each thread runs on a fiber")
            }
            () if std::env::var("CHEVRON_CPU_TIER").is_ok_and(|tier| tier == "fibers") => Some(
                "CHEVRON_CPU_TIER=fibers is set, so each thread of a kernel without plain loops runs on a fiber",
            ),
            () => None,
        };
        let found = emit::cpu_tier(symbol, source)?;
        Ok(Some(TierReport { held, ..found }))
    }

    fn lines(
        &self,
        fault: &FaultPlace<'_>,
        source: &KernelSource,
        cache: &Cache,
        _executor: &mut AskLine<'_>,
    ) -> Vec<SourceFrame> {
        emit::kernel_frames(source, fault.entry, fault.offsets, cache).unwrap_or_default()
    }
}

/// Are kernels to run in their best tier from the first launch on? For tests, which compare that with what fibers give.
fn wants_regions() -> bool {
    static WANTED: OnceLock<bool> = OnceLock::new();
    *WANTED.get_or_init(|| std::env::var("CHEVRON_CPU_TIER").is_ok_and(|tier| tier == "regions"))
}

fn image(emitted: CpuKernel) -> Image {
    Image {
        code: Code::Elf,
        bytes: emitted.object,
        table: format!("{}_vars", emitted.entry),
        entry: emitted.entry,
        how: match (emitted.tier, emitted.regions) {
            (_, true) => "loops between barriers",
            (Tier::Block, _) => "plain loops",
            (Tier::Thread, _) => "a fiber for each thread",
            (Tier::Watched, _) => "a fiber for each thread, each access watched",
        },
        tier: emitted.tier,
        shared_bytes: emitted.shared_bytes,
        cached: emitted.cached,
        draft: emitted.draft,
        text: None,
        assembled: None,
    }
}
