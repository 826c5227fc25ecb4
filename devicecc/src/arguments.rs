//! What clang is told of a session: the cc1 arguments of each side, the embedded headers, and what clang's driver says of this machine.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use kernels_cache::{Cache, Entry, Key, Kind};

use crate::error::bail_mendable;
use crate::options::Options;
use crate::targets::{DeviceTarget, Toolkit};
use crate::{openmp, shim, target, toolchain};

/// Where the embedded headers appear to clang.
pub(crate) const HEADER_DIR: &str = "/chevron/include";

/// Where headers appear that a toolkit may lack and clang's wrapper wants.
const TOOLKIT_STAND_INS: &str = "/chevron/toolkit";

static HEADERS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

/// Asking clang's driver takes milliseconds, so its answer is kept until a compiler or a header directory changes.
pub(crate) fn system_arguments(cache: &Cache) -> anyhow::Result<Vec<String>> {
    let clang = toolchain::root().join("bin/clang");
    let mut key = Key::builder("chevron-system-arguments-v1")
        .field("clang", clang.as_os_str().as_encoded_bytes());
    for directory in [
        "/usr/include",
        "/usr/include/c++",
        "/usr/lib/gcc/x86_64-linux-gnu",
    ] {
        key = key.field(
            directory,
            target::file_stamp(Path::new(directory)).as_bytes(),
        );
    }
    key = key.field("root", target::file_stamp(toolchain::root()).as_bytes());
    let key = key.finish();
    if let Some(entry) = cache.get_kind(Kind::Precompiled, &key)
        && let Ok(text) = String::from_utf8(entry.payload.into_vec())
    {
        return Ok(text.lines().map(str::to_owned).collect());
    }
    let found = shim::system_arguments(&clang)?;
    require_standard_headers(&found)?;
    let payload = found.join("\n").into_bytes();
    cache.put(
        &key,
        &Entry {
            kind: Kind::Precompiled,
            kernels: Vec::new(),
            meta: Vec::new(),
            payload: payload.into(),
        },
    );
    Ok(found)
}

/// A machine without g++ has no standard library to include: that is said in a line, before clang says it of one of our own headers.
fn require_standard_headers(system: &[String]) -> anyhow::Result<()> {
    let has = |header: &str| system.iter().any(|it| Path::new(it).join(header).is_file());
    let missing = ["climits", "stdlib.h"].into_iter().find(|it| !has(it));
    let Some(missing) = missing else {
        return Ok(());
    };
    bail_mendable!(
        "the headers of g++ are missing (`{missing}` is nowhere): install g++ (`apt-get install g++` on Debian and Ubuntu, `dnf install gcc-c++` on Fedora)"
    )
}

/// The cc1 arguments of one side.
pub(crate) fn arguments(options: &Options, system: &[String], device: bool) -> Vec<String> {
    let mut list = dialect_arguments(options, device);
    list.extend(match device {
        true => options.device.arguments(options.toolkit_isa),
        false => target::host_arguments(),
    });
    list.extend(openmp::arguments(device).iter().map(|&it| it.to_owned()));
    list.push(format!("-std={}", options.std));
    let warp_size = options.device.warp_size().unwrap_or(options.warp_size);
    list.push(format!("-D__CHEVRON_WARP_SIZE__={warp_size}"));
    if !matches!(options.device, DeviceTarget::Amdgcn { .. }) {
        // Kernels can launch kernels: `chevron/device_runtime.h`.
        list.push("-D__CHV_LAUNCHES__".to_owned());
    }
    list.extend(user_arguments(options));
    list.extend(["-internal-isystem".to_owned(), HEADER_DIR.to_owned()]);
    if let Some(at) = system.iter().position(|it| it == "-resource-dir") {
        // Clang's wrappers make the standard library's own functions callable from device code.
        list.extend([
            "-internal-isystem".to_owned(),
            format!("{}/include/cuda_wrappers", system[at + 1]),
        ]);
    }
    list.extend(system.iter().cloned());
    if let Some(toolkit) = &options.toolkit {
        list.extend(toolkit_arguments(toolkit, options.device));
    }
    // Cells of a file look beside it. It may be a session that was saved elsewhere, whose cells looked here.
    list.extend(["-idirafter".to_owned(), ".".to_owned()]);
    list.extend(last_arguments(options));
    if options.debug {
        const LINES_ALONE: &str = "-debug-info-kind=line-tables-only";
        let all = list.iter_mut().filter(|it| *it == LINES_ALONE);
        all.for_each(|it| "-debug-info-kind=standalone".clone_into(it));
    }
    list
}

/// What the user has asked for: macros and directories.
pub(crate) fn user_arguments(options: &Options) -> Vec<String> {
    let defines = options.defines.iter().map(|define| format!("-D{define}"));
    let undefines = options.undefines.iter().map(|name| format!("-U{name}"));
    let directories = options.include_dirs.iter();
    let directories = directories.filter(|it| !options.is_searched_last(it));
    let directories = directories.flat_map(|it| ["-I".to_owned(), it.display().to_string()]);
    defines.chain(undefines).chain(directories).collect()
}

/// The user's directories that come after all others.
pub(crate) fn last_arguments(options: &Options) -> Vec<String> {
    let directories = options.include_dirs.iter();
    let directories = directories.filter(|it| options.is_searched_last(it));
    directories
        .flat_map(|it| ["-idirafter".to_owned(), it.display().to_string()])
        .collect()
}

