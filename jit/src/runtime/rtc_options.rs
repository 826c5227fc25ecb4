//! Options of programs that are compiled at run time: NVRTC's, and those that hipRTC passes on to clang.

use crate::wire::program::ProgramOptions;

/// What an option with this name is followed by, and what it does here.
#[derive(Clone, Copy, PartialEq)]
enum Does {
    /// Nothing that this device has to know. The text says whether a value follows.
    Nothing(Value),
    /// A directory of headers.
    IncludeDir,
    /// A header that is included first.
    Include,
    Define,
    Undefine,
    Standard,
    Architecture,
    ForDevice,
    /// `true` or `false`: are products and sums fused?
    Fused,
    Quiet,
    /// It asks for what is not in Chevron.
    Absent,
}

#[derive(Clone, Copy, PartialEq)]
enum Value {
    No,
    Yes,
    /// `true` or `false`, or nothing.
    Flag,
}

/// NVRTC's options, with their short names.
const OPTIONS: &[(&[&str], Does)] = &[
    (&["--gpu-architecture", "-arch"], Does::Architecture),
    (&["--include-path", "-I"], Does::IncludeDir),
    (&["--pre-include", "-include"], Does::Include),
    (&["--define-macro", "-D"], Does::Define),
    (&["--undefine-macro", "-U"], Does::Undefine),
    (&["--std", "-std"], Does::Standard),
    (
        &["--device-as-default-execution-space", "-default-device"],
        Does::ForDevice,
    ),
    (&["--disable-warnings", "-w"], Does::Quiet),
    (&["--device-c", "-dc"], Does::Absent),
    (
        &["--relocatable-device-code", "-rdc"],
        Does::Nothing(Value::Flag),
    ),
    (&["--device-w", "-dw"], Does::Nothing(Value::No)),
    (
        &["--extensible-whole-program", "-ewp"],
        Does::Nothing(Value::No),
    ),
    (&["--device-debug", "-G"], Does::Nothing(Value::No)),
    (
        &["--generate-line-info", "-lineinfo"],
        Does::Nothing(Value::No),
    ),
    (&["--dopt", "-dopt"], Does::Nothing(Value::Yes)),
    (&["--Ofast-compile", "-Ofc"], Does::Nothing(Value::Yes)),
    (&["--ptxas-options", "-Xptxas"], Does::Nothing(Value::Yes)),
    (
        &["--maxrregcount", "-maxrregcount"],
        Does::Nothing(Value::Yes),
    ),
    (&["--ftz", "-ftz"], Does::Nothing(Value::Flag)),
    (&["--prec-sqrt", "-prec-sqrt"], Does::Nothing(Value::Flag)),
    (&["--prec-div", "-prec-div"], Does::Nothing(Value::Flag)),
    (&["--fmad", "-fmad"], Does::Fused),
    (
        &["--use_fast_math", "-use_fast_math"],
        Does::Nothing(Value::No),
    ),
    (
        &[
            "--extra-device-vectorization",
            "-extra-device-vectorization",
        ],
        Does::Nothing(Value::No),
    ),
    (
        &["--modify-stack-limit", "-modify-stack-limit"],
        Does::Nothing(Value::Flag),
    ),
    (&["--jump-table-density", "-jtd"], Does::Nothing(Value::Yes)),
    (
        &["--device-stack-protector", "-device-stack-protector"],
        Does::Nothing(Value::Flag),
    ),
    (&["--dlink-time-opt", "-dlto"], Does::Absent),
    (&["--gen-opt-lto", "-gen-opt-lto"], Does::Absent),
    (&["--optix-ir", "-optix-ir"], Does::Absent),
    (
        &["--no-source-include", "-no-source-include"],
        Does::Nothing(Value::No),
    ),
    (
        &["--builtin-move-forward", "-builtin-move-forward"],
        Does::Nothing(Value::Flag),
    ),
    (
        &["--builtin-initializer-list", "-builtin-initializer-list"],
        Does::Nothing(Value::Flag),
    ),
    (&["--pch", "-pch"], Does::Nothing(Value::No)),
    (&["--pch-dir", "-pch-dir"], Does::Nothing(Value::Yes)),
    (
        &["--pch-verbose", "-pch-verbose"],
        Does::Nothing(Value::Flag),
    ),
    (
        &["--pch-messages", "-pch-messages"],
        Does::Nothing(Value::Flag),
    ),
    (
        &[
            "--instantiate-templates-in-pch",
            "-instantiate-templates-in-pch",
        ],
        Does::Nothing(Value::Flag),
    ),
    (&["--Wreorder", "-Wreorder"], Does::Nothing(Value::No)),
    (
        &["--warning-as-error", "-Werror"],
        Does::Nothing(Value::Yes),
    ),
    (&["--restrict", "-restrict"], Does::Nothing(Value::No)),
    (
        &["--device-int128", "-device-int128"],
        Does::Nothing(Value::No),
    ),
    (
        &["--device-float128", "-device-float128"],
        Does::Nothing(Value::No),
    ),
    (
        &["--optimization-info", "-opt-info"],
        Does::Nothing(Value::Yes),
    ),
    (
        &["--display-error-number", "-err-no"],
        Does::Nothing(Value::No),
    ),
    (
        &["--no-display-error-number", "-no-err-no"],
        Does::Nothing(Value::No),
    ),
    (&["--diag-error", "-diag-error"], Does::Nothing(Value::Yes)),
    (
        &["--diag-suppress", "-diag-suppress"],
        Does::Nothing(Value::Yes),
    ),
    (&["--diag-warn", "-diag-warn"], Does::Nothing(Value::Yes)),
    (
        &["--brief-diagnostics", "-brief-diag"],
        Does::Nothing(Value::Flag),
    ),
    (&["--time", "-time"], Does::Nothing(Value::Yes)),
    (
        &["--split-compile", "-split-compile"],
        Does::Nothing(Value::Yes),
    ),
    (
        &["--fdevice-syntax-only", "-fdevice-syntax-only"],
        Does::Nothing(Value::No),
    ),
    (&["--minimal", "-minimal"], Does::Nothing(Value::No)),
    (&["--no-cache", "-no-cache"], Does::Nothing(Value::No)),
];

