//! The optimiser and code generator for one architecture of AMD GPUs.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Once;

use anyhow::{Context as _, anyhow};
use inkwell::OptimizationLevel;
use inkwell::module::Module;
use inkwell::targets::{
    FileType, InitializationConfig, RelocMode, Target, TargetMachine, TargetMachineOptions,
    TargetTriple,
};

use super::super::crashes;
use super::architectures::{AmdArchitecture, TRIPLE};
use crate::shim::{self, Code, Generator, Guarded};

/// LLVM's code generator for one architecture.
pub(super) struct Machine(Generator);

thread_local! {
    /// This thread's machine and its architecture: making one costs as much as emitting a small kernel.
    static MACHINE: RefCell<Option<(&'static str, Rc<Machine>)>> = const { RefCell::new(None) };
}

impl Machine {
    /// This thread's machine for the architecture.
    pub(super) fn of(architecture: &AmdArchitecture) -> anyhow::Result<Rc<Machine>> {
        MACHINE.with_borrow_mut(|kept| match kept {
            Some((name, machine)) if *name == architecture.name => Ok(machine.clone()),
            _ => {
                let machine = make(architecture)?;
                let made = Rc::new(Machine(Generator::new(machine, Code::Object)));
                *kept = Some((architecture.name, made.clone()));
                Ok(made)
            }
        })
    }

    /// Runs the textual pass pipeline over the module.
    pub(super) fn run_passes(&self, module: &Module<'_>, passes: &str) -> anyhow::Result<()> {
        let what = format!("LLVM rejects the pass pipeline `{passes}`");
        checked(shim::run_passes(module, self.0.machine(), passes), &what)
    }

    /// Translates the module to an ELF object.
    pub(super) fn object(&self, module: &Module<'_>) -> anyhow::Result<Vec<u8>> {
        checked(self.0.generate(module), "LLVM generates no code")
    }

    /// Translates the module to assembly.
    pub(super) fn assembly(&self, module: &Module<'_>) -> anyhow::Result<String> {
        let machine = self.0.machine();
        let text = machine
            .write_to_memory_buffer(module, FileType::Assembly)
            .map_err(|error| anyhow!("LLVM writes no assembly: {error}"))?;
        Ok(String::from_utf8_lossy(text.as_slice()).into_owned())
    }

    /// Makes ready what the next module needs.
    pub(super) fn prepare(&self) {
        self.0.prepare();
    }
}

/// Machines of a thread on which LLVM crashed are not used again, and not even disposed of.
fn checked<T>(guarded: Guarded<T>, what: &str) -> anyhow::Result<T> {
    let result = crashes::result(guarded, what);
    if crashes::has_crashed() {
        std::mem::forget(MACHINE.take());
    }
    result
}

fn make(architecture: &AmdArchitecture) -> anyhow::Result<TargetMachine> {
    static TARGET: Once = Once::new();
    TARGET.call_once(|| Target::initialize_amd_gpu(&InitializationConfig::default()));
    let triple = TargetTriple::create(TRIPLE);
    let target = Target::from_triple(&triple)
        .map_err(|error| anyhow!("LLVM has no target `{TRIPLE}`: {error}"))?;
    let options = TargetMachineOptions::new()
        .set_cpu(architecture.name)
        .set_reloc_mode(RelocMode::PIC)
        .set_level(OptimizationLevel::Aggressive);
    target
        .create_target_machine_from_options(&triple, options)
        .with_context(|| format!("LLVM makes no target machine for `{}`", architecture.name))
}
