//! `chevron devices` and `chevron doctor`: what this machine has, and what is missing.

use std::fmt;
use std::path::Path;

use devicecc::Compiler;
use devicecc::targets::{self, Examination, Probe};
use jit_api::client::{Executor, Setup};
use jit_api::wire::DeviceDescription;
use kernels_cache::Cache;

use crate::images;
use crate::render::Render;
use crate::settings::{Headers, Settings};

/// Kinds of GPUs by the names that the command line has for them, and what people call them.
const GPUS: [(&str, &str); 2] = [("cuda", "NVIDIA GPU"), ("hip", "AMD GPU")];

/// Lists the devices: all there are with `auto`, else those of the executor that is asked for.
pub fn devices(settings: &Settings, render: &Render) -> anyhow::Result<u8> {
    if settings.device != "auto" {
        let (devices, _) = ask(&settings.device)?;
        list(render, &devices);
        return Ok(0);
    }
    list(render, &ask("cpu")?.0);
    for (device, kind) in GPUS {
        match ask(device) {
            Ok((gpus, _)) => list(render, &gpus),
            Err(error) => render.note(format_args!("no {kind}: {error:#}")),
        }
    }
    Ok(0)
}

/// Lists the devices that can be used. A machine without a GPU is nothing to tell of.
pub fn tell_devices(render: &Render) {
    match ask("cpu") {
        Ok((devices, _)) => list(render, &devices),
        Err(error) => render.note(format_args!("no device can be used: {error:#}")),
    }
    for (device, _) in GPUS {
        if let Ok((devices, _)) = ask(device) {
            list(render, &devices);
        }
    }
}

/// Tells what works and what does not, with what to do about it. The status is 1 if something does not that should.
pub fn doctor(version: &str, settings: &Settings, render: &Render) -> anyhow::Result<u8> {
    let mut report = Report { render, bad: false };
    report.good("chevron", version);
    let compiler = Compiler::new(&settings.compiler, &Cache::disabled()).map(drop);
    report.tell(
        "compiler and C++ headers",
        compiler.map(|()| "found".to_owned()),
    );
    match ask("cpu") {
        Ok((devices, _)) => devices.iter().for_each(|device| report.device(device)),
        Err(error) => report.tell("executor", Err(error)),
    }
    for (device, kind) in GPUS {
        match ask(device) {
            Ok((devices, mut executor)) => {
                devices.iter().for_each(|device| report.device(device));
                report.gpu(&mut executor, settings);
            }
            // Not a fault of a machine that has none.
            Err(error) => report.good(kind, &format!("none: {error:#}")),
        }
    }
    report.good("code for AMD GPUs", &targets::amd::describe());
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

/// What only executors on GPUs can find out.
struct Gpu<'a>(&'a mut Executor);

impl Probe for Gpu<'_> {
    fn assemble(&mut self, text: String) -> Result<Option<String>, devicecc::Error> {
        let tried = self.0.try_text(text);
        tried.map_err(|death| devicecc::Error::Broken(death.to_string().into()))
    }

    fn open(&mut self, runtime: &Path) -> Result<(), devicecc::Error> {
        let setup = Setup {
            device: "cuda".to_owned(),
            runtime_library: Some(runtime.to_owned()),
            ..Setup::default()
        };
        let opened = Executor::start_with(&setup).map(drop);
        opened.map_err(|error| devicecc::Error::Mendable(error.into()))
    }
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

    fn tell(&mut self, what: &str, result: Result<String, impl fmt::Display>) {
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

    fn gpu(&mut self, executor: &mut Executor, settings: &Settings) {
        let found = images::found(executor.target());
        let options = settings.target_options();
        let wanted = Examination {
            options: &options,
            cuda_path: settings.cuda_path.as_deref(),
            toolkit_headers: settings.headers == Headers::Toolkit,
        };
        let tell = &mut |what: &str, result| self.tell(what, result);
        targets::examine(found, &wanted, &mut Gpu(executor), tell);
    }
}
