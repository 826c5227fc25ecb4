use super::{Input, Splitter, is_mark, split_lines, split_marked, without_marks};

fn texts(inputs: &[Input]) -> Vec<&str> {
    inputs
        .iter()
        .map(|input| input.piece().text.as_str())
        .collect()
}

#[test]
fn a_definition_is_taken_when_its_last_line_has_come() {
    let mut splitter = Splitter::default();
    for line in ["__global__ void k(int *p)", "{", "  *p = 1;"] {
        splitter.line(line);
        assert_eq!(splitter.next_input(), None);
    }
    splitter.line("}");
    let taken = splitter.next_input().expect("nothing can follow");
    assert_eq!(taken.piece().last_line, 4);
    splitter.line("if (a) { b(); }");
    assert_eq!(splitter.next_input(), None, "an `else` may follow");
}

#[test]
fn lines_as_typed() {
    let rows: &[(&str, &[&str])] = &[
        ("int x = 1;\nx", &["int x = 1;", "x"]),
        (
            "int f() {\n\n  return 1;\n}\nf()",
            &["int f() {\n\n  return 1;\n}", "f()"],
        ),
        (
            "int f()\n{\n  return 1;\n}\n",
            &["int f()\n{\n  return 1;\n}"],
        ),
        (
            "if (a)\n  b();\nelse\n  c();\nd();",
            &["if (a)\n  b();\nelse\n  c();", "d();"],
        ),
        (
            "if (a) b();\n// otherwise\nelse c();",
            &["if (a) b();\n// otherwise\nelse c();"],
        ),
        ("if (a) b();\n// a note\nc();", &["if (a) b();", "c();"]),
        ("std::cout\n  << 1;\nx", &["std::cout\n  << 1;", "x"]),
        ("// only a comment\n\nx", &["x"]),
        ("  %who -v  \nx", &["%who -v", "x"]),
        ("x\n%who", &["x", "%who"]),
        (
            "%%time\nfor (;;)\n  break;\nx",
            &["%%time\nfor (;;)\n  break;", "x"],
        ),
        ("%%time f();\nx", &["%%time f();", "x"]),
        ("int f(){\n\n\nint y = 1;", &["int f(){", "int y = 1;"]),
        ("int f(){\n;;\nint y = 1;", &["int f(){", "int y = 1;"]),
        (
            "int f(){\n\n\n  return 1;\n}\nx",
            &["int f(){\n\n\n  return 1;\n}", "x"],
        ),
        (
            "namespace n {\n\n\nint x;\n}\nx",
            &["namespace n {\n\n\nint x;\n}", "x"],
        ),
        ("}\nx", &["}", "x"]),
        ("int f(){", &["int f(){"]),
        (
            "#if 1\nint x;\n\n\n#endif\nx",
            &["#if 1\nint x;\n\n\n#endif", "x"],
        ),
        ("x\r\ny\r\n", &["x", "y"]),
        (
            "struct P { int x; }\n;\nP p;",
            &["struct P { int x; }\n;", "P p;"],
        ),
        ("x;\n;;\ny", &["x;", "y"]),
        ("", &[]),
        ("a % b\nx\n%> y", &["a % b", "x", "%> y"]),
    ];
    for (text, expected) in rows {
        assert_eq!(texts(&split_lines(text)), *expected, "{text:?}");
    }
}

#[test]
fn places() {
    let inputs = split_lines("\n// c\nint f() {\n}\n\nif (a) b();\n// note\nint g(){");
    let places: Vec<_> = inputs
        .iter()
        .map(|input| (input.piece().first_line, input.piece().last_line))
        .collect();
    assert_eq!(places, [(3, 4), (6, 6), (8, 8)]);
    let forced = split_lines("f(\n;;\nx");
    assert_eq!(
        (forced[0].piece().first_line, forced[0].piece().last_line),
        (1, 2)
    );
    assert!(inputs[0].piece().missing.is_none() && inputs[2].piece().missing.is_some());
}

