//! C++ of cells in a real executor: what a program's code may rely on, it may rely on too.

use crate::common::Session;
use jit_api::wire::Outcome;

#[test]
fn later_cells_use_earlier_ones() {
    let mut session = Session::start();
    assert_eq!(
        session.cell("int counter = 40; int next() { return ++counter; }", ""),
        Outcome::Done
    );
    assert_eq!(
        session.shows(
            "extern int counter; int next();",
            "SHOW(next() + next()); SHOW(counter);"
        ),
        ["83", "42"]
    );
}

#[test]
fn exceptions_cross_objects() {
    let mut session = Session::start();
    session.shows(
        "struct Mine { int value; }; void raise(int value) { throw Mine{value}; }",
        "",
    );
    let shown = session.shows(
        "struct Mine { int value; }; void raise(int);",
        "try { raise(7); } catch (Mine &mine) { SHOW(mine.value); }",
    );
    assert_eq!(shown, ["7"]);
}

#[test]
fn an_exception_that_leaves_a_cell_is_reported_and_the_next_cell_works() {
    let mut session = Session::start();
    let outcome = session.cell(
        "#include <stdexcept>",
        "throw std::out_of_range(\"too far\");",
    );
    assert_eq!(
        outcome,
        Outcome::Exception {
            type_name: "std::out_of_range".to_owned(),
            what: Some("too far".to_owned()),
            fault: None,
        }
    );
    let outcome = session.cell("", "throw 3;");
    assert_eq!(
        outcome,
        Outcome::Exception {
            type_name: "int".to_owned(),
            what: None,
            fault: None,
        }
    );
    assert_eq!(session.shows("", "SHOW(5);"), ["5"]);
}

#[test]
fn weak_definitions_are_one() {
    let mut session = Session::start();
    let shared = "inline int shared = 1; inline int *where() { static int place; return &place; } template <class T> T twice(T x) { return x + x; }";
    session.shows(shared, "shared = twice(20); *where() = 2;");
    assert_eq!(
        session.shows(shared, "SHOW(shared + *where()); SHOW(twice(4));"),
        ["42", "8"]
    );
}

#[test]
fn several_names_of_one_address_are_resolved() {
    let mut session = Session::start();
    session.shows("extern \"C\" int one() { return 4; } extern \"C\" int other() __attribute__((alias(\"one\")));", "");
    let uses = "extern \"C\" int one(); extern \"C\" int other(); extern \"C\" __attribute__((weak)) int nobody();";
    assert_eq!(
        session.shows(uses, "SHOW(one() + other() + (nobody ? 1 : 0));"),
        ["8"]
    );
}

#[test]
fn functions_behind_a_replaced_weak_one_can_still_be_unwound() {
    let mut session = Session::start();
    // Its unwind information stands before the entry's; the second cell's copy of it gives way to the first's.
    let weak = "inline __attribute__((noinline)) int maybe(int x) { try { if (x > 2) throw x; } catch (long) { return 0; } return x; }";
    session.shows(weak, "SHOW(maybe(1));");
    assert_eq!(
        session.shows(weak, "try { maybe(3); } catch (int x) { SHOW(x); }"),
        ["3"]
    );
}

#[test]
fn a_second_strong_definition_is_refused_by_name_and_changes_nothing() {
    let mut session = Session::start();
    session.shows("int answer(int) { return 1; }", "");
    match session.cell(
        "int answer(int) { return 2; } int fresh() { return 3; }",
        "SHOW(answer(0));",
    ) {
        Outcome::LinkFailed(message) => assert_eq!(message, "defined a second time: `answer(int)`"),
        other => panic!("{other:?}"),
    }
    assert_eq!(session.shows("int answer(int);", "SHOW(answer(0));"), ["1"]);
    assert_eq!(
        session.cell("int fresh();", "SHOW(fresh());"),
        Outcome::Undefined(vec!["fresh()".to_owned()])
    );
}

#[test]
fn undefined_symbols_are_listed_and_the_next_cell_works() {
    let mut session = Session::start();
    let outcome = session.cell(
        "namespace ns { int missing(double); } extern \"C\" int i();",
        "SHOW(ns::missing(1.5) + i());",
    );
    match outcome {
        Outcome::Undefined(mut symbols) => {
            symbols.sort();
            assert_eq!(symbols, ["i", "ns::missing(double)"]);
        }
        other => panic!("{other:?}"),
    }
    session.shows("namespace ns { int missing(double x) { return int(2 * x); } } extern \"C\" int i() { return 4; }", "");
    assert_eq!(
        session.shows(
            "namespace ns { int missing(double); } extern \"C\" int i();",
            "SHOW(ns::missing(1.5) + i());"
        ),
        ["7"]
    );
}

