//! Flags of nvcc, hipcc and g++, so that a line of a Makefile can be taken as it is.
//!
//! Example: `chevron run -arch=sm_90 -O3 -lineinfo --extended-lambda -Xcompiler -fopenmp program.cu`. Some become options of ours. The others ask for what
//! Chevron always does, or for what changes no result; those are passed over.

use std::ffi::OsString;

/// What becomes of a flag.
#[derive(Clone, Copy)]
enum Meaning {
    /// Passed over.
    Over,
    /// Passed over, with its value: behind `=`, or else the next word.
    OverWithValue,
    /// An option of ours, with its value.
    Is(&'static str),
    /// Words for another program, parted by commas: macros and directories among them are ours too.
    ForHost,
    /// An architecture, which is an option of `chevron compile`. Programs have code for the device that runs them.
    Architecture,
}

use Meaning::{Architecture, ForHost, Is, Over, OverWithValue};

/// By name, without dashes: nvcc takes most with one and with two.
const FLAGS: &[(&str, Meaning)] = &[
    ("lineinfo", Over),
    ("generate-line-info", Over),
    ("extended-lambda", Over),
    ("expt-extended-lambda", Over),
    ("expt-relaxed-constexpr", Over),
    ("use_fast_math", Over),
    ("restrict", Over),
    ("resource-usage", Over),
    ("allow-unsupported-compiler", Over),
    ("disable-warnings", Over),
    ("pthread", Over),
    ("pipe", Over),
    ("pedantic", Over),
    ("ggdb", Over),
    ("g", Over),
    ("G", Over),
    ("device-debug", Over),
    ("w", Over),
    ("s", Over),
    ("rdc", OverWithValue),
    ("relocatable-device-code", OverWithValue),
    ("cudart", OverWithValue),
    ("maxrregcount", OverWithValue),
    ("ftz", OverWithValue),
    ("prec-div", OverWithValue),
    ("prec-sqrt", OverWithValue),
    ("ccbin", OverWithValue),
    ("compiler-bindir", OverWithValue),
    ("Xptxas", OverWithValue),
    ("ptxas-options", OverWithValue),
    ("Xlinker", OverWithValue),
    ("linker-options", OverWithValue),
    ("Xnvlink", OverWithValue),
    ("nvlink-options", OverWithValue),
    ("Xcudafe", OverWithValue),
    ("diag-suppress", OverWithValue),
    ("diag-warn", OverWithValue),
    ("code", OverWithValue),
    ("gpu-code", OverWithValue),
    ("threads", OverWithValue),
    ("split-compile", OverWithValue),
    ("x", OverWithValue),
    ("Xcompiler", ForHost),
    ("compiler-options", ForHost),
    ("arch", Architecture),
    ("gpu-architecture", Architecture),
    ("offload-arch", Architecture),
    ("gencode", Architecture),
    ("generate-code", Architecture),
    ("std", Is("--std")),
    ("isystem", Is("-I")),
    ("include-path", Is("-I")),
    ("define-macro", Is("-D")),
    ("undefine-macro", Is("-U")),
    ("library", Is("-l")),
    ("library-path", Is("-L")),
    ("optimize", Is("-O")),
    ("fmad", Is("--fmad")),
];

/// Families of g++'s and clang's flags that are passed over: warnings, optimisation, the processor.
const FAMILIES: [&str; 4] = ["-W", "-f", "-m", "-g"];

/// Members of those families that change what a program means.
const NOT_PASSED_OVER: [&str; 4] = [
    "-funsigned-char",
    "-fshort-enums",
    "-fpack-struct",
    "-fsanitize",
];

/// Our words in place of the flag `word` and, if it takes one, of its value from `next`. `None`: it is none of these flags.
pub(super) fn ours(
    word: &str,
    action: &str,
    next: &mut impl Iterator<Item = OsString>,
) -> Option<Vec<OsString>> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(OsString::from(value))),
        None => (word, None),
    };
    let is_long = name.starts_with("--");
    let plain = name.trim_start_matches('-');
    let known = FLAGS.iter().find(|it| it.0 == plain).map(|it| it.1);
    // `--arch` and `--std` are options of ours already, and `-x` has one dash.
    let is_own = is_long && (matches!(plain, "arch" | "std" | "fmad") || plain.len() == 1);
    let Some(meaning) = known.filter(|_| !is_own) else {
        let passes = FAMILIES.iter().any(|it| word.starts_with(it))
            && !NOT_PASSED_OVER.iter().any(|it| word.starts_with(it));
        return match word {
            "-Ofast" | "-Os" => Some(vec!["-O2".into()]),
            _ => (passes && !is_long).then(Vec::new),
        };
    };
    let mut value = || value.clone().or_else(|| next.next()).unwrap_or_default();
    Some(match meaning {
        Over => Vec::new(),
        OverWithValue => {
            value();
            Vec::new()
        }
        Is(option) => vec![option.into(), value()],
        ForHost => for_host(&value().to_string_lossy()),
        Architecture => {
            let value = value();
            match action {
                "compile" => vec!["--arch".into(), architecture(&value.to_string_lossy())],
                _ => Vec::new(),
            }
        }
    })
}

