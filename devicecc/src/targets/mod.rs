//! What kernels are compiled for: a folder for each kind of device, behind one trait.
//!
//! A kind of device is a variant of [`Found`] and of [`DeviceTarget`], a line of `of` and of `KINDS`, and a folder here. Nothing above knows one from
//! another. The executor's device says what it is (`Found`); that this is the same on both sides of the wire is the session's matter.

pub mod amd;
mod architecture;
mod clang;
pub mod cpu;
pub(crate) mod device_target;
pub mod listing;
pub mod nvidia;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kernels_cache::Cache;

pub use self::architecture::Architecture;
pub use self::device_target::DeviceTarget;
use self::listing::{Form, Listing};
pub use self::nvidia::toolkit::Toolkit;
use crate::cell::{Kernel, KernelSource, SourceFrame};
use crate::emit::{AmdArchitecture, Tier, TierReport};
use crate::error::{Error, bail_mendable};

/// What kernels tell the executor of while they run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// Nothing: they are made to be quick.
    #[default]
    Nothing,
    /// Each access to memory, for the sanitizer.
    Accesses,
    /// That, and how many floating-point operations they do.
    AccessesAndOperations,
}

/// What a kind of device makes of kernels.
pub trait KernelTarget: fmt::Debug + Send + Sync {
    /// What clang compiles device code for.
    fn device(&self) -> DeviceTarget;

    /// What the session has to know of it.
    fn facts(&self) -> Facts;

    /// A kernel's image, made quickly: the only one or, if `Image::draft` says so, the first of two.
    ///
    /// # Errors
    /// The user's if the kernel uses what is defined nowhere; else ours.
    fn draft(&self, kernel: &Kernel, cache: &Cache) -> Result<Image, Error>;

    /// A kernel's image, made well.
    ///
    /// # Errors
    /// As for `draft`.
    fn optimised(&self, kernel: &Kernel, cache: &Cache) -> Result<Image, Error>;

    /// Has the thread make ready what it needs for the next kernel: for when it has no other work.
    fn prepare(&self);

    /// What was inlined at the place of a fault, innermost first, and the kernel. Nothing if that is not known, or `source` is not what ran.
    fn lines(
        &self,
        fault: &FaultPlace<'_>,
        source: &KernelSource,
        cache: &Cache,
        executor: &mut AskLine<'_>,
    ) -> Vec<SourceFrame>;

    /// The forms in which its code can be shown.
    fn forms(&self) -> &'static [Form];

    /// The optimised code of the kernel with this symbol, in one of its forms.
    ///
    /// # Errors
    /// As for `optimised`; or a program that is needed for the form is not there.
    fn listing(
        &self,
        symbol: &str,
        source: &KernelSource,
        form: Form,
        cache: &Cache,
    ) -> Result<Listing, Error>;

    /// How the CPU device runs the kernel with this symbol, and why not better; nothing of other devices, which have no tiers.
    ///
    /// # Errors
    /// As for `optimised`.
    fn tier(&self, _symbol: &str, _source: &KernelSource) -> Result<Option<TierReport>, Error> {
        Ok(None)
    }

    /// What kernels that are made from now on tell the executor of. False: this target's cannot.
    fn watch(&self, what: Watch) -> bool {
        what == Watch::Nothing
    }

    /// Kernels that are made from now on are for a debugger: they tell of variables, and are not optimised. False: this target's cannot be.
    fn debug(&self) -> bool {
        false
    }

    /// Where the accesses come from that the kernel with this entry tells of: of each what was inlined there first, and the kernel. Nothing if that kernel was
    /// not made of `source`.
    fn watched_places(&self, _source: &KernelSource, _entry: &str) -> Vec<Vec<SourceFrame>> {
        Vec::new()
    }

    /// Has what the first kernel's draft needs made ready, beside this thread.
    fn get_ready(&self) {}

    /// The session ends: so does what was made ready.
    fn end(&self) {}

