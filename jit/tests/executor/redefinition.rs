//! Definitions that change: the newest wins, and `Undo` brings back what it hid.

use std::time::Duration;

use crate::common::{Session, object};
use crate::kernels::{RUNTIME, kernel, launch, named, variable};
use jit_api::wire::{CellImage, Definition, KernelImage, Outcome, Space};

/// How often a kernel is defined again and launched; `CHEVRON_REDEFINITIONS` says otherwise.
const REDEFINITIONS: u32 = 1_000;

/// Executor memory that so many redefinitions may cost, bytes: what the allocators keep.
const GROWTH_BYTES_MAX: u64 = 4 << 20;

/// A call of `int f()` as host code of cells makes it: by its slot.
const CALL_F: &str = "extern \"C\" int (*f_slot)() asm(\"f.slot\");";

fn defines(image: &mut CellImage, symbol: &str, fresh: bool) {
    let symbol = symbol.to_owned();
    image.definitions.push(Definition { symbol, fresh });
}

/// A cell with `int f()` that gives `value`.
fn define_f(session: &mut Session, value: u32) {
    let mut image = session.image(&format!("extern \"C\" int f() {{ return {value}; }}"), "");
    defines(&mut image, "f", true);
    assert_eq!(session.outcome(image), Outcome::Done);
}

#[test]
fn earlier_callers_follow_to_the_newest_function_and_back() {
    let mut session = Session::start();
    define_f(&mut session, 1);
    session.shows(
        &format!("{CALL_F} extern \"C\" int g() {{ return 10 * f_slot(); }}"),
        "",
    );
    let call = "extern \"C\" int g();";
    assert_eq!(session.shows(call, "SHOW(g());"), ["10"]);
    define_f(&mut session, 2);
    define_f(&mut session, 3);
    assert_eq!(session.shows(call, "SHOW(g());"), ["30"]);
    // Cells 4 and 5 defined it again.
    session.undo(5);
    assert_eq!(session.shows(call, "SHOW(g());"), ["20"]);
    session.undo(4);
    assert_eq!(session.shows(call, "SHOW(g());"), ["10"]);
    session.undo(1);
    let outcome = session.cell(CALL_F, "SHOW(f_slot());");
    assert_eq!(outcome, Outcome::Undefined(vec!["f".to_owned()]));
    define_f(&mut session, 4);
    assert_eq!(session.shows(CALL_F, "SHOW(f_slot());"), ["4"]);
}

#[test]
fn a_slot_of_the_process_s_own_function_follows_a_cell_that_defines_it() {
    let mut session = Session::start();
    let call = "extern \"C\" int (*size_slot)() asm(\"getdtablesize.slot\");";
    let keep = format!("{call} extern \"C\" int negative() {{ return size_slot() < 0; }}");
    assert_eq!(session.shows(&keep, "SHOW(negative());"), ["0"]);
    let mut image = session.image("extern \"C\" int getdtablesize() { return -6; }", "");
    defines(&mut image, "getdtablesize", true);
    assert_eq!(session.outcome(image), Outcome::Done);
    let again = "extern \"C\" int negative();";
    assert_eq!(session.shows(again, "SHOW(negative());"), ["1"]);
    session.undo(2);
    assert_eq!(session.shows(again, "SHOW(negative());"), ["0"]);
}

#[test]
fn an_object_may_reach_its_own_definition_through_its_slot() {
    let mut session = Session::start();
    for value in [1, 2] {
        let source = format!("{CALL_F} extern \"C\" int f() {{ return {value}; }}");
        let mut image = session.image(&source, "SHOW(f_slot());");
        defines(&mut image, "f", true);
        assert_eq!(session.outcome(image), Outcome::Done);
    }
    assert_eq!(session.values, ["1", "2"]);
}

#[test]
fn what_is_not_fresh_gives_way_to_the_earlier_definition() {
    let mut session = Session::start();
    for (value, fresh) in [(1, false), (2, false), (3, true)] {
        // Strong, as a cell's instantiation may be.
        let mut image = session.image(
            &format!("{CALL_F} extern \"C\" int f() {{ return {value}; }}"),
            "SHOW(f_slot());",
        );
        defines(&mut image, "f", fresh);
        assert_eq!(session.outcome(image), Outcome::Done);
    }
    assert_eq!(session.values, ["1", "1", "3"]);
}

