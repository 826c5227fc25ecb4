//! How the CPU device runs kernels: `%tier`.

use devicecc::emit::TierReport;
use devicecc::targets::DeviceTarget;
use devicecc::targets::listing::Form;

use super::Session;
use super::machine_code::{Answer, Asked, Named, Told};
use crate::workers::Making;

/// What is known of how a kernel's blocks run.
pub struct Tiered {
    /// The kernel.
    pub kernel: Named,
    /// How it runs when it is optimised.
    pub report: TierReport,
    /// How the code that it has now was made; nothing on other devices, and of what could not be compiled.
    pub making: Option<Making>,
    /// The block that it was last launched with.
    pub last: Option<[u32; 3]>,
    /// The session's kernels run on the CPU device.
    pub on_cpu: bool,
}

impl Session {
    /// How the CPU device runs the kernels that a text means.
    pub fn tiers_of(&mut self, text: &str) -> Answer<Tiered> {
        let asked = Asked {
            command: "tier",
            text,
            form: Form::X86,
            architecture: None,
        };
        let found = self.answer(&asked, |session, target, kernel, source| {
            let maker = target.unwrap_or_else(|| session.workers().target());
            let report = maker.tier(&kernel.symbol, source)?;
            let no_tiers = || Told {
                message: "this device has no tiers: they are how the CPU device runs threads"
                    .to_owned(),
                hint: Some("start with `chevron --device cpu`".to_owned()),
            };
            Ok(report.ok_or_else(no_tiers).map(|it| (kernel.clone(), it)))
        })?;
        let on_cpu = self.workers().target().device() == DeviceTarget::Cpu;
        Ok(found.map(|all| {
            let kernels = all.into_iter();
            let tiered = kernels.map(|(kernel, report)| self.tiered(kernel, report, on_cpu));
            tiered.collect()
        }))
    }

    fn tiered(&mut self, kernel: Named, report: TierReport, on_cpu: bool) -> Tiered {
        let needs = on_cpu.then(|| self.workers().needs_of_symbol(&kernel.symbol));
        // Who cannot be asked has ended, which the next cell finds out.
        let asks = on_cpu && self.revive().is_ok();
        let last = asks.then(|| self.executor_mut().last_launch(&kernel.symbol));
        Tiered {
            making: needs.flatten().and_then(|it| it.making),
            last: last.and_then(|it| it.ok().flatten()).map(|it| it.block),
            kernel,
            report,
            on_cpu,
        }
    }
}