    /// Puts a code object that the executor has made of a text into the cache, under the name that `Code::Text` gave.
    ///
    /// # Errors
    /// It is no name of ours.
    fn keep_code_object(&self, _cache: &Cache, name: &str, _object: Vec<u8>) -> Result<(), Error> {
        Err(not_ours(name))
    }
}

/// What a session has to know of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Version of the target's assembly language that a toolkit's headers are read for (80 for PTX 8.0); 0 without one.
    pub toolkit_isa: u32,
    /// Whether kernels are drafted even where drafts are not wanted on a GPU, and a program's: that is one cell, at whose synchronisations alone code is
    /// exchanged on a GPU, and what people time; and its kernels are compiled while the driver starts, which takes longer.
    pub always_drafts: bool,
}

/// What a device of the executor's is, as far as kernels for it depend on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// It runs code of this machine's processor.
    Host,
    /// It is an NVIDIA GPU.
    Cuda {
        /// Its compute capability: 90 for `sm_90`.
        architecture: u32,
        /// The newest CUDA that its driver serves: 1000 × major + 10 × minor.
        driver: i32,
    },
    /// It is an AMD GPU.
    Hip {
        /// 1000 × major + 100 × minor + stepping: 9010 for `gfx90a`; 0 if its name is no such.
        architecture: u32,
        /// HIP's version: 10,000,000 × major + 100,000 × minor + patch.
        driver: i32,
    },
}

impl Found {
    /// What `--device auto` stands for where this was found.
    pub fn device(self) -> &'static str {
        match self {
            Found::Host => "cpu",
            Found::Cuda { .. } => "cuda:0",
            Found::Hip { .. } => "hip:0",
        }
    }
}

/// What the user asks for, and what this machine has.
#[derive(Clone, Debug, Default)]
pub struct TargetOptions {
    /// Compile kernels for GPUs of this architecture instead of the one there is.
    pub architecture: Option<Architecture>,
    /// The toolkit whose headers cells are read with.
    pub toolkit: Option<Arc<Toolkit>>,
    /// NVIDIA's math library, if it is not to be looked for.
    pub libdevice: Option<PathBuf>,
    /// The assembler for drafts, if it is not to be looked for; `off`: none.
    pub ptxas: Option<OsString>,
    /// Registers that a thread of a draft has at most, as in those that the executor's driver makes.
    pub draft_registers_max: u32,
}

/// What makes code for a device.
///
/// # Errors
/// The device is too old, cannot run what the user asks for, or a file that the user names cannot be read.
pub fn of(found: Found, options: &TargetOptions) -> Result<Arc<dyn KernelTarget>, Error> {
    match (found, options.architecture) {
        (Found::Host, None | Some(Architecture::Cpu)) => Ok(Arc::new(cpu::Cpu::default())),
        (Found::Host, Some(asked)) => {
            bail_mendable!(
                "`--arch` is for GPUs, and this session runs on the CPU device; `chevron compile FILE --arch {asked}` compiles a file's kernels for such a GPU, and \
                 `%{} KERNEL --arch {asked}` shows their code",
                shown_by(asked).command()
            )
        }
        (Found::Cuda { .. }, Some(asked @ (Architecture::Amd(_) | Architecture::Cpu))) => {
            Err(other_vendors(asked, "NVIDIA"))
        }
        (Found::Hip { .. }, Some(asked @ (Architecture::Nvidia(_) | Architecture::Cpu))) => {
            Err(other_vendors(asked, "AMD"))
        }
        (
            Found::Cuda {
                architecture,
                driver,
            },
            _,
        ) => Ok(Arc::new(nvidia::Nvidia::of(architecture, driver, options)?)),
        (
            Found::Hip {
                architecture,
                driver,
            },
            _,
        ) => Ok(Arc::new(amd::Amd::found(architecture, driver, options)?)),
    }
}

/// The form in which code for an architecture is shown.
fn shown_by(architecture: Architecture) -> Form {
    match architecture {
        Architecture::Cpu => Form::X86,
        Architecture::Nvidia(_) => Form::Ptx,
        Architecture::Amd(_) => Form::Amdgcn,
    }
}