/// The macros and directories in `-DNAME,-O3,-Idir`.
fn for_host(words: &str) -> Vec<OsString> {
    let ours = words.split(',').filter(|it| {
        let letter = it.strip_prefix('-').and_then(|it| it.chars().next());
        letter.is_some_and(|it| "DIU".contains(it)) && it.len() > 2
    });
    ours.map(OsString::from).collect()
}

/// `sm_80` of `arch=compute_80,code=sm_80`; any other word as it is.
fn architecture(value: &str) -> OsString {
    let mut parts = value.split(',').filter_map(|it| it.strip_prefix("code="));
    let code = parts.next_back().unwrap_or(value).trim_matches(['[', ']']);
    code.replace("compute_", "sm_").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(line: &str, action: &str) -> Option<String> {
        let mut words = line.split(' ').map(OsString::from).skip(1);
        let first = line.split(' ').next().unwrap_or_default();
        let ours = ours(first, action, &mut words)?;
        let rest = words.map(|it| format!("[{}]", it.display()));
        let ours = ours.iter().map(|it| it.display().to_string());
        Some(ours.chain(rest).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn makefiles_lines_are_taken() {
        for (line, expected) in [
            ("-arch=sm_90 a.cu", "[a.cu]"),
            ("-arch sm_90 a.cu", "[a.cu]"),
            ("-gencode arch=compute_80,code=sm_80 a.cu", "[a.cu]"),
            ("-lineinfo a.cu", "[a.cu]"),
            ("--expt-relaxed-constexpr a.cu", "[a.cu]"),
            ("-rdc=true a.cu", "[a.cu]"),
            ("-std=c++17 a.cu", "--std c++17 [a.cu]"),
            ("-std c++17 a.cu", "--std c++17 [a.cu]"),
            ("-isystem dir a.cu", "-I dir [a.cu]"),
            ("-Xcompiler -fopenmp a.cu", "[a.cu]"),
            (
                "-Xcompiler=-Wall,-DN=4,-O3,-Idir a.cu",
                "-DN=4 -Idir [a.cu]",
            ),
            ("-fmad=false a.cu", "--fmad false [a.cu]"),
            ("-Wno-unused a.cu", "[a.cu]"),
            ("-march=native a.cu", "[a.cu]"),
            ("-Ofast a.cu", "-O2 [a.cu]"),
        ] {
            assert_eq!(taken(line, "run").as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn ours_and_unknown_ones_are_left() {
        for line in [
            "-O3",
            "-O 2",
            "-Idir",
            "-DN",
            "-lm",
            "--arch sm_90",
            "--debug",
            "--frobnicate",
            "-c",
        ] {
            assert_eq!(taken(line, "run"), None, "{line}");
        }
        assert_eq!(taken("-funsigned-char", "run"), None);
    }

    #[test]
    fn compile_has_architectures() {
        let of = |line| taken(line, "compile");
        assert_eq!(of("-arch=sm_80").as_deref(), Some("--arch sm_80"));
        let both = "-gencode arch=compute_80,code=sm_80";
        assert_eq!(of(both).as_deref(), Some("--arch sm_80"));
    }
}
