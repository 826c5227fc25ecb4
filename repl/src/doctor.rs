//! `chevron devices` and `chevron doctor`: what this machine has, and what is missing.

use std::time::{Duration, Instant};

use anyhow::Context;
use devicecc::emit::Libdevice;
use devicecc::{Compiler, DeviceTarget, Toolkit};
use jit_api::client::{Executor, Setup};
use jit_api::wire::{DeviceDescription, Target};
use kernels_cache::Cache;

use crate::ptxas::Ptxas;
use crate::render::Render;
use crate::settings::{Headers, Settings};

/// The newest architecture that PTX ISA 8.0 knows; newer GPUs take texts for it.
const PTX_8_0_ARCHITECTURE_MAX: u32 = 90;

/// Lists the devices: all there are with `auto`, else those of the executor that is asked for.
pub fn devices(settings: &Settings, render: &Render) -> anyhow::Result<u8> {
    if settings.device != "auto" {
        let (devices, _) = ask(&settings.device)?;
        list(render, &devices);
        return Ok(0);
    }
    list(render, &ask("cpu")?.0);
    match ask("cuda") {
        Ok((gpus, _)) => list(render, &gpus),
        Err(error) => render.note(format_args!("no GPU: {error:#}")),
    }
    Ok(0)
}

/// Lists the devices that can be used. A machine without a GPU is nothing to tell of.
pub fn tell_devices(render: &Render) {
    match ask("cpu") {
        Ok((devices, _)) => list(render, &devices),
        Err(error) => render.note(format_args!("no device can be used: {error:#}")),
    }
    if let Ok((devices, _)) = ask("cuda") {
        list(render, &devices);
    }
}

/// Tells what works and what does not, with what to do about it. The status is 1 if something does not that should.
pub fn doctor(settings: &Settings, render: &Render) -> anyhow::Result<u8> {
    let mut report = Report { render, bad: false };
    report.good("chevron", crate::cli::version());
    let compiler = Compiler::new(&settings.compiler, &Cache::disabled()).map(drop);
    report.tell(
        "compiler and C++ headers",
        compiler.map(|()| "found".to_owned()),
    );
    match ask("cpu") {
        Ok((devices, _)) => devices.iter().for_each(|device| report.device(device)),
        Err(error) => report.tell("executor", Err(error)),
    }
    match ask("cuda") {
        Ok((devices, mut executor)) => {
            devices.iter().for_each(|device| report.device(device));
            report.gpu(&mut executor, settings);
        }
        // Not a fault of a machine that has none.
        Err(error) => report.good("GPU", &format!("none: {error:#}")),
    }
    let cache = match &settings.cache_dir {
        Some(directory) => Cache::open(directory, kernels_cache::BYTES_MAX_DEFAULT)
            .map(|_| directory.display().to_string())
            .map_err(|error| anyhow::anyhow!("`{}`: {error}", directory.display())),
        None => Ok("off".to_owned()),
    };
    report.tell("cache", cache);
    Ok(u8::from(report.bad))
}

fn ask(device: &str) -> anyhow::Result<(Vec<DeviceDescription>, Executor)> {
    let mut executor = Executor::start(device)?;
    let devices = executor
        .devices()
        .map_err(|death| anyhow::anyhow!("{death}"))?;
    Ok((devices, executor))
}

/// Has the driver make code of a kernel that does nothing; tells how long that takes once the driver is warm.
fn try_assembler(executor: &mut Executor, architecture: u32) -> anyhow::Result<String> {
    let text = format!(
        ".version 8.0\n.target sm_{}\n.address_size 64\n.visible .entry chv_trial() {{ ret; }}\n",
        architecture.min(PTX_8_0_ARCHITECTURE_MAX)
    );
    let mut took = Duration::ZERO;
    for _ in 0..2 {
        let start = Instant::now();
        match executor.try_ptx(text.clone()) {
            Ok(None) => took = start.elapsed(),
            Ok(Some(error)) => anyhow::bail!(
                "{error} (it is the driver that compiles kernels, with its part libnvidia-ptxjitcompiler)"
            ),
            Err(death) => anyhow::bail!("{death}"),
        }
    }
    Ok(format!(
        "the driver's, {:.1} ms for an empty kernel",
        took.as_secs_f64() * 1e3
    ))
}

