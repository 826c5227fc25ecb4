use devicecc::cell::{Complaint, Item, ItemKind, Severity};

use super::super::definitions::CellNames;
use super::*;

const NAMED: &str = "'n' cannot be captured because it does not have automatic storage duration";
const DEFAULT: &str = "non-local lambda expression cannot have a capture-default";
const UNREACHABLE: &str = "reference to __host__ variable 'n' in __device__ function";
const SEMICOLON: &str = "expected ';' after top level declarator";

fn complaint_of(message: &str) -> Complaint {
    match message {
        NAMED => Complaint::CaptureOfGlobal,
        DEFAULT => Complaint::CaptureDefaultOutside,
        UNREACHABLE => Complaint::OtherSide,
        VOLATILE => Complaint::AssemblerQualifier,
        OPERANDS => Complaint::MissingParenthesis,
        _ if message.starts_with("expected ';'") => Complaint::MissingSemicolon,
        _ => Complaint::Other,
    }
}

/// The session has an `int n`, a `const int c` and an `int a[3]`.
fn mended_at(text: &str, errors: &[(&str, u32, u32)]) -> Option<String> {
    let rejected = Rejected {
        diagnostics: errors
            .iter()
            .map(|&(message, line, column)| Diagnostic {
                severity: Severity::Error,
                complaint: complaint_of(message),
                message: message.to_owned(),
                source: String::new(),
                line,
                column,
            })
            .collect(),
        rendered: String::new(),
        everything: String::new(),
    };
    let variables =
        [("n", "int"), ("c", "const int"), ("a", "int[3]")].map(|(name, signature)| Item {
            kind: ItemKind::Variable,
            name: name.to_owned(),
            signature: signature.to_owned(),
            symbol: String::new(),
            uses: Vec::new(),
            types: Vec::new(),
            only_declared: false,
        });
    let cell = CellNames {
        number: 1,
        items: &variables,
        replaced: Vec::new(),
        undefined_macros: &[],
    };
    mended(text, &rejected, || Definitions::of([cell]))
}

#[test]
fn a_semicolon_goes_before_a_comment() {
    assert_eq!(
        mended_at("int a\n= 5 // five\n", &[(SEMICOLON, 2, 4)]).as_deref(),
        Some("int a\n= 5; // five\n")
    );
}

#[test]
fn a_semicolon_goes_only_to_the_end() {
    assert_eq!(mended_at("int a = 5 b", &[(SEMICOLON, 1, 10)]), None);
}

const VOLATILE: &str = "meaningless 'volatile' on asm outside function";
const OPERANDS: &str = "expected ')'";

#[test]
fn assembler_with_operands_becomes_a_statement() {
    let rows = [
        (
            "int n; asm volatile(\"\" : \"=r\"(n)); n",
            &[(VOLATILE, 1, 12), (OPERANDS, 1, 24)][..],
            Some("int n; { asm volatile(\"\" : \"=r\"(n)); } n"),
        ),
        (
            "int f() { return 1; }\n__asm__ volatile(\"nop\")",
            &[
                (VOLATILE, 2, 9),
                ("expected ';' after top-level asm block", 2, 24),
            ],
            Some("int f() { return 1; }\n{ __asm__ volatile(\"nop\"); }"),
        ),
        (
            "#define B\nB;",
            &[(VOLATILE, 2, 1)],
            Some("#define B\n{ B; }"),
        ),
        ("int n = (1 : 2);", &[(OPERANDS, 1, 12)], None),
        ("f(1 2", &[(OPERANDS, 1, 5)], None),
    ];
    for (text, errors, expected) in rows {
        assert_eq!(mended_at(text, errors).as_deref(), expected, "{text}");
    }
}

#[test]
fn nothing_is_mended_beside_other_errors() {
    let other = ("expected expression", 1, 8);
    assert_eq!(mended_at("int a = ", &[(SEMICOLON, 1, 8), other]), None);
}

#[test]
fn an_error_without_a_place_mends_nothing() {
    assert_eq!(mended_at("int a", &[(SEMICOLON, 0, 0)]), None);
}

#[test]
fn captures_are_spelled_out() {
    for (text, errors, expected) in [
        (
            "auto f = [n] { return n; }",
            vec![(NAMED, 1, 11), (SEMICOLON, 1, 27)],
            "auto f = [n = n] { return n; };",
        ),
        (
            "auto f = [&n] { return n; };",
            vec![(NAMED, 1, 12)],
            "auto f = [&n = n] { return n; };",
        ),
        (
            "auto f = [=] { return n + c; };",
            vec![(DEFAULT, 1, 11)],
            "auto f = [n = n] { return n + c; };",
        ),
        (
            "auto f = [&] { return n; };",
            vec![(DEFAULT, 1, 11)],
            "auto f = [] { return n; };",
        ),
        (
            "auto f = [=, k = 2] { return k; };",
            vec![(DEFAULT, 1, 11)],
            "auto f = [ k = 2] { return k; };",
        ),
        (
            "auto f = [=, k = 2] { return n; };",
            vec![(DEFAULT, 1, 11)],
            "auto f = [n = n, k = 2] { return n; };",
        ),
        (
            "auto f = [=](int n) { return n; };",
            vec![(DEFAULT, 1, 11)],
            "auto f = [](int n) { return n; };",
        ),
        (
            "auto f = [=](S s) { return s.n; };",
            vec![(DEFAULT, 1, 11)],
            "auto f = [](S s) { return s.n; };",
        ),
        (
            "auto f = [=] { return a[0]; };",
            vec![(DEFAULT, 1, 11)],
            "auto f = [a = a] { return a[0]; };",
        ),
        (
            "k<<<1, 1>>>([=] __device__ (int i) { return i * n; });",
            vec![(UNREACHABLE, 1, 49)],
            "k<<<1, 1>>>([=, n = n] __device__ (int i) { return i * n; });",
        ),
    ] {
        assert_eq!(mended_at(text, &errors).as_deref(), Some(expected));
    }
}

#[test]
fn a_kernel_captures_nothing() {
    assert_eq!(
        mended_at(
            "__global__ void k(int *p) { *p = n; }",
            &[(UNREACHABLE, 1, 34)]
        ),
        None
    );
    assert_eq!(
        mended_at(
            "k<<<1, 1>>>([&] __device__ (int i) { return i * n; });",
            &[(UNREACHABLE, 1, 49)]
        ),
        None
    );
}
