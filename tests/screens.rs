//! What a person sees while typing: marks, hints, lists of candidates, the history, and lines in a window that changes its size.

use tests::screen::Screen;

const UP: &str = "\u{1b}[A";
const END: &str = "\u{1b}[F";
const BACKSPACE: &str = "\u{7f}";
const CTRL_C: &str = "\u{3}";
const CTRL_R: &str = "\u{12}";

fn screen(directory: &tempfile::TempDir, size: [u16; 2], environment: &[(&str, &str)]) -> Screen {
    Screen::start(directory.path(), size, environment).expect("the prompt starts")
}

fn directory() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory can be made")
}

/// A line that goes on with an input has a mark, with colours and without; a closing brace goes below its line; copied marks go again.
#[test]
fn lines_that_go_on_are_marked() {
    let directory = directory();
    for environment in [&[][..], &[("NO_COLOR", "1")]] {
        let mut screen = screen(&directory, [40, 80], environment);
        let steps = [
            ("int twice(int a) {\r", "1> int twice(int a) {\n⋮", 4),
            ("return 2 * a;\r", "\n⋮   return 2 * a;\n⋮", 4),
            ("}", "\n⋮   return 2 * a;\n}", 1),
            ("\r", "\n}\n2> ", 3),
            ("twice(5) +\r", "+\n⋮ waits for an operand", 0),
            ("3\r", "+\n3\n(int) 13\n3> ", 3),
        ];
        for (typed, seen, column) in steps {
            screen.type_text(typed).expect("it is typed");
            screen.until(seen).expect("it is drawn");
            assert_eq!(screen.cursor().1, column, "{typed}: {}", screen.text());
        }
        screen
            .paste("int thrice(int a) {\n⋮   return 3 * a;\n}\n")
            .expect("it is pasted");
        screen.until("4> ").expect("it is defined");
        screen.type_text("thrice(14)\r").expect("it is typed");
        screen.until("(int) 42").expect("it is what was copied");
        screen.type_text("%config marks off\r").expect("it is set");
        screen.type_text("twice(\r").expect("it is typed");
        screen.until("> twice(\n").expect("it is drawn");
        assert_eq!(screen.text().matches('⋮').count(), 2, "{}", screen.text());
    }
}

/// A line that is longer than the window is drawn anew when that changes its size, whole and once.
#[test]
fn a_window_may_change_its_size() {
    let directory = directory();
    let mut screen = screen(&directory, [24, 60], &[]);
    let terms: Vec<String> = (1..=30).map(|it| it.to_string()).collect();
    let line = format!("int sum = {};", terms.join(" + "));
    assert!(line.len() > 2 * 60);
    screen.paste(&line).expect("it is pasted");
    for columns in [60, 37, 100, 20, 80] {
        screen.resize([24, columns]).expect("the size is changed");
        let seen = format!("1> {line}");
        screen.until(&seen).expect("the line is whole");
        assert_eq!(
            screen.text().matches("int sum").count(),
            1,
            "{}",
            screen.text()
        );
    }
    screen.press(&["\r"]).expect("it is run");
    screen.until("2> ").expect("the next prompt comes");
    screen.type_text("sum\r").expect("it is typed");
    screen.until("(int) 465").expect("it is what was typed");
}

/// Ctrl-R searches all inputs; an input of several lines is recalled whole and edited in its middle.
#[test]
fn inputs_are_found_and_edited() {
    let directory = directory();
    let mut screen = screen(&directory, [40, 80], &[]);
    for (typed, next) in [
        ("int apples = 7;\r", "2> "),
        ("int pears = 9;\r", "3> "),
        ("int both() {\rreturn apples;\r}\r", "4> "),
    ] {
        screen.type_text(typed).expect("it is typed");
        screen.until(next).expect("it is defined");
    }
    screen.press(&[UP, UP, END]).expect("it is recalled");
    screen
        .until("4> int both() {\n⋮   return apples;\n}")
        .expect("it is whole");
    screen.press(&[BACKSPACE]).expect("it is edited");
    screen.type_text(" + pears;\r").expect("it is edited");
    screen.until("5> ").expect("it is defined again");
    screen.type_text("both()\r").expect("it is typed");
    screen.until("(int) 16").expect("the newer one is called");
    screen.press(&[CTRL_R]).expect("the search begins");
    screen.type_text("app").expect("it is typed");
    screen
        .until("(reverse-i-search)`app': ")
        .expect("it is found");
    screen
        .press(&[CTRL_R, CTRL_R])
        .expect("older ones are found");
    screen
        .until("': int apples = 7;")
        .expect("the oldest is found");
    screen.press(&["\r"]).expect("it is run");
    screen.until("7> ").expect("it is run");
    screen.press(&[CTRL_R]).expect("the search begins");
    screen.type_text("nowhere").expect("it is typed");
    screen.until("failed").expect("nothing is found");
    screen.press(&[CTRL_C]).expect("the search ends");
    screen.type_text("apples\r").expect("it is typed");
    screen.until("(int) 7").expect("the prompt goes on");
}

/// A launch tells what it takes and what limits it; Tab lists what a command may be given.
#[test]
fn what_may_come_next_is_told() {
    let directory = directory();
    let mut screen = screen(&directory, [40, 100], &[]);
    let kernel = "__global__ void __launch_bounds__(256) filled(int *to) { __shared__ int s[32]; s[threadIdx.x % 32] = 1; *to = s[0]; }";
    screen.paste(&format!("{kernel}\r")).expect("it is pasted");
    screen.until("2> ").expect("it is defined");
    screen.type_text("filled\r").expect("it is typed");
    screen.until("its code: ").expect("it has been compiled");
    screen.type_text("filled<<<1, ").expect("it is typed");
    screen
        .until("1,   <<<grid, [block][, shared bytes[, stream]]>>>  ≤ 256 threads, 128 B shared")
        .expect("it is shown");
    screen.type_text("32>>>(").expect("it is typed");
    screen.until("filled([int *to])").expect("it is shown");
    screen.press(&[CTRL_C]).expect("it is given up");
    for (typed, candidates) in [
        ("%config theme \t", &["standard", "bright", "mono"][..]),
        ("%ptx fi\t<", &["%ptx filled<"]),
        ("?fille\t<", &["?filled<"]),
        ("%who fille\t<", &["%who filled<"]),
        (
            "cudaMemcpyTo\t",
            &["cudaMemcpyToSymbol", "cudaMemcpyToArray"],
        ),
    ] {
        screen.type_text(typed).expect("it is typed");
        for candidate in candidates {
            screen.until(candidate).expect("it is listed");
        }
        screen.press(&[CTRL_C]).expect("it is given up");
    }
}