#[test]
fn an_equal_object_defines_its_functions_again_without_new_code() {
    let mut session = Session::start();
    let mut one = session.image("extern \"C\" int f() { return 1; }", "");
    defines(&mut one, "f", true);
    assert_eq!(session.outcome(one.clone()), Outcome::Done);
    define_f(&mut session, 2);
    let objects = session.executor.statistics().unwrap().host_objects;
    one.number = session.next_cell();
    assert_eq!(session.outcome(one), Outcome::Done);
    assert_eq!(session.executor.statistics().unwrap().host_objects, objects);
    assert_eq!(session.shows(CALL_F, "SHOW(f_slot());"), ["1"]);
    session.undo(3);
    assert_eq!(session.shows(CALL_F, "SHOW(f_slot());"), ["2"]);
}

#[test]
fn an_equal_object_starts_its_variables_anew() {
    let mut session = Session::start();
    let count = "extern \"C\" int *count_slot asm(\"count.slot\");";
    let mut five = session.image("extern \"C\" { int count = 5; }", "");
    defines(&mut five, "count", true);
    assert_eq!(session.outcome(five.clone()), Outcome::Done);
    assert_eq!(
        session.shows(count, "*count_slot = 7; SHOW(*count_slot);"),
        ["7"]
    );
    five.number = session.next_cell();
    assert_eq!(session.outcome(five), Outcome::Done);
    assert_eq!(session.shows(count, "SHOW(*count_slot);"), ["5"]);
    session.undo(3);
    assert_eq!(session.shows(count, "SHOW(*count_slot);"), ["7"]);
}

#[test]
fn undo_takes_back_what_headers_brought_as_well() {
    let mut session = Session::start();
    session.shows("int strong() { return 1; }", "");
    session.undo(1);
    assert_eq!(
        session.cell("int strong();", "SHOW(strong());"),
        Outcome::Undefined(vec!["strong()".to_owned()])
    );
    assert_eq!(
        session.shows("int strong() { return 2; }", "SHOW(strong());"),
        ["2"]
    );
}

#[test]
fn a_device_variable_gets_new_storage_and_kernels_and_shadows_follow() {
    let mut session = Session::on("cpu");
    let body = "chv_count_vars[0][0] += 1;";
    session
        .executor
        .modules()
        .kernel(kernel("count", "chv_count", body, &[], &["total"]));
    let slot = "extern \"C\" int *total_slot asm(\"total.slot\");";
    let (no_arguments, after) = (
        "void **arguments = nullptr;",
        "cudaDeviceSynchronize(); SHOW(*total_slot);",
    );
    let mut image = launch(&mut session, "count", slot, no_arguments, after);
    image.variables = vec![variable("total", Space::Managed, 4, None)];
    defines(&mut image, "total", true);
    assert_eq!(session.outcome(image), Outcome::Done);

    let init = "extern \"C\" int __chv_init; int __chv_init = 100;";
    let mut image = session.image("", "");
    image.variables = vec![variable("total", Space::Managed, 4, Some(init))];
    defines(&mut image, "total", true);
    assert_eq!(session.outcome(image), Outcome::Done);
    let declarations = format!("{RUNTIME} {slot} void stub_count();");
    let again = format!(
        "cudaLaunchKernel((const void *)&stub_count, {{1, 1, 1}}, {{1, 1, 1}}, nullptr, 0, nullptr); {after}"
    );
    session.values.clear();
    assert_eq!(session.shows(&declarations, &again), ["101"]);
    assert_eq!(session.executor.statistics().unwrap().variables, 1);

    // Another instantiation of one template: the storage is shared.
    let mut image = session.image("", "");
    image.variables = vec![variable("total", Space::Managed, 4, Some(init))];
    defines(&mut image, "total", false);
    assert_eq!(session.outcome(image), Outcome::Done);
    assert_eq!(session.shows(&declarations, &again), ["102"]);

    session.undo(2);
    assert_eq!(session.shows(&declarations, &again), ["2"]);
}

/// A kernel `mark` of one cell, which writes the cell's number.
fn mark(cell: u32) -> KernelImage {
    let body = format!("**(int **)block->args[0] = {cell};");
    KernelImage {
        cell,
        ..kernel("mark", &format!("chv_mark_{cell}"), &body, &[8], &[])
    }
}

