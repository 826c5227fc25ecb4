//! CUDA toolkits: where one is, which version, and what of it the compiler and the executor use.

use std::path::{Path, PathBuf};

use crate::error::{Error, bail_mendable};

use crate::target;

/// The file by which a toolkit's headers are known.
const RUNTIME_HEADER: &str = "cuda_runtime.h";

/// Headers without which clang cannot read the toolkit's, and the PyPI wheels that bring them for CUDA 13 and for CUDA 12.
const NEEDED: [(&str, &str, &str); 4] = [
    (
        RUNTIME_HEADER,
        "nvidia-cuda-runtime",
        "nvidia-cuda-runtime-cu12",
    ),
    ("cuda.h", "nvidia-cuda-runtime", "nvidia-cuda-runtime-cu12"),
    (
        "crt/host_runtime.h",
        "nvidia-cuda-crt",
        "nvidia-cuda-nvcc-cu12",
    ),
    ("nv/target", "nvidia-cuda-cccl", "nvidia-cuda-cccl-cu12"),
];

/// Versions of CUDA whose headers clang 22 reads: 1000 × major + 10 × minor, the last excluded.
const VERSIONS: std::ops::Range<u32> = 12_000..14_000;

/// The newest of them that clang 22 knows by its number (`CudaVersion` in its `Basic/Cuda.h`). It takes a newer one for none at all, and then launches as
/// CUDA 9.1 did, by `cudaConfigureCall`.
const NEWEST_TO_CLANG: u32 = 13_000;

/// CUDA versions (1000 × major + 10 × minor) and the newest PTX that each knows (80 for 8.0), ascending (PTX ISA manual, "Release Notes").
const PTX_OF_CUDA: [(u32, u32); 10] = [
    (12_000, 80),
    (12_010, 81),
    (12_020, 82),
    (12_030, 83),
    (12_040, 84),
    (12_050, 85),
    (12_070, 86),
    (12_080, 87),
    (12_090, 88),
    (13_000, 90),
];

/// Where PyPI's wheels unpack toolkits, below `site-packages`: one directory for all of CUDA 13, one a part for CUDA 12.
const WHEELS_13: &str = "nvidia/cu13";
const WHEELS_12: &str = "nvidia/cuda_runtime";

/// A CUDA toolkit on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolkit {
    /// Where it lies.
    pub root: PathBuf,
    /// Version of its headers: 1000 × major + 10 × minor.
    pub version: u32,
    /// Directories of headers, in the order that they are searched in.
    pub include_dirs: Vec<PathBuf>,
    /// Directories of libraries.
    pub library_dirs: Vec<PathBuf>,
    /// Its shared runtime library.
    pub runtime: PathBuf,
}

