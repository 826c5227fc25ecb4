//! NVIDIA GPUs: PTX, and what makes code objects of it.

pub(super) mod clang;
pub(super) mod examine;
pub(super) mod known_gpu;
pub(super) mod ptxas;
pub(crate) mod toolkit;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use kernels_cache::{Cache, Entry, Key, Kind};

use self::ptxas::Ptxas;
use super::{
    AskLine, Code, DeviceTarget, Facts, FaultPlace, Image, KernelTarget, TargetOptions, not_ours,
};
use crate::cell::{Kernel, KernelSource, SourceFrame};
use crate::emit::{self, Libdevice, NvptxTarget, PtxKernel, Tier};

/// An NVIDIA GPU, and how code is made for it.
#[derive(Clone, Debug)]
pub struct Nvidia {
    emission: NvptxTarget,
    /// Compute capability of the GPU itself, which may be newer than what kernels are compiled for.
    architecture: u32,
    /// The newest CUDA that its driver serves; the driver makes the code objects.
    driver: i32,
    /// It makes drafts' where there is one.
    ptxas: Option<Arc<Ptxas>>,
}

/// Reads NVIDIA's math library from `explicit` if that is given, else from the first of these that has it: the toolkits that `CUDA_HOME` and `CUDA_PATH`
/// name, `/usr/local/cuda`, `/opt/cuda`, the PyPI wheels (`nvidia-nvvm`, or `nvidia-cuda-nvcc-cu12`) of an active virtual environment and of this
/// user's and the system's Python.
///
/// # Errors
/// If `explicit` cannot be read. A machine without the library gives `None`.
pub fn find_libdevice(explicit: Option<&Path>) -> anyhow::Result<Option<Libdevice>> {
    match explicit {
        Some(path) => Libdevice::read(path).map(Some),
        None => {
            let roots = toolkit::roots().into_iter();
            Ok(Libdevice::first_in(
                roots.flat_map(|root| toolkit::parts(&root)),
            ))
        }
    }
}

/// NVIDIA's assembler: the program that `asked` names, else the first of this machine's toolkits; none if there is none, or `asked` is `off`.
pub fn find_ptxas(asked: Option<&OsStr>) -> Option<PathBuf> {
    match asked {
        Some(off) if off == "off" => None,
        Some(program) => Some(program.into()),
        None => toolkit::ptxas(None),
    }
}

impl KernelTarget for Nvidia {
    fn device(&self) -> DeviceTarget {
        DeviceTarget::Nvptx {
            sm: self.emission.sm,
        }
    }

    fn facts(&self) -> Facts {
        Facts {
            toolkit_isa: self.emission.ptx,
            always_drafts: false,
        }
    }

