//! The golden file: its header, what it types, and what must come out.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::chevron::{Begin, Pause, Purpose};

/// The `//@` lines, TOML.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
pub struct Header {
    /// Devices on which it runs, one trial each: all real ones, unless it shows what another one cannot.
    pub devices: Vec<String>,
    /// Devices of its kind that it uses: one, unless it is about several.
    pub count: usize,
    /// Words for the command line.
    pub flags: Vec<String>,
    /// Devices on which it must fail, each with the reason; passing there is a failure.
    pub expected_failures: BTreeMap<String, String>,
    /// Its kernels make mistakes that the sanitizer finds: `CHEVRON_TEST_SANITIZE` leaves it out.
    pub mistakes: bool,
    /// The second run may compile kernels again: the session changes the cache.
    pub changes_cache: bool,
    /// The tier that the CPU device is held to; empty: none, or what `CHEVRON_TEST_TIER` says.
    pub tier: String,
    /// It runs once more with HIP's names in place of CUDA's, and must say the same by these names.
    pub hip: bool,
}

impl Default for Header {
    fn default() -> Header {
        Header {
            devices: vec!["cpu".to_owned(), "cuda".to_owned()],
            count: 1,
            flags: Vec::new(),
            expected_failures: BTreeMap::new(),
            mistakes: false,
            changes_cache: false,
            tier: std::env::var("CHEVRON_TEST_TIER").unwrap_or_default(),
            hip: false,
        }
    }
}

/// A golden file, read.
#[derive(Clone, Debug)]
pub struct Golden {
    /// Its header.
    pub header: Header,
    /// Where typing waits, and cells are interrupted.
    pub pauses: Vec<Pause>,
    /// Everything typed, in lines, that of the header and the expectations left out.
    typed: Vec<String>,
    /// The `//#` and `//@` lines at the top.
    top: Vec<String>,
}

/// What must come after one typed line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Lines of stdout.
    pub stdout: Vec<String>,
    /// Lines of stderr.
    pub stderr: Vec<String>,
}

/// What a header may name.
const DEVICES: [&str; 5] = ["cpu", "null", "cuda", "hip", "toolkit"];

const WHY: &str = "//#";
const HEADER: &str = "//@";
const PAUSE: &str = "//!";
const STDOUT: &str = "//=";
const STDERR: &str = "//?";

impl Golden {
    /// Reads a golden file.
    ///
    /// # Errors
    /// Its first line does not say why it exists, its header is wrong, or a pause stands where it would never end.
    pub fn parse(text: &str) -> anyhow::Result<Golden> {
        let first = text.lines().next().unwrap_or_default();
        if first
            .strip_prefix(WHY)
            .is_none_or(|why| why.trim().is_empty())
        {
            bail!("the first line must be `{WHY} ` and why this test exists");
        }
        let top_count = text
            .lines()
            .take_while(|line| line.starts_with(WHY) || line.starts_with(HEADER))
            .count();
        let header: Vec<&str> = text
            .lines()
            .take(top_count)
            .filter_map(|line| line.strip_prefix(HEADER))
            .collect();
        let header: Header =
            toml::from_str(&header.join("\n")).context("the `//@` lines are no good header")?;
        if let Some(unknown) = header
            .devices
            .iter()
            .find(|it| !DEVICES.contains(&it.as_str()))
        {
            bail!(
                "there is no device `{unknown}`, only {}",
                DEVICES.join(", ")
            );
        }
        let rest = || text.lines().skip(top_count);
        if let Some(line) = rest().find(|line| line.starts_with(HEADER) || line.starts_with(WHY)) {
            bail!("`{line}` stands below the top of the file");
        }
        let (mut typed, mut pauses) = (Vec::new(), Vec::new());
        for line in rest() {
            if line.starts_with(STDOUT) || line.starts_with(STDERR) {
                continue;
            }
            if line.starts_with(PAUSE) {
                let pause = parse_pause(line, typed.len());
                pauses.push(pause.with_context(|| {
                    format!("`{line}` is no `{PAUSE} interrupt after N ms`, `{PAUSE} pause N ms` or `{PAUSE} rest N ms`")
                })?);
                certain_to_run(line, typed.last())?;
            } else {
                typed.push(line.to_owned());
            }
        }
        Ok(Golden {
            header,
            pauses,
            typed,
            top: text.lines().take(top_count).map(str::to_owned).collect(),
        })
    }

