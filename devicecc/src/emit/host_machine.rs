//! The machine that code is emitted for: the host's own processor.

use std::cell::RefCell;
use std::sync::OnceLock;

use anyhow::{Context as _, anyhow};
use inkwell::OptimizationLevel;
use inkwell::module::Module;
use inkwell::targets::{
    CodeModel, FileType, InitializationConfig, RelocMode, Target, TargetMachine,
    TargetMachineOptions, TargetTriple,
};
use kernels_cache::{Key, KeyBuilder};

use super::crashes;
use super::shared::effort::Effort;
use super::shared::llvm_version;
use crate::shim::{self, Code, Generator};

/// The triple of host code and of kernels for the CPU device.
const TRIPLE: &str = crate::target::HOST_TRIPLE;

/// The host's processor as LLVM describes it.
pub(super) struct Host {
    /// Such as `sapphirerapids`.
    cpu: String,
    /// Such as `+avx2,-sse4a,…`.
    features: String,
    /// LLVM's version, `22.1.8`.
    llvm: String,
}

/// What LLVM does not say of a processor.
///
/// AMD's store 16 elements at 16 addresses in 70 ns, even where one of them is wanted (`if (lane == 0) part[warp] = v`). Tests and plain stores take 5.
fn preference(cpu: &str) -> &'static str {
    if cpu.starts_with("znver") {
        ",+prefer-no-scatter"
    } else {
        ""
    }
}

impl Host {
    /// The processor this process runs on; looked up once.
    pub(super) fn get() -> &'static Host {
        static HOST: OnceLock<Host> = OnceLock::new();
        HOST.get_or_init(|| {
            Target::initialize_x86(&InitializationConfig::default());
            let cpu = TargetMachine::get_host_cpu_name().to_string();
            let features = TargetMachine::get_host_cpu_features().to_string();
            Host {
                features: features + preference(&cpu),
                cpu,
                llvm: llvm_version(),
            }
        })
    }

    /// The widest vectors, in bits, that code should prefer; absent where LLVM's own choice is right.
    ///
    /// LLVM prefers 256 bits on servers that have 512, which measured a third of the speed on vectorised kernels.
    pub(super) fn vector_bits(&self) -> Option<&'static str> {
        self.has("+avx512f").then_some("512")
    }

    /// Can vectors leave out lanes of what they read and write?
    pub(super) fn has_masks(&self) -> bool {
        self.has("+avx2")
    }

    /// Does the machine multiply and add with one rounding?
    pub(super) fn fuses(&self) -> bool {
        self.has("+fma")
    }

    /// How many bits the machine's estimate of 1 / sqrt(x) has, which are the same alone and in vectors of all sizes.
    pub(super) fn estimate_bits(&self) -> Option<u32> {
        let wide = self.has("+avx512f") && self.has("+avx512vl");
        match self.fuses() {
            true if wide => Some(14),
            true if self.has("+avx2") => Some(12),
            _ => None,
        }
    }

    fn has(&self, wanted: &str) -> bool {
        self.features.split(',').any(|feature| feature == wanted)
    }

    /// A key that holds all that the machine and LLVM add to what an object depends on.
    pub(super) fn key(&self, domain: &str) -> KeyBuilder {
        Key::builder(domain)
            .field("cpu", self.cpu.as_bytes())
            .field("features", self.features.as_bytes())
            .field("llvm", self.llvm.as_bytes())
    }

    /// Makes a machine that generates code at `level`.
    fn machine(&self, level: OptimizationLevel, reach: Reach) -> anyhow::Result<TargetMachine> {
        let triple = TargetTriple::create(TRIPLE);
        let target = Target::from_triple(&triple)
            .map_err(|error| anyhow!("LLVM has no target `{TRIPLE}`: {error}"))?;
        let options = TargetMachineOptions::new()
            .set_cpu(&self.cpu)
            .set_features(&self.features)
            .set_level(level)
            // Objects are linked wherever the executor finds memory.
            .set_reloc_mode(RelocMode::PIC)
            .set_code_model(match reach {
                Reach::Near => CodeModel::Small,
                Reach::Far => CodeModel::Medium,
            });
        target
            .create_target_machine_from_options(&triple, options)
            .with_context(|| format!("LLVM makes no target machine for processor `{}`", self.cpu))
    }
}

/// How code reaches variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// By offsets of 32 bits.
    Near,
    /// By offsets of 64 bits: they lie in sections of their own (`.lbss`, `.ldata`, `.lrodata`), which may be of any size.
    Far,
}

thread_local! {
    /// One a thread, reach and effort: making its machine costs more than emitting a small module.
    static GENERATORS: RefCell<[[Option<Generator>; 2]; 2]> = const { RefCell::new([[None, None], [None, None]]) };
}

/// Lends this thread's generator for the effort and reach.
fn with_generator<T>(
    effort: Effort,
    reach: Reach,
    work: impl FnOnce(&Generator) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    GENERATORS.with_borrow_mut(|generators| {
        let generators = &mut generators[usize::from(reach == Reach::Far)];
        let (place, level) = match effort {
            Effort::Quick => (&mut generators[0], OptimizationLevel::None),
            Effort::Full => (&mut generators[1], OptimizationLevel::Default),
        };
        let generator = match place {
            Some(generator) => generator,
            None => place.insert(Generator::new(
                Host::get().machine(level, reach)?,
                Code::Object,
            )),
        };
        let result = work(generator);
        if crashes::has_crashed() {
            // It may be broken, and so not even be disposed of.
            std::mem::forget(place.take());
        }
        result
    })
}

/// Runs the textual pass pipeline over the module.
pub(super) fn run_passes(module: &Module<'_>, passes: &str, effort: Effort) -> anyhow::Result<()> {
    with_generator(effort, Reach::Near, |generator| {
        let what = format!("LLVM rejects the pass pipeline `{passes}`");
        crashes::result(shim::run_passes(module, generator.machine(), passes), &what)
    })
}

/// Makes the module, which holds data and no code, one for the host.
pub(super) fn retarget(module: &Module<'_>) -> anyhow::Result<()> {
    with_generator(Effort::Quick, Reach::Near, |generator| {
        let machine = generator.machine();
        module.set_triple(&machine.get_triple());
        module.set_data_layout(&machine.get_target_data().get_data_layout());
        Ok(())
    })
}

/// Translates the module to an ELF object.
pub(super) fn object(module: &Module<'_>, effort: Effort, reach: Reach) -> anyhow::Result<Vec<u8>> {
    with_generator(effort, reach, |generator| {
        crashes::result(generator.generate(module), "LLVM generates no code")
    })
}

/// The code of the module, which LLVM has been seen to translate well, as text.
pub(super) fn assembly(module: &Module<'_>) -> anyhow::Result<String> {
    with_generator(Effort::Full, Reach::Near, |generator| {
        let machine = generator.machine();
        module.set_data_layout(&machine.get_target_data().get_data_layout());
        let buffer = machine
            .write_to_memory_buffer(module, FileType::Assembly)
            .map_err(|error| anyhow!("LLVM writes no assembly: {error}"))?;
        Ok(String::from_utf8_lossy(buffer.as_slice()).into_owned())
    })
}

/// Makes ready what this thread needs for its next draft of a kernel, or other module that is translated at once: for when there is time.
pub fn prepare() {
    let done = with_generator(Effort::Quick, Reach::Near, |generator| {
        generator.prepare();
        Ok(())
    });
    // Who has no machine is told when it translates something.
    drop(done);
}
