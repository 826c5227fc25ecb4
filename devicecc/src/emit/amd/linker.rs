//! lld: from an ELF object to a code object. Its library is in this program if it was there when that was built; else a program `ld.lld` is looked for.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context as _, bail};

use crate::error::{Error, bail_mendable};
use crate::shim::{self, Guarded};
use crate::toolchain;

/// What links code objects on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmdLinker {
    /// lld's library, in this program.
    Inside,
    /// This program.
    Program(PathBuf),
}

/// Finds it.
///
/// # Errors
/// There is none: says what to install.
pub fn amd_linker() -> Result<AmdLinker, Error> {
    if shim::has_linker() {
        return Ok(AmdLinker::Inside);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let named = |name: &'static str| folders.iter().map(move |it| it.join(name));
    let beside = [toolchain::root().join("bin/ld.lld")].into_iter();
    let mut found = beside.chain(named("ld.lld-22")).chain(named("ld.lld"));
    let program = found.find(|it| it.is_file());
    let missing = "code objects for AMD GPUs are linked by lld 22, which was not found; install it (`apt-get install lld-22`)";
    program
        .map(AmdLinker::Program)
        .ok_or_else(|| Error::mendable(missing))
}

/// Links the object to a shared one, which is what AMD's drivers load.
///
/// # Errors
/// There is no linker, or it finds something undefined.
pub(super) fn link(object: &[u8]) -> anyhow::Result<Vec<u8>> {
    let linker = amd_linker()?;
    let folder = tempfile::tempdir().context("cannot make a folder for the linker")?;
    let (from, to) = (folder.path().join("object"), folder.path().join("code"));
    std::fs::write(&from, object).context("cannot write for the linker")?;
    let arguments = arguments(&from, &to);
    match &linker {
        AmdLinker::Inside => inside(&arguments)?,
        AmdLinker::Program(program) => by_program(program, &arguments)?,
    }
    std::fs::read(&to).context("the linker has written nothing")
}

fn arguments(from: &Path, to: &Path) -> Vec<String> {
    let mut list = [
        "-shared",
        "--no-undefined",
        "--threads=1",
        "--build-id=none",
        "-o",
    ]
    .map(str::to_owned)
    .to_vec();
    list.extend([to, from].map(|it| it.display().to_string()));
    list
}

/// lld's library has one state for all threads.
fn inside(arguments: &[String]) -> anyhow::Result<()> {
    static LLD: Mutex<bool> = Mutex::new(true);
    let mut usable = LLD
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if !*usable {
        bail!("lld has crashed in this process and links no more; start again");
    }
    match shim::link_elf(arguments) {
        Guarded::Done(()) => Ok(()),
        Guarded::Failed(said) => bail!("the code object cannot be linked: {}", said.trim()),
        Guarded::Crashed(said) => {
            *usable = false;
            bail!("lld crashed: {}", said.trim())
        }
        Guarded::Stopped => {
            *usable = false;
            bail!("linking was stopped")
        }
    }
}

fn by_program(program: &Path, arguments: &[String]) -> anyhow::Result<()> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| format!("cannot run `{}`", program.display()))?;
    if !output.status.success() {
        bail_mendable!(
            "`{}` does not link the code object (version 22 or newer is needed): {}",
            program.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(())
}