    /// What is typed.
    pub fn typed(&self) -> String {
        self.typed.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The file as it would be if this came out: after typed line N (from 1) what is given for N, at the end what is given for
    /// `None`.
    pub fn with_outputs(&self, outputs: &[(Option<usize>, Expected)]) -> String {
        let mut lines = self.top.clone();
        for (number, line) in (1..).zip(&self.typed) {
            lines.push(line.clone());
            let here = self.pauses.iter().filter(|it| it.line == number);
            lines.extend(here.map(pause_line));
            for (_, expected) in outputs
                .iter()
                .filter(|(last_line, _)| *last_line == Some(number))
            {
                lines.extend(expected.lines());
            }
        }
        for (_, expected) in outputs.iter().filter(|(last_line, _)| last_line.is_none()) {
            lines.extend(expected.lines());
        }
        lines.join("\n") + "\n"
    }
}

/// What stands before the length of a pause, and what it means.
const KINDS: [(&str, Begin, Purpose); 4] = [
    ("interrupt after", Begin::Run, Purpose::Interrupt),
    (
        "interrupt compilation after",
        Begin::Compilation,
        Purpose::Interrupt,
    ),
    ("pause", Begin::Run, Purpose::Wait),
    ("rest", Begin::Run, Purpose::Rest),
];

/// `//! interrupt after 300 ms`, `//! pause 300 ms` or `//! rest 300 ms`, behind this typed line.
fn parse_pause(text: &str, line: usize) -> Option<Pause> {
    let words = text.strip_prefix(PAUSE)?.trim().strip_suffix(" ms")?;
    let (number, from, purpose) = KINDS.iter().find_map(|&(words_before, from, purpose)| {
        Some((words.strip_prefix(words_before)?, from, purpose))
    })?;
    Some(Pause {
        line,
        length: number
            .trim_start()
            .parse()
            .ok()
            .map(Duration::from_millis)?,
        from,
        purpose,
    })
}

/// Does the input above a `//!` line run without the line after it? Else the one would wait for the other until the run's time is over.
fn certain_to_run(pause: &str, above: Option<&String>) -> anyhow::Result<()> {
    let above = above.map_or("", |line| line.trim());
    if above.ends_with(';') || above.starts_with('%') {
        return Ok(());
    }
    bail!(
        "`{pause}` stands after `{above}`, which does not run before the next line is typed: end it with `;;`"
    )
}

fn pause_line(pause: &Pause) -> String {
    let mut kinds = KINDS.iter();
    let kind = kinds.find(|kind| (kind.1, kind.2) == (pause.from, pause.purpose));
    let what = kind.map_or("", |kind| kind.0);
    format!("{PAUSE} {what} {} ms", pause.length.as_millis())
}

impl Expected {
    fn lines(&self) -> impl Iterator<Item = String> {
        let marked = |mark: &'static str| {
            move |line: &String| format!("{mark} {line}").trim_end().to_owned()
        };
        self.stdout
            .iter()
            .map(marked(STDOUT))
            .chain(self.stderr.iter().map(marked(STDERR)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_stand_after_their_cells() {
        let text =
            "//# why\nx;;\n//! pause 300 ms\n//! rest 40 ms\n//! interrupt after 5 ms\n//= 1\n";
        let golden = Golden::parse(text).expect("it is good");
        assert_eq!(golden.typed(), "x;;\n");
        let pause = |ms, purpose| Pause {
            line: 1,
            length: Duration::from_millis(ms),
            from: Begin::Run,
            purpose,
        };
        let pauses = [
            pause(300, Purpose::Wait),
            pause(40, Purpose::Rest),
            pause(5, Purpose::Interrupt),
        ];
        assert_eq!(golden.pauses, pauses);
        let shown = Expected {
            stdout: vec!["1".into()],
            stderr: Vec::new(),
        };
        assert_eq!(golden.with_outputs(&[(Some(1), shown)]), text);
        assert!(Golden::parse("//# why\nx;;\n//! interrupt later").is_err());
    }

    #[test]
    fn pauses_stand_after_inputs_that_run() {
        let error = |typed: &str| {
            let text = format!("//# why\n{typed}//! pause 300 ms\n");
            Golden::parse(&text).err().map(|error| error.to_string())
        };
        assert_eq!(error("spin();;\n"), None);
        assert_eq!(error("%load cells.cu\n"), None);
        for typed in ["", "spin()\n", "void f() {\n"] {
            assert!(error(typed).is_some_and(|it| it.contains("end it with `;;`")));
        }
    }

    const FILE: &str = "//# A value is shown.\n//@ devices = [\"cpu\", \"null\"]\n//@ flags = [\"-DX=1\"]\nint x = 1;\n\nx\n//= (int) 1\n//?\n";

    #[test]
    fn parts_of_a_file() {
        let golden = Golden::parse(FILE).expect("it is good");
        assert_eq!(golden.header.devices, ["cpu", "null"]);
        assert_eq!(golden.header.flags, ["-DX=1"]);
        assert_eq!(golden.typed(), "int x = 1;\n\nx\n");
    }

    #[test]
    fn what_came_out_is_put_in_its_place() {
        let golden = Golden::parse(FILE).expect("it is good");
        let value = Expected {
            stdout: vec!["(int) 1".into()],
            stderr: vec![String::new()],
        };
        assert_eq!(
            golden.with_outputs(&[(Some(1), Expected::default()), (Some(3), value.clone())]),
            FILE
        );
        let end = golden.with_outputs(&[(None, value)]);
        assert!(end.ends_with("x\n//= (int) 1\n//?\n"), "{end}");
    }

    #[test]
    fn bad_files_are_refused() {
        for text in [
            "int x;",
            "//#\nx",
            "//# why\n//@ device = 1\nx",
            "//# why\n//@ devices = [\"gpu\"]\nx",
            "//# why\nx\n//@ flags = []",
            "",
        ] {
            assert!(Golden::parse(text).is_err(), "{text:?}");
        }
    }
}
