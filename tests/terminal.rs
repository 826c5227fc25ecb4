//! What only a terminal does: Ctrl-C, which it sends to the session and to the executor at once, and lines that are typed ahead.

use std::time::Duration;

use tests::peer::{Prompt, chevron_prompt, chevron_prompt_drawn, chevron_prompt_with};

/// Long enough for a cell to be compiled and to run, on a busy machine.
const RUNS: Duration = Duration::from_secs(2);

fn goes_on(prompt: &mut Prompt, line: &str, answer: &str) {
    prompt.line(line).expect("the session goes on");
    assert!(prompt.answer.contains(answer), "{}", prompt.answer);
}

#[test]
fn ctrl_c_stops_the_cell_where_it_waits() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    for line in ["#include <unistd.h>", "int x = 5;", "char c;"] {
        prompt.line(line).expect("the cell runs");
    }
    // The signal itself makes these calls return early: what follows them must not happen all the same.
    for line in [
        "sleep(100); x = 0;",
        "read(0, &c, 1); x = 1;",
        "while (true);",
    ] {
        prompt
            .interrupted(line, RUNS)
            .expect("the prompt comes back");
        assert!(
            prompt.answer.contains("was interrupted; its state is kept"),
            "{line}: {}",
            prompt.answer
        );
    }
    goes_on(&mut prompt, "x", "(int) 5");
}

/// A dumb terminal, such as a shell in Emacs, sends it as a signal; what was typed before is given up with the line.
#[test]
fn ctrl_c_where_a_prompt_waits_gives_up_the_input_alone() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    prompt.line("int x = 5;").expect("the cell runs");
    for lines in [
        "",
        "",
        "x = 6; int f() {\nx = 7;",
        "x = 8; int f() {\n  x =",
    ] {
        prompt.given_up(lines).expect("the prompt comes back");
        assert!(prompt.answer.ends_with("\n2> "), "{:?}", prompt.answer);
        // Long enough for a note to have been read, after which another interrupt would have ended the session.
        std::thread::sleep(Duration::from_millis(1100));
    }
    goes_on(&mut prompt, "x", "(int) 5");
    prompt
        .line("int g() {\n  return 3; }")
        .expect("it is one cell");
    goes_on(&mut prompt, "g()", "(int) 3");
}

#[test]
fn ctrl_c_ends_static_destructors_that_do_not_end() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    prompt
        .line("struct Endless { ~Endless() { for (;;) ; } } endless;")
        .expect("the cell runs");
    prompt.end_interrupted(RUNS).expect("it ends");
    assert!(
        prompt
            .answer
            .contains("static destructors were interrupted"),
        "{}",
        prompt.answer
    );
}

/// Also what a terminal that does not mark pasted text makes of a paste.
#[test]
fn lines_typed_ahead_are_not_lost() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let lines = ["int x = 1;", "x += 2;", "x *= 7;", "x"];
    prompt
        .typed_ahead(&lines, "(int) 21")
        .expect("all lines are run");
}

/// Where pastes are not bracketed, lines come as keys do, and all at once.
#[test]
fn blank_lines_and_tabs_of_a_paste_are_the_kernels() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let lines = [
        "__global__ void square(int *p) {",
        "\tint i = threadIdx.x;",
        "",
        "",
        "\tp[i] =\ti * i;",
        "",
        "",
        "}",
        "int *p; cudaMallocManaged(&p, 32); square<<<1, 8>>>(p); cudaDeviceSynchronize();",
        "p[6]",
    ];
    prompt
        .typed_ahead(&lines, "(int) 36")
        .expect("it is one kernel");
    assert!(
        !prompt.answer.contains("submitted as is"),
        "{}",
        prompt.answer
    );
}

/// Tab offers what the session defines, but no keyword where a member stands.
#[test]
fn names_and_members_are_completed() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let define = ["struct Reading { int alpha; } reading{40};\r"];
    prompt.pressed(&define, "2> ").expect("it is defined");
    let keys = ["readi", "\t", ".al", "\t", " + 2\r"];
    prompt
        .pressed(&keys, "(int) 42")
        .expect("the variable's name is completed, and its member's");
}

