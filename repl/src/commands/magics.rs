//! Commands that take a cell and do something with it beside running it: write it down, keep what it prints, measure it; and cells for a shell.

use jit_api::wire::KernelTraffic;

use super::{failed, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::shell;

/// `%%file NAME` and a text.
pub fn file(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (name, text) = first_line(arguments);
    if name.is_empty() || name.contains(char::is_whitespace) || text.trim().is_empty() {
        return told_usage(front, "%%file NAME, and the text on the lines below");
    }
    let text = format!("{}\n", text.trim_end());
    let over = std::path::Path::new(name).exists();
    match std::fs::write(name, &text) {
        Ok(()) => {
            let lines = text.lines().count();
            let lines = if lines == 1 {
                "1 line".to_owned()
            } else {
                format!("{lines} lines")
            };
            let how = if over { "written over" } else { "written" };
            front
                .session
                .render()
                .note(format_args!("`{name}` is {how}: {lines}"));
            Ok(Flow::Done)
        }
        Err(error) => failed(front, &format!("`{name}` cannot be written: {error}")),
    }
}

/// `%%bash [--out NAME]` and a script.
pub fn bash(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    const USAGE: &str = "%%bash [--out NAME], and the script on the lines below";
    if let Some(rest) = arguments.trim_start().strip_prefix("--out") {
        let (name, script) = first_line(rest);
        if name.is_empty() || !is_name(name) || script.trim().is_empty() {
            return told_usage(front, USAGE);
        }
        return front.cell(output_of_script(name, script), front.source());
    }
    if arguments.is_empty() {
        return told_usage(front, USAGE);
    }
    Ok(match shell::script(front.session.render(), arguments) {
        true => Flow::Done,
        false => Flow::Failed,
    })
}

/// A cell that defines a `std::string` with what a script prints. It is one of the session's: a replay runs the script again.
fn output_of_script(name: &str, script: &str) -> String {
    // What neither a C++ string nor a shell's document ends at before its end.
    let mut end = "chevron".to_owned();
    while script.contains(&end) {
        end.push('_');
    }
    format!(
        r#"#include <cstdio>
#include <stdexcept>
#include <string>
std::string {name} = [] {{
  FILE *pipe = popen(R"{end}(exec bash -c "$(cat <<'{end}'
{script}
{end}
)"){end}", "r");
  if (!pipe) throw std::runtime_error("no process can be started");
  std::string text;
  char part[4096];
  for (size_t got; (got = fread(part, 1, sizeof part, pipe)) > 0;) text.append(part, got);
  int status = pclose(pipe);
  if (status) throw std::runtime_error("the script ended with status " + std::to_string(status > 255 ? status >> 8 : status));
  return text;
}}();"#
    )
}

/// `%%capture [NAME]` and a cell.
pub fn capture(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (name, text) = first_line(arguments);
    if !name.is_empty() && !is_name(name) {
        return told_usage(front, "%%capture [NAME], and the cell on the lines below");
    }
    if text.trim().is_empty() {
        return told_usage(front, "%%capture [NAME], and the cell on the lines below");
    }
    let begin = "#include <chevron/capture.h>\nchevron::__capture_begin();";
    between(front, begin, text, |came_of| match (came_of, name) {
        // A cell that the compiler rejects changes nothing, and NAME is no exception.
        (CameOf::Rejected, _) | (_, "") => "(void)chevron::__capture_end();".to_owned(),
        (_, name) => format!("std::string {name} = chevron::__capture_end();"),
    })
}

/// What came of a cell that stands between two of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CameOf {
    /// It ran to its end.
    Done,
    /// It ran, and failed.
    Failed,
    /// None of it ran, and nothing of it was kept.
    Rejected,
}

/// A cell between two of ours. `end` gives the last one, by what came of the cell.
pub(super) fn between(
    front: &mut Front,
    begin: &str,
    text: &str,
    end: impl FnOnce(CameOf) -> String,
) -> anyhow::Result<Flow> {
    if front.cell(begin, front.source())? != Flow::Done {
        return Ok(Flow::Failed);
    }
    front.line += 1;
    let begun = front.session.cells().newest_number();
    let flow = front.cell(text, front.source())?;
    let came_of = match flow {
        Flow::Done => CameOf::Done,
        _ if front.session.cells().newest_number() == begun => CameOf::Rejected,
        _ => CameOf::Failed,
    };
    // A cell that ended the executor has taken what was begun with it: then there is nothing to end, which the call knows.
    let ended = front.cell(end(came_of), front.source())?;
    Ok(if ended == Flow::Done { flow } else { ended })
}

/// What `%bench` is asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Bench<'a> {
    cold: bool,
    count: bool,
    bytes: Option<&'a str>,
    flops: Option<&'a str>,
    /// One code, or two.
    codes: Vec<&'a str>,
}

