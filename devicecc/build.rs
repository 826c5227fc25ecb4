//! Compiles the shim against LLVM 22 and lists the embedded headers.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

fn main() {
    let llvm = env::var("LLVM_SYS_221_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".to_owned());
    println!("cargo:rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    println!("cargo:rustc-env=CHEVRON_LLVM_PREFIX={llvm}");
    tell_emission();
    build_shim(Path::new(&llvm));
    build_runtime(Path::new(&llvm));
    embed_headers();
}

/// Gives what emission consists of a name: code in the cache is that of one emission.
fn tell_emission() {
    let mut digest = DefaultHasher::new();
    for folder in ["shim", "runtime", "src/emit"] {
        println!("cargo:rerun-if-changed={folder}");
        for file in files_below(Path::new(folder)) {
            file.hash(&mut digest);
            fs::read(&file).expect("it was listed").hash(&mut digest);
        }
    }
    println!("cargo:rustc-env=CHEVRON_EMISSION={:016x}", digest.finish());
}

fn build_shim(llvm: &Path) {
    let flags = llvm_config(llvm, &["--cxxflags"]);
    let libraries = llvm_config(llvm, &["--libdir"]);
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let lld = has_lld(Path::new(libraries.trim()));
    compile_shim(llvm, &flags, lld, &out);
    // `./dev bundle` links clang and LLVM statically: it gives the archives to the final link itself, as one group.
    println!("cargo:rerun-if-env-changed=CHEVRON_STATIC_LLVM");
    println!("cargo:rustc-check-cfg=cfg(chevron_static_llvm)");
    if env::var_os("CHEVRON_STATIC_LLVM").is_some() {
        println!("cargo:rustc-cfg=chevron_static_llvm");
        return;
    }
    println!("cargo:rustc-link-search=native={}", libraries.trim());
    if lld {
        println!("cargo:rustc-link-lib=static:-bundle=lldELF");
        println!("cargo:rustc-link-lib=static:-bundle=lldCommon");
        // lld compresses sections with these.
        println!("cargo:rustc-link-lib=dylib=z");
        println!("cargo:rustc-link-lib=dylib=zstd");
    }
    println!("cargo:rustc-link-lib=dylib=clang-cpp");
    println!("cargo:rustc-link-lib=dylib=LLVM-22");
}

/// Is lld's library there (`liblld-22-dev`)? Without it a program `ld.lld` links code objects for AMD GPUs.
fn has_lld(libraries: &Path) -> bool {
    let archive = libraries.join("liblldELF.a");
    println!("cargo:rerun-if-changed={}", archive.display());
    archive.exists()
        && libraries.join("liblldCommon.a").exists()
        && libraries.join("../include/lld/Common/Driver.h").exists()
}

/// Compiles what code generators call by name in device code to bitcode, once for each kind of device.
fn build_runtime(llvm: &Path) {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    // The oldest architecture, whose code serves all.
    let gpu = "--target=nvptx64-nvidia-cuda -march=sm_70 -Xclang -target-feature -Xclang +ptx80";
    let amd = "--target=amdgcn-amd-amdhsa -nogpulib";
    let cpu = "--target=x86_64-linux-gnu";
    // Primitives know how many lanes a wavefront has: an architecture for each number.
    let lanes = |number: u32, architecture: &str| {
        format!(
            "{amd} -mcpu={architecture} -D__CHEVRON_WARP_SIZE__={number} -std=c++20 -fconvergent-functions"
        )
    };
    for (source, name, target) in [
        ("runtime.c", "runtime_cpu", cpu),
        ("runtime.c", "runtime_nvptx", gpu),
        ("runtime.c", "runtime_amdgcn", amd),
        ("math.c", "math_cpu", cpu),
        (
            "primitives_amdgcn.cpp",
            "primitives_amdgcn_32",
            &lanes(32, "gfx1030"),
        ),
        (
            "primitives_amdgcn.cpp",
            "primitives_amdgcn_64",
            &lanes(64, "gfx90a"),
        ),
    ] {
        let status = Command::new(llvm.join("bin/clang"))
            .args(target.split(' '))
            .args("-O2 -nostdinc -ffp-contract=off -fno-vectorize -fno-slp-vectorize".split(' '))
            .args(["-fno-asynchronous-unwind-tables", "-emit-llvm", "-c"])
            .arg(format!("runtime/{source}"))
            .arg("-o")
            .arg(out.join(format!("{name}.bc")))
            .status()
            .expect("clang runs");
        assert!(
            status.success(),
            "`runtime/{source}` does not compile to `{name}.bc`"
        );
    }
}

/// A file takes seconds, half a minute some: only those are compiled that have changed, or whose headers have, since their objects were made.
fn compile_shim(llvm: &Path, flags: &str, lld: bool, out: &Path) {
    let sources: Vec<PathBuf> = files_below(Path::new("shim"))
        .into_iter()
        .filter(|it| it.extension().is_some_and(|kind| kind == "cpp"))
        .collect();
    let flags_file = out.join("shim.flags");
    let same_flags = fs::read_to_string(&flags_file).is_ok_and(|then| then == flags);
    // One file alone depends on whether lld is there.
    let lld_file = out.join("shim.lld");
    let same_lld = fs::read_to_string(&lld_file).is_ok_and(|then| then == lld.to_string());
    let is_current = |it: &PathBuf| {
        same_flags
            && (same_lld || !it.ends_with("emission/linker.cpp"))
            && object_of(it, out).is_some()
    };
    let (current, stale): (Vec<_>, Vec<_>) = sources.iter().partition(|it| is_current(it));
    let mut build = cc::Build::new();
    build.cpp(true).warnings(false).opt_level(1).debug(false);
    // It takes half of the time that GCC does.
    build.compiler(llvm.join("bin/clang++"));
    build.include("shim");
    for flag in flags.split_whitespace() {
        build.flag(flag);
    }
    let precompiled = out.join("shim.pch");
    let is_ready = same_flags && is_precompiled(&precompiled);
    if !stale.is_empty() && !is_ready {
        precompile_headers(&build, &precompiled);
    }
    if lld {
        build.define("CHV_LLD", None);
    }
    let made = build
        .clone()
        .flag("-MMD")
        .flag("-include-pch")
        .flag(&precompiled)
        .files(&stale)
        .compile_intermediates();
    fs::write(&flags_file, flags).expect("OUT_DIR is writable");
    fs::write(&lld_file, lld.to_string()).expect("OUT_DIR is writable");
    build
        .objects(current.iter().filter_map(|it| object_of(it, out)))
        .objects(made)
        .compile("chevron_shim");
}

/// The headers of LLVM's that most files include. Clang refuses a precompiled header whose parts have changed, so all of them are looked at.
fn is_precompiled(precompiled: &Path) -> bool {
    let Some((made, list)) = made_of(precompiled) else {
        return false;
    };
    let mut files = list
        .split_whitespace()
        .filter(|it| it.contains('/') && !it.ends_with(':'));
    files.all(|it| changed(Path::new(it)).is_some_and(|then| then < made))
}

/// When a file that the compiler made was made, and the compiler's list beside it of what it was made of.
fn made_of(file: &Path) -> Option<(SystemTime, String)> {
    let list = fs::read_to_string(file.with_extension("d")).ok()?;
    Some((changed(file)?, list))
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|it| it.modified()).ok()
}