/// Up behind a beginning brings the newest input that begins so; in an empty line the newest of all.
#[test]
fn up_looks_for_inputs_with_the_same_beginning() {
    const UP: &str = "\u{1b}[A";
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    for (input, next) in [("int total = 7;\r", "2> "), ("total += 1;\r", "3> ")] {
        prompt.pressed(&[input], next).expect("it runs");
    }
    let find = ["int", UP, "\r"];
    prompt.pressed(&find, "4> ").expect("`total` is 7 again");
    prompt
        .pressed(&["total\r"], "(int) 7")
        .expect("it is shown");
    let again = [UP, UP, UP, "\r"];
    prompt.pressed(&again, "6> ").expect("the sum is run");
    prompt
        .pressed(&["total\r"], "(int) 8")
        .expect("it is shown");
}

/// A copied session has the prompt's marks, and is told of once.
#[test]
fn a_copied_session_can_be_pasted() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let lines = [
        "1> __device__ int half(int x) { return x / 2; }",
        "2> __global__ void halves(int *p) { p[threadIdx.x] = half(p[threadIdx.x]); }",
        "3> int *p; cudaMallocManaged(&p, 8); p[0] = 84; p[1] = 6;",
        "4> halves<<<1, 2>>>(p); cudaDeviceSynchronize();",
        "5> p[0]",
    ];
    prompt
        .typed_ahead(&lines, "(int) 42")
        .expect("the marks are taken off");
    let told = prompt.answer.matches("prompt marks are taken off").count();
    assert_eq!(told, 1, "{}", prompt.answer);
}

/// The first start takes seconds; the next one does not, and has nothing to say.
#[test]
fn the_first_start_says_what_it_does() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    const WAITS: &str = "the headers are prepared, once";
    let prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    let (banner, said) = (prompt.answer.find("Chevron "), prompt.answer.find(WAITS));
    assert!(banner.is_some() && banner < said, "{}", prompt.answer);
    drop(prompt);
    let again = chevron_prompt(directory.path()).expect("the prompt starts again");
    for told in ["Chevron ", "Device: "] {
        assert!(again.answer.contains(told), "{}", again.answer);
    }
    assert!(!again.answer.contains(WAITS), "{}", again.answer);
}

/// The prompt is drawn over the line where the cursor is.
#[test]
fn output_without_an_end_of_line_stays() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    prompt
        .typed_ahead(&[r#"printf("%d open", 6 * 7);"#], "2> ")
        .expect("the next prompt comes");
    let next_line = format!("42 open{:4000}\r", "");
    assert!(prompt.answer.contains(&next_line), "{:?}", prompt.answer);
}

#[test]
fn pictures_come_whole_and_progress_is_one_line() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let lines = [
        "#include <chevron/display.h>",
        "unsigned char pixels[] = {0, 0, 0, 255, 255, 255};",
        "chevron::image(pixels, 1, 2, 3)",
        "for (auto i : chevron::progress(2, \"work\")) (void)i;",
    ];
    prompt
        .typed_ahead(&lines, "5> ")
        .expect("the next prompt comes");
    // Without colours a pixel is two letters.
    for part in [
        "  \r\n██\r\nimage of 1 x 2 pixels, RGB",
        "\rwork:   0 % ▕",
        "\rwork: 2 of 2 in ",
    ] {
        assert!(
            prompt.answer.contains(part),
            "{part:?}: {:?}",
            prompt.answer
        );
    }
}

#[test]
fn a_cell_that_dies_does_not_take_the_terminals_modes_along() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    for line in [
        "#include <termios.h>",
        "#include <cstdlib>",
        "termios modes; tcgetattr(0, &modes); modes.c_lflag &= ~ECHO;",
        "tcsetattr(0, TCSANOW, &modes); abort();",
    ] {
        prompt.line(line).expect("the prompt comes back");
    }
    prompt.line("40 + 2").expect("the session goes on");
    assert!(prompt.answer.contains("40 + 2"), "{}", prompt.answer);
    assert!(prompt.answer.contains("(int) 42"), "{}", prompt.answer);
}