/// Launches the kernel `mark` by the stub of the first cell; gives what it wrote.
fn launched(session: &mut Session) -> String {
    let declarations = format!(
        "{RUNTIME} extern \"C\" int cudaMallocManaged(void **, std::size_t, unsigned); void stub_mark();"
    );
    let statements = "int *written; cudaMallocManaged((void **)&written, 4, 1); void *arguments[] = {&written};
        int status = cudaLaunchKernel((const void *)&stub_mark, {1, 1, 1}, {1, 1, 1}, arguments, 0, nullptr);
        cudaDeviceSynchronize(); if (status) SHOW(cudaGetErrorName(status)); else SHOW(*written);";
    session.shows(&declarations, statements).remove(0)
}

/// Names `mark` in the next cell, and registers its stub in the first one.
fn name_mark(session: &mut Session) -> u32 {
    let mut image = if session.next_cell() == 1 {
        let register = "__chv_register_kernel((const void *)&stub_mark, \"mark\");";
        session.cells -= 1;
        session.image("void stub_mark() {}", register)
    } else {
        session.cells -= 1;
        session.image("", "")
    };
    named(&mut image, "mark");
    let number = image.number;
    assert_eq!(session.outcome(image), Outcome::Done);
    number
}

#[test]
fn launches_take_the_generation_that_the_last_cell_named() {
    let mut session = Session::on("cpu");
    let modules = session.executor.modules();
    modules.kernel(mark(1));
    assert_eq!(name_mark(&mut session), 1);
    assert_eq!(launched(&mut session), "1");
    // Compiled already, and its cell is not linked yet.
    modules.kernel(mark(4));
    assert_eq!(launched(&mut session), "1");
    assert_eq!(name_mark(&mut session), 4);
    // An optimised image of the superseded definition.
    modules.kernel(mark(1));
    assert_eq!(launched(&mut session), "4");

    assert_eq!(name_mark(&mut session), 6);
    let compiling = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        modules.kernel(mark(6));
    });
    assert_eq!(launched(&mut session), "6");
    compiling.join().unwrap();
    let statistics = session.executor.statistics().unwrap();
    assert_eq!((statistics.kernels, statistics.code_objects), (1, 1));
}

#[test]
fn undo_makes_launches_wait_for_the_earlier_definition_s_image() {
    let mut session = Session::on("cpu");
    let modules = session.executor.modules();
    modules.kernel(mark(1));
    name_mark(&mut session);
    modules.kernel(mark(2));
    assert_eq!(name_mark(&mut session), 2);
    assert_eq!(launched(&mut session), "2");
    session.undo(2);
    assert_eq!(session.executor.statistics().unwrap().code_objects, 0);
    modules.kernel(mark(1));
    assert_eq!(launched(&mut session), "1");
    // The number is used again.
    modules.kernel(mark(2));
    assert_eq!(launched(&mut session), "1");
}

