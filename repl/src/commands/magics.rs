//! Commands that take a cell and do something with it beside running it: write it down, keep what it prints, measure it; and cells for a shell.

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
    between(front, begin, text, |_| match name {
        "" => "(void)chevron::__capture_end();".to_owned(),
        name => format!("std::string {name} = chevron::__capture_end();"),
    })
}

/// A cell between two of ours. `end` gives the last one, by what came of the cell.
pub(super) fn between(
    front: &mut Front,
    begin: &str,
    text: &str,
    end: impl FnOnce(&Flow) -> String,
) -> anyhow::Result<Flow> {
    if front.cell(begin, front.source())? != Flow::Done {
        return Ok(Flow::Failed);
    }
    front.line += 1;
    let flow = front.cell(text, front.source())?;
    // A cell that ended the executor has taken what was begun with it: then there is nothing to end, which the call knows.
    let ended = front.cell(end(&flow), front.source())?;
    Ok(if ended == Flow::Done { flow } else { ended })
}

/// `%bench [--bytes N] [--flops N] CODE [vs CODE]`, also with the code as a cell.
pub fn bench(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    const USAGE: &str = "%bench [--bytes N] [--flops N] CODE [vs CODE]";
    let mut rest = arguments.trim();
    let (mut bytes, mut flops) = ("0", "0");
    while let Some(option) = ["--bytes", "--flops"]
        .into_iter()
        .find(|it| rest.starts_with(it))
    {
        let behind = rest[option.len()..].trim_start_matches([' ', '=']);
        let end = behind.find(char::is_whitespace).unwrap_or(behind.len());
        let value = &behind[..end];
        if value.is_empty() {
            return told_usage(front, USAGE);
        }
        match option {
            "--bytes" => bytes = value,
            _ => flops = value,
        }
        rest = behind[end..].trim_start();
    }
    if rest.is_empty() {
        return told_usage(front, USAGE);
    }
    let (first, second) = match rest.split_once(" vs ") {
        Some((first, second)) => (first.trim(), Some(second.trim())),
        None => (rest, None),
    };
    let lambda = |code: &str| format!("[&] {{ {}; }}", code.trim_end_matches([';', '\n', ' ']));
    let mut call = format!(
        "chevron::bench(double({bytes}), double({flops}), {}",
        lambda(first)
    );
    if let Some(second) = second {
        call += &format!(", {}", lambda(second));
    }
    front.cell(
        format!("#include <chevron/bench.h>\n{call});"),
        front.source(),
    )
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