    /// What the cache has of the optimised code, else a draft, from the cache too if that has it; else the optimised code, if a draft is not worth while.
    fn draft(&self, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Image> {
        let key = self.code_object_key(&emit::nvptx_key(kernel, &self.emission));
        if let Some(found) = kept(false, &key, cache) {
            return Ok(found);
        }
        let key = self.draft_key(&emit::nvptx_draft_key(kernel, &self.emission));
        if let Some(found) = kept(true, &key, cache) {
            return Ok(found);
        }
        let emitted = emit::nvptx_kernel_draft(kernel, &self.emission, cache)?;
        Ok(self.code(emitted, cache))
    }

    /// The image holds the code object if the cache has it, else the text that the executor's driver makes it of.
    fn optimised(&self, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Image> {
        let key = self.code_object_key(&emit::nvptx_key(kernel, &self.emission));
        if let Some(found) = kept(false, &key, cache) {
            return Ok(found);
        }
        let emitted = emit::nvptx_kernel(kernel, &self.emission, cache)?;
        Ok(self.code(emitted, cache))
    }

    fn prepare(&self) {
        emit::nvptx_prepare(&self.emission);
    }

    /// The text that the code may have been made of, or its draft's, is made again with numbers of places for lines. That it cannot be made is no news: it
    /// was made without lines.
    fn lines(
        &self,
        fault: &FaultPlace<'_>,
        source: &KernelSource,
        _cache: &Cache,
        executor: &mut AskLine<'_>,
    ) -> Vec<SourceFrame> {
        let found = [false, true].into_iter().find_map(|draft| {
            let text = emit::nvptx_lines(fault.symbol, source, &self.emission, draft);
            let mut text = text.ok()??;
            let line = executor(text.ptx, draft)?;
            let number = usize::try_from(line).ok()?.checked_sub(1)?;
            (number < text.places.len()).then(|| text.places.swap_remove(number))
        });
        found.unwrap_or_default()
    }

    fn get_ready(&self) {
        if let Some(ptxas) = &self.ptxas {
            ptxas.get_ready();
        }
    }

    fn end(&self) {
        if let Some(ptxas) = &self.ptxas {
            ptxas.end();
        }
    }

    fn keep_code_object(&self, cache: &Cache, name: &str, object: Vec<u8>) -> anyhow::Result<()> {
        let (key, meta) = parts_of(name).ok_or_else(|| not_ours(name))?;
        cache.put(&key, &entry(meta.to_owned(), object));
        Ok(())
    }
}

/// What the executor has to know of a code object to load it.
struct Symbols {
    /// The kernel's entry.
    entry: String,
    /// The table of its variables; empty if it uses none.
    table: String,
}

impl Nvidia {
    /// A GPU of this architecture, whose driver serves CUDA up to `driver`.
    ///
    /// # Errors
    /// The GPU is too old, cannot run what the user asks for, or the given libdevice cannot be read.
    pub fn of(architecture: u32, driver: i32, options: &TargetOptions) -> anyhow::Result<Nvidia> {
        let asked = options.architecture.unwrap_or(architecture);
        if asked > architecture {
            bail!(
                "the GPU is of architecture sm_{architecture} and cannot run code for sm_{asked}"
            );
        }
        let sm = emit::nvptx_architectures::best(asked).with_context(|| too_old(asked))?;
        let toolkit = options.toolkit.as_deref();
        // The toolkit's own fits its headers best.
        let given = options.libdevice.as_deref();
        let beside = toolkit.and_then(|it| find_libdevice(Some(&it.root)).ok().flatten());
        let libdevice = match (given, beside) {
            (None, Some(library)) => Some(library),
            _ => find_libdevice(given)?,
        };
        let ptx = toolkit.map_or(0, |it| it.ptx(u32::try_from(driver).unwrap_or(0)));
        Ok(Nvidia {
            emission: NvptxTarget {
                sm,
                ptx,
                libdevice: libdevice.map(Arc::new),
            },
            architecture,
            driver,
            ptxas: Ptxas::find(options, sm, architecture, driver).map(Arc::new),
        })
    }

    /// The code object of a draft, if an assembler waits for one, else the text that the executor's driver makes it of.
    fn code(&self, emitted: PtxKernel, cache: &Cache) -> Image {
        let symbols = Symbols {
            entry: emitted.entry,
            table: emitted.table.unwrap_or_default(),
        };
        let draft = emitted.draft;
        let key = match draft {
            true => self.draft_key(&emitted.key),
            false => self.code_object_key(&emitted.key),
        };
        let start = Instant::now();
        let alone = draft && !emitted.function_addresses;
        let ptxas = self.ptxas.as_ref().filter(|_| alone);
        let made = ptxas.and_then(|ptxas| ptxas.draft(&emitted.ptx));
        let assembled = made.is_some().then(|| start.elapsed());
        let (code, bytes) = match made {
            Some(object) => {
                cache.put(&key, &entry(symbols.meta(), object.clone()));
                (Code::Device, object)
            }
            None => {
                let key = format!("{} {}", key.hex(), symbols.meta());
                (Code::Text { key }, emitted.ptx)
            }
        };
        Image {
            how: match draft {
                true => "draft PTX",
                false => "PTX",
            },
            cached: emitted.cached,
            draft,
            text: emitted.took,
            assembled,
            ..image(code, bytes, symbols)
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

/// What the two ways to an image have in common.
fn image(code: Code, bytes: Vec<u8>, symbols: Symbols) -> Image {
    Image {
        code,
        bytes,
        entry: symbols.entry,
        table: symbols.table,
        tier: Tier::Thread,
        // The driver tells when it has loaded it.
        shared_bytes: 0,
        how: "cubin",
        cached: true,
        draft: false,
        text: None,
        assembled: None,
    }
}

/// The image of a code object that the cache has, a draft's if so.
fn kept(draft: bool, key: &Key, cache: &Cache) -> Option<Image> {
    let entry = cache.get_kind(Kind::Cubin, key)?;
    let Some(symbols) = Symbols::of_meta(&entry.meta) else {
        cache.quarantine(key, "its symbols cannot be read");
        return None;
    };
    Some(Image {
        how: match draft {
            true => "cubin of a draft",
            false => "cubin",
        },
        draft,
        ..image(Code::Device, entry.payload, symbols)
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

/// The key and the symbols that a name in `Code::Text` is made of.
fn parts_of(name: &str) -> Option<(Key, &str)> {
    let (key, meta) = name.split_once(' ')?;
    Some((Key::from_hex(key)?, meta))
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

/// Whether the driver is loaded.
pub(super) fn driver_loaded() -> bool {
    // The last is where Linux on Windows reaches the GPU.
    ["/dev/nvidiactl", "/proc/driver/nvidia/version", "/dev/dxg"]
        .iter()
        .any(|path| Path::new(path).exists())
}

/// What a user is told whose GPU is older than all that kernels can be compiled for.
fn too_old(architecture: u32) -> String {
    format!("GPUs of architecture sm_{architecture} are too old for Chevron")
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
        let options = TargetOptions {
            ptxas: Some("off".into()),
            ..TargetOptions::default()
        };
        let gpu = Nvidia::of(90, 13_000, &options).expect("it is known");
        let kept = |name: &str| gpu.keep_code_object(&Cache::disabled(), name, Vec::new());
        assert!(kept("nonsense").is_err());
        assert!(kept(&format!("{} k ", "0".repeat(64))).is_ok());
    }
}
