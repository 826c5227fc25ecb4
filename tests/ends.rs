//! How `chevron run` ends, by how its program does: status, output and what is told.

use std::process::Command;

use tests::chevron::binary;
use tests::prepared_caches::PreparedCaches;

// Numbers of signals; a status is 128 and the signal, as in shells.
const SIGABRT: i32 = 6;
const SIGSEGV: i32 = 11;

struct Row {
    program: &'static str,
    status: i32,
    stdout: &'static str,
    /// Parts of stderr; nothing is to be told if there are none.
    told: &'static [&'static str],
}

const ROWS: [Row; 6] = [
    // The executor has statuses of its own for its session; a program may end with the same numbers.
    Row {
        program: "int main() { return 113; }\n",
        status: 113,
        stdout: "",
        told: &[],
    },
    Row {
        program: r#"#include <cstdio>
#include <cstdlib>
struct Named { const char *name; ~Named() { std::printf("~%s\n", name); } };
thread_local Named mine{"thread"};
Named all{"all"};
int main() { std::printf("%s\n", mine.name); std::atexit([] { std::puts("handler"); }); return 3; }
"#,
        status: 3,
        stdout: "thread\n~thread\nhandler\n~all\n",
        told: &[],
    },
    Row {
        program: r#"#include <cstdio>
#include <cstdlib>
struct Named { ~Named() { std::puts("destroyed"); } } all;
__global__ void k() {}
void stop() { std::exit(4); }
int main() { k<<<1, 1>>>(); stop(); }
"#,
        status: 4,
        stdout: "destroyed\n",
        told: &[],
    },
    Row {
        program: "#include <stdexcept>\nint main() { throw std::runtime_error(\"no input\"); }\n",
        status: 128 + SIGABRT,
        stdout: "",
        told: &[
            "`program.cu`: killed by SIGABRT (uncaught exception `std::runtime_error`: no input",
        ],
    },
    Row {
        program: "int first(const int *p) { return *p; }\nint main() {\n  return first(nullptr);\n}\n",
        status: 128 + SIGSEGV,
        stdout: "",
        told: &[
            "`program.cu`: killed by SIGSEGV (read of a null pointer)",
            "at program.cu:1 in `first(int const*)`",
            "at program.cu:3 in `main`",
        ],
    },
    Row {
        program: "#include <cstdio>\nstruct Broken { ~Broken() { *(volatile int *)0 = 1; } } broken;\nstd::puts(\"to its end\");\n",
        status: 1,
        stdout: "to its end\n",
        told: &[
            "the executor ended while static destructors ran: killed by SIGSEGV (write to a null pointer)",
            "at program.cu:2 in `Broken::~Broken()`",
        ],
    },
];

/// A kernel that writes through its null pointer, on line 2.
macro_rules! faulting {
    ($main:literal) => {
        concat!(
            "#include <cstdio>\n__global__ void poke(int *at) { at[threadIdx.x] = 1; }\n",
            $main
        )
    };
}

const FAULT: [&str; 3] = [
    "`program.cu`: kernel `poke` <<<(1,1,1), (2,1,1)>>>: cudaErrorIllegalAddress at block (0,0,0)",
    "invalid write to address 0x",
    "at program.cu:2 in `poke`",
];

