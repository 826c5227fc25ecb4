//! What the session's kernels are compiled for, and their images.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use devicecc::DeviceTarget;
use devicecc::cell::{Kernel, KernelSource};
use devicecc::emit::{self, CpuKernel, Libdevice, LinedPtx, NvptxTarget, PtxKernel};
use jit_api::client::CodeObject;
use jit_api::wire::{CodeKind, Edition, KernelImage, Target};
use kernels_cache::{Cache, Entry, Key, Kind};

use crate::images;
use crate::ptxas::Ptxas;
use crate::settings::Settings;

/// What kernels are compiled for.
#[derive(Clone, Debug)]
pub enum KernelTarget {
    /// The CPU device.
    Cpu,
    /// An NVIDIA GPU.
    Cuda(Gpu),
}

/// An NVIDIA GPU, and how code is made for it.
#[derive(Clone, Debug)]
pub struct Gpu {
    emission: NvptxTarget,
    /// Compute capability of the GPU itself, which may be newer than what kernels are compiled for.
    architecture: u32,
    /// The newest CUDA that its driver serves; the driver makes the code objects.
    driver: i32,
    /// It makes drafts' where there is one.
    ptxas: Option<Arc<Ptxas>>,
}

/// A kernel that is ready to be sent.
pub struct Emitted {
    /// What the executor gets.
    pub image: KernelImage,
    /// How blocks run, in words.
    pub how: &'static str,
    /// It came from the cache.
    pub cached: bool,
    /// Better code can be made of it.
    pub draft: bool,
    /// How long writing its PTX took, if that was made.
    pub text: Option<Duration>,
    /// How long its code object took, if it was made here and not by the driver.
    pub assembled: Option<Duration>,
}

impl Emitted {
    /// Under what name the executor sends back the code object that it has to make of the image, if it has to.
    pub fn code_object(&self) -> Option<String> {
        match &self.image.kind {
            CodeKind::Ptx { key } => Some(key.clone()),
            CodeKind::Elf | CodeKind::Cubin => None,
        }
    }
}

impl KernelTarget {
    /// What an executor asks for; `architecture` is what the user asks for instead.
    ///
    /// # Errors
    /// The GPU is too old, cannot run what the user asks for, or the given libdevice cannot be read.
    pub fn of(target: Target, settings: &Settings) -> anyhow::Result<KernelTarget> {
        let Target::Cuda {
            architecture,
            driver,
        } = target
        else {
            if settings.architecture.is_some() {
                bail!("`--arch` is for GPUs, and this session runs on the CPU device");
            }
            return Ok(KernelTarget::Cpu);
        };
        let asked = settings.architecture.unwrap_or(architecture);
        if asked > architecture {
            bail!(
                "the GPU is of architecture sm_{architecture} and cannot run code for sm_{asked}"
            );
        }
        let sm = match DeviceTarget::nvidia(asked) {
            Some(DeviceTarget::Nvptx { sm }) => sm,
            _ => bail!("GPUs of architecture sm_{asked} are too old for Chevron"),
        };
        let toolkit = settings.compiler.toolkit.as_deref();
        // The toolkit's own fits its headers best.
        let given = settings.libdevice.as_deref();
        let beside = toolkit.and_then(|it| Libdevice::find(Some(&it.root)).ok().flatten());
        let libdevice = match (given, beside) {
            (None, Some(library)) => Some(library),
            _ => Libdevice::find(given)?,
        };
        let ptx = toolkit.map_or(0, |it| it.ptx(u32::try_from(driver).unwrap_or(0)));
        Ok(KernelTarget::Cuda(Gpu {
            emission: NvptxTarget {
                sm,
                ptx,
                libdevice: libdevice.map(Arc::new),
            },
            architecture,
            driver,
            ptxas: Ptxas::find(settings, sm, architecture, driver).map(Arc::new),
        }))
    }

    /// What the compiler is told.
    pub fn device(&self) -> DeviceTarget {
        match self {
            KernelTarget::Cpu => DeviceTarget::Cpu,
            KernelTarget::Cuda(gpu) => DeviceTarget::Nvptx {
                sm: gpu.emission.sm,
            },
        }
    }

    /// Version of PTX that a toolkit's headers are read for; 0 without one.
    pub fn ptx(&self) -> u32 {
        match self {
            KernelTarget::Cpu => 0,
            KernelTarget::Cuda(gpu) => gpu.emission.ptx,
        }
    }

    /// Whether kernels are drafted even where drafts are not wanted on a GPU (`Workers::without_drafts`), and a program's: that is one cell, at whose
    /// synchronisations alone code is exchanged on a GPU, and what people time; and its kernels are compiled while the driver starts, which takes longer.
    pub fn always_drafts(&self) -> bool {
        matches!(self, KernelTarget::Cpu)
    }

    /// The text that a GPU's code of the kernel may have been made of, or its draft, with lines that say where it comes from. That it cannot be made is no
    /// news: it was made without lines.
    pub fn text_with_lines(
        &self,
        symbol: &str,
        source: &KernelSource,
        draft: bool,
    ) -> Option<LinedPtx> {
        match self {
            KernelTarget::Cpu => None,
            KernelTarget::Cuda(gpu) => {
                emit::nvptx_lines(symbol, source, &gpu.emission, draft).ok()?
            }
        }
    }