/// Why kernels are not compiled for another vendor's GPU than the session's.
fn other_vendors(asked: Architecture, own: &str) -> Error {
    Error::mendable(format!(
        "this session runs on an {own} GPU, which cannot run code for {asked}; `%{} KERNEL --arch {asked}` shows it",
        shown_by(asked).command()
    ))
}

/// Kinds of devices that a machine may have or not.
struct Kind {
    /// Whether its driver is loaded, so that asking for devices can lead to one.
    driver_loaded: fn() -> bool,
    /// What an earlier session found where a device of this name was asked for.
    recall: fn(&Cache, &str) -> Option<Found>,
    /// Keeps what was found, if it is one of this kind or none.
    remember: fn(&Cache, &str, Found),
}

const KINDS: [Kind; 2] = [
    Kind {
        driver_loaded: nvidia::driver_loaded,
        recall: nvidia::known_gpu::recall,
        remember: nvidia::known_gpu::remember,
    },
    Kind {
        driver_loaded: amd::driver_loaded,
        // What is gained by it was never measured.
        recall: |_, _| None,
        remember: |_, _, _| (),
    },
];

/// Whether asking drivers for GPUs can lead to one. They are asked in the executor, and that costs 0.2 s where there is one.
pub fn driver_loaded() -> bool {
    KINDS.iter().any(|kind| (kind.driver_loaded)())
}

/// What the device was that a name meant in an earlier session, on a machine that looked the same; nothing for devices with which nothing is gained.
pub fn recall(cache: &Cache, device: &str) -> Option<Found> {
    KINDS.iter().find_map(|kind| (kind.recall)(cache, device))
}

/// Keeps what the executor has told of a device of this name, for the next session.
pub fn remember(cache: &Cache, device: &str, found: Found) {
    KINDS
        .iter()
        .for_each(|kind| (kind.remember)(cache, device, found));
}

/// What is to be known of this machine and a device.
#[derive(Clone, Copy, Debug)]
pub struct Examination<'a> {
    /// What a session would be given.
    pub options: &'a TargetOptions,
    /// Where the CUDA toolkit lies, if it is not to be looked for.
    pub cuda_path: Option<&'a Path>,
    /// Cells are to be read with a toolkit's headers.
    pub toolkit_headers: bool,
}

/// What only an executor can find out.
pub trait Probe {
    /// Has the device make code of a text, which is thrown away; gives what the device says against it.
    ///
    /// # Errors
    /// The executor ended.
    fn assemble(&mut self, text: String) -> Result<Option<String>, Error>;

    /// Opens the device in another executor, with this library of the vendor's beside it.
    ///
    /// # Errors
    /// It cannot be opened.
    fn open(&mut self, runtime: &Path) -> Result<(), Error>;
}

/// Takes what was found out of something: what it is, or why it cannot be used.
pub type Tell<'a> = dyn FnMut(&str, Result<String, Error>) + 'a;

/// Tells people what this machine has for a device, and what is missing.
pub fn examine(found: Found, wanted: &Examination<'_>, probe: &mut dyn Probe, tell: &mut Tell<'_>) {
    match found {
        Found::Host => {}
        Found::Cuda {
            architecture,
            driver,
        } => nvidia::examine::examine(architecture, driver, wanted, probe, tell),
        Found::Hip {
            architecture,
            driver,
        } => amd::examine(architecture, driver, tell),
    }
}

/// A kernel that is ready to be sent.
#[derive(Clone, Debug)]
pub struct Image {
    /// What `bytes` are.
    pub code: Code,
    /// The code object, or the text of one.
    pub bytes: Vec<u8>,
    /// Symbol of the kernel's entry in it.
    pub entry: String,
    /// The table of its variables' addresses; may be empty if it uses none.
    pub table: String,
    /// How its threads are run.
    pub tier: Tier,
    /// Static shared memory of a block, bytes; 0 where the device tells when it has loaded it.
    pub shared_bytes: u32,
    /// How blocks run, in words.
    pub how: &'static str,
    /// It came from the cache.
    pub cached: bool,
    /// Better code can be made of it.
    pub draft: bool,
    /// How long writing its text took, if that was made.
    pub text: Option<Duration>,
    /// How long its code object took, if it was made here and not by the driver.
    pub assembled: Option<Duration>,
}

