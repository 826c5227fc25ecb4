//! AMD GPUs: code objects.

pub(super) mod clang;
mod listing;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernels_cache::Cache;

use super::listing::{Form, Listing, of_ir};
use super::nvidia::toolkit;
use super::{
    Architecture, AskLine, Code, DeviceTarget, Facts, FaultPlace, Image, KernelTarget,
    TargetOptions, Tell,
};
use crate::cell::{Kernel, KernelSource, SourceFrame};
use crate::emit::{
    self, AMD_ARCHITECTURES, AmdArchitecture, AmdCodeObject, AmdLinker, AmdTarget, Ocml, Tier,
};
use crate::error::{Error, bail_mendable};

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

/// The forms of its code.
pub(super) const FORMS: &[Form] = &[Form::Amdgcn, Form::Ir];

/// The architecture that is shown where there is no such GPU and none is asked for.
const USUAL_ARCHITECTURE: &str = "gfx942";

impl Amd {
    /// GPUs of this architecture, with code objects of the newest version.
    pub fn of(architecture: &'static AmdArchitecture, library: Option<Arc<Ocml>>) -> Amd {
        Amd {
            emission: AmdTarget {
                architecture,
                code_object: AmdCodeObject::default(),
                library,
            },
        }
    }

    /// The GPU of this architecture's number, whose HIP is of version `driver`: as of `Found`.
    ///
    /// # Errors
    /// Chevron does not compile for it, or it cannot run what the user asks for.
    pub(super) fn found(
        architecture: u32,
        driver: i32,
        options: &TargetOptions,
    ) -> Result<Amd, Error> {
        let own = AmdArchitecture::numbered(architecture)
            .ok_or_else(|| Error::mendable(not_compiled_for(architecture)))?;
        if let Some(Architecture::Amd(asked)) = options.architecture
            && asked != own
        {
            bail_mendable!(
                "the GPU is of architecture {} and cannot run code for {}; `%amdgcn KERNEL --arch {}` shows it",
                own.name,
                asked.name,
                asked.name
            );
        }
        let mut found = Amd::of(own, find_ocml(None)?.map(Arc::new));
        found.emission.code_object = AmdCodeObject::of_hip(driver);
        Ok(found)
    }
}

/// What a user is told whose GPU is of an architecture that kernels cannot be compiled for.
fn not_compiled_for(architecture: u32) -> String {
    format!(
        "the GPU is of architecture {}, for which Chevron does not compile; {}. One that is close to one of them may run its code (`HSA_OVERRIDE_GFX_VERSION=10.3.0` makes HIP call a gfx1031 a gfx1030)",
        AmdArchitecture::name_of(architecture),
        architectures()
    )
}

/// Those that there are.
pub(super) fn architectures() -> String {
    let all: Vec<&str> = AMD_ARCHITECTURES.iter().map(|it| it.name).collect();
    format!("AMD's are {}", all.join(", "))
}

/// What makes code of a GPU that is only looked at: the architecture of this number, or the usual one.
pub(super) fn looked_at(
    architecture: Option<u32>,
    _options: &TargetOptions,
) -> Result<Arc<dyn KernelTarget>, Error> {
    let found = match architecture {
        Some(number) => AmdArchitecture::numbered(number),
        None => AmdArchitecture::named(USUAL_ARCHITECTURE),
    };
    let architecture = found.ok_or_else(|| Error::mendable(architectures()))?;
    let library = find_ocml(None)?.map(Arc::new);
    Ok(Arc::new(Amd::of(architecture, library)))
}

/// Whether the kernel's driver is loaded.
pub(super) fn driver_loaded() -> bool {
    Path::new("/dev/kfd").exists()
}

/// Tells what there is for a GPU of this architecture's number, whose HIP is of version `driver`.
pub(super) fn examine(architecture: u32, driver: i32, tell: &mut Tell<'_>) {
    let (major, minor) = (driver / 10_000_000, driver % 10_000_000 / 100_000);
    tell("HIP runtime", Ok(format!("{major}.{minor}")));
    let code = AmdArchitecture::numbered(architecture).map(|it| {
        let version = AmdCodeObject::of_hip(driver).number();
        format!(
            "compiled for {}, code objects of version {version}",
            it.name
        )
    });
    tell(
        "kernels",
        code.ok_or_else(|| Error::mendable(not_compiled_for(architecture))),
    );
}

/// Reads AMD's math library from `explicit` if that is given, else from the first of these that has it: `HIP_DEVICE_LIB_PATH`, `ROCM_PATH`, `HIP_PATH`, `/opt/rocm`,
/// distributions' folders, the compilers below `/usr/lib/llvm-*`, the PyPI wheels of ROCm and of Triton.
///
/// # Errors
/// If `explicit` cannot be read. A machine without the library gives `None`.
pub fn find_ocml(explicit: Option<&Path>) -> Result<Option<Ocml>, Error> {
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
            code_object: self.emission.code_object,
        }
    }

    fn facts(&self) -> Facts {
        Facts {
            toolkit_isa: 0,
            always_drafts: false,
        }
    }

    /// There are no drafts: the code object itself.
    fn draft(&self, kernel: &Kernel, cache: &Cache) -> Result<Image, Error> {
        self.optimised(kernel, cache)
    }

    fn optimised(&self, kernel: &Kernel, cache: &Cache) -> Result<Image, Error> {
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
            // It is made in one go, from the closure on.
            assembled: None,
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

    fn forms(&self) -> &'static [Form] {
        FORMS
    }

    fn listing(
        &self,
        symbol: &str,
        source: &KernelSource,
        form: Form,
        _cache: &Cache,
    ) -> Result<Listing, Error> {
        let ir = form == Form::Ir;
        let listed = emit::amd_listing(symbol, source, &self.emission, ir)?;
        let listing = match form {
            Form::Ir => of_ir(listed),
            _ => listing::of_assembly(listed),
        };
        Ok(Listing {
            processor: self.emission.architecture.name.to_owned(),
            ..listing
        })
    }
}
