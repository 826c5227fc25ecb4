//! Whose CUDA headers a session reads, and whose runtime its host code calls.

use std::sync::Arc;

use anyhow::bail;
use devicecc::Toolkit;
use jit::wire::Target;

use crate::settings::{Headers, Settings};

/// Finds the toolkit if one is asked for or may be used. The executor gets its runtime library when it starts, before the device is known.
///
/// # Errors
/// One is asked for, and none can be used.
pub(super) fn choose(settings: &mut Settings) -> anyhow::Result<()> {
    let device = settings.device.as_str();
    let cpu = matches!(device, "cpu" | "null") || device.starts_with("cpu:");
    let found = match settings.headers {
        Headers::Embedded => return Ok(()),
        Headers::Auto if cpu => return Ok(()),
        Headers::Toolkit if cpu => return Err(needs_gpu()),
        Headers::Auto | Headers::Toolkit => Toolkit::find(settings.cuda_path.as_deref()),
    };
    match found {
        Ok(toolkit) => settings.compiler.toolkit = Some(Arc::new(toolkit)),
        Err(error) if settings.headers == Headers::Toolkit => return Err(error),
        Err(_) => {}
    }
    Ok(())
}

/// Goes on without the toolkit, if that is left to us. True then.
pub(super) fn give_up(settings: &mut Settings) -> bool {
    settings.headers == Headers::Auto && settings.compiler.toolkit.take().is_some()
}

/// Lets `-l` and `%lib` find what the toolkit has.
pub(super) fn add_libraries(settings: &mut Settings) {
    if let Some(toolkit) = &settings.compiler.toolkit {
        let directories = toolkit.library_dirs.iter().cloned();
        settings.library_dirs.extend(directories);
    }
}

/// Does the toolkit fit the device?
///
/// # Errors
/// It is none of NVIDIA's, or its driver is too old for the toolkit's runtime library.
pub(super) fn check(settings: &Settings, target: Target) -> anyhow::Result<()> {
    let Some(toolkit) = &settings.compiler.toolkit else {
        return Ok(());
    };
    let Target::Cuda { driver, .. } = target else {
        return Err(needs_gpu());
    };
    let driver = u32::try_from(driver).unwrap_or(0);
    if toolkit.version / 1000 > driver / 1000 {
        bail!(
            "the CUDA toolkit in `{}` is of version {}, and the driver serves CUDA {}.{}; update the driver, or use `--headers embedded`",
            toolkit.root.display(),
            toolkit.version_text(),
            driver / 1000,
            driver % 1000 / 10
        );
    }
    Ok(())
}

fn needs_gpu() -> anyhow::Error {
    anyhow::anyhow!(
        "`--headers toolkit` needs an NVIDIA device, because a toolkit's runtime library knows no other; `--headers embedded` works on every device"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_without_a_gpu_says_what_toolkit_headers_need() {
        let mut settings = crate::cli::settings_of(&["--device", "cpu", "--headers", "toolkit"]);
        let error = choose(&mut settings).expect_err("the CPU device has no libcudart");
        assert!(
            format!("{error}").contains("needs an NVIDIA device"),
            "{error}"
        );
        for headers in [Headers::Auto, Headers::Embedded] {
            settings.headers = headers;
            choose(&mut settings).expect("nothing is to be chosen");
            assert!(settings.compiler.toolkit.is_none());
        }
    }
}
