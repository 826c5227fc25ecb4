//! The executor as a process: output, ends of every kind, libraries, programs.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Session, object, start_built};
use jit_api::client::{Death, Ended};
use jit_api::wire::{CodeKind, Edition, KernelImage, KernelName, Outcome, Tier};

/// Runs one test of this program in a process of its own, so that its output and exit can be looked at.
fn alone(test: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env("CHEVRON_TEST_ALONE", test)
        .stdin(Stdio::null());
    command.process_group(0).output().unwrap()
}

fn is_alone(test: &str) -> bool {
    std::env::var("CHEVRON_TEST_ALONE").is_ok_and(|name| name == test)
}

fn stdout_of(test: &str) -> String {
    let output = alone(test);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn destructors_run_in_reverse_order_at_the_end() {
    let name = "process::destructors_run_in_reverse_order_at_the_end";
    if !is_alone(name) {
        let output = stdout_of(name);
        let ends: Vec<&str> = output
            .split("... ")
            .nth(1)
            .unwrap_or_default()
            .split("end ")
            .skip(1)
            .filter_map(|text| text.split_whitespace().next())
            .collect();
        assert_eq!(
            ends,
            ["thread_local", "atexit", "late", "second", "first"],
            "{output}"
        );
        return;
    }
    let mut session = Session::start();
    // As devicecc emits them: the entry constructs the cell's objects in order and registers their destructors.
    let noisy = "#include <cstdio>\n#include <cstdlib>
        struct Noisy { const char *name; explicit Noisy(const char *n) : name(n) {} ~Noisy() { std::printf(\"end %s\\n\", name); } };";
    session.shows(
        noisy,
        "static Noisy first(\"first\"); static Noisy second(\"second\");",
    );
    session.shows(
        noisy,
        "static Noisy late(\"late\"); std::atexit([] { std::puts(\"end atexit\"); });",
    );
    session.shows(noisy, "static thread_local Noisy local(\"thread_local\");");
    assert_eq!(session.executor.quit(), Death::Exit(0));
}

#[test]
fn output_is_written_before_a_cell_ends() {
    let name = "process::output_is_written_before_a_cell_ends";
    if !is_alone(name) {
        let output = stdout_of(name);
        let place = |text: &str| {
            output
                .find(text)
                .unwrap_or_else(|| panic!("`{text}` is not in {output}"))
        };
        assert!(
            place("from printf") < place("after one") && place("after one") < place("from cout")
        );
        assert!(place("from cout") < place("after two"));
        return;
    }
    let mut session = Session::start();
    session.shows("#include <cstdio>", "std::printf(\"from printf\");");
    println!("after one");
    // Not <iostream>: its initialiser is a static object, which devicecc calls from the entry.
    session.shows(
        "#include <ostream>\nnamespace std { extern ostream cout; }",
        "std::ios::sync_with_stdio(false); std::cout << \"from cout\";",
    );
    println!("after two");
}

#[test]
fn a_program_gets_its_arguments_and_gives_its_status() {
    let name = "process::a_program_gets_its_arguments_and_gives_its_status";
    if !is_alone(name) {
        let output = stdout_of(name);
        assert!(output.contains("3: prog a b c"), "{output}");
        assert!(
            output.find("in main").unwrap() < output.find("destroyed").unwrap(),
            "{output}"
        );
        return;
    }
    let mut session = Session::start();
    let mut image = session.image(
        "#include <cstdio>\nstruct Last { ~Last() { std::puts(\"destroyed\"); } };
         int main(int count, char **arguments) {
           static Last last; std::puts(\"in main\");
           std::printf(\"%d: %s %s %s\\n\", count, arguments[0], arguments[1], arguments[2]);
           return arguments[count] == nullptr ? 42 : 1; }",
        "",
    );
    image.main = Some(["prog", "a", "b c"].map(str::to_owned).to_vec());
    assert_eq!(session.end(image), Ended::Died(Death::Exit(42)));
}

#[test]
fn deaths_are_told_and_remembered() {
    let mut session = Session::start();
    let image = session.image("#include <csignal>", "std::raise(SIGSEGV);");
    assert_eq!(
        session.end(image),
        Ended::Died(Death::Signal(libc::SIGSEGV))
    );
    let image = session.image("", "");
    assert_eq!(
        session.end(image),
        Ended::Died(Death::Signal(libc::SIGSEGV))
    );
    assert_eq!(
        session.executor.library("m"),
        Err(Death::Signal(libc::SIGSEGV))
    );
    assert!(!session.executor.alive());

    let mut session = Session::start();
    let image = session.image("#include <cstdlib>", "std::exit(3);");
    assert_eq!(session.end(image), Ended::Died(Death::Exit(3)));
}

#[test]
fn values_of_a_cell_that_dies_are_not_mixed_up_with_the_next_executor() {
    let mut session = Session::start();
    let image = session.image("#include <cstdlib>", "SHOW(1); std::abort();");
    assert_eq!(
        session.end(image),
        Ended::Died(Death::Signal(libc::SIGABRT))
    );
    assert_eq!(Session::start().shows("", "SHOW(2);"), ["2"]);
}

#[test]
fn a_cell_that_closes_all_descriptors_ends_its_executor_only() {
    let mut session = Session::start();
    let image = session.image(
        "#include <unistd.h>",
        "for (int i = 3; i < 256; ++i) close(i);",
    );
    assert_eq!(session.end(image), Ended::Died(Death::CutOff));
}

#[test]
fn an_endless_cell_can_be_ended() {
    let mut session = Session::start();
    let image = session.image("", "volatile int go = 1; while (go) {}");
    let interrupt = session.executor.killer();
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        interrupt();
    });
    assert_eq!(
        session.end(image),
        Ended::Died(Death::Signal(libc::SIGKILL))
    );
    other.join().unwrap();
}

#[test]
fn no_executor_outlives_its_session() {
    let mut session = Session::start();
    let image = session.image(
        "#include <unistd.h>\n#include <string>",
        "SHOW(std::to_string(getpid()));",
    );
    assert_eq!(session.outcome(image), Outcome::Done);
    let executor = Path::new("/proc").join(&session.values[0]);
    assert!(executor.exists());
    drop(session);
    let started = Instant::now();
    while executor.exists() {
        assert!(
            started.elapsed() < Duration::from_secs(5),
            "the executor lives on"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_library_gives_its_symbols() {
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (
        folder.path().join("l.cpp"),
        folder.path().join("libchevrontest.so"),
    );
    fs::write(
        &source,
        "inline int shared = 30; extern \"C\" int from_library() { return ++shared; }",
    )
    .unwrap();
    let status = Command::new("c++")
        .args(["-std=c++17", "-shared", "-fPIC"])
        .arg(&source)
        .arg("-o")
        .arg(&library)
        .status();
    assert!(status.unwrap().success());

    let mut session = Session::start();
    let uses = "inline int shared = 1; extern \"C\" int from_library();";
    assert_eq!(
        session.cell(uses, "SHOW(from_library());"),
        Outcome::Undefined(vec!["from_library".to_owned()])
    );
    assert_eq!(
        session.executor.library(library.to_str().unwrap()),
        Ok(None)
    );
    // An inline variable is one, also with the library's.
    assert_eq!(
        session.shows(uses, "SHOW(from_library()); SHOW(shared);"),
        ["31", "31"]
    );
    assert_eq!(session.executor.library("m"), Ok(None));
    let error = session
        .executor
        .library("/nowhere/libnothing.so")
        .unwrap()
        .unwrap();
    assert!(error.contains("/nowhere/libnothing.so"), "{error}");
}

#[test]
fn a_kernel_that_failed_to_compile_is_told_to_the_cell_that_waits() {
    let mut session = Session::start();
    let mut image = session.image("", "SHOW(1);");
    image.kernels = vec![KernelName {
        symbol: "_Z1kv".to_owned(),
        display: "k".to_owned(),
    }];
    session
        .executor
        .modules()
        .kernel_failed("_Z1kv", 1, "kernel `k` could not be compiled");
    assert_eq!(session.outcome(image), Outcome::Done);
    assert_eq!(session.executor.statistics().unwrap().kernels, 0);
}

#[test]
fn kernels_load_while_a_cell_runs() {
    let mut session = Session::start();
    let modules = session.executor.modules();
    let kernel = KernelImage {
        symbol: "_Z1kv".to_owned(),
        cell: 1,
        edition: Edition::Only,
        display: "k".to_owned(),
        object: object("extern \"C\" void chv_k(const void *, const void *) {}"),
        kind: CodeKind::Elf,
        entry: "chv_k".to_owned(),
        tier: Tier::Block,
        ..KernelImage::default()
    };
    let sender = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        modules.kernel(kernel);
    });
    let mut image = session.image("#include <unistd.h>", "usleep(200000);");
    image.kernels = vec![KernelName {
        symbol: "_Z1kv".to_owned(),
        display: "k".to_owned(),
    }];
    assert_eq!(session.outcome(image), Outcome::Done);
    sender.join().unwrap();
    assert_eq!(session.executor.statistics().unwrap().kernels, 1);
}

#[test]
fn a_missing_device_is_explained() {
    let error = start_built("warp-drive").err().unwrap().to_string();
    assert!(error.contains("`warp-drive`"), "{error}");
}

#[test]
fn it_refuses_to_run_alone() {
    let program = Path::new(env!("CARGO_BIN_EXE_chevron-executor"));
    let output = Command::new(program).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("is started by `chevron`"), "{message}");
}
