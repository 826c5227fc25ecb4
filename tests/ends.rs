//! How `chevron run` ends, by how its program does: status, output and what is told.

use std::process::Command;

use tests::chevron::binary;

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

const ROWS: [Row; 5] = [
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

#[test]
fn programs_end_as_programs_do() {
    let binary = binary().expect("chevron is built");
    for row in ROWS {
        let directory = tempfile::tempdir().expect("a temporary directory can be made");
        std::fs::write(directory.path().join("program.cu"), row.program)
            .expect("it can be written");
        let output = Command::new(&binary)
            .args(["--device", "cpu", "run", "program.cu"])
            .env("CHEVRON_CACHE_DIR", directory.path().join("cache"))
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
