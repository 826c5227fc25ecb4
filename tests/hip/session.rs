//! The stand-in for AMD's HIP runtime, and sessions with it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tests::{chevron, devices};

/// Longest time that one session may take.
const SESSION_MAX: Duration = Duration::from_secs(240);

/// Which HIP the library stands in for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rocm {
    Five,
    Seven,
}

/// A session with the stand-in.
pub struct Session<'a> {
    pub rocm: Rocm,
    pub device: &'a str,
    pub environment: &'a [(&'a str, &'a str)],
    pub words: &'a [&'a str],
}

/// On ROCm 7.
pub const USUAL: Session<'static> = Session {
    rocm: Rocm::Seven,
    device: "hip",
    environment: &[],
    words: &[],
};

/// What came of it.
pub struct Ran {
    pub success: bool,
    pub stdout: String,
    pub stderr: String,
    /// The calls, in order.
    pub calls: Vec<String>,
}

/// The folder with the library.
pub fn stand_in(rocm: Rocm) -> &'static Path {
    static FOLDERS: [OnceLock<PathBuf>; 2] = [OnceLock::new(), OnceLock::new()];
    FOLDERS[usize::from(rocm == Rocm::Seven)].get_or_init(|| {
        let (name, words): (_, &[&str]) = match rocm {
            Rocm::Five => ("libamdhip64.so.5", &["-DROCM_5"]),
            Rocm::Seven => ("libamdhip64.so.7", &[]),
        };
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hip-{name}"));
        std::fs::create_dir_all(&folder).expect("the folder is writable");
        let built = folder.join(format!("{name}.{}", std::process::id()));
        let made = Command::new("cc")
            .args(["-Wall", "-Werror", "-shared", "-fPIC", "-O1"])
            .args(words)
            .arg(devices::files("hip/stand_in.c"))
            .args(["-lpthread", "-o"])
            .arg(&built)
            .status();
        assert!(made.is_ok_and(|it| it.success()), "a C compiler makes it");
        std::fs::rename(&built, folder.join(name)).expect("the folder is writable");
        folder
    })
}

/// Headers and kernels that tests before have compiled.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("hip-cache")
}

/// Runs `chevron` with these words and this typed, in time.
pub fn run(
    words: &[&str],
    typed: &str,
    environment: &[(&str, &str)],
    folder: &Path,
) -> (bool, String, String) {
    let mut child = Command::new(chevron::binary().expect("it is built"))
        .args(words)
        .args(["--color", "never", "--cache-dir"])
        .arg(cache())
        .env_remove("ROCM_PATH")
        .env_remove("HIP_PATH")
        .envs(environment.iter().copied())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(std::fs::File::create(folder.join("stdout")).expect("writable"))
        .stderr(std::fs::File::create(folder.join("stderr")).expect("writable"))
        .spawn()
        .expect("it starts");
    // It may end without reading everything.
    let _ = child
        .stdin
        .take()
        .expect("it is piped")
        .write_all(typed.as_bytes());
    let read = |name| {
        let bytes = std::fs::read(folder.join(name)).expect("it was made");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return (status.success(), read("stdout"), read("stderr"));
        }
        if start.elapsed() > SESSION_MAX {
            child.kill().expect("it is ours");
            panic!("it hangs; so far:\n{}\n{}", read("stdout"), read("stderr"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Session<'_> {
    pub fn run(&self, typed: &str) -> Ran {
        let folder = tempfile::tempdir().expect("writable");
        let trace = folder.path().join("trace");
        let path = |path: &Path| path.to_str().expect("it is text").to_owned();
        let (library, file) = (path(stand_in(self.rocm)), path(&trace));
        let mut environment = vec![
            ("LD_LIBRARY_PATH", library.as_str()),
            ("HIP_STAND_IN_TRACE", file.as_str()),
        ];
        environment.extend(self.environment);
        let mut words = vec!["--device", self.device, "--no-spare"];
        words.extend(self.words);
        let (success, stdout, stderr) = run(&words, typed, &environment, folder.path());
        let calls = std::fs::read_to_string(&trace).unwrap_or_default();
        Ran {
            success,
            stdout,
            stderr,
            calls: calls.lines().map(str::to_owned).collect(),
        }
    }
}

impl Ran {
    /// The calls of these functions, in order.
    pub fn of(&self, functions: &[&str]) -> Vec<&str> {
        let wanted = |call: &&str| {
            let name = call.split_whitespace().nth(2);
            name.is_some_and(|name| functions.contains(&name))
        };
        self.calls
            .iter()
            .map(String::as_str)
            .filter(wanted)
            .collect()
    }

    pub fn said(&self) -> String {
        format!(
            "stdout:\n{}\nstderr:\n{}\ncalls:\n{}",
            self.stdout,
            self.stderr,
            self.calls.join("\n")
        )
    }
}

/// What most sessions begin with.
pub const START: &str = "#include <hip/hip_runtime.h>
int *p; hipMalloc(&p, 256);
";

/// Does a bit of everything.
pub const EVERYTHING: &str = "#include <hip/hip_runtime.h>
#include <cstring>
__device__ int total = 3;
__global__ void k(int *p) { *p += total; }
int *p, *m, *h; char *plain = new char[256]; hipStream_t s; hipEvent_t a, b; float ms;
hipMalloc(&p, 256);
hipMallocManaged(&m, 256);
hipHostMalloc(&h, 256);
hipHostRegister(plain, 256, 0);
hipStreamCreate(&s);
hipEventCreate(&a); hipEventCreate(&b);
hipMemset(p, 0, 256);
hipMemsetD16(p, 1, 16); hipMemsetD32(p, 1, 16);
hipMemset2D(p, 16, 0, 8, 4);
hipMemcpy(p, h, 256, hipMemcpyDefault);
hipMemcpy2D(p, 16, h, 16, 8, 4, hipMemcpyDefault);
hipEventRecord(a, s);
k<<<1, 1, 0, s>>>(p);
hipEventRecord(b, s);
hipStreamWaitEvent(0, b, 0);
hipStreamQuery(s); hipEventQuery(b);
hipLaunchHostFunc(s, [](void *) {}, nullptr);
hipStreamSynchronize(s); hipEventSynchronize(b);
hipEventElapsedTime(&ms, a, b);
size_t free_bytes, all; hipMemGetInfo(&free_bytes, &all);
int blocks; hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 64, 0);
hipDeviceSetLimit(hipLimitStackSize, 4096);
hipDeviceSynchronize();
__global__ void k(int *p) { *p -= total; }
k<<<1, 1>>>(p);
hipEventDestroy(a); hipEventDestroy(b); hipStreamDestroy(s);
hipHostUnregister(plain);
hipHostFree(h); hipFree(m); hipFree(p);
";