/// Reading LLVM's headers took nine tenths of the time of a file. Without instances of templates in the precompiled header each file would make them again.
fn precompile_headers(build: &cc::Build, precompiled: &Path) {
    let status = build
        .get_compiler()
        .to_command()
        .args(["-MD", "-MF"])
        .arg(precompiled.with_extension("d"))
        .args(["-fpch-instantiate-templates", "-x", "c++-header"])
        .arg("shim/precompiled.h")
        .arg("-o")
        .arg(precompiled)
        .status()
        .expect("clang++ runs");
    assert!(status.success(), "`shim/precompiled.h` does not compile");
}

/// The current object that an earlier run made of a source: `cc` puts a digest of the folder before its name.
fn object_of(source: &Path, out: &Path) -> Option<PathBuf> {
    let name = format!("-{}.o", source.file_stem()?.to_str()?);
    let mut entries = fs::read_dir(out).ok()?.flatten().map(|it| it.path());
    entries
        .find(|it| it.to_str().is_some_and(|path| path.ends_with(&name)) && is_current(it, source))
}

/// Was the object made of the source, and is it newer than all of the shim's files that the compiler's list beside it names? LLVM's own headers do not
/// change.
fn is_current(object: &Path, source: &Path) -> bool {
    let Some((made, list)) = made_of(object) else {
        return false;
    };
    let files: Vec<&Path> = list.split_whitespace().map(Path::new).collect();
    let mut own = files.iter().filter(|it| it.starts_with("shim"));
    files.contains(&source) && own.all(|it| changed(it).is_some_and(|then| then < made))
}

fn llvm_config(llvm: &Path, arguments: &[&str]) -> String {
    let program = llvm.join("bin/llvm-config");
    match Command::new(&program).args(arguments).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).into_owned()
        }
        _ => panic!(
            "cannot run `{}`: install LLVM 22 and clang 22 with their development files (`./dev setup`), or set LLVM_SYS_221_PREFIX",
            program.display()
        ),
    }
}

/// Writes `headers.rs`: a table of every file in `include/`, so that the binary needs none of them at run time.
fn embed_headers() {
    println!("cargo:rerun-if-changed=include");
    let root =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("include");
    let mut table = String::from("&[\n");
    for file in files_below(&root) {
        let name = file
            .strip_prefix(&root)
            .expect("below the root")
            .display()
            .to_string();
        writeln!(
            table,
            "    ({name:?}, include_bytes!({:?})),",
            file.display().to_string()
        )
        .expect("writes to memory");
    }
    table.push(']');
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("headers.rs");
    fs::write(&out, table).expect("OUT_DIR is writable");
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("cannot read `{}`: {error}", folder.display()));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
