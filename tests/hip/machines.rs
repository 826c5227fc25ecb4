//! Machines: GPUs of other architectures, older ROCms, none at all, and AMD's own library.

use std::path::Path;
use std::time::{Duration, Instant};

use tests::devices;

use crate::session::{Rocm, START, Session, USUAL, run, stand_in};

#[test]
fn an_older_rocm_gets_older_code_objects() {
    let older = Session {
        rocm: Rocm::Five,
        environment: &[
            ("HIP_STAND_IN_VERSION", "50221153"),
            ("HIP_STAND_IN_ARCH", "gfx1030"),
        ],
        ..USUAL
    };
    let ran = older.run(&format!(
        "{START}__global__ void k(int *p) {{ *p = 1; }}
k<<<2, 64>>>(p);
warpSize
hipDeviceSetLimit(hipLimitStackSize, 4096)
"
    ));
    assert_eq!(
        ran.of(&["hipModuleLoadData"]),
        ["device 0: hipModuleLoadData module 1 of ABI version 3"],
        "{}",
        ran.said()
    );
    assert!(
        ran.stdout.contains("hipErrorNotSupported"),
        "{}",
        ran.said()
    );
}

#[test]
fn a_gpu_without_code_and_one_that_is_not_there_are_told() {
    let with = |device: &str, environment: &[(&str, &str)], words: &[&str]| {
        let session = Session {
            device,
            environment,
            words,
            ..USUAL
        };
        let ran = session.run("1\n");
        assert!(!ran.success, "{}", ran.said());
        ran.stderr
    };
    let other = with("hip", &[("HIP_STAND_IN_ARCH", "gfx1031")], &[]);
    assert!(
        other.contains("gfx1031") && other.contains("HSA_OVERRIDE_GFX_VERSION"),
        "{other}"
    );
    let third = with("hip:2", &[("HIP_STAND_IN_DEVICES", "2")], &[]);
    assert!(
        third.contains("this machine has 2 AMD GPUs, `hip:0` to `hip:1`"),
        "{third}"
    );
    let none = with("hip", &[("HIP_STAND_IN_DEVICES", "0")], &[]);
    assert!(
        none.contains("HIP 7.1 (`libamdhip64.so.7`) finds no AMD GPU"),
        "{none}"
    );
    let other = with("hip", &[], &["--arch", "gfx90a"]);
    assert!(
        other.contains("gfx942") && other.contains("%amdgcn"),
        "{other}"
    );
    let nvidia = with("hip", &[], &["--arch", "sm_90"]);
    assert!(nvidia.contains("%ptx"), "{nvidia}");
}

/// Golden sessions of HIP's dialect that name the device. Kernels do nothing here, so that what is printed says nothing.
#[test]
fn hips_golden_sessions_are_compiled_and_loaded() {
    let golden = tests::trial::files(&devices::files("golden")).expect("they are there");
    let mut tried = 0;
    for (name, path) in golden.iter().filter(|(name, _)| name.starts_with("hip/")) {
        let text = std::fs::read_to_string(path).expect("it is there");
        let session = tests::golden::Golden::parse(&text).expect("it is good");
        if !session.header.devices.iter().any(|it| it == "hip") {
            continue;
        }
        tried += 1;
        for architecture in ["gfx942", "gfx1100"] {
            let with = Session {
                environment: &[("HIP_STAND_IN_ARCH", architecture)],
                ..USUAL
            };
            let ran = with.run(&session.typed());
            for word in [
                "kernels for AMD GPUs",
                "could not be loaded",
                "could not be compiled",
                "executor",
            ] {
                assert!(!ran.stderr.contains(word), "{name}: {}", ran.said());
            }
            let launched = ran.of(&["hipModuleLaunchKernel"]);
            let kernels = text.contains("__global__");
            assert_eq!(kernels, !launched.is_empty(), "{name}: {}", ran.said());
        }
    }
    assert!(tried > 10, "{tried} sessions");
}

#[test]
fn devices_and_doctor_tell_of_it() {
    let folder = tempfile::tempdir().expect("writable");
    let library = stand_in(Rocm::Seven).to_str().expect("it is text");
    let environment = [("LD_LIBRARY_PATH", library)];
    let (_, version, _) = run(&["--version"], "", &environment, folder.path());
    assert!(
        version.contains("hip:0  Stand-in  64 GiB, 4 compute units, gfx942"),
        "{version}"
    );
    let (_, told, _) = run(&["doctor"], "", &environment, folder.path());
    for part in [
        "device hip:0",
        "HIP runtime                7.1",
        "compiled for gfx942, code objects of version 6",
    ] {
        assert!(told.contains(part), "{told}");
    }
}

/// AMD's own library, on a machine without an AMD GPU: `apt-get install libamdhip64-5`.
#[test]
fn the_real_library_without_a_gpu_is_found_and_hangs_nothing() {
    let names = ["libamdhip64.so.5", "libamdhip64.so.6", "libamdhip64.so.7"];
    let folders = ["/usr/lib/x86_64-linux-gnu", "/opt/rocm/lib"];
    let mut all = folders
        .iter()
        .flat_map(|folder| names.map(|name| Path::new(folder).join(name)));
    if !all.any(|it| it.exists()) || Path::new("/dev/kfd").exists() {
        eprintln!("left out: it is for machines with libamdhip64 and without an AMD GPU");
        return;
    }
    let folder = tempfile::tempdir().expect("writable");
    let start = Instant::now();
    let (success, _, told) = run(&["--device", "hip", "-e", "1"], "", &[], folder.path());
    assert!(!success && start.elapsed() < Duration::from_secs(60));
    for part in [
        "device `hip` cannot be used: HIP ",
        "finds no AMD GPU: `/dev/kfd` is not there",
        "modprobe amdgpu",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let (_, told, _) = run(&["doctor"], "", &[], folder.path());
    let line = told.lines().find(|it| it.starts_with("AMD GPU"));
    assert!(line.is_some_and(|it| it.contains("none: ")), "{told}");
}