/// Programs that read keys turn these off; whoever reads next finds them as they were.
#[test]
fn a_cells_terminal_modes_end_with_it() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    for line in [
        "#include <fcntl.h>",
        "#include <termios.h>",
        "int x = 5;",
        "fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);",
        "{ termios modes; tcgetattr(0, &modes); cfmakeraw(&modes); tcsetattr(0, TCSANOW, &modes); }",
    ] {
        prompt.line(line).expect("the session goes on");
    }
    prompt
        .interrupted("for (;;) ;", RUNS)
        .expect("the prompt comes back");
    goes_on(&mut prompt, "x", "(int) 5");
}

/// A new line goes in by what is open, and Backspace before its first letter comes out by one step.
#[test]
fn lines_are_indented_by_open_brackets() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    // Keys that come at once are taken for a paste, which has its own indentation.
    let keys = [
        "int most(int a, int b)",
        " ",
        "{",
        "\r",
        "if (a > b)",
        " ",
        "{",
        "\r",
        "return",
        " a",
        ";",
        "\r",
        "\u{7f}",
        "}",
        "\r",
        "return",
        " b",
        ";",
        "\r",
        "\u{7f}",
        "}",
        "\r",
    ];
    prompt.pressed(&keys, "2> ").expect("it is defined");
    // It shows the text behind two spaces.
    prompt
        .pressed(&["%who most\r"], "\n  }")
        .expect("its text is shown");
    let text = prompt.answer.replace('\r', "");
    for line in [
        "\n      if (a > b) {\n",
        "\n          return a;\n",
        "\n      }\n",
        "\n      return b;\n",
        "\n  }",
    ] {
        assert!(text.contains(line), "{line:?} is not in {text}");
    }
}

/// Alt-Enter and Ctrl-O begin a new line behind a text that is complete.
#[test]
fn a_new_line_needs_no_open_bracket() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let keys = [
        "int wide = 4;",
        "\u{1b}\r",
        "wide += 2;",
        "\u{f}",
        "wide * 7",
    ];
    prompt.pressed(&keys, "wide * 7").expect("it is typed");
    assert!(!prompt.answer.contains("2> "), "{}", prompt.answer);
    prompt
        .pressed(&["\r"], "(int) 42")
        .expect("all three lines are run");
}

/// The person's own settings and cells are there at the first prompt, and what is wrong with them is told.
#[test]
fn a_prompt_begins_with_what_its_person_likes() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.path().join(name), text).expect("it can be written");
    };
    write("config.toml", "editing = \"vi\"\ntheme = \"loud\"\n");
    write("startup.cu", "int liked = 41;\n");
    let mut prompt = chevron_prompt(directory.path()).expect("the prompt starts");
    assert!(
        prompt.answer.contains("`theme` cannot be `loud`"),
        "{}",
        prompt.answer
    );
    goes_on(&mut prompt, "liked + 1", "(int) 42");
    goes_on(&mut prompt, "%config editing", "by the file");
    goes_on(&mut prompt, "%config editing emacs", "");
    goes_on(&mut prompt, "%config editing", "by %config");
    let words = ["--no-startup".to_owned()];
    let mut prompt = chevron_prompt_with(directory.path(), &words).expect("the prompt starts");
    goes_on(&mut prompt, "liked + 1", "undeclared identifier");
}

/// A thread's lines come above the one that is typed, which is drawn again; also in an executor that was its predecessor's checkpoint.
#[test]
fn what_threads_print_leaves_the_typed_line_whole() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let lines = [
        "#include <cstdio>",
        "#include <thread>",
        "#include <unistd.h>",
        "%checkpoint on",
        "void later() { std::thread([] { usleep(900000); puts(\"from a thread\"); }).detach(); }",
    ];
    prompt.typed_ahead(&lines, "5> ").expect("the cells run");
    for (start, part, rest, value, next) in [
        ("later();\r", "int ty", "ped = 42;\r", "typed\r", "(int) 42"),
        ("later();\r", "int mo", "re = 43;\r", "more\r", "(int) 43"),
    ] {
        prompt
            .pressed_until(&[start, part], |answer| {
                let behind = answer.split_once("from a thread\r\n");
                behind.is_some_and(|(_, drawn)| drawn.contains(part))
            })
            .expect("the line is drawn again");
        prompt.pressed(&[rest], "> ").expect("the line is whole");
        prompt
            .pressed(&[value], next)
            .expect("it is what was typed");
        // Of an executor that a cell ends its checkpoint goes on.
        prompt
            .pressed(&["__builtin_trap();\r"], "is taken back")
            .expect("the cell is taken back");
    }
}

