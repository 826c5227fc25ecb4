//! What command lines mean.

use super::*;

fn parse(words: &[&str]) -> Arguments {
    let words = std::iter::once(&"chevron").chain(words);
    super::parse(words.map(OsString::from).collect())
}

#[test]
fn grammar_is_sound() {
    Arguments::command().debug_assert();
}

#[test]
fn options_as_compilers_take_them() {
    let options = parse(&[
        "-std=c++17",
        "-Ia",
        "-I",
        "b",
        "-DX=1",
        "-D",
        "Y",
        "-UZ",
        "-lm",
        "-L.",
        "-O3",
    ])
    .options;
    assert_eq!(options.standard, "c++17");
    assert_eq!(options.include, [PathBuf::from("a"), PathBuf::from("b")]);
    assert_eq!(
        (options.define, options.undefine),
        (vec!["X=1".to_owned(), "Y".into()], vec!["Z".to_owned()])
    );
    assert_eq!(
        (options.library, options.optimize),
        (vec!["m".to_owned()], 3)
    );
}

#[test]
fn words_behind_the_file_are_the_programs() {
    let arguments = parse(&[
        "-I", "run", "run", "-O2", "p.cu", "-O3", "--device", "x", "--", "-std=y",
    ]);
    assert_eq!(arguments.options.optimize, 2);
    let Some(Action::Run {
        files, arguments, ..
    }) = arguments.action
    else {
        panic!("it runs a file")
    };
    assert_eq!(files, [PathBuf::from("p.cu")]);
    assert_eq!(arguments, ["-O3", "--device", "x", "--", "-std=y"]);
}

#[test]
fn a_program_may_have_several_files() {
    for words in [
        &["run", "a.cu", "b.c", "-x", "c.cu"][..],
        &["run", "a.cu", "b.c", "--", "-x", "c.cu"],
    ] {
        let Some(Action::Run {
            files, arguments, ..
        }) = parse(words).action
        else {
            panic!("it runs files")
        };
        assert_eq!(files, [PathBuf::from("a.cu"), PathBuf::from("b.c")]);
        assert_eq!(arguments, ["-x", "c.cu"]);
    }
    let Some(Action::Run {
        files, arguments, ..
    }) = parse(&["run", "a.cu", "--", "b.cu"]).action
    else {
        panic!("it runs a file")
    };
    assert_eq!((files.len(), arguments), (1, vec!["b.cu".to_owned()]));
}

#[test]
fn a_notebook_has_options_behind_it() {
    for words in [
        &[
            "run", "a.ipynb", "-o", "b.ipynb", "--from", "2", "--device", "cpu",
        ][..],
        &[
            "run", "-o", "b.ipynb", "--from", "2", "--device", "cpu", "a.ipynb",
        ],
    ] {
        let arguments = parse(words);
        assert_eq!(arguments.options.device, "cpu");
        let Some(Action::Run {
            files,
            output,
            from,
            ..
        }) = arguments.action
        else {
            panic!("it runs a notebook")
        };
        assert_eq!(files, [PathBuf::from("a.ipynb")]);
        assert_eq!((output, from), (Some(PathBuf::from("b.ipynb")), Some(2)));
    }
}

#[test]
fn a_file_needs_no_action() {
    let arguments = parse(&["-O0", "-e", "run", "-i", "p.cu", "-O3", "devices"]);
    assert!(arguments.action.is_none() && arguments.options.interactive);
    assert_eq!(arguments.file, Some(PathBuf::from("p.cu")));
    assert_eq!(arguments.arguments, ["-O3", "devices"]);
    let arguments = parse(&["cache", "--color", "never"]);
    assert!(matches!(
        arguments.action,
        Some(Action::Cache { action: None })
    ));
    assert_eq!(arguments.options.color, Color::Never);
    assert!(is_no_file(Path::new("devises")));
    assert!(!is_no_file(Path::new("p.cu")) && !is_no_file(Path::new("-")));
}

#[test]
fn compile_takes_files_and_architectures() {
    let arguments = parse(&[
        "compile",
        "a.cu",
        "--arch",
        "gfx942,sm_90",
        "b.hip",
        "-o",
        "out",
    ]);
    let Some(Action::Compile { files, output, .. }) = arguments.action else {
        panic!("it compiles files")
    };
    assert_eq!(files, [PathBuf::from("a.cu"), PathBuf::from("b.hip")]);
    assert_eq!(output, PathBuf::from("out"));
    let names: Vec<String> = arguments
        .options
        .arch
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["gfx942", "sm_90"]);
}

#[test]
fn cells_on_the_command_line() {
    assert_eq!(
        parse(&["-e", "int x = 1;", "-e", "-x"]).options.execute,
        ["int x = 1;", "-x"]
    );
}