/// As `dialect_arguments`, for a file that a host compiler would take.
pub(crate) fn host_dialect(language: &str, options: &Options) -> Vec<String> {
    let mut list = dialect_arguments(options, false);
    let words = ["-aux-triple", "-x"].map(|word| list.iter().position(|it| it == word));
    if let [Some(triple), Some(at)] = words {
        list[at + 1] = language.to_owned();
        list.drain(triple..triple + 2);
    }
    list.retain(|it| !it.starts_with("-target-sdk-version"));
    list
}

/// How the language is to be read, and what kind of code is to come of it.
fn dialect_arguments(options: &Options, device: bool) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    let mut add = |items: &[&str]| list.extend(items.iter().map(|&it| it.to_owned()));
    let (triple, other) = match device {
        true => (options.device.triple(), target::HOST_TRIPLE),
        false => (target::HOST_TRIPLE, options.device.triple()),
    };
    add(&[
        "-triple",
        triple,
        "-aux-triple",
        other,
        "-x",
        "cuda",
        "-fdeclspec",
        "-fincremental-extensions",
    ]);
    add(&[
        "-O2",
        "-disable-llvm-passes",
        "-emit-llvm-only",
        "-discard-value-names",
        "-fgnuc-version=4.2.1",
    ]);
    add(&["-fcxx-exceptions", "-fexceptions"]);
    add(&[
        "-fpch-instantiate-templates",
        "-ferror-limit",
        "0",
        "-fmessage-length=0",
    ]);
    let sdk = match &options.toolkit {
        Some(toolkit) => toolkit.version_for_clang(),
        None => "13.0".to_owned(),
    };
    add(&[&format!("-target-sdk-version={sdk}")]);
    add(&["-Wno-unknown-cuda-version", "-Wno-macro-redefined"]);
    // A failed `assert` at top level tells that it was there; nobody needs a warning before.
    add(&["-Wno-predefined-identifier-outside-function"]);
    // To clang each cell is the end of a file: `#pragma pack(push)` for the cells to come would be a mistake there, told again with each.
    add(&["-Wno-pragma-pack"]);
    // Cells see each other without: what follows `export module` would be out of sight of later cells.
    add(&["-fno-cxx-modules"]);
    // An error of C++17 that nvcc does not mind.
    add(&["-Wno-register"]);
    // A loop that never ends does nothing until it is interrupted; to C++ it is undefined, and clang would drop it.
    add(&["-fno-finite-loops"]);
    add(&["-fno-rounding-math"]);
    if device {
        // nvcc fuses by default too.
        let contract = if options.fmad { "fast" } else { "off" };
        add(&[&format!("-ffp-contract={contract}"), "-fcuda-is-device"]);
    } else {
        // Results of host code are those of any x86-64 machine, as with nvcc.
        add(&["-ffp-contract=off", "-mconstructor-aliases"]);
        // Programs compare what a kernel made of numbers that overflow with the host's own: nvcc's host compiler gives these.
        add(&["-fwrapv"]);
        // Version 5 has a checksum of each header in every cell.
        add(&["-debug-info-kind=line-tables-only", "-dwarf-version=4"]);
        add(&["-gno-column-info", "-fdebug-compilation-dir=/chevron"]);
    }
    list
}

/// What clang's driver passes for a toolkit.
pub(crate) fn toolkit_arguments(toolkit: &Toolkit, device: DeviceTarget) -> Vec<String> {
    let mut list = device.toolkit_arguments();
    let directories = toolkit.include_dirs.iter().map(PathBuf::as_path);
    for directory in directories.chain([Path::new(TOOLKIT_STAND_INS)]) {
        list.extend([
            "-internal-isystem".to_owned(),
            directory.display().to_string(),
        ]);
    }
    list
}

/// The embedded headers; beside a toolkit's only those that it does not have.
pub(crate) fn headers(toolkit: bool) -> Vec<(String, Cow<'static, [u8]>)> {
    let headers = HEADERS.iter().filter_map(|&(name, contents)| {
        let stand_in = name.strip_prefix("toolkit/");
        match (toolkit, stand_in) {
            (true, Some(name)) => Some((format!("{TOOLKIT_STAND_INS}/{name}"), contents.into())),
            (true, None) if name.starts_with("chevron/") || name == "math.h" => {
                Some((format!("{HEADER_DIR}/{name}"), contents.into()))
            }
            // CUDA 13 has NVTX by its newer name alone.
            (true, None) if name.starts_with("nvToolsExt") => {
                Some((format!("{TOOLKIT_STAND_INS}/{name}"), contents.into()))
            }
            (false, None) => Some((format!("{HEADER_DIR}/{name}"), contents.into())),
            _ => None,
        }
    });
    headers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_headers_is_told_in_a_line() {
        let cpp = tempfile::tempdir().expect("writable");
        let c = tempfile::tempdir().expect("writable");
        std::fs::write(cpp.path().join("climits"), "").expect("writable");
        let words = |folders: &[&Path]| -> Vec<String> {
            let folder = |it: &&Path| ["-internal-isystem".into(), it.display().to_string()];
            folders.iter().flat_map(folder).collect()
        };
        let said = |folders: &[&Path]| {
            let result = require_standard_headers(&words(folders));
            result.expect_err("one is missing").to_string()
        };
        assert!(said(&[c.path()]).contains("`climits` is nowhere"));
        let only_cpp = said(&[cpp.path(), c.path()]);
        assert!(only_cpp.contains("`stdlib.h`") && only_cpp.contains("apt-get install g++"));
        assert_eq!(only_cpp.lines().count(), 1);
        std::fs::write(c.path().join("stdlib.h"), "").expect("writable");
        assert!(require_standard_headers(&words(&[cpp.path(), c.path()])).is_ok());
    }
}