    /// Has what the first kernel's draft needs made ready, beside this thread.
    pub fn get_ready(&self) {
        if let Some(ptxas) = self.ptxas() {
            ptxas.get_ready();
        }
    }

    /// The session ends: so does what was made ready.
    pub fn end(&self) {
        if let Some(ptxas) = self.ptxas() {
            ptxas.end();
        }
    }

    fn ptxas(&self) -> Option<&Ptxas> {
        match self {
            KernelTarget::Cpu => None,
            KernelTarget::Cuda(gpu) => gpu.ptxas.as_deref(),
        }
    }

    /// Has the thread make ready what it needs for the next kernel: for when it has no other work.
    pub fn prepare(&self) {
        match self {
            KernelTarget::Cpu => emit::cpu_prepare(),
            KernelTarget::Cuda(gpu) => emit::nvptx_prepare(&gpu.emission),
        }
    }

    /// A kernel's image, made quickly: the only one or, if `Emitted::draft` says so, the first of two.
    pub fn draft(&self, cell: u32, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Emitted> {
        match self {
            KernelTarget::Cpu => {
                let emitted = emit::cpu_kernel_draft(kernel, cache)?;
                Ok(cpu(cell, kernel, edition(emitted.draft), emitted))
            }
            KernelTarget::Cuda(gpu) => gpu.draft(cell, kernel, cache),
        }
    }

    /// A kernel's image, made well, which takes the place of a draft.
    pub fn optimised(&self, cell: u32, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Emitted> {
        self.well(cell, kernel, Edition::Optimised, cache)
    }

    /// A kernel's image, made well at once.
    pub fn only(&self, cell: u32, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Emitted> {
        self.well(cell, kernel, Edition::Only, cache)
    }

    fn well(
        &self,
        cell: u32,
        kernel: &Kernel,
        edition: Edition,
        cache: &Cache,
    ) -> anyhow::Result<Emitted> {
        match self {
            KernelTarget::Cpu => {
                let emitted = emit::cpu_kernel(kernel, cache)?;
                Ok(cpu(cell, kernel, edition, emitted))
            }
            KernelTarget::Cuda(gpu) => gpu.image(cell, kernel, edition, cache),
        }
    }
}

/// Of the first image of a definition.
fn edition(draft: bool) -> Edition {
    match draft {
        true => Edition::Draft,
        false => Edition::Only,
    }
}

fn cpu(cell: u32, kernel: &Kernel, edition: Edition, emitted: CpuKernel) -> Emitted {
    let (cached, draft) = (emitted.cached, emitted.draft);
    let how = match emitted.tier {
        emit::Tier::Block => "plain loops",
        emit::Tier::Thread => "a fiber for each thread",
    };
    Emitted {
        image: images::kernel(cell, kernel, edition, emitted),
        how,
        cached,
        draft,
        text: None,
        assembled: None,
    }
}

/// What the executor has to know of a code object to load it.
pub struct Symbols {
    /// The kernel's entry.
    pub entry: String,
    /// The table of its variables; empty if it uses none.
    pub table: String,
}

impl Gpu {
    /// What the cache has of the optimised code, else a draft, from the cache too if that has it; else the optimised code, if a draft is not worth while.
    fn draft(&self, cell: u32, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Emitted> {
        let key = self.code_object_key(&emit::nvptx_key(kernel, &self.emission));
        if let Some(found) = kept(cell, kernel, Edition::Only, &key, cache) {
            return Ok(found);
        }
        let key = self.draft_key(&emit::nvptx_draft_key(kernel, &self.emission));
        if let Some(found) = kept(cell, kernel, Edition::Draft, &key, cache) {
            return Ok(found);
        }
        let emitted = emit::nvptx_kernel_draft(kernel, &self.emission, cache)?;
        Ok(self.code(cell, kernel, edition(emitted.draft), emitted, cache))
    }

    /// The image holds the code object if the cache has it, else the text that the executor's driver makes it of.
    fn image(
        &self,
        cell: u32,
        kernel: &Kernel,
        edition: Edition,
        cache: &Cache,
    ) -> anyhow::Result<Emitted> {
        let key = self.code_object_key(&emit::nvptx_key(kernel, &self.emission));
        if let Some(found) = kept(cell, kernel, edition, &key, cache) {
            return Ok(found);
        }
        let emitted = emit::nvptx_kernel(kernel, &self.emission, cache)?;
        Ok(self.code(cell, kernel, edition, emitted, cache))
    }

    /// The code object of a draft, if an assembler waits for one, else the text that the executor's driver makes it of.
    fn code(
        &self,
        cell: u32,
        kernel: &Kernel,
        edition: Edition,
        emitted: PtxKernel,
        cache: &Cache,
    ) -> Emitted {
        let symbols = Symbols {
            entry: emitted.entry,
            table: emitted.table.unwrap_or_default(),
        };
        let draft = edition == Edition::Draft;
        let key = match draft {
            true => self.draft_key(&emitted.key),
            false => self.code_object_key(&emitted.key),
        };
        let start = Instant::now();
        let alone = draft && !emitted.function_addresses;
        let ptxas = self.ptxas.as_ref().filter(|_| alone);
        let made = ptxas.and_then(|ptxas| ptxas.draft(&emitted.ptx));
        let assembled = made.is_some().then(|| start.elapsed());
        let (kind, object) = match made {
            Some(object) => {
                cache.put(&key, &entry(symbols.meta(), object.clone()));
                (CodeKind::Cubin, object)
            }
            None => {
                let key = format!("{} {}", key.hex(), symbols.meta());
                (CodeKind::Ptx { key }, emitted.ptx)
            }
        };
        Emitted {
            image: images::gpu_kernel(cell, kernel, edition, symbols, kind, object),
            how: match edition {
                Edition::Draft => "draft PTX",
                Edition::Only | Edition::Optimised => "PTX",
            },
            cached: emitted.cached,
            draft,
            text: emitted.took,
            assembled,
        }
    }

    fn code_object_key(&self, ptx: &Key) -> Key {
        Key::builder("chevron-cubin-v2")
            .field("ptx", ptx.as_bytes())
            .field("architecture", &self.architecture.to_le_bytes())
            .field("driver", &self.driver.to_le_bytes())
            .finish()
    }

    fn draft_key(&self, ptx: &Key) -> Key {
        let Some(ptxas) = &self.ptxas else {
            return self.code_object_key(ptx);
        };
        Key::builder("chevron-cubin-of-ptxas-v2")
            .field("code object", self.code_object_key(ptx).as_bytes())
            .field("ptxas", ptxas.stamp().as_bytes())
            .finish()
    }
}

/// The image of a code object that the cache has.
fn kept(cell: u32, kernel: &Kernel, edition: Edition, key: &Key, cache: &Cache) -> Option<Emitted> {
    let entry = cache.get_kind(Kind::Cubin, key)?;
    let Some(symbols) = Symbols::of_meta(&entry.meta) else {
        cache.quarantine(key, "its symbols cannot be read");
        return None;
    };
    let (kind, object) = (CodeKind::Cubin, entry.payload);
    Some(Emitted {
        image: images::gpu_kernel(cell, kernel, edition, symbols, kind, object),
        how: match edition {
            Edition::Draft => "cubin of a draft",
            Edition::Only | Edition::Optimised => "cubin",
        },
        cached: true,
        draft: edition == Edition::Draft,
        text: None,
        assembled: None,
    })
}

impl Symbols {
    /// As the cache keeps them beside the code object; symbols have no blanks.
    fn meta(&self) -> String {
        format!("{} {}", self.entry, self.table)
    }

    fn of_meta(meta: &[u8]) -> Option<Symbols> {
        let (entry, table) = std::str::from_utf8(meta).ok()?.split_once(' ')?;
        Some(Symbols {
            entry: entry.to_owned(),
            table: table.to_owned(),
        })
    }
}

/// Puts a code object that an executor has made into the cache.
///
/// # Errors
/// Its name is none that `KernelTarget` gave.
pub fn keep_code_object(cache: &Cache, made: CodeObject) -> anyhow::Result<()> {
    let named = made.key.split_once(' ');
    let (key, meta) = named
        .and_then(|(key, meta)| Some((Key::from_hex(key)?, meta)))
        .with_context(|| {
            let name = &made.key;
            format!("the executor names a code object `{name}`, which is no name of ours")
        })?;
    cache.put(&key, &entry(meta.to_owned(), made.bytes));
    Ok(())
}

/// A code object with what `Symbols::meta` says of it.
fn entry(meta: String, object: Vec<u8>) -> Entry {
    Entry {
        kind: Kind::Cubin,
        kernels: Vec::new(),
        meta: meta.into_bytes(),
        payload: object,
    }
}

/// Whether asking the driver for GPUs can lead to one. It is asked in the executor, and costs 0.2 s where there is one.
pub fn nvidia_driver_loaded() -> bool {
    // The last is where Linux on Windows reaches the GPU.
    ["/dev/nvidiactl", "/proc/driver/nvidia/version", "/dev/dxg"]
        .iter()
        .any(|path| Path::new(path).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_stand_beside_a_code_object() {
        for table in ["", "k_vars"] {
            let symbols = Symbols {
                entry: "_Z1kPi".to_owned(),
                table: table.to_owned(),
            };
            let read = Symbols::of_meta(symbols.meta().as_bytes()).expect("it was written so");
            assert_eq!(
                (read.entry.as_str(), read.table.as_str()),
                ("_Z1kPi", table)
            );
        }
        assert!(Symbols::of_meta(b"").is_none());
    }

    #[test]
    fn a_code_object_of_another_name_is_refused() {
        let made = CodeObject {
            key: "nonsense".to_owned(),
            bytes: Vec::new(),
            made: std::time::Duration::ZERO,
        };
        assert!(keep_code_object(&Cache::disabled(), made).is_err());
    }
}
