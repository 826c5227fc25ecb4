//! What a shell runs for the user: `!ls`, `%%bash`. It has the session's own stdin, stdout and stderr.

use std::io;
use std::process::{Command, ExitStatus};

use crate::render::Render;

/// Runs a line as `sh` does, and tells a status that is not 0.
pub fn line(render: &Render, line: &str) {
    let mut command = Command::new("sh");
    let ran = command.args(["-c", line]).status();
    if let Some(how) = how_it_failed(ran) {
        render.note(format_args!("`{}` {how}", first_word(line)));
    }
}

/// Runs a text in `bash`, or in `sh` where there is none; false if it fails, which is told.
pub fn script(render: &Render, text: &str) -> bool {
    let run = |shell: &str| Command::new(shell).args(["-c", text]).status();
    let ran = match run("bash") {
        Err(error) if error.kind() == io::ErrorKind::NotFound => run("sh"),
        ran => ran,
    };
    let how = how_it_failed(ran);
    if let Some(how) = &how {
        render.error(format_args!("the script {how}"));
    }
    how.is_none()
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

fn how_it_failed(ran: io::Result<ExitStatus>) -> Option<String> {
    use std::os::unix::process::ExitStatusExt as _;
    match ran {
        Ok(status) if status.success() => None,
        Ok(status) => Some(match (status.code(), status.signal()) {
            (Some(code), _) => format!("ended with status {code}"),
            (None, Some(signal)) => format!("was ended by signal {signal}"),
            (None, None) => "ended".to_owned(),
        }),
        Err(error) => Some(format!("could not be run: {error}")),
    }
}