impl Image {
    /// Of a kernel that a file of code objects has: that file, as it is.
    pub fn of_file(kernel: &Kernel) -> Image {
        Image {
            code: Code::Module,
            bytes: kernel.closure.bitcode.clone(),
            entry: kernel.symbol.clone(),
            table: String::new(),
            tier: Tier::Block,
            shared_bytes: 0,
            how: "taken from a file",
            // Nothing was compiled.
            cached: true,
            draft: false,
            text: None,
            assembled: None,
        }
    }
}

/// What a kernel's image is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// An ELF object of this machine's processor.
    Elf,
    /// A code object that the device itself loads: a cubin of an NVIDIA GPU, or one of AMD's.
    Device,
    /// A file of code objects, which has other kernels too: the device loads it once for all of them.
    Module,
    /// A text, such as PTX, of which the executor has its driver make the code object.
    Text {
        /// Under what name it sends that back.
        key: String,
    },
}

/// Where a kernel's fault was.
#[derive(Clone, Copy, Debug)]
pub struct FaultPlace<'a> {
    /// Mangled symbol of the kernel.
    pub symbol: &'a str,
    /// Symbol of the entry of the code object that ran.
    pub entry: &'a str,
    /// Distances from the entry in bytes: the instruction itself, then the call that led to it.
    pub offsets: &'a [i64],
}

/// Makes a target of an architecture's number, or of the usual one.
type MakeTarget = fn(Option<u32>, &TargetOptions) -> Result<Arc<dyn KernelTarget>, Error>;

/// Has the executor make a code object of a text, a draft's if so, and say which of its lines the fault's instruction comes from.
pub type AskLine<'a> = dyn FnMut(Vec<u8>, bool) -> Option<u32> + 'a;

/// A kind of device whose code can be looked at on a machine that has none.
struct LookedAt {
    forms: &'static [Form],
    /// Takes an architecture as people write it: `sm_90`, `90`.
    number: fn(&str) -> Option<u32>,
    /// What makes its code: for this architecture, or the usual one.
    target: MakeTarget,
    /// The architectures that there are, for people.
    architectures: fn() -> String,
}

const LOOKED_AT: [LookedAt; 3] = [
    LookedAt {
        forms: nvidia::FORMS,
        number: nvidia::architecture_number,
        target: nvidia::looked_at,
        architectures: nvidia::architectures,
    },
    LookedAt {
        forms: amd::FORMS,
        number: |name| AmdArchitecture::named(name).map(AmdArchitecture::number),
        target: amd::looked_at,
        architectures: amd::architectures,
    },
    LookedAt {
        forms: cpu::FORMS,
        number: |_| None,
        target: |_, _| Ok(Arc::new(cpu::Cpu::default())),
        architectures: || "the CPU device takes no `--arch`".to_owned(),
    },
];

/// What makes this form of code, for this architecture if one is given. `None`: the session's own target does.
///
/// # Errors
/// There is no such architecture, or none of a kind of device that has this form.
pub fn target_of(
    form: Form,
    architecture: Option<&str>,
    own: &dyn KernelTarget,
    options: &TargetOptions,
) -> Result<Option<Arc<dyn KernelTarget>>, Error> {
    let Some(asked) = architecture else {
        if own.forms().contains(&form) {
            return Ok(None);
        }
        let kind = LOOKED_AT.iter().find(|kind| kind.forms.contains(&form));
        let kind =
            kind.ok_or_else(|| Error::Broken("no kind of device has this form of code".into()))?;
        return (kind.target)(None, options).map(Some);
    };
    let with_form = LOOKED_AT.iter().filter(|kind| kind.forms.contains(&form));
    let all: Vec<&LookedAt> = with_form.collect();
    let found = all
        .iter()
        .find_map(|kind| Some((kind, (kind.number)(asked)?)));
    let Some((kind, number)) = found else {
        let known: Vec<String> = all.iter().map(|kind| (kind.architectures)()).collect();
        bail_mendable!(
            "`{asked}` is no architecture that {} is made for; {}",
            form.title(),
            known.join("; ")
        );
    };
    (kind.target)(Some(number), options).map(Some)
}

