//! Makes Chevron known to Jupyter: a folder with `kernel.json` and logos.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde_json::json;

/// Shown by notebooks beside the kernel's name.
const LOGOS: [(&str, &[u8]); 3] = [
    ("logo-svg.svg", include_bytes!("logos/logo-svg.svg")),
    ("logo-32x32.png", include_bytes!("logos/logo-32x32.png")),
    ("logo-64x64.png", include_bytes!("logos/logo-64x64.png")),
];

/// Where it is made known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// For this user.
    User,
    /// Below this folder, as Python's environments have it.
    Prefix(PathBuf),
    /// In the Python environment that is active.
    ActivePrefix,
}

impl Place {
    /// The folder that holds Jupyter's kernels.
    fn kernels(&self) -> anyhow::Result<PathBuf> {
        let prefix = match self {
            Place::Prefix(prefix) => prefix.clone(),
            Place::ActivePrefix => active_prefix()?,
            Place::User => return Ok(user_data()?.join("kernels")),
        };
        let prefix = std::path::absolute(prefix).context("no working directory")?;
        Ok(prefix.join("share/jupyter/kernels"))
    }
}

/// Where Jupyter looks for what is this user's.
fn user_data() -> anyhow::Result<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty());
    if let Some(folder) = set("JUPYTER_DATA_DIR") {
        return Ok(folder.into());
    }
    use etcetera::BaseStrategy as _;
    let base = etcetera::choose_base_strategy().context("the home directory is not known")?;
    Ok(base.data_dir().join("jupyter"))
}

fn active_prefix() -> anyhow::Result<PathBuf> {
    let set = ["VIRTUAL_ENV", "CONDA_PREFIX"]
        .iter()
        .find_map(|name| std::env::var_os(name).filter(|it| !it.is_empty()));
    set.map(PathBuf::from).context(
        "no Python environment is active (neither VIRTUAL_ENV nor CONDA_PREFIX is set): activate one, or name its folder by `--prefix DIR`",
    )
}

/// Writes a kernel's folder; gives it. `options`: of the command line, which the kernel is started with.
pub fn install(
    place: &Place,
    name: &str,
    program: &Path,
    options: &[String],
) -> anyhow::Result<PathBuf> {
    let good = |it: char| it.is_ascii_alphanumeric() || "._-".contains(it);
    ensure!(
        !name.is_empty() && name.chars().all(good) && !name.starts_with('.'),
        "`{name}` cannot be a kernel's name: Jupyter takes letters, digits, `.`, `_` and `-`"
    );
    let folder = place.kernels()?.join(name);
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("`{}` cannot be made", folder.display()))?;
    let text = format!("{:#}\n", specification(name, program, options));
    let files = LOGOS.iter().map(|(file, bytes)| (*file, *bytes));
    for (file, bytes) in files.chain([("kernel.json", text.as_bytes())]) {
        let path = folder.join(file);
        std::fs::write(&path, bytes)
            .with_context(|| format!("`{}` cannot be written", path.display()))?;
    }
    Ok(folder)
}

fn specification(name: &str, program: &Path, options: &[String]) -> serde_json::Value {
    let mut words = vec![program.to_string_lossy().into_owned()];
    words.extend(["jupyter", "kernel", "{connection_file}"].map(str::to_owned));
    words.extend_from_slice(options);
    let display_name = match name {
        "chevron" => "Chevron (CUDA C++)".to_owned(),
        other => format!("Chevron (CUDA C++, {other})"),
    };
    json!({
        "argv": words,
        "display_name": display_name,
        "language": "c++",
        "interrupt_mode": "message",
        "kernel_protocol_version": super::message::VERSION,
        "metadata": {"debugger": false},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_written_where_jupyter_looks() {
        let prefix = tempfile::tempdir().expect("writable");
        let place = Place::Prefix(prefix.path().to_owned());
        let options = ["--device".to_owned(), "cpu".to_owned()];
        let folder = install(&place, "chevron-cpu", Path::new("/opt/chevron"), &options)
            .expect("the name is good");
        assert_eq!(
            folder,
            prefix.path().join("share/jupyter/kernels/chevron-cpu")
        );
        let text = std::fs::read_to_string(folder.join("kernel.json")).expect("it is there");
        let read: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let words = json!([
            "/opt/chevron",
            "jupyter",
            "kernel",
            "{connection_file}",
            "--device",
            "cpu"
        ]);
        assert_eq!(read["argv"], words);
        assert!(folder.join("logo-64x64.png").exists());
        for bad in ["", "../x", "a b", ".hidden"] {
            assert!(install(&place, bad, Path::new("c"), &[]).is_err(), "{bad}");
        }
    }
}
