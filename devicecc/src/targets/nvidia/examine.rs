//! What this machine has for NVIDIA GPUs, for people.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::{Error, bail_mendable};

use super::ptxas::Ptxas;
use super::toolkit::Toolkit;
use super::{find_libdevice, too_old};
use crate::emit::nvptx_architectures;
use crate::targets::{Examination, Probe, Tell};

/// The newest architecture that PTX ISA 8.0 knows; newer GPUs take texts for it.
const PTX_8_0_ARCHITECTURE_MAX: u32 = 90;

/// Tells what there is for a GPU of this architecture, whose driver serves CUDA up to `driver`.
pub(in crate::targets) fn examine(
    architecture: u32,
    driver: i32,
    wanted: &Examination<'_>,
    probe: &mut dyn Probe,
    tell: &mut Tell<'_>,
) {
    let (major, minor) = (driver / 1000, driver % 1000 / 10);
    tell("NVIDIA driver", Ok(format!("serves CUDA {major}.{minor}")));
    let sm = nvptx_architectures::best(architecture);
    let code = sm.map(|sm| format!("compiled for sm_{sm}"));
    tell(
        "kernels",
        code.ok_or_else(|| Error::mendable(too_old(architecture))),
    );
    tell("PTX assembler", try_assembler(probe, architecture));
    let options = wanted.options;
    let drafts = match sm.and_then(|sm| Ptxas::find(options, sm, architecture, driver)) {
        Some(ptxas) => ptxas.describe(),
        None => "the driver's; a `ptxas`, of a toolkit or of `pip install nvidia-cuda-nvcc`, takes less time, where there are processors to spare".to_owned(),
    };
    tell("  of drafts", Ok(drafts));
    let libdevice = find_libdevice(options.libdevice.as_deref()).map(|found| match found {
        Some(libdevice) => libdevice.path().display().to_string(),
        None => "not found: kernels that call `sinf`, `pow` and their like need it; `pip install nvidia-nvvm` brings it, `--libdevice PATH` names it".to_owned(),
    });
    tell("libdevice", libdevice);
    toolkit(driver, wanted, probe, tell);
}

/// Has the driver make code of a kernel that does nothing; tells how long that takes once the driver is warm.
fn try_assembler(probe: &mut dyn Probe, architecture: u32) -> Result<String, Error> {
    let text = format!(
        ".version 8.0\n.target sm_{}\n.address_size 64\n.visible .entry chv_trial() {{ ret; }}\n",
        architecture.min(PTX_8_0_ARCHITECTURE_MAX)
    );
    let mut took = Duration::ZERO;
    for _ in 0..2 {
        let start = Instant::now();
        match probe.assemble(text.clone())? {
            None => took = start.elapsed(),
            Some(error) => bail_mendable!(
                "{error} (it is the driver that compiles kernels, with its part libnvidia-ptxjitcompiler)"
            ),
        }
    }
    Ok(format!(
        "the driver's, {:.1} ms for an empty kernel",
        took.as_secs_f64() * 1e3
    ))
}

fn toolkit(driver: i32, wanted: &Examination<'_>, probe: &mut dyn Probe, tell: &mut Tell<'_>) {
    // One that is not there, or not whole, is missed only by who asks for it.
    let toolkit = match Toolkit::find(wanted.cuda_path) {
        Ok(toolkit) => toolkit,
        Err(error) if wanted.toolkit_headers => return tell("CUDA toolkit", Err(error)),
        Err(error) => return tell("CUDA toolkit", Ok(format!("none: {error:#}"))),
    };
    let text = format!("{} in `{}`", toolkit.version_text(), toolkit.root.display());
    tell("CUDA toolkit", Ok(text));
    let runtime: &Path = &toolkit.runtime;
    tell("CUDA runtime library", Ok(runtime.display().to_string()));
    let driver = u32::try_from(driver).unwrap_or(0);
    let headers = match toolkit.version / 1000 > driver / 1000 {
        true => Ok("embedded: the driver is too old for the toolkit".to_owned()),
        false => probe.open(runtime).map(|()| match wanted.toolkit_headers {
            true => "the toolkit's".to_owned(),
            false => "embedded; `--headers toolkit` reads the toolkit's".to_owned(),
        }),
    };
    tell("headers", headers);
}
