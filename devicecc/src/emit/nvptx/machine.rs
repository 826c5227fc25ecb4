//! The optimiser and code generator for one GPU architecture.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Once;

use anyhow::{Context as _, anyhow};
use inkwell::OptimizationLevel;
use inkwell::module::Module;
use inkwell::targets::{
    InitializationConfig, Target, TargetMachine, TargetMachineOptions, TargetTriple,
};

use super::super::crashes;
use super::super::shared::effort::Effort;
use super::architectures::{TRIPLE, features, processor};
use crate::shim::{self, Code, Generator, Guarded};

/// LLVM's code generator for one architecture.
pub(super) struct Machine(Generator);

/// A machine, and the compute capability and version of PTX that it is for.
type Kept = Option<((u32, u32), Rc<Machine>)>;

thread_local! {
    /// This thread's machines for drafts and for the rest, their architecture and version of PTX: making one costs as much as emitting a small kernel.
    static MACHINES: RefCell<[Kept; 2]> = const { RefCell::new([None, None]) };
}

impl Machine {
    /// This thread's machine for compute capability `sm` and PTX of version `ptx` or, if the architecture needs that, newer.
    pub(super) fn of(sm: u32, ptx: u32, effort: Effort) -> anyhow::Result<Rc<Machine>> {
        MACHINES.with_borrow_mut(|machines| {
            let kept = &mut machines[usize::from(effort == Effort::Full)];
            match kept {
                Some((known, machine)) if *known == (sm, ptx) => Ok(machine.clone()),
                _ => {
                    let machine = make(sm, ptx)?;
                    let code = match effort {
                        Effort::Quick => Code::PtxOfDraft,
                        Effort::Full => Code::Ptx,
                    };
                    let made = Rc::new(Machine(Generator::new(machine, code)));
                    *kept = Some(((sm, ptx), made.clone()));
                    Ok(made)
                }
            }
        })
    }

    /// Runs the textual pass pipeline over the module.
    pub(super) fn run_passes(&self, module: &Module<'_>, passes: &str) -> anyhow::Result<()> {
        let what = format!("LLVM rejects the pass pipeline `{passes}`");
        self.checked(shim::run_passes(module, self.0.machine(), passes), &what)
    }

    /// Translates the module to PTX text.
    pub(super) fn assembly(&self, module: &Module<'_>) -> anyhow::Result<Vec<u8>> {
        self.checked(self.0.generate(module), "LLVM generates no code")
    }

    /// Makes ready what the next module needs.
    pub(super) fn prepare(&self) {
        self.0.prepare();
    }

    /// Machines of a thread on which LLVM crashed are not used again, and not even disposed of.
    fn checked<T>(&self, guarded: Guarded<T>, what: &str) -> anyhow::Result<T> {
        let result = crashes::result(guarded, what);
        if crashes::has_crashed() {
            std::mem::forget(MACHINES.take());
        }
        result
    }
}

fn make(sm: u32, ptx: u32) -> anyhow::Result<TargetMachine> {
    static TARGET: Once = Once::new();
    TARGET.call_once(|| Target::initialize_nvptx(&InitializationConfig::default()));
    let triple = TargetTriple::create(TRIPLE);
    let target = Target::from_triple(&triple)
        .map_err(|error| anyhow!("LLVM has no target `{TRIPLE}`: {error}"))?;
    let options = TargetMachineOptions::new()
        .set_cpu(&processor(sm))
        .set_features(&features(sm, ptx))
        // The assembler optimises again: higher levels take longer and gain nothing behind it.
        .set_level(OptimizationLevel::Less);
    target
        .create_target_machine_from_options(&triple, options)
        .with_context(|| format!("LLVM makes no target machine for `sm_{sm}`"))
}