/// Beginnings of clang's options that hipRTC takes and that change nothing here.
const OF_CLANG: [&str; 7] = [
    "-O",
    "-f",
    "-W",
    "-m",
    "-g",
    "--offload-arch=",
    "--gpu-max-threads-per-block=",
];

/// Short options whose value may follow at once.
const GLUED: [&str; 3] = ["-I", "-D", "-U"];

/// Reads options; or gives what is wrong with one, for the program's log.
pub(crate) fn read(options: &[String], hip: bool) -> Result<ProgramOptions, String> {
    let mut read = ProgramOptions {
        hip,
        ..ProgramOptions::default()
    };
    let mut words = options.iter().map(|it| it.trim()).peekable();
    while let Some(word) = words.next() {
        if word.is_empty() || (hip && OF_CLANG.iter().any(|it| word.starts_with(it))) {
            continue;
        }
        let (does, name, value) = find(word).ok_or_else(|| unknown(word))?;
        let mut value = value.map(str::to_owned);
        let optional = matches!(does, Does::Nothing(Value::Flag) | Does::Fused);
        if wants_value(does) && value.is_none() && !optional {
            // As on a command line, it may be the next word.
            value = words.next().map(str::to_owned);
        }
        apply(&mut read, does, name, value)?;
    }
    Ok(read)
}

fn unknown(word: &str) -> String {
    format!("nvrtc: error: unrecognized option {word} found\n")
}

fn wants_value(does: Does) -> bool {
    !matches!(
        does,
        Does::Nothing(Value::No) | Does::ForDevice | Does::Quiet | Does::Absent
    )
}

/// The option that a word is, its name, and the value in the same word.
fn find(word: &str) -> Option<(Does, &str, Option<&str>)> {
    let (name, value) = match word.split_once(['=', ' ']) {
        Some((name, value)) => (name, Some(value.trim_start())),
        None => (word, None),
    };
    let known = |name: &str| OPTIONS.iter().find(|(names, _)| names.contains(&name));
    if let Some((_, does)) = known(name)
        && !(GLUED.contains(&name) && word[name.len()..].starts_with('='))
    {
        return Some((*does, name, value));
    }
    let short = GLUED.into_iter().find(|it| word.starts_with(it))?;
    let (_, does) = known(short)?;
    Some((*does, short, Some(&word[short.len()..])))
}