impl Toolkit {
    /// Finds the toolkit in `explicit` if that is given, else the first usable one of these places: those that `CUDA_HOME` and `CUDA_PATH` name,
    /// `/usr/local/cuda`, `/opt/cuda`, the PyPI wheels of an active virtual environment and of this user's and the system's Python.
    ///
    /// # Errors
    ///
    /// None is usable. Tells what is wrong with the first that there is, or what to install if there is none.
    pub fn find(explicit: Option<&Path>) -> Result<Toolkit, Error> {
        if let Some(root) = explicit {
            return Toolkit::at(root);
        }
        let mut first_error = None;
        for root in roots() {
            if !has_part(&root) {
                continue;
            }
            match Toolkit::at(&root) {
                Ok(toolkit) => return Ok(toolkit),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error.unwrap_or_else(|| {
            Error::mendable(
                "no CUDA toolkit was found; install one, name its directory with `--cuda-path` or in CUDA_HOME, or `pip install \
                 nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl nvidia-nvvm`"
            )
        }))
    }

    /// The toolkit at `root`.
    ///
    /// # Errors
    ///
    /// There is none, or it lacks something that is needed, or it is of a version that clang cannot read.
    pub fn at(root: &Path) -> Result<Toolkit, Error> {
        let parts = parts(root);
        let include_dirs = include_dirs(&parts);
        let library_dirs = library_dirs(&parts);
        for (header, wheel_13, wheel_12) in NEEDED {
            if !include_dirs.iter().any(|dir| dir.join(header).is_file()) {
                bail_mendable!(
                    "the CUDA toolkit in `{}` has no header `{header}`; it is in PyPI's `{wheel_13}` (CUDA 12: `{wheel_12}`)",
                    root.display()
                );
            }
        }
        let version = version(&include_dirs).ok_or_else(|| {
            Error::mendable(format!(
                "the CUDA toolkit in `{}` does not tell its version",
                root.display()
            ))
        })?;
        if !VERSIONS.contains(&version) {
            bail_mendable!(
                "the CUDA toolkit in `{}` is of version {}; those from 12.0 to 13.x can be used",
                root.display(),
                spelled(version)
            );
        }
        let runtime = runtime(&library_dirs, version / 1000).ok_or_else(|| {
            Error::mendable(format!(
                "the CUDA toolkit in `{}` has no libcudart.so.{}",
                root.display(),
                version / 1000
            ))
        })?;
        Ok(Toolkit {
            root: root.to_owned(),
            version,
            include_dirs,
            library_dirs,
            runtime,
        })
    }

    /// Its version as people write it: `13.0`.
    pub fn version_text(&self) -> String {
        spelled(self.version)
    }

    /// What clang is told of its version.
    pub(crate) fn version_for_clang(&self) -> String {
        spelled(self.version.min(NEWEST_TO_CLANG))
    }

    /// The newest CUDA that it is for, as drivers say it.
    pub(crate) fn cuda_version(&self) -> i32 {
        i32::try_from(self.version).unwrap_or(i32::MAX)
    }

    /// What changes when its headers do: an update in place changes files, and directories only if names come or go.
    pub(crate) fn stamp(&self) -> String {
        let stamps = NEEDED.iter().flat_map(|(header, _, _)| {
            let places = self.include_dirs.iter().map(move |dir| dir.join(header));
            places.map(|path| target::file_stamp(&path))
        });
        stamps.collect::<Vec<_>>().join(" ")
    }

    /// The newest PTX (80 for 8.0) that both this toolkit's headers and a driver that serves CUDA `driver` (1000 × major + 10 × minor) know.
    pub fn ptx(&self, driver: u32) -> u32 {
        let version = self.version.min(driver);
        let known = PTX_OF_CUDA.iter().rev().find(|known| known.0 <= version);
        known.unwrap_or(&PTX_OF_CUDA[0]).1
    }
}

/// NVIDIA's assembler: the given toolkit's, or else the first of the places where `Toolkit::find` looks, none of whose other parts are needed, and of `PATH`.
pub fn ptxas(toolkit: Option<&Path>) -> Option<PathBuf> {
    program(toolkit, "ptxas")
}

/// A program of NVIDIA's, looked for in the same places.
pub(crate) fn program(toolkit: Option<&Path>, name: &str) -> Option<PathBuf> {
    let mut places: Vec<PathBuf> = toolkit.map(Path::to_owned).into_iter().collect();
    places.extend(roots());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let bins = std::env::split_paths(&path).filter(|dir| dir.ends_with("bin"));
    let name = format!("bin/{name}");
    places.extend(bins.filter_map(|dir| Some(dir.parent()?.to_owned())));
    let programs = places.iter().flat_map(|root| parts(root));
    programs
        .map(|part| part.join(&name))
        .find(|program| program.is_file())
}

/// CUPTI's libraries of this machine's toolkits and wheels, in the order of the places where `Toolkit::find` looks.
pub fn cupti_libraries() -> Vec<PathBuf> {
    let parts: Vec<PathBuf> = roots().iter().flat_map(|root| parts(root)).collect();
    let mut folders = library_dirs(&parts);
    folders.extend(existing(&parts, &["extras/CUPTI/lib64"]));
    let names = ["libcupti.so.13", "libcupti.so.12"];
    let files = { folders.iter() }.flat_map(|folder| names.map(|name| folder.join(name)));
    files.filter(|file| file.is_file()).collect()
}

/// The version of CUDA that an assembler belongs to (1000 × major + 10 × minor), if it is one that Chevron knows. It is asked, which takes as long as a kernel.
pub fn ptxas_version(program: &Path) -> Option<u32> {
    let said = std::process::Command::new(program)
        .arg("--version")
        .stdin(std::process::Stdio::null())
        .output()
        .ok()?;
    released(&String::from_utf8_lossy(&said.stdout)).filter(|version| VERSIONS.contains(version))
}

/// What it says of itself: `… release 13.0, V13.0.88`.
fn released(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("release ")?;
    let (version, _) = rest.split_once(',')?;
    let (major, minor) = version.split_once('.')?;
    Some(1000 * major.parse::<u32>().ok()? + 10 * minor.parse::<u32>().ok()?)
}

fn spelled(version: u32) -> String {
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

/// Directories where a toolkit, or some wheels of one, may be, best first.
pub(crate) fn roots() -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = ["CUDA_HOME", "CUDA_PATH"]
        .iter()
        .filter_map(std::env::var_os)
        .map(PathBuf::from)
        .collect();
    roots.extend(["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from));
    for packages in site_packages() {
        roots.extend([WHEELS_13, WHEELS_12].map(|wheel| packages.join(wheel)));
    }
    roots
}

/// Where Python's packages are: those of the active environment first, then this user's, then the system's.
pub(in crate::targets) fn site_packages() -> Vec<PathBuf> {
    let mut pythons: Vec<PathBuf> = ["VIRTUAL_ENV", "CONDA_PREFIX"]
        .iter()
        .filter_map(std::env::var_os)
        .map(PathBuf::from)
        .collect();
    pythons.extend(std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local")));
    pythons.extend(["/usr/local", "/usr"].map(PathBuf::from));
    let folders = pythons.iter();
    folders
        .flat_map(|python| packages(&python.join("lib")))
        .collect()
}

/// The directories of packages in `lib`, those of the newest Python first.
fn packages(lib: &Path) -> Vec<PathBuf> {
    let mut pythons: Vec<PathBuf> = entries(lib)
        .into_iter()
        .filter(|path| file_name(path).starts_with("python3"))
        .collect();
    pythons.sort_by_key(|path| std::cmp::Reverse(minor_version(path)));
    pythons
        .into_iter()
        .flat_map(|path| ["site-packages", "dist-packages"].map(|name| path.join(name)))
        .collect()
}

/// The 12 of `python3.12`; 0 of `python3`.
fn minor_version(python: &Path) -> u32 {
    let name = file_name(python);
    let minor = name.rsplit('.').next();
    minor.and_then(|it| it.parse().ok()).unwrap_or(0)
}

fn has_part(root: &Path) -> bool {
    include_dirs(&parts(root))
        .iter()
        .any(|dir| dir.join(RUNTIME_HEADER).is_file())
}

/// The directories that hold a toolkit's `include` and `lib`: itself, or those of all wheels beside one of CUDA 12.
pub(crate) fn parts(root: &Path) -> Vec<PathBuf> {
    let mut parts = vec![root.to_owned(), root.join("targets/x86_64-linux")];
    if root.ends_with(WHEELS_12)
        && let Some(wheels) = root.parent()
    {
        let mut others = entries(wheels);
        others.retain(|path| !path.ends_with("cu13") && path != root);
        others.sort();
        parts.extend(others);
    }
    parts
}

fn include_dirs(parts: &[PathBuf]) -> Vec<PathBuf> {
    existing(parts, &["include", "include/cccl"])
}

fn library_dirs(parts: &[PathBuf]) -> Vec<PathBuf> {
    existing(parts, &["lib64", "lib", "lib/x86_64-linux-gnu"])
}

/// The directories below the parts that there are; one that is reached by two ways counts once.
fn existing(parts: &[PathBuf], names: &[&str]) -> Vec<PathBuf> {
    let mut found: Vec<(PathBuf, PathBuf)> = Vec::new();
    for path in parts
        .iter()
        .flat_map(|part| names.iter().map(|name| part.join(name)))
    {
        if let Ok(real) = path.canonicalize()
            && real.is_dir()
            && found.iter().all(|(_, other)| *other != real)
        {
            found.push((path, real));
        }
    }
    found.into_iter().map(|(path, _)| path).collect()
}

/// What `cuda.h` says: `#define CUDA_VERSION 13000`.
fn version(include_dirs: &[PathBuf]) -> Option<u32> {
    let header = include_dirs
        .iter()
        .find_map(|dir| std::fs::read(dir.join("cuda.h")).ok())?;
    String::from_utf8_lossy(&header).lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let defines = words.next() == Some("#define") && words.next() == Some("CUDA_VERSION");
        defines.then(|| words.next()?.parse().ok()).flatten()
    })
}

/// The shared runtime library of a major version.
fn runtime(library_dirs: &[PathBuf], major: u32) -> Option<PathBuf> {
    let name = format!("libcudart.so.{major}");
    library_dirs
        .iter()
        .map(|dir| dir.join(&name))
        .find(|file| file.is_file())
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

fn file_name(path: &Path) -> std::borrow::Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory with empty files, but for `cuda.h`.
    fn lay_out(root: &Path, files: &[&str]) {
        for file in files {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().expect("below the root")).expect("writable");
            std::fs::write(path, "#define CUDA_VERSION 12080\n").expect("writable");
        }
    }

    #[test]
    fn an_assembler_tells_its_version() {
        let text = "ptxas: NVIDIA (R) Ptx optimizing assembler\nCuda compilation tools, release 12.8, V12.8.93\n";
        assert_eq!(released(text), Some(12_080));
        assert_eq!(released("ptxas"), None);
    }

    #[test]
    fn clang_is_told_of_no_version_that_it_does_not_know() {
        let of = |version| Toolkit {
            root: PathBuf::new(),
            version,
            include_dirs: Vec::new(),
            library_dirs: Vec::new(),
            runtime: PathBuf::new(),
        };
        assert_eq!(of(12_080).version_for_clang(), "12.8");
        assert_eq!(of(13_050).version_for_clang(), "13.0");
        assert_eq!(of(13_050).version_text(), "13.5");
    }

    #[test]
    fn a_toolkit_and_its_wheels_are_found() {
        let folder = tempfile::tempdir().expect("writable");
        let whole = folder.path().join("cuda");
        let headers = [
            "include/cuda_runtime.h",
            "include/cuda.h",
            "include/crt/host_runtime.h",
        ];
        lay_out(&whole, &headers);
        let missing = Toolkit::at(&whole).expect_err("`nv/target` is not there");
        assert!(
            format!("{missing}").contains("nvidia-cuda-cccl"),
            "{missing}"
        );
        lay_out(&whole, &["include/cccl/nv/target", "lib64/libcudart.so.12"]);
        let toolkit = Toolkit::at(&whole).expect("all is there");
        assert_eq!(
            (toolkit.version, toolkit.version_text().as_str()),
            (12_080, "12.8")
        );
        assert_eq!(
            (
                toolkit.ptx(13_000),
                toolkit.ptx(12_040),
                toolkit.ptx(12_060)
            ),
            (87, 84, 85)
        );

        let wheels = folder.path().join("site-packages/nvidia");
        lay_out(
            &wheels,
            &[
                "cuda_runtime/include/cuda_runtime.h",
                "cuda_runtime/include/cuda.h",
                "cuda_runtime/lib/libcudart.so.12",
                "cuda_nvcc/include/crt/host_runtime.h",
                "cuda_cccl/include/nv/target",
                "cublas/lib/libcublas.so.12",
            ],
        );
        let toolkit = Toolkit::at(&wheels.join("cuda_runtime")).expect("all is there");
        assert!(
            toolkit
                .include_dirs
                .contains(&wheels.join("cuda_cccl/include"))
        );
        assert!(toolkit.library_dirs.contains(&wheels.join("cublas/lib")));
    }

    #[test]
    fn versions_are_in_order() {
        assert!(PTX_OF_CUDA.is_sorted());
    }
}