#[test]
fn the_standard_library_works() {
    let mut session = Session::start();
    let shown = session.shows(
        "#include <algorithm>\n#include <map>\n#include <sstream>\n#include <vector>",
        "std::vector<int> v{3, 1, 2}; std::sort(v.begin(), v.end()); std::map<std::string, int> m{{\"a\", v[0]}, {\"b\", v[2]}};
         std::ostringstream s; s << m[\"a\"] << m[\"b\"] << std::hex << 255; SHOW(s.str());",
    );
    assert_eq!(shown, ["13ff"]);
}

#[test]
fn thread_local_variables_are_each_threads_own() {
    let mut session = Session::start();
    let declarations = "#include <thread>\n#include <atomic>
        std::atomic<int> destroyed; struct Noisy { int value = 5; ~Noisy() { destroyed += value; } };
        thread_local int plain = 10; thread_local Noisy noisy; int touch() { noisy.value += 1; return ++plain; }";
    session.shows(declarations, "touch(); touch();");
    let uses = "#include <thread>\n#include <atomic>
        extern std::atomic<int> destroyed; int touch(); extern thread_local int plain;";
    let statements = "int other = 0; std::thread([&] { other = touch(); }).join(); SHOW(other); SHOW(plain); SHOW(destroyed);";
    assert_eq!(session.shows(uses, statements), ["11", "12", "6"]);
}

#[test]
fn threads_call_once_futures_and_locks_work() {
    let mut session = Session::start();
    let declarations = "#include <future>\n#include <mutex>\n#include <thread>\n#include <vector>\n#include <condition_variable>
        std::once_flag flag; std::mutex mutex; int once, total;";
    let statements = "std::vector<std::thread> threads;
        for (int i = 0; i < 8; ++i) threads.emplace_back([i] {
            std::call_once(flag, [] { ++once; }); std::lock_guard lock(mutex); total += i; });
        for (auto &thread : threads) thread.join();
        SHOW(once); SHOW(total); SHOW(std::async(std::launch::async, [] { return 6 * 7; }).get());
        std::promise<int> promise; auto future = promise.get_future();
        try { throw 9; } catch (...) { promise.set_exception(std::current_exception()); }
        try { future.get(); } catch (int value) { SHOW(value); }";
    assert_eq!(
        session.shows(declarations, statements),
        ["1", "28", "42", "9"]
    );
}

#[test]
fn an_exception_in_a_thread_is_passed_on_to_the_cell() {
    let mut session = Session::start();
    let outcome = session.cell(
        "#include <future>\n#include <stdexcept>",
        "std::async(std::launch::async, []() -> int { throw std::runtime_error(\"from afar\"); }).get();",
    );
    let expected = Outcome::Exception {
        type_name: "std::runtime_error".to_owned(),
        what: Some("from afar".to_owned()),
        fault: None,
    };
    assert_eq!(outcome, expected);
}

#[test]
fn an_equal_cell_runs_its_old_code_again() {
    let mut session = Session::start();
    session.shows("int runs;", "");
    let image = session.image("extern int runs;", "SHOW(++runs);");
    assert_eq!(session.outcome(image.clone()), Outcome::Done);
    assert_eq!(session.outcome(image), Outcome::Done);
    assert_eq!(session.values, ["1", "2"]);
}

#[test]
fn a_cell_can_be_linked_without_running() {
    let mut session = Session::start();
    let mut image = session.image("int quiet() { return 3; }", "SHOW(\"not run\");");
    image.run = false;
    assert_eq!(session.outcome(image), Outcome::Done);
    assert_eq!(session.shows("int quiet();", "SHOW(quiet());"), ["3"]);
}

#[test]
fn initialisers_that_no_entry_calls_are_refused() {
    let mut session = Session::start();
    match session.cell("int compute(); int later = compute(); int compute() { return later + 1; } __attribute__((constructor)) void early() { SHOW(1); }", "") {
        Outcome::LinkFailed(message) => assert!(message.contains(".init_array"), "{message}"),
        other => panic!("{other:?}"),
    }
}
