//! Hostile inputs and surroundings: odd files, odd environments, other local users. A session goes on, or says what is wrong.
//!
//! Others of the kind stand elsewhere:
//!
//! | what | where |
//! | --- | --- |
//! | text within comments is not run | `golden/prompt`, `edits.rs`, the lexer's own tests |
//! | sources that never end | `golden/commands/load_what_never_ends`, `repl::source_file`, `ends.rs` |
//! | reserved names | `golden/cells/reserved_names` |
//! | what `%undo` keeps of `#include`s | `golden/undo/headers_stay_after_undo`, `benches/` |
//! | links and directories of other users, a full disk, what killed processes leave | `kernels-cache/tests/cache`, `kernels_cache::temporary` |
//! | lines typed ahead | `terminal.rs` |
//! | kernels that do not compile in a program | `ends.rs` |

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tests::chevron::binary;
use tests::peer::chevron_prompt;

/// A private directory, with a cache in it.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a temporary directory can be made"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// A `chevron` that would run here on the CPU.
    fn chevron(&self, words: &[&str]) -> Command {
        let mut command = Command::new(binary().expect("chevron is built"));
        command
            .args(["--device", "cpu"])
            .args(words)
            .env("CHEVRON_CACHE_DIR", self.path().join("cache"))
            .current_dir(self.path());
        command
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("it is below")).expect("writable");
        fs::write(path, text).expect("writable");
    }
}

fn output(command: &mut Command) -> (String, String, Output) {
    let output = command.stdin(Stdio::null()).output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output)
}