impl<'a> Bench<'a> {
    /// Nothing if it is written otherwise.
    fn of(arguments: &'a str) -> Option<Bench<'a>> {
        let mut result = Bench::default();
        let mut rest = arguments.trim();
        while rest.starts_with("--") {
            let (option, behind) = first_word(rest);
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option, None),
            };
            rest = behind;
            match (name, value) {
                ("--cold", None) => result.cold = true,
                ("--count", None) => result.count = true,
                ("--bytes" | "--flops", value) => {
                    let value = value.unwrap_or_else(|| {
                        let (value, behind) = first_word(rest);
                        rest = behind;
                        value
                    });
                    let place = match name {
                        "--bytes" => &mut result.bytes,
                        _ => &mut result.flops,
                    };
                    *place = Some(value).filter(|it| !it.is_empty());
                    (*place)?;
                }
                _ => return None,
            }
        }
        result.codes = match rest.split_once(" vs ") {
            Some((first, second)) => vec![first.trim(), second.trim()],
            None => vec![rest],
        };
        let twice = result.count && (result.bytes.is_some() || result.flops.is_some());
        let complete = result.codes.iter().all(|it| !it.is_empty());
        (complete && !twice).then_some(result)
    }
}

/// The first word of a text, and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// `%bench [--cold] [--bytes N] [--flops N] [--count] CODE [vs CODE]`, also with the code as a cell.
pub fn bench(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    const USAGE: &str = "%bench [--cold] [--bytes N] [--flops N] [--count] CODE [vs CODE]";
    let Some(asked) = Bench::of(arguments) else {
        return told_usage(front, USAGE);
    };
    let codes = asked.codes.iter();
    let lambdas: Vec<String> = codes
        .map(|code| format!("[&] {{ {}; }}", code.trim_end_matches([';', '\n', ' '])))
        .collect();
    let given = |it: Option<&str>| vec![it.unwrap_or("0").to_owned(); lambdas.len()];
    let (mut bytes, mut flops) = (given(asked.bytes), given(asked.flops));
    if asked.count {
        for (at, lambda) in lambdas.iter().enumerate() {
            match count(front, lambda)? {
                Some((moved, computed)) => {
                    bytes[at] = moved.to_string();
                    flops[at] = computed.to_string();
                }
                None => return Ok(Flow::Failed),
            }
        }
    }
    let numbers = |all: &[String]| {
        let all: Vec<String> = all.iter().map(|it| format!("double({it})")).collect();
        all.join(", ")
    };
    let options = format!(
        "{{{{{}}}, {{{}}}, {}}}",
        numbers(&bytes),
        numbers(&flops),
        asked.cold
    );
    front.cell(
        format!(
            "#include <chevron/bench.h>\nchevron::bench(chevron::bench_options{options}, {});",
            lambdas.join(", ")
        ),
        front.source(),
    )
}

/// Bytes of global memory and floating-point operations of one run of code; none if it failed, or cannot be counted, which is told.
fn count(front: &mut Front, lambda: &str) -> anyhow::Result<Option<(u64, u64)>> {
    if let Err(why) = front.session.begin_counting()? {
        failed(front, &why)?;
        return Ok(None);
    }
    let flow = front.cell(format!("{lambda}();"), front.source());
    let counted = front.session.end_counting()?;
    if flow? == Flow::Failed {
        return Ok(None);
    }
    let sum = |of: fn(&KernelTraffic) -> u64| counted.iter().map(of).sum::<u64>();
    let (moved, computed) = (sum(|it| it.distinct_bytes), sum(|it| it.operations));
    front.session.render().note(format_args!(
        "counted of one run: {moved} bytes of global memory read or written, each once a launch; {computed} floating-point operations"
    ));
    Ok(Some((moved, computed)))
}

/// The rest of a command's own line, and the lines below.
pub(super) fn first_line(arguments: &str) -> (&str, &str) {
    let (first, rest) = arguments.split_once('\n').unwrap_or((arguments, ""));
    (first.trim(), rest)
}

pub(super) fn is_name(text: &str) -> bool {
    let letter = |it: char| it.is_alphanumeric() || it == '_';
    text.chars().all(letter) && !text.starts_with(|it: char| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_bench_is_asked_for() {
        let asked = Bench::of("--cold --bytes 2*n*4 --flops=n f(a) vs g(a)").expect("it is good");
        assert!(asked.cold && !asked.count);
        assert_eq!((asked.bytes, asked.flops), (Some("2*n*4"), Some("n")));
        assert_eq!(asked.codes, ["f(a)", "g(a)"]);
        assert!(Bench::of("--count\nf(a);").is_some_and(|it| it.count && it.codes == ["f(a);"]));
        assert_eq!(Bench::of("--i").map(|it| it.codes), None);
        for wrong in [
            "",
            "--cold",
            "--coldx f()",
            "--bytes",
            "--bytes 1",
            "--count --bytes 1 f()",
        ] {
            assert_eq!(Bench::of(wrong), None, "{wrong}");
        }
    }
}