#[test]
fn marks() {
    for line in ["// %%", "//%%", "  // %% a title"] {
        assert!(is_mark(line), "{line:?}");
    }
    for line in ["%%time", "/ %%", "// %", "x // %%"] {
        assert!(!is_mark(line), "{line:?}");
    }
    assert_eq!(split_marked("int x;\n"), None);
    let text = "#include <vector>\n// %% one\n\nint x = 1;\nint y = 2;\n// %%\n%lib m\nx + y\n// %%\n// nothing\n// %%\n%%time\nx\ny\n";
    let inputs = split_marked(text).expect("it has marks");
    assert_eq!(
        texts(&inputs),
        [
            "#include <vector>",
            "int x = 1;\nint y = 2;",
            "%lib m",
            "x + y",
            "%%time\nx\ny"
        ]
    );
    assert_eq!(inputs[1].piece().first_line, 4);
    assert_eq!(
        (inputs[3].piece().first_line, inputs[3].piece().last_line),
        (8, 8)
    );
    assert!(matches!(inputs[2], Input::Command(_)) && matches!(inputs[4], Input::Command(_)));
}

#[test]
fn marks_inside_of_texts() {
    let inside = [
        "auto s = R\"(\n// %%\n)\";",
        "/* one\n// %% two\n*/ int x;",
        "#if 0\n// %%\n#endif\nint x;",
        "#define A \\\n// %%\nint x;",
    ];
    for text in inside {
        assert_eq!(without_marks(text), text);
        let file = format!("// %%\nint a;\n// %%\n{text}\n// %%\nint b;\n");
        let inputs = split_marked(&file).expect("it has marks");
        assert_eq!(texts(&inputs), ["int a;", text, "int b;"]);
    }
    let open = split_marked("/* not ended\n// %%\nint b;\n").expect("it has marks");
    assert_eq!(texts(&open), ["/* not ended", "int b;"]);
    let commented = "int f() {\n  // %% a part\n  return 1;\n}";
    let saved = without_marks(commented);
    assert_eq!(saved, "int f() {\n  /// %% a part\n  return 1;\n}");
    let inputs = split_marked(&format!("// %%\n{saved}\n")).expect("it has marks");
    assert_eq!(texts(&inputs), [saved]);
}

/// What `lines_as_typed` is for code: no line of a comment is an input, wherever the comment begins.
#[test]
fn what_is_left_out_is_never_an_input() {
    let rows: &[(&str, &[&str])] = &[
        ("x\n/* off\nrm();\n*/\ny", &["x", "y"]),
        ("x\n/* off\n\n\nrm();\n;;\n*/ y", &["x", "   y"]),
        (
            "if (a) b();\n/* off\nrm();\n*/ else c();",
            &["if (a) b();\n/* off\nrm();\n*/ else c();"],
        ),
        (
            "auto f = [] { }\n// off \\\nrm();\ny",
            &["auto f = [] { }", "y"],
        ),
        ("x // off \\\nrm();\ny", &["x // off \\\nrm();", "y"]),
        ("x\n// off \\\nrm(); \\\nrm();", &["x"]),
        (
            "x\n/* one */ /* two\nrm(); // */\n/* three\n*/\n%who",
            &["x", "%who"],
        ),
        ("x\n/* off\nrm();\n", &["x", "/* off\nrm();"]),
        ("/* off\n;;\nrm();\n\n\nrm();\n*/\ny", &["y"]),
        ("x\n/* off\n#if 0\n*/\ny", &["x", "y"]),
        (
            "x\n#if 0 /* off\nrm();\n*/\nrm();\n#endif\ny",
            &["x", "#if 0 /* off\nrm();\n*/\nrm();\n#endif", "y"],
        ),
        (
            "#if 0\nvoid f() {\n\n\nrm();\n;;\n}\n#endif\ny",
            &["#if 0\nvoid f() {\n\n\nrm();\n;;\n}\n#endif", "y"],
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(texts(&split_lines(text)), *expected, "{text:?}");
    }
    let inputs = split_lines("x\n\n/* a\nb");
    let second = inputs[1].piece();
    assert_eq!((second.first_line, second.last_line), (3, 4));
    assert!(second.missing.is_some(), "it is told");
}

/// Reading the whole text again at each line would take minutes.
#[test]
fn a_long_input_is_read_in_time_that_grows_with_its_lines() {
    let start = std::time::Instant::now();
    for (head, line, end) in [
        ("const int table[][2] = {", "  {1, 2}, // one", "};"),
        ("int f() {", "  if (a) { b(\"{\"); }", "}"),
        ("namespace n {", "\n\nint x = 1;", "}"),
        ("/* notes", "int x;", "*/ int y;"),
        ("auto text = R\"(", "{ ( \"", ")\";"),
        ("#if 0", "int x; {", "#endif"),
    ] {
        let text = format!("{head}\n{}{end}\n", format!("{line}\n").repeat(30_000));
        assert_eq!(split_lines(&text).len(), 1, "{head}");
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
