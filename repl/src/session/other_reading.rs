//! The session's cells read once more, for another kind of device or to know what kernels were before: made when a command asks.

use anyhow::Context as _;
use devicecc::targets::KernelTarget;
use devicecc::{Compiler, DeviceTarget, Options};

use super::Session;
use super::parts::Apart;
use super::parts::other_readings::{OtherReading, Version};

impl Session {
    /// The session's cells as they are read for this target; `None`: for the session's own.
    pub(super) fn other_reading(
        &mut self,
        target: Option<&dyn KernelTarget>,
    ) -> anyhow::Result<&mut OtherReading> {
        let target = target.unwrap_or_else(|| self.workers().target());
        let (device, isa) = (target.device(), target.facts().toolkit_isa);
        let name = device_name(device);
        let own = &self.settings().compiler;
        let with_toolkit = matches!(device, DeviceTarget::Nvptx { .. });
        let options = Options {
            device,
            toolkit: own.toolkit.clone().filter(|_| with_toolkit),
            toolkit_isa: isa,
            ..own.clone()
        };
        let text = format!("{options:?}");
        let Apart {
            cells,
            other_readings,
            ..
        } = self.apart();
        let mut reading = match other_readings.take(&text, cells) {
            Some(kept) => kept,
            None => {
                let telling = || {
                    if self.settings().at_prompt {
                        let render = self.render();
                        render.note(format_args!("the headers are prepared for {name}, once"));
                    }
                };
                let mut compiler = Compiler::new_telling(&options, self.cache(), &telling)
                    .with_context(|| format!("the cells cannot be read for {name}"))?;
                compiler.prelude()?;
                compiler.read_files_as(self.compiler());
                OtherReading::new(text, compiler)
            }
        };
        reading.go_on(self.cells(), &name)?;
        let readings = self.apart().other_readings;
        readings.keep(reading);
        readings.newest().context("it was kept")
    }

    /// The versions of a kernel that the session has had, oldest first, as they are for this target.
    pub(super) fn versions_of(
        &mut self,
        target: Option<&dyn KernelTarget>,
        symbol: &str,
        display: &str,
    ) -> anyhow::Result<Vec<Version>> {
        let reading = self.other_reading(target)?;
        Ok(reading.versions_of(symbol, display))
    }
}

/// What a kind of device is called.
fn device_name(device: DeviceTarget) -> String {
    match device {
        DeviceTarget::Cpu => "the CPU device".to_owned(),
        DeviceTarget::Nvptx { sm } => format!("sm_{sm}"),
        DeviceTarget::Amdgcn { architecture, .. } => architecture.name.to_owned(),
    }
}