#[test]
fn a_launch_of_a_kernel_that_was_taken_back_is_told_on_its_cell() {
    let mut session = Session::on("cpu");
    session.executor.modules().kernel(mark(1));
    name_mark(&mut session);
    session.undo(1);
    let declarations = format!("{RUNTIME} extern \"C\" void stub_mark() {{}}");
    let launch = "__chv_register_kernel((const void *)&stub_mark, \"mark\");
        cudaLaunchKernel((const void *)&stub_mark, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr);";
    match session.cell(&declarations, launch) {
        Outcome::Device(fault) => {
            assert_eq!(fault.error, "cudaErrorInvalidDeviceFunction");
            assert!(fault.message.contains("no cell"), "{fault:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_was_never_registered_is_told_on_its_cell() {
    let mut session = Session::on("cpu");
    let declarations = format!(
        "{RUNTIME} extern \"C\" unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t, void *);
        extern \"C\" int __cudaPopCallConfiguration(dim3 *, dim3 *, std::size_t *, void **);"
    );
    // As a stub launches, which looks at no error.
    let launch = "__cudaPushCallConfiguration({1, 1, 1}, {1, 1, 1}, 0, nullptr);
        __cudaPopCallConfiguration(nullptr, nullptr, nullptr, nullptr);
        cudaLaunchKernel((const void *)&cudaGetErrorName, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr);";
    match session.cell(&declarations, launch) {
        Outcome::Device(fault) => assert_eq!(fault.error, "cudaErrorInvalidDeviceFunction"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_kernel_defined_again_and_again_costs_no_memory() {
    let count = std::env::var("CHEVRON_REDEFINITIONS")
        .map_or(REDEFINITIONS, |count| count.parse().unwrap());
    let mut session = Session::on("cpu");
    session.executor.modules().kernel(mark(1));
    name_mark(&mut session);
    let template = mark(1);
    let declarations = format!("{RUNTIME} void stub_mark();");
    let launch = "int *written = (int *)__builtin_alloca(4); void *arguments[] = {&written};
        if (cudaLaunchKernel((const void *)&stub_mark, {1, 1, 1}, {1, 1, 1}, arguments, 0, nullptr)) __builtin_trap();
        cudaDeviceSynchronize();";
    let mut image = session.image(&declarations, launch);
    let entry = &image.entry;
    image.object = Some(object(&format!(
        "#include <cstddef>\n{declarations}\nextern \"C\" void {entry}() {{ {launch} }}"
    )));
    let mut before = 0;
    for index in 0..count {
        // The text of a launch cell differs from time to time, so its entry does.
        let entry = format!("chv_entry_{}", index % 7 + 1);
        let object = image.object.clone().unwrap();
        let digit = [b'1' + (index % 7) as u8];
        let object = crate::flat::replaced(
            &object,
            b"chv_entry_2",
            &[b"chv_entry_", &digit[..]].concat(),
        );
        let mut cell = CellImage {
            number: index + 2,
            object: Some(object),
            entry,
            ..image.clone()
        };
        named(&mut cell, "mark");
        session.executor.modules().kernel(KernelImage {
            cell: cell.number,
            ..template.clone()
        });
        assert_eq!(session.outcome(cell), Outcome::Done);
        if index == count / 10 {
            before = session.executor.statistics().unwrap().resident_bytes;
        }
    }
    let after = session.executor.statistics().unwrap();
    println!(
        "{} redefinitions with launches: {} KiB more, {} code objects, {} host objects",
        count - count / 10,
        after.resident_bytes.saturating_sub(before) / 1024,
        after.code_objects,
        after.host_objects
    );
    assert_eq!((after.code_objects, after.host_objects), (1, 2));
    assert!(after.resident_bytes < before + GROWTH_BYTES_MAX);
}

#[test]
fn code_that_nothing_can_point_to_goes_after_its_cell() {
    let mut session = Session::start();
    session.shows("extern \"C\" { int total = 0; } extern \"C\" void add(int n) { total += n; } extern \"C\" void fail() { throw 5; }", "");
    let objects = |session: &mut Session| session.executor.statistics().unwrap().host_objects;
    let before = objects(&mut session);
    let uses = "extern \"C\" int total; extern \"C\" void add(int); extern \"C\" void fail(); extern \"C\" int atexit(void (*)());";
    let mut plain = |declarations: &str, statements: &str| {
        let mut image = session.image("", "");
        let entry = &image.entry;
        let source = format!("{declarations}\nextern \"C\" void {entry}() {{ {statements} }}");
        image.object = Some(object(&source));
        let outcome = session.outcome(image);
        (outcome, objects(&mut session) - before)
    };
    assert_eq!(
        plain(uses, "add(2); double half = total * 0.5; add((int)half);"),
        (Outcome::Done, 0)
    );
    let thrown = plain(uses, "struct Guard { ~Guard() { add(5); } } guard; fail();");
    assert!(
        matches!(thrown, (Outcome::Exception { .. }, 0)),
        "{thrown:?}"
    );
    // Each of these leaves something behind that others may hold.
    let kept = [
        "static int calls; ++calls;",
        "atexit([] { add(1); });",
        "extern const char *volatile text; static const char *volatile here; here = \"text\";",
    ];
    for (index, statements) in kept.into_iter().enumerate() {
        assert_eq!(
            plain(uses, statements),
            (Outcome::Done, index as u64 + 1),
            "{statements}"
        );
    }
    assert_eq!(
        session.shows("extern \"C\" int total;", "SHOW(total);"),
        ["8"]
    );
}