fn apply(
    read: &mut ProgramOptions,
    does: Does,
    name: &str,
    value: Option<String>,
) -> Result<(), String> {
    let needed = || {
        let value = value.clone().filter(|it| !it.is_empty());
        value.ok_or_else(|| format!("nvrtc: error: the option {name} has no value\n"))
    };
    let wrong = |value: &str| format!("nvrtc: error: invalid value for {name}: {value}\n");
    match does {
        Does::IncludeDir => read.include_dirs.push(needed()?),
        Does::Include => read.includes.push(needed()?),
        Does::Define => read.macros.push((needed()?, true)),
        Does::Undefine => read.macros.push((needed()?, false)),
        Does::Standard => {
            let value = needed()?;
            let known = value.strip_prefix("c++").or(value.strip_prefix("gnu++"));
            let known = known.filter(|it| {
                let years = ["98", "03", "11", "14", "17", "20", "23", "26"];
                years.contains(it) || ["2a", "2b", "2c"].contains(it)
            });
            known.ok_or_else(|| wrong(&value))?;
            read.standard = value;
        }
        Does::Architecture => {
            let value = needed()?;
            let number = ["compute_", "sm_", "lto_"]
                .iter()
                .find_map(|it| value.strip_prefix(it));
            let digits = number.map(|it| it.trim_end_matches(['a', 'f']));
            let known = digits.is_some_and(|it| {
                (2..=3).contains(&it.len()) && it.bytes().all(|letter| letter.is_ascii_digit())
            });
            if !known {
                return Err(wrong(&value));
            }
        }
        Does::ForDevice => read.for_device = true,
        Does::Quiet => read.quiet = true,
        Does::Absent => {
            return Err(format!(
                "nvrtc: error: the option {name} is not in Chevron yet\n"
            ));
        }
        Does::Nothing(Value::No) if value.is_some() => return Err(unknown(name)),
        Does::Nothing(Value::Flag) | Does::Fused => {
            let value = value.unwrap_or_else(|| "true".to_owned());
            if value != "true" && value != "false" {
                return Err(wrong(&value));
            }
            if does == Does::Fused {
                read.unfused = value == "false";
            }
        }
        Does::Nothing(_) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(options: &[&str]) -> Result<ProgramOptions, String> {
        let options: Vec<String> = options.iter().map(|&it| it.to_owned()).collect();
        read(&options, false)
    }

    #[test]
    fn values_are_in_the_same_word_or_the_next() {
        let read = of(&[
            "-I",
            "a",
            "-Ib",
            "--include-path=c",
            "-DX=1",
            "-D",
            "Y",
            "--define-macro=Z=a=b",
            "-UX",
            "--std=c++17",
        ])
        .expect("all are known");
        assert_eq!(read.include_dirs, ["a", "b", "c"]);
        let macros: Vec<_> = read.macros.iter().map(|it| (it.0.as_str(), it.1)).collect();
        assert_eq!(
            macros,
            [("X=1", true), ("Y", true), ("Z=a=b", true), ("X", false)]
        );
        assert_eq!(read.standard, "c++17");
    }

    #[test]
    fn what_nvrtc_knows_is_taken_and_nothing_else() {
        for good in [
            "--gpu-architecture=compute_90a",
            "-arch=sm_80",
            "-lineinfo",
            "--use_fast_math",
            "--fmad=false",
            "-w",
            "-rdc=true",
            "--restrict",
        ] {
            assert!(of(&[good]).is_ok(), "{good}");
        }
        for bad in [
            "--no-such-option",
            "-O3",
            "--gpu-architecture=sm90",
            "--std=c++42",
            "--fmad=maybe",
            "-dlto",
            "--std=",
            "saxpy.cu",
            "-lineinfo=1",
        ] {
            assert!(of(&[bad]).is_err(), "{bad}");
        }
        let hip = read(
            &["-O3".to_owned(), "--offload-arch=gfx90a".to_owned()],
            true,
        );
        assert!(hip.expect("clang's").hip);
    }
}
