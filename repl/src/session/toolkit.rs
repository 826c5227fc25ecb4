//! Whose CUDA headers a session reads, and whose runtime its host code calls.

use std::sync::Arc;

use anyhow::bail;
use devicecc::Toolkit;
use devicecc::targets::Found;

use crate::settings::{Headers, Settings};

/// Finds the toolkit if one is asked for. The executor gets its runtime library when it starts, before the device is known.
///
/// # Errors
/// None can be used.
pub(super) fn choose(settings: &mut Settings) -> anyhow::Result<()> {
    if settings.headers != Headers::Toolkit {
        return Ok(());
    }
    if matches!(settings.device.as_str(), "cpu" | "null") {
        return Err(needs_gpu());
    }
    let toolkit = Toolkit::find(settings.cuda_path.as_deref())?;
    settings
        .library_dirs
        .extend(toolkit.library_dirs.iter().cloned());
    settings.compiler.toolkit = Some(Arc::new(toolkit));
    Ok(())
}

/// Does the toolkit fit the device?
///
/// # Errors
/// It is none of NVIDIA's, or its driver is too old for the toolkit's runtime library.
pub(super) fn check(settings: &Settings, found: Found) -> anyhow::Result<()> {
    let Some(toolkit) = &settings.compiler.toolkit else {
        return Ok(());
    };
    let Found::Cuda { driver, .. } = found else {
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
        settings.headers = Headers::Embedded;
        choose(&mut settings).expect("nothing is to be chosen");
        assert!(settings.compiler.toolkit.is_none());
    }
}