const DEVICE_ROWS: [Row; 15] = [
    Row {
        program: faulting!("int main() { poke<<<1, 2>>>(nullptr); }"),
        status: 1,
        stdout: "",
        told: &FAULT,
    },
    Row {
        program: faulting!(
            "int main() { poke<<<1, 2>>>(nullptr); cudaDeviceSynchronize(); cudaDeviceReset(); }"
        ),
        status: 1,
        stdout: "",
        told: &FAULT,
    },
    Row {
        program: faulting!(
            "#include <unistd.h>\nint main() { poke<<<1, 2>>>(nullptr); _exit(0); }"
        ),
        status: 1,
        stdout: "",
        told: &FAULT,
    },
    Row {
        program: faulting!(
            "int main() { poke<<<1, 2>>>(nullptr); if (cudaDeviceSynchronize()) { std::puts(\"mine\"); return 9; } }"
        ),
        status: 9,
        stdout: "mine\n",
        told: &FAULT,
    },
    Row {
        program: faulting!(
            "int main() { poke<<<1, 2>>>(nullptr); if (cudaDeviceSynchronize()) std::puts(\"expected\"); }"
        ),
        status: 0,
        stdout: "expected\n",
        told: &FAULT,
    },
    Row {
        program: faulting!("int main() { poke<<<1, 3000>>>(nullptr); }"),
        status: 1,
        stdout: "",
        told: &[
            "`program.cu`: kernel `poke` <<<(1,1,1), (3000,1,1)>>>: cudaErrorInvalidConfiguration",
            "exceeds 1024",
        ],
    },
    // Nothing was to be done; the first error with blocks is the one that counts.
    Row {
        program: faulting!("int main() { poke<<<0, 32>>>(nullptr); }"),
        status: 0,
        stdout: "",
        told: &[
            "note: `program.cu`: kernel `poke` was launched with a grid of size 0 along x, so it did not run",
        ],
    },
    Row {
        program: faulting!(
            "int main() { poke<<<dim3(2, 0), 32>>>(nullptr); poke<<<1, 3000>>>(nullptr); }"
        ),
        status: 1,
        stdout: "",
        told: &["exceeds 1024"],
    },
    Row {
        program: faulting!(
            "int main() { poke<<<1, 3000>>>(nullptr); if (cudaGetLastError()) std::puts(\"expected\"); }"
        ),
        status: 0,
        stdout: "expected\n",
        told: &[],
    },
    Row {
        program: faulting!(
            "int main() { poke<<<1, 3000>>>(nullptr); if (cudaGetLastError()) return 6; }"
        ),
        status: 6,
        stdout: "",
        told: &["(3000,1,1)>>>: cudaErrorInvalidConfiguration"],
    },
    Row {
        program: "__device__ int later(int);\n__global__ void k(int *o) { *o = later(1); }\nint main() { int *o; cudaMalloc(&o, 4); k<<<1, 1>>>(o); cudaDeviceSynchronize(); }",
        status: 1,
        stdout: "",
        told: &[
            "`program.cu`: kernel `k` <<<(1,1,1), (1,1,1)>>>: cudaErrorInvalidDeviceFunction",
            "`later(int)` is used in device code and defined nowhere",
        ],
    },
    Row {
        program: "int main() { int mine; cudaFree(&mine); cudaFree(&mine); if (cudaSetDevice(99)) return 0; }",
        status: 0,
        stdout: "",
        told: &["note: `program.cu`: cudaFree gave cudaErrorInvalidValue, 2 times"],
    },
    Row {
        program: "__global__ void k(char *o, int n) { for (int i = 0; i <= n; i++) o[i] = 'a'; }\nint main() { char *o; cudaMalloc(&o, 9); k<<<1, 1>>>(o, 8); k<<<1, 1>>>(o, 9); cudaFree(o); }",
        status: 0,
        stdout: "",
        told: &[
            "note: `program.cu`: kernel `k` wrote 1 byte past the end of an allocation of 9 bytes",
        ],
    },
    Row {
        program: "__global__ void k(int *o) { *o += 1; }\nint main() { int mine = 4; k<<<1, 1>>>(&mine); cudaDeviceSynchronize(); return mine; }",
        status: 4,
        stdout: "",
        told: &["error: `program.cu`: kernel `k` <<<(1,1,1), (1,1,1)>>>: cudaErrorIllegalAddress"],
    },
    Row {
        program: "int unused = 4;\nint f() { return unused; }",
        status: 0,
        stdout: "",
        told: &["note: `program.cu` has no `main` and no statements: nothing of it ran"],
    },
];

/// What keeps a program from starting, and what it says to do.
const MISTAKES: [Row; 4] = [
    Row {
        program: "#include \"no_folder/has_this.h\"\nint main() {}\n",
        status: 1,
        stdout: "",
        told: &[
            "program.cu:1:10: error: 'no_folder/has_this.h' file not found",
            "hint: `-I DIR` names a directory that has it",
        ],
    },
    Row {
        program: "extern int elsewhere;\nint main() { return elsewhere; }\n",
        status: 1,
        stdout: "",
        told: &[
            "error: this program: nothing defines `elsewhere`",
            "`chevron run a.cu b.cu` takes several; `-l NAME` loads a library",
        ],
    },
    // A function is looked for when it is called.
    Row {
        program: "void elsewhere();\nint main() { elsewhere(); }\n",
        status: 128 + SIGABRT,
        stdout: "",
        told: &[
            "nothing defines `elsewhere()` yet",
            "`chevron run a.cu b.cu` takes a program of several files",
        ],
    },
    Row {
        program: "int main() { std::map<int, int> m; return m.size(); }\n",
        status: 1,
        stdout: "",
        told: &["hint: `std::map` is in <map>: `#include <map>`\n"],
    },
];

#[test]
fn what_keeps_a_program_from_starting_is_told() {
    check(&MISTAKES);
}

#[test]
fn errors_on_the_device_that_a_program_does_not_read_are_told() {
    check(&DEVICE_ROWS);
}

#[test]
fn programs_end_as_programs_do() {
    check(&ROWS);
}

fn check(rows: &[Row]) {
    let binary = binary().expect("chevron is built");
    let on_cpu = ["--device", "cpu"].map(str::to_owned);
    let caches = PreparedCaches::default();
    for row in rows {
        let cache = caches.cache(&on_cpu).expect("a session starts");
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        std::fs::write(directory.path().join("program.cu"), row.program)
            .expect("it can be written");
        let output = Command::new(&binary)
            .args(&on_cpu)
            .args(["run", "program.cu"])
            .env("CHEVRON_CACHE_DIR", cache.path())
            .current_dir(directory.path())
            .output()
            .expect("chevron starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(row.status),
            "{}\n{told}",
            row.program
        );
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            row.stdout,
            "{}",
            row.program
        );
        assert!(
            row.told.iter().all(|part| told.contains(part)),
            "{}\n{told}",
            row.program
        );
        assert!(
            !row.told.is_empty() || told.is_empty(),
            "{}\n{told}",
            row.program
        );
    }
}