fn list(render: &Render, devices: &[DeviceDescription]) {
    for device in devices {
        render.text(format_args!(
            "{}  {}  {}",
            device.id, device.name, device.detail
        ));
    }
}

struct Report<'a> {
    render: &'a Render,
    bad: bool,
}

impl Report<'_> {
    fn good(&self, what: &str, text: &str) {
        self.render.text(format_args!("{what:<26} {text}"));
    }

    fn tell(&mut self, what: &str, result: anyhow::Result<String>) {
        match result {
            Ok(text) => self.good(what, &text),
            Err(error) => {
                self.bad = true;
                self.render
                    .text(format_args!("{what:<26} NOT USABLE: {error:#}"));
            }
        }
    }

    fn device(&self, device: &DeviceDescription) {
        let text = format!("{}, {}", device.name, device.detail);
        self.good(&format!("device {}", device.id), &text);
    }

    fn toolkit(&mut self, driver: i32, settings: &Settings) {
        let found = Toolkit::find(settings.cuda_path.as_deref());
        // One that is not there, or not whole, is missed only by who asks for it.
        let toolkit = match found {
            Ok(toolkit) => toolkit,
            Err(error) if settings.headers == Headers::Toolkit => {
                return self.tell("CUDA toolkit", Err(error));
            }
            Err(error) => return self.good("CUDA toolkit", &format!("none: {error:#}")),
        };
        let text = format!("{} in `{}`", toolkit.version_text(), toolkit.root.display());
        self.good("CUDA toolkit", &text);
        self.good(
            "CUDA runtime library",
            &toolkit.runtime.display().to_string(),
        );
        let driver = u32::try_from(driver).unwrap_or(0);
        if toolkit.version / 1000 > driver / 1000 {
            self.good("headers", "embedded: the driver is too old for the toolkit");
            return;
        }
        let opened = Executor::start_with(&Setup {
            device: "cuda".to_owned(),
            runtime_library: Some(toolkit.runtime.clone()),
            ..Setup::default()
        });
        self.tell(
            "headers",
            opened.map(|_| match settings.headers {
                Headers::Toolkit => "the toolkit's".to_owned(),
                _ => "embedded; `--headers toolkit` reads the toolkit's".to_owned(),
            }),
        );
    }

    fn gpu(&mut self, executor: &mut Executor, settings: &Settings) {
        let Target::Cuda {
            architecture,
            driver,
        } = executor.target()
        else {
            return;
        };
        let (major, minor) = (driver / 1000, driver % 1000 / 10);
        self.good("NVIDIA driver", &format!("serves CUDA {major}.{minor}"));
        let sm = match DeviceTarget::nvidia(architecture) {
            Some(DeviceTarget::Nvptx { sm }) => Some(sm),
            _ => None,
        };
        let code = sm.map(|sm| format!("compiled for sm_{sm}"));
        let code = code.with_context(|| {
            format!("GPUs of architecture sm_{architecture} are too old for Chevron")
        });
        self.tell("kernels", code);
        self.tell("PTX assembler", try_assembler(executor, architecture));
        match sm.and_then(|sm| Ptxas::find(settings, sm, architecture, driver)) {
            Some(ptxas) => self.good("  of drafts", &ptxas.describe()),
            None => self.good(
                "  of drafts",
                "the driver's; a `ptxas`, of a toolkit or of `pip install nvidia-cuda-nvcc`, takes less time, where there are processors to spare",
            ),
        }
        match Libdevice::find(settings.libdevice.as_deref()) {
            Ok(Some(libdevice)) => self.good("libdevice", &libdevice.path().display().to_string()),
            Ok(None) => self.good(
                "libdevice",
                "not found: kernels that call `sinf`, `pow` and their like need it; `pip install nvidia-nvvm` brings it, `--libdevice PATH` names it",
            ),
            Err(error) => self.tell("libdevice", Err(error)),
        }
        self.toolkit(driver, settings);
    }
}