fn not_ours(name: &str) -> Error {
    Error::Broken(
        format!("the executor names a code object `{name}`, which is no name of ours").into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::AmdCodeObject;

    #[test]
    fn the_cpu_device_takes_no_architecture_and_no_code_object() {
        let options = TargetOptions {
            architecture: Some(Architecture::Nvidia(90)),
            ..TargetOptions::default()
        };
        assert!(of(Found::Host, &options).is_err());
        let cpu = of(Found::Host, &TargetOptions::default()).expect("it is always there");
        assert_eq!(cpu.device(), DeviceTarget::Cpu);
        let kept = cpu.keep_code_object(&Cache::disabled(), "0 f ", Vec::new());
        assert!(kept.is_err(), "it makes none");
    }

    #[test]
    fn gpus_that_are_too_old_or_older_than_what_is_asked_for_are_refused() {
        let asked = |architecture, asked: Option<u32>| {
            let found = Found::Cuda {
                architecture,
                driver: 13_000,
            };
            let options = TargetOptions {
                architecture: asked.map(Architecture::Nvidia),
                ptxas: Some("off".into()),
                ..TargetOptions::default()
            };
            of(found, &options).map(|target| target.device())
        };
        let sm = |sm| DeviceTarget::Nvptx { sm };
        assert_eq!(asked(90, None).expect("it is known"), sm(90));
        assert_eq!(asked(90, Some(80)).expect("it runs older code"), sm(80));
        assert!(asked(80, Some(90)).is_err());
        assert!(asked(61, None).is_err());
    }

    #[test]
    fn amd_gpus_run_code_of_their_own_architecture_alone() {
        let made = |architecture, driver, asked: Option<&str>| {
            let found = Found::Hip {
                architecture,
                driver,
            };
            let options = TargetOptions {
                architecture: asked.map(|it| it.parse().expect("it is known")),
                ..TargetOptions::default()
            };
            of(found, &options).map(|target| target.device())
        };
        let device = made(9402, 70_100_000, None).expect("it is known");
        assert_eq!(
            device,
            "gfx942"
                .parse::<Architecture>()
                .ok()
                .and_then(Architecture::device)
                .expect("it is known")
        );
        let older = made(9402, 60_200_000, Some("gfx942")).expect("it is its own");
        assert_eq!(older, device.with_code_object(AmdCodeObject::V5));
        let said = |architecture, asked| {
            let refused = made(architecture, 70_100_000, asked);
            refused.expect_err("it cannot run that").to_string()
        };
        assert!(said(9402, Some("gfx90a")).contains("gfx942"));
        assert!(said(9402, Some("sm_90")).contains("%ptx KERNEL --arch sm_90"));
        let unknown = said(10_301, None);
        assert!(
            unknown.contains("gfx1031") && unknown.contains("gfx1030"),
            "{unknown}"
        );
    }

    #[test]
    fn an_architecture_that_is_not_there_is_told_with_those_that_are() {
        let options = TargetOptions::default();
        let said = |asked| {
            let made = target_of(Form::Ptx, Some(asked), &cpu::Cpu::default(), &options);
            made.map(|_| ()).map_err(|error| error.to_string())
        };
        for wrong in ["sm_999", "gfx90a", "sm_", "", "sm_52"] {
            let told = said(wrong).expect_err("it is none");
            assert!(told.contains("sm_90"), "{told}");
        }
        assert!(said("sm_90").is_ok() && said("80").is_ok() && said("compute_75").is_ok());
        assert!(target_of(Form::X86, Some("sm_90"), &cpu::Cpu::default(), &options).is_err());
    }
}
