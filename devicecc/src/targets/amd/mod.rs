//! AMD GPUs: code objects.

pub(super) mod clang;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use kernels_cache::Cache;

use super::nvidia::toolkit;
use super::{AskLine, Code, DeviceTarget, Facts, FaultPlace, Form, Image, KernelTarget, Listing};
use crate::cell::{Kernel, KernelSource, SourceFrame};
use crate::emit::{self, AmdArchitecture, AmdLinker, AmdTarget, Ocml, Tier};

/// Where ROCm's packages and Linux distributions have the device libraries.
const FOLDERS: [&str; 4] = [
    "/opt/rocm",
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib64/rocm/llvm",
    "/usr",
];

/// Below a Python's `site-packages`.
const WHEELS: [&str; 3] = ["_rocm_sdk_core", "_rocm_sdk_devel", "triton/backends/amd"];

/// An AMD GPU, and how code is made for it.
#[derive(Clone, Debug)]
pub struct Amd {
    emission: AmdTarget,
}

impl Amd {
    /// GPUs of this architecture.
    pub fn of(architecture: &'static AmdArchitecture, library: Option<Arc<Ocml>>) -> Amd {
        Amd {
            emission: AmdTarget {
                architecture,
                library,
            },
        }
    }
}

/// Reads AMD's math library from `explicit` if that is given, else from the first of these that has it: `HIP_DEVICE_LIB_PATH`, `ROCM_PATH`, `HIP_PATH`, `/opt/rocm`,
/// distributions' folders, the compilers below `/usr/lib/llvm-*`, the PyPI wheels of ROCm and of Triton.
///
/// # Errors
/// If `explicit` cannot be read. A machine without the library gives `None`.
pub fn find_ocml(explicit: Option<&Path>) -> anyhow::Result<Option<Ocml>> {
    if let Some(path) = explicit {
        return Ocml::read(path).map(Some);
    }
    let named = ["HIP_DEVICE_LIB_PATH", "ROCM_PATH", "HIP_PATH"];
    let named = named.iter().filter_map(std::env::var_os).map(PathBuf::from);
    let fixed = FOLDERS.iter().map(PathBuf::from);
    let wheels = toolkit::site_packages()
        .into_iter()
        .flat_map(|site| WHEELS.map(|wheel| site.join(wheel)));
    Ok(Ocml::first_in(
        named.chain(fixed).chain(of_compilers()).chain(wheels),
    ))
}

/// What this machine has for code objects, for people: the linker, and the math library.
pub fn describe() -> String {
    let linker = match emit::amd_linker() {
        Ok(AmdLinker::Inside) => "linked by lld in this program".to_owned(),
        Ok(AmdLinker::Program(path)) => format!("linked by `{}`", path.display()),
        Err(error) => format!("{error:#}"),
    };
    let library = match find_ocml(None) {
        Ok(Some(library)) => format!("math from `{}`", library.path().display()),
        _ => "no math library (`apt-get install rocm-device-libs`)".to_owned(),
    };
    format!("{linker}; {library}")
}

/// The newest clang's own directory first.
fn of_compilers() -> Vec<PathBuf> {
    let versions = (14..40).rev();
    versions
        .map(|it| PathBuf::from(format!("/usr/lib/llvm-{it}/lib/clang/{it}")))
        .filter(|it| it.is_dir())
        .collect()
}

impl KernelTarget for Amd {
    fn device(&self) -> DeviceTarget {
        DeviceTarget::Amdgcn {
            architecture: self.emission.architecture,
        }
    }

    fn facts(&self) -> Facts {
        Facts {
            toolkit_isa: 0,
            always_drafts: false,
        }
    }

    /// There are no drafts: the code object itself.
    fn draft(&self, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Image> {
        self.optimised(kernel, cache)
    }

    fn optimised(&self, kernel: &Kernel, cache: &Cache) -> anyhow::Result<Image> {
        let made = emit::amd_kernel(kernel, &self.emission, cache)?;
        Ok(Image {
            code: Code::Device,
            bytes: made.object,
            entry: made.entry,
            table: made.table.unwrap_or_default(),
            tier: Tier::Thread,
            shared_bytes: u32::try_from(made.resources.lds_bytes).unwrap_or(u32::MAX),
            how: "AMD code object",
            cached: made.took.is_none(),
            draft: false,
            text: None,
            assembled: made.took,
        })
    }

    fn prepare(&self) {
        emit::amd_prepare(&self.emission);
    }

    /// Code objects are made without lines.
    fn lines(
        &self,
        _fault: &FaultPlace<'_>,
        _source: &KernelSource,
        _cache: &Cache,
        _executor: &mut AskLine<'_>,
    ) -> Vec<SourceFrame> {
        Vec::new()
    }

    /// `chevron compile` writes its code; no command shows it yet.
    fn forms(&self) -> &'static [Form] {
        &[]
    }

    fn listing(
        &self,
        _symbol: &str,
        _source: &KernelSource,
        form: Form,
        _cache: &Cache,
    ) -> anyhow::Result<Listing> {
        bail!("code of AMD GPUs cannot be shown as {} yet", form.title())
    }
}
