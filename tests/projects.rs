//! `chevron run --project`: programs as CMake's build folders describe them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tests::chevron::binary;

/// A program of two files: each has flags of its own, and uses the other's device code.
const MAIN: &str = r#"
#include "part.h"
#include <cstdio>
extern __device__ int shared;
__device__ int twice(int);
__global__ void one() { printf("main: mode %d, part %d, shared %d\n", MODE, PART, twice(shared)); }
int main() { one<<<1, 1>>>(); cudaDeviceSynchronize(); other(); puts(NAME); }
"#;
const OTHER: &str = r#"
#include "part.h"
#include <cstdio>
__device__ int shared = 4;
__device__ int twice(int n) { return 2 * n; }
__global__ void two() { printf("other: mode %d, part %d\n", MODE, PART); }
void other() { two<<<1, 1>>>(); cudaDeviceSynchronize(); }
"#;

/// As CMake writes it, with `BUILD` for the build folder.
const DATABASE: &str = r#"[
{"directory": "BUILD", "file": "../main.cu", "output": "CMakeFiles/app.dir/main.cu.o",
 "command": "nvcc -DMODE=1 -DNAME=\\\"both\\\" --options-file CMakeFiles/app.dir/includes.rsp -std=c++20 -rdc=true -c ../main.cu -o CMakeFiles/app.dir/main.cu.o"},
{"directory": "BUILD", "file": "../other.cu",
 "command": "nvcc -DMODE=2 -DNAME=\\\"both\\\" -I../second -std=c++20 -rdc=true -c ../other.cu -o CMakeFiles/parts.dir/other.cu.o"},
{"directory": "BUILD", "file": "../broken.cu", "command": "nvcc -c ../broken.cu -o CMakeFiles/broken.dir/broken.cu.o"}
]"#;

fn run(folder: &Path, words: &[&str]) -> (String, String, Output) {
    let output = Command::new(binary().expect("chevron is built"))
        .args(["run", "--device", "cpu", "--project"])
        .args(words)
        .env("CHEVRON_CACHE_DIR", folder.join("cache"))
        .current_dir(folder)
        .output()
        .expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output)
}

#[test]
fn each_file_has_its_own_flags_and_libraries_come_along() {
    let folder = tempfile::tempdir().expect("writable");
    let build = folder.path().join("build");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is below")).expect("writable");
        fs::write(path, text).expect("writable");
    };
    write("main.cu", MAIN);
    write("other.cu", OTHER);
    write("broken.cu", "int main() { return nothing; }\n");
    write("first/part.h", "#define PART 1\nvoid other();\n");
    write("second/part.h", "#define PART 2\nvoid other();\n");
    write("build/CMakeFiles/app.dir/includes.rsp", "-I../first");
    let link = "nvcc CMakeFiles/app.dir/main.cu.o -o app libparts.a";
    write("build/CMakeFiles/app.dir/link.txt", link);
    let database = DATABASE.replace("BUILD", &build.display().to_string());
    write("build/compile_commands.json", &database);

    let (out, told, output) = run(folder.path(), &["build", "app"]);
    let expected = "main: mode 1, part 1, shared 8\nother: mode 2, part 2\nboth\n";
    assert_eq!((out.as_str(), told.as_str()), (expected, ""));
    assert!(output.status.success());

    write("other.cu", &OTHER.replace("two", "one"));
    let (_, told, _) = run(folder.path(), &["build", "app"]);
    assert!(told.contains("error: `one()` is defined in"), "{told}");

    let (_, told, output) = run(folder.path(), &[".", "broken"]);
    assert!(
        told.contains("use of undeclared identifier 'nothing'"),
        "{told}"
    );
    assert!(!output.status.success());
    let (_, told, _) = run(folder.path(), &["."]);
    assert!(told.contains("app, broken, parts"), "{told}");
}
