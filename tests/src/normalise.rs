//! What a golden file leaves out because it differs from run to run: addresses, durations, rates, shares with a decimal point, bars of a
//! timeline, `%bench`'s runs and ratio, what measures on a GPU, the run's own directories, blanks at a line's end. Nothing else.

use std::path::Path;

/// Hex digits that make a number an address.
const ADDRESS_DIGITS_MIN: usize = 6;

/// Output as a golden file has it.
pub fn normalise(text: &str, directory: &Path, cache: &Path) -> String {
    let text = text
        .replace(&*cache.to_string_lossy(), "{cache}")
        .replace(&*directory.to_string_lossy(), "{dir}");
    let lines = text.lines().map(|line| {
        measured(&bars(&runs(&figures(&addresses(line)))))
            .trim_end()
            .to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// `0x7f3a12345678` becomes `0x…`.
fn addresses(line: &str) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("0x") {
        let digits = rest[at + 2..]
            .bytes()
            .take_while(u8::is_ascii_hexdigit)
            .count();
        result += &rest[..at + 2];
        if digits >= ADDRESS_DIGITS_MIN {
            result.push('…');
        } else {
            result += &rest[at + 2..at + 2 + digits];
        }
        rest = &rest[at + 2 + digits..];
    }
    result + rest
}

/// `measured by CUPTI …` and `measured by events …`: what a machine has.
fn measured(line: &str) -> String {
    let by = line.strip_prefix("measured by ").unwrap_or_default();
    match by.starts_with("CUPTI") || by.starts_with("events") {
        true => "measured by CUPTI or events".to_owned(),
        false => line.to_owned(),
    }
}

/// What `%bench` tells of runs and ratios: `(median of 21 x 7 runs; …` and `the second takes 1.02 times as long as the first`.
fn runs(line: &str) -> String {
    let between = |line: &str, before: &str, after: &str| {
        let (head, rest) = line.split_once(before)?;
        let (_, tail) = rest.split_once(after)?;
        Some(format!("{head}{before}…{after}{tail}"))
    };
    between(line, "(median of ", " cold runs;")
        .or_else(|| between(line, "(median of ", " runs;"))
        .or_else(|| between(line, "the second takes ", " times as long as the first"))
        .unwrap_or_else(|| line.to_owned())
}

/// A timeline's `·▁▂█` becomes `█…`; a plot's, behind its axis, stays.
fn bars(line: &str) -> String {
    let is_bar = |letter: char| letter == '·' || ('▁'..='█').contains(&letter);
    match line.rsplit_once(' ') {
        Some((before, _)) if before.contains(['┤', '│']) => line.to_owned(),
        Some((before, bar)) if bar.chars().count() > 20 && bar.chars().all(is_bar) => {
            format!("{before} █…")
        }
        _ => line.to_owned(),
    }
}

/// `   1.234 ms` becomes ` … ms`: columns move with the number. So do rates, and shares with a decimal point: `12.5 %`. What is in
/// microseconds may be in milliseconds another time.
fn figures(line: &str) -> String {
    let mut result = String::new();
    for (at, word) in line.split(' ').enumerate() {
        let (unit, rest) = word.split_at(word.trim_end_matches([',', '.', ';', ')']).len());
        let before = result.trim_end();
        let word_before = before.rfind(' ').map_or(0, |space| space + 1);
        let is_open = before[word_before..].starts_with('(');
        let number = word_before + usize::from(is_open);
        let is_number = before[number..].parse::<f64>().is_ok();
        let unit = match unit {
            "ms" | "us" | "µs" | "ns" if is_number => "ms",
            "s" | "GB/s" | "GFLOP/s" if is_number => unit,
            "%" if is_number && before[number..].contains('.') => unit,
            _ => "",
        };
        if !unit.is_empty() {
            let kept = before[..word_before].trim_end().len();
            result.truncate(kept);
            result += if kept == 0 { "" } else { " " };
            result += if is_open { "(…" } else { "…" };
        }
        if at > 0 {
            result.push(' ');
        }
        match unit {
            "" => result += word,
            unit => result = result + unit + rest,
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_left_out_and_nothing_else() {
        let (dir, cache) = (
            tempfile::tempdir().expect("a directory"),
            tempfile::tempdir().expect("another one"),
        );
        let (dir, cache) = (dir.path(), cache.path());
        let paths = format!("in {}/file and {}/key", dir.display(), cache.display());
        let rows = [
            ("(int *) 0x7f3a12345678, next", "(int *) 0x…, next"),
            ("flags 0x1f and 0xABCDEF", "flags 0x1f and 0x…"),
            ("compile        1.234 ms  from", "compile … ms  from"),
            ("took 3 s.", "took … s."),
            ("3 ms", "… ms"),
            ("total 3.1 us, 2 ns.", "total … ms, … ms."),
            ("x s", "x s"),
            ("  2.5 GB/s, 12.5 % of 64, 50 %", "… GB/s, … % of 64, 50 %"),
            (
                "(median of 21 x 7 cold runs; 1 ms",
                "(median of … cold runs; … ms",
            ),
            ("9 GB/s (57.6 % of 3)", "… GB/s (… % of 3)"),
            ("row  ·▁▂▃▄▅▆▇█·▁▂▃▄▅▆▇█·▁▂▃▄▅▆▇█", "row  █…"),
            (
                "measured by CUPTI (its API 26)",
                "measured by CUPTI or events",
            ),
            ("two  blanks   ", "two  blanks"),
            (paths.as_str(), "in {dir}/file and {cache}/key"),
            ("", ""),
        ];
        for (text, expected) in rows {
            assert_eq!(normalise(text, dir, cache), expected, "{text:?}");
        }
    }
}