/// What comes of cells from a pipe.
fn output_of_cells(command: &mut Command, cells: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(cells.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// What a session says to cells from a pipe; it must end well.
fn piped(command: &mut Command, cells: &str) -> (String, String) {
    let output = output_of_cells(command, cells);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{:?}: {told}", output.status);
    (String::from_utf8_lossy(&output.stdout).into_owned(), told)
}

/// A shadow of one of the system's headers, that the session's own headers include: part of what is precompiled.
const SHADOW: &str =
    "#ifndef SHADOW\n#define SHADOW\n#include_next <wchar.h>\n#include \"deep/part.h\"\n#endif\n";

#[test]
fn a_changed_header_is_read_anew_and_nothing_is_said() {
    let place = Place::new();
    place.write("own/wchar.h", SHADOW);
    for answer in [3, 4, 4, 5] {
        // Of the same length, and perhaps within a grain of the file system's clock.
        place.write(
            "own/deep/part.h",
            &format!("inline int part() {{ return {answer}; }}\n"),
        );
        let words = ["-I", "own", "-e", "part()", "-e", "#include <string>"];
        let (out, told, _) = output(&mut place.chevron(&words));
        assert_eq!((out, told), (format!("(int) {answer}\n"), String::new()));
    }
    // What was looked for in vain, before it was found further on, may come.
    place.write("own/cwchar", "#include_next <cwchar>\n#define CAME 6\n");
    let (out, told, _) = output(&mut place.chevron(&["-I", "own", "-e", "CAME"]));
    assert_eq!((out.as_str(), told.as_str()), ("(int) 6\n", ""));
}

#[test]
fn options_that_change_no_header_make_no_new_ones() {
    let place = Place::new();
    let headers = || {
        let folders = fs::read_dir(place.path().join("cache/precompiled-v1")).expect("readable");
        let files = folders
            .flatten()
            .flat_map(|it| fs::read_dir(it.path()).expect("readable"));
        let sizes = files
            .flatten()
            .map(|it| it.metadata().map_or(0, |it| it.len()));
        sizes.filter(|&bytes| bytes > 1 << 20).count()
    };
    let says = |words: &[&str], expected: &str| {
        let (out, told, _) = output(&mut place.chevron(words));
        assert_eq!((out.as_str(), told.as_str()), (expected, ""));
    };
    says(&["-e", "1"], "(int) 1\n");
    assert_eq!(headers(), 2);
    place.write(
        "own/mine.h",
        "#include <vector>\nconstexpr int mine = BLOCKS + 1;\n",
    );
    let own = ["-DBLOCKS=2", "-Iown", "-e"];
    says(
        &[&own[..], &["#include \"mine.h\"", "-e", "mine"]].concat(),
        "(const int) 3\n",
    );
    says(
        &[
            &own[..],
            &[
                "__global__ void k(int *p) { *p = BLOCKS; }",
                "-e",
                "int *p; cudaMallocManaged(&p, 4); k<<<1, 1>>>(p); cudaDeviceSynchronize(); *p",
            ],
        ]
        .concat(),
        "(int) 2\n",
    );
    assert_eq!(headers(), 2);
    // Headers ask for the first one.
    let own = ["-DNDEBUG", "-e", "assert(false), 4"];
    says(&own, "(int) 4\n");
    assert_eq!(headers(), 4);
    says(&[&["-DBLOCKS=2", "-Iown"][..], &own].concat(), "(int) 4\n");
    assert_eq!(headers(), 4);
    place.write(
        "own/bits/stl_pair.h",
        "#define OWN_PAIR 5\n#include_next <bits/stl_pair.h>\n",
    );
    says(
        &["-Iown", "-e", "#include <utility>", "-e", "OWN_PAIR"],
        "(int) 5\n",
    );
    assert_eq!(headers(), 6);
}

#[test]
fn a_header_that_changes_while_a_session_lasts_does_not_disturb_it() {
    let place = Place::new();
    place.write("own/wchar.h", SHADOW);
    place.write("own/deep/part.h", "#pragma once\nenum { part = 1 };\n");
    let change =
        r##"std::ofstream("own/deep/part.h") << "#pragma once\nenum { changed, part };\n";"##;
    let cells = format!(
        "#include <fstream>\npart\n{change}\n#include <string>\nstd::string(3, 'x').size()\nnot_there\n\
         #include <vector>\nstd::vector<int>(part).size()\n%undo\nint late = part;\nlate\n%replay\nchanged\n"
    );
    let output = output_of_cells(&mut place.chevron(&["-I", "own"]), &cells);
    let told = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = told.lines().filter(|it| it.contains("error")).collect();
    assert_eq!(errors.len(), 1, "{told}");
    assert!(errors[0].contains("not_there"), "{told}");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(
        out.contains("\n(unsigned long) 3\n(unsigned long) 1\n(int) 1\n"),
        "{out}"
    );
    // What is read again is what is there now.
    assert!(out.ends_with("changed\n"), "{out}");
}

#[test]
fn a_start_without_a_temporary_directory_or_a_home_works() {
    let place = Place::new();
    let mut command = place.chevron(&["-e", "6 * 7"]);
    for name in ["HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "USER", "PATH"] {
        command.env_remove(name);
    }
    let (out, told, _) = output(command.env("TMPDIR", place.path().join("missing")));
    assert_eq!((out.as_str(), told.as_str()), ("(int) 42\n", ""));
}

#[test]
fn starts_that_are_killed_leave_no_temporary_files() {
    let place = Place::new();
    let temporary = place.path().join("temporary");
    fs::create_dir(&temporary).expect("writable");
    for after in [20, 150, 400, 700] {
        let mut command = place.chevron(&["-e", "1"]);
        let mut child = command
            .env("TMPDIR", &temporary)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(after));
        child.kill().expect("it is ours");
        child.wait().expect("it has ended");
    }
    let (out, told, _) = output(place.chevron(&["-e", "1"]).env("TMPDIR", &temporary));
    assert_eq!((out.as_str(), told.as_str()), ("(int) 1\n", ""));
    let left = |folder: &Path| fs::read_dir(folder).map_or(0, Iterator::count);
    assert_eq!(left(&temporary), 0);
    assert_eq!(left(&place.path().join("cache/temporaries")), 0);
}

#[test]
fn what_a_session_makes_is_private_whatever_the_umask() {
    let place = Place::new();
    let script = "umask 0; exec \"$0\" --device cpu -e 1";
    let (out, _, _) = output(
        Command::new("sh")
            .args(["-c", script])
            .arg(binary().expect("chevron is built"))
            .env("XDG_CACHE_HOME", place.path().join("caches"))
            .env_remove("CHEVRON_CACHE_DIR"),
    );
    assert_eq!(out, "(int) 1\n");
    let mut found = vec![place.path().join("caches")];
    while let Some(path) = found.pop() {
        let about = fs::metadata(&path).expect("it is there");
        let mode = about.permissions().mode() & 0o777;
        assert_eq!(mode & 0o077, 0, "{mode:o} {}", path.display());
        if about.is_dir() {
            found.extend(
                fs::read_dir(&path)
                    .expect("readable")
                    .flatten()
                    .map(|it| it.path()),
            );
        }
    }
}

#[test]
fn a_cache_that_others_can_write_to_is_not_used() {
    let place = Place::new();
    let open = place.path().join("open");
    fs::create_dir(&open).expect("writable");
    fs::set_permissions(&open, Permissions::from_mode(0o777)).expect("it is ours");
    symlink(&open, place.path().join("cache")).expect("writable");
    let (out, told, _) = output(&mut place.chevron(&["-e", "1"]));
    assert_eq!(out, "(int) 1\n");
    assert!(told.contains("can be written to by other users"), "{told}");
    assert_eq!(fs::read_dir(&open).expect("readable").count(), 0);
}

#[test]
fn files_that_may_not_grow_cost_the_cache_alone() {
    let place = Place::new();
    let cells = "int a = 4;\na\n__global__ void fill(int *to) { *to = 70 + 7; }\n\
                 int *to; cudaMalloc(&to, 4); fill<<<1, 1>>>(to);\n*to\n";
    let script = "ulimit -f 0; exec \"$0\" --device cpu";
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .arg(binary().expect("chevron is built"))
        .env("CHEVRON_CACHE_DIR", place.path().join("cache"));
    let (out, _) = piped(&mut command, cells);
    assert_eq!(out, "(int) 4\n(int) 77\n");
}

#[test]
fn a_history_that_is_no_file_is_passed_over() {
    for target in ["pipe", "/dev/zero", "/dev/full"] {
        let place = Place::new();
        let history = place.path().join("history");
        if target == "pipe" {
            let made = Command::new("mkfifo").arg(&history).status();
            assert!(made.expect("it starts").success());
        } else {
            symlink(target, &history).expect("writable");
        }
        let mut prompt = chevron_prompt(place.path()).expect("the prompt comes");
        assert!(
            prompt.answer.contains("is no regular file and is not used"),
            "{}",
            prompt.answer
        );
        prompt.line("6 * 7").expect("the session goes on");
        assert!(prompt.answer.contains("(int) 42"), "{}", prompt.answer);
    }
}

#[test]
fn an_executor_in_another_folder_is_not_started() {
    let place = Place::new();
    let ours = binary().expect("chevron is built");
    fs::create_dir(place.path().join("bin")).expect("writable");
    let alone = place.path().join("bin/chevron");
    fs::copy(&ours, &alone).expect("writable");
    for planted in ["chevron-executor", "cwd/chevron-executor"] {
        place.write(planted, "#!/bin/sh\necho PLANTED >&2\n");
        let path = place.path().join(planted);
        fs::set_permissions(path, Permissions::from_mode(0o755)).expect("it is ours");
    }
    let (out, told, output) = output(
        Command::new(&alone)
            .args(["--device", "cpu", "--no-cache", "-e", "1"])
            .current_dir(place.path().join("cwd"))
            .env("PATH", place.path())
            .env_remove("CHEVRON_EXECUTOR"),
    );
    assert_eq!(out, "");
    assert!(!told.contains("PLANTED"), "{told}");
    assert!(told.contains("`chevron-executor` is not beside"), "{told}");
    assert!(!output.status.success());
}

#[test]
fn an_executor_that_never_answers_is_named() {
    let place = Place::new();
    place.write("silent", "#!/bin/sh\nexec sleep 100\n");
    let path = place.path().join("silent");
    fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("it is ours");
    let begun = Instant::now();
    let (out, told, output) = output(place.chevron(&["-e", "1"]).env("CHEVRON_EXECUTOR", &path));
    assert!(begun.elapsed() < Duration::from_secs(60), "{told}");
    assert_eq!((out.as_str(), output.status.success()), ("", false));
    assert!(told.contains(&path.display().to_string()), "{told}");
}

#[test]
fn libraries_are_not_taken_from_the_working_directory() {
    let place = Place::new();
    place.write("libm.so.6", "not even a library");
    for words in [
        ["-l", "libm.so.6", "-e", "sqrt(4.0)"],
        ["-e", "%lib libm.so.6", "-e", "sqrt(4.0)"],
    ] {
        let (out, told, _) = output(&mut place.chevron(&words));
        assert_eq!((out.as_str(), told.as_str()), ("(double) 2.0\n", ""));
    }
    let (_, told, _) = output(&mut place.chevron(&["-l", "./libm.so.6", "-e", "1"]));
    assert!(told.contains("./libm.so.6"), "{told}");
}

#[test]
fn programs_that_never_end_to_be_read_are_not_begun() {
    let place = Place::new();
    for file in ["/dev/zero", "/dev/full", "/dev/tty"] {
        let (_, told, output) = output(&mut place.chevron(&["run", file]));
        assert!(told.contains(&format!("`{file}` cannot be read")), "{told}");
        assert!(!output.status.success());
    }
}

#[test]
fn comments_over_lines_are_not_run() {
    let place = Place::new();
    for cells in [
        "int a = 1;\na\n/* begun\nputs(\"RAN\");\nputs(\"RAN\"); */\na + 1\n",
        "int a = 1;\nif (a) puts(\"yes\");\n/* begun\nputs(\"RAN\");\n*/\na + 1\n",
        "int a = 1;\na\n/* never closed\nputs(\"RAN\");\n",
        "int a = 1;\na\n// goes on \\\nputs(\"RAN\");\na + 1\n",
    ] {
        let read = output_of_cells(&mut place.chevron(&[]), cells);
        let out = String::from_utf8_lossy(&read.stdout);
        assert!(!out.contains("RAN"), "{cells}\n{out}");
        let (out, _, _) = output(&mut place.chevron(&["-e", cells]));
        assert!(!out.contains("RAN"), "{cells}\n{out}");
    }
}

#[test]
fn a_long_cell_of_a_pipe_is_read_in_linear_time() {
    let place = Place::new();
    let numbers: Vec<String> = (0..60_000).map(|it| it.to_string()).collect();
    let cells = format!(
        "const int table[] = {{\n{}\n}};\ntable[59999]\n",
        numbers.join(",\n")
    );
    // With work that grows with the square it takes minutes.
    let begun = Instant::now();
    let (out, told) = piped(&mut place.chevron(&[]), &cells);
    assert_eq!((out.as_str(), told.as_str()), ("(const int) 59999\n", ""));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn taking_cells_back_behind_includes_gives_memory_back() {
    let place = Place::new();
    let includes: String = ["map", "thread", "fstream", "string", "unistd.h"]
        .iter()
        .map(|header| format!("#include <{header}>\n"))
        .collect();
    let resident = "long resident_mib() { long all, resident; \
        std::ifstream(\"/proc/\" + std::to_string(getppid()) + \"/statm\") >> all >> resident; \
        return resident * sysconf(_SC_PAGESIZE) >> 20; }\n";
    let rounds = |count: u32| -> String {
        (0..count)
            .map(|it| format!("int gone = {it};\n%undo\n"))
            .collect()
    };
    // At 8 MiB a round it was 320.
    let (first, more) = (rounds(10), rounds(40));
    let cells = format!(
        "{includes}{resident}{first}long before = resident_mib();\n{more}resident_mib() - before < 100\n"
    );
    let (out, told) = piped(&mut place.chevron(&["--checkpoint=off"]), &cells);
    assert_eq!(out, "(bool) true\n", "{told}");
}

#[test]
fn a_header_that_includes_itself_is_told_briefly() {
    let place = Place::new();
    for (text, message) in [
        ("#include \"round.h\"\n", "nested too deeply"),
        (
            "int round;\n#include \"round.h\"\n",
            "redefinition of 'round'",
        ),
    ] {
        place.write("round.h", text);
        let (out, told, _) = output(&mut place.chevron(&["-e", "#include \"round.h\"\n7"]));
        assert!(told.contains(message), "{told}");
        assert!(told.len() < 30_000, "{} bytes", told.len());
        assert_eq!(out, "(int) 7\n");
    }
}

#[test]
fn a_signal_to_the_whole_group_ends_the_cell_alone() {
    let place = Place::new();
    let cells = "#include <csignal>\nkill(0, SIGTERM);\n6 * 7\n";
    let mut command = Command::new("setsid");
    command
        .args(["--wait"])
        .arg(binary().expect("chevron is built"))
        .args(["--device", "cpu"])
        .env("CHEVRON_CACHE_DIR", place.path().join("cache"));
    let read = output_of_cells(&mut command, cells);
    let (out, told) = (
        String::from_utf8_lossy(&read.stdout),
        String::from_utf8_lossy(&read.stderr),
    );
    // The cell is ended, and taken back where a checkpoint was kept; else a session goes on without what it had.
    assert_eq!(read.status.code(), Some(1), "{told}");
    assert!(
        told.contains("SIGTERM") || told.contains("signal"),
        "{told}"
    );
    assert!(out.ends_with("(int) 42\n"), "{out}{told}");
}
