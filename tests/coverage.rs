//! Names of CUDA's and HIP's that the embedded headers had are still there: `tests/coverage/names.txt`, which `tests/coverage/coverage.py` makes.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Headers that programs include for these names.
const INCLUDES: &[&str] = &[
    "cuda_runtime.h",
    "cuda.h",
    "library_types.h",
    "nvrtc.h",
    "cuda_fp16.h",
    "cuda_bf16.h",
    "cooperative_groups.h",
    "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h",
    "cooperative_groups/memcpy_async.h",
    "curand_kernel.h",
    "hip/hip_runtime.h",
];

#[test]
fn what_was_there_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = root.join("tests/coverage/names.txt");
    let list = std::fs::read_to_string(list).expect("the list is there");
    let mut text = String::new();
    for include in INCLUDES {
        writeln!(text, "#include <{include}>").expect("writes");
    }
    let mut count = 0;
    for line in list.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [group, name, state] = fields[..] else {
            panic!("`{line}` is no group, name and state");
        };
        if state == "missing" {
            continue;
        }
        let space = match group {
            "cooperative groups" => "cooperative_groups",
            _ => "",
        };
        count += 1;
        writeln!(
            text,
            "#ifndef {name}\nnamespace t{count} {{ using {space}::{name}; }}\n#endif"
        )
        .expect("writes");
    }
    assert!(count > 3500, "the list was read wrongly: {count}");
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("names.cu");
    std::fs::write(&file, text).expect("writes");
    let prefix = option_env!("LLVM_SYS_221_PREFIX").unwrap_or("/usr/lib/llvm-22");
    let output = Command::new(Path::new(prefix).join("bin/clang++"))
        .args(["-fsyntax-only", "-std=c++20", "-x", "cuda", "-w"])
        .args(["-nocudainc", "-nocudalib", "--cuda-host-only", "-I"])
        .arg(root.join("devicecc/include"))
        .arg(&file)
        .output()
        .expect("clang runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