/// What changes in a file is entered when it is saved, by an editor that renames too; what does not is left alone.
#[test]
fn a_watched_file_is_entered_again_where_it_changed() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let write = |name: &str, text: &str| {
        let (new, old) = (directory.path().join("new"), directory.path().join(name));
        std::fs::write(&new, text).expect("it can be written");
        std::fs::rename(&new, &old).expect("it can be renamed");
    };
    let counted = "int entered = 0;\nint count() { return ++entered; }\n";
    write("scale.h", "#define SCALE 2\n");
    write(
        "work.cu",
        &format!(
            "#include \"scale.h\"\n{counted}count();\nint scaled() {{ return SCALE * 10; }}\n"
        ),
    );
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let file = directory.path().join("work.cu");
    let watch = format!("%watch {}\r", file.display());
    prompt
        .pressed(&[&watch], "Ctrl-C ends that")
        .expect("it is read");
    write("scale.h", "#define SCALE 3\n");
    prompt
        .pressed(&[], "2 of 5 parts are entered")
        .expect("what the macro is in is entered");
    write(
        "work.cu",
        &format!(
            "#include \"scale.h\"\n{counted}count();\nint scaled() {{ return SCALE * wrong; }}\n"
        ),
    );
    prompt
        .pressed(&[], "work.cu:5:31: error")
        .expect("the mistake is told");
    write(
        "work.cu",
        &format!(
            "#include \"scale.h\"\n{counted}count();\n\nint scaled() {{ return SCALE * 14; }}\nscaled()\n"
        ),
    );
    prompt.pressed(&[], "(int) 42").expect("it is mended");
    assert!(
        prompt.answer.contains("2 of 6 parts are entered"),
        "{}",
        prompt.answer
    );
    prompt.pressed(&["\u{3}"], "> ").expect("Ctrl-C ends it");
    prompt
        .pressed(&["scaled() + 1\r"], "(int) 43")
        .expect("the newest is there");
    prompt
        .pressed(&["entered\r"], "(int) 1")
        .expect("the call ran once");
}

/// A long text comes whole, with the terminal's marks of a paste and without them.
#[test]
fn three_hundred_lines_can_be_pasted() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    let text = |name: &str| {
        let steps: String = (0..298).map(|it| format!("    sum += {it};\n")).collect();
        format!("int {name}() {{\n    int sum = 0;\n\n{steps}    return sum;\n}}\n")
    };
    let marked = format!("\u{1b}[200~{}\u{1b}[201~", text("marked"));
    prompt
        .pressed(&[&marked, "\r"], "2> ")
        .expect("it is one cell");
    prompt
        .pressed(&["marked()\r"], "(int) 44253")
        .expect("all lines are there");
    let unmarked = text("unmarked");
    let lines: Vec<&str> = unmarked.trim_end().lines().collect();
    prompt
        .typed_ahead(&[&lines[..], &["unmarked() + 1"]].concat(), "(int) 44254")
        .expect("all lines are there");
}

/// A call shows what it takes while it is typed; Ctrl-D in an empty line leaves.
#[test]
fn a_call_shows_what_it_takes() {
    let directory = tempfile::tempdir().expect("a temporary directory can be made");
    let mut prompt = chevron_prompt_drawn(directory.path()).expect("the prompt starts");
    prompt
        .pressed(&["int blend(int first, int second);\r"], "2> ")
        .expect("it is declared");
    prompt
        .pressed(&["blend", "(", "1", ","], "[int second]")
        .expect("the parameter is shown");
    prompt
        .pressed(&["\u{3}"], "2> ")
        .expect("the line is given up");
    prompt.leave().expect("Ctrl-D ends it");
}
