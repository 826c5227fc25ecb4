//! What is bound when an object is linked, and cells that are linked while the session goes on.

use jit_api::client::{Death, Ended};
use jit_api::wire::{CellImage, Outcome};

use crate::common::Session;

fn end_of(session: &mut Session, declarations: &str, statements: &str) -> Ended {
    let image = session.image(declarations, statements);
    session.end(image)
}

/// The ways in which compilers refer to things, one in each line of the entry.
#[test]
fn references_of_all_kinds_are_bound() {
    let mut session = Session::start();
    session.shows(
        "extern \"C\" { int number = 5; int twice(int x) { return 2 * x; } }",
        "",
    );
    let declarations = r#"
        #include <cstring>
        alignas(1 << 16) static char wide = 8;
        extern "C" { extern int number; int twice(int); extern int tentative[16]; extern int absolute; }
        asm(".comm tentative,64,64\n.globl absolute\nabsolute = 0x1234");
        static int zeros[100000], filled[3] = {1, 2, 3};
        static int *pointer = &filled[2];
        int (*function)(int) = twice;
        int pick(int x) { switch (x) { case 0: return 3; case 1: return 9; case 2: return 4; case 3: return 1; case 4: return 7; case 5: return twice(x); } return 0; }
    "#;
    let statements = r#"
        SHOW(twice(number));
        SHOW(function(4) + *pointer);
        SHOW((int)std::strlen("process") + zeros[99999]);
        tentative[15] = 6; SHOW(tentative[15] + ((unsigned long)tentative % 64 == 0));
        SHOW((int)(long)&absolute);
        SHOW(pick(number));
        long far; asm("movq twice@GOTPCREL(%%rip), %0" : "=r"(far)); SHOW(far == (long)twice);
        SHOW(wide + (int)((unsigned long)&wide % (1 << 16)));
        asm("leaq .Lhere(%%rip), %0\n.Lhere:" : "=r"(far)); SHOW(far != 0);
    "#;
    assert_eq!(
        session.shows(declarations, statements),
        ["10", "11", "7", "7", "4660", "10", "1", "8", "1"]
    );
}

#[test]
fn a_reference_that_cannot_be_bound_is_told_and_adds_nothing() {
    let mut session = Session::start();
    let in_bytes = "extern \"C\" int odd() { return 1; } asm(\".data\\n.long odd\\n.text\");";
    let Outcome::LinkFailed(message) = session.cell(in_bytes, "") else {
        panic!("it was linked");
    };
    assert!(
        message.contains("`odd`") && message.contains("relocation 10"),
        "{message}"
    );
    session.shows("asm(\".globl far\\nfar = 0x123456789abc\");", "");
    let outcome = session.cell("asm(\".data\\n.long far - .\\n.text\");", "");
    assert!(
        matches!(&outcome, Outcome::LinkFailed(message) if message.contains("`far` is too far")),
        "{outcome:?}"
    );
    assert_eq!(
        session.shows("extern \"C\" int odd() { return 2; }", "SHOW(odd());"),
        ["2"]
    );
}

#[test]
fn code_and_constants_cannot_be_written_to() {
    let declarations = "extern const char text[] = \"constant\"; int code() { return 1; }";
    for target in ["(char *)text", "(char *)code"] {
        let mut session = Session::start();
        session.shows(declarations, "");
        let end = end_of(
            &mut session,
            "extern const char text[]; int code();",
            &format!("*(volatile char *){target} = 1;"),
        );
        assert!(
            matches!(end, Ended::Died(Death::Signal(libc::SIGSEGV))),
            "{end:?}"
        );
    }
}

#[test]
fn a_cell_that_is_linked_ahead_is_there_for_the_next_one() {
    let mut session = Session::start();
    let ahead = session.image("extern \"C\" int f() { return 3; }", "");
    let number = ahead.number;
    session.executor.link_ahead(ahead);
    let call = "extern \"C\" int f();";
    assert_eq!(session.shows(call, "SHOW(f());"), ["3"]);
    let linked = session.executor.linked_ahead();
    assert_eq!(linked.len(), 1);
    assert_eq!(
        (linked[0].cell, &linked[0].outcome),
        (number, &Outcome::Done)
    );
    assert!(session.executor.linked_ahead().is_empty());

    // Undone right after it was sent.
    let ahead = session.image("extern \"C\" int g() { return 4; }", "");
    session.executor.link_ahead(ahead);
    let first = session.cells;
    session.undo(first);
    let outcome = session.cell("extern \"C\" int g();", "SHOW(g());");
    assert_eq!(outcome, Outcome::Undefined(vec!["g".to_owned()]));
}

#[test]
fn a_cell_that_cannot_be_linked_ahead_costs_only_itself() {
    let mut session = Session::start();
    let damaged = CellImage {
        number: session.next_cell(),
        object: Some(b"no object".to_vec()),
        entry: "chv_entry_1".to_owned(),
        ..CellImage::default()
    };
    session.executor.link_ahead(damaged);
    assert_eq!(session.shows("", "SHOW(1);"), ["1"]);
    let linked = session.executor.linked_ahead();
    assert!(
        matches!(&linked[..], [only] if only.cell == 1 && matches!(only.outcome, Outcome::LinkFailed(_))),
        "{linked:?}"
    );
}

#[test]
fn a_death_ahead_is_told_by_what_comes_next() {
    let mut session = Session::start();
    (session.executor.killer())();
    let ahead = session.image("extern \"C\" int f() { return 3; }", "");
    session.executor.link_ahead(ahead);
    assert!(session.executor.linked_ahead().is_empty());
    let end = end_of(&mut session, "", "SHOW(1);");
    assert!(matches!(end, Ended::Died(_)), "{end:?}");
    assert!(session.executor.restore(None).is_err());
}
