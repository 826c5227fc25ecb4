//! Replies that need no session: what the kernel is, whether a text is complete, what it declines.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use super::kernel::Kernel;
use super::message::{Request, VERSION};
use crate::complete::Completeness;
use crate::split::{check, split_cell};

/// How deep a line is indented below one that opens a bracket.
const INDENTATION: &str = "    ";

/// The reply to a request that nothing has to be compiled or run for; `None`: it is none of those. `Some(None)`: it has no reply.
pub fn at_once(kernel: &Kernel, request: &Request) -> Option<Option<Value>> {
    // A mistake of ours with one text is no end of the thread that serves all.
    let made = catch_unwind(AssertUnwindSafe(|| made_at_once(kernel, request)));
    made.unwrap_or_else(|_| Some(Some(json!({"status": "error"}))))
}

fn made_at_once(kernel: &Kernel, request: &Request) -> Option<Option<Value>> {
    Some(Some(match request.kind.as_str() {
        "kernel_info_request" => kernel_info(),
        "is_complete_request" => is_complete(request.text("code")),
        "history_request" => kernel.history().found(request),
        "comm_info_request" => json!({"status": "ok", "comms": {}}),
        "connect_request" => json!({"status": "ok"}),
        "comm_open" => {
            // Who opens one is told that nobody is there.
            let closed = json!({"comm_id": request.text("comm_id"), "data": {}});
            (kernel.publisher).publish_for(&request.header, "comm_close", &closed);
            return Some(None);
        }
        "comm_msg" | "comm_close" => return Some(None),
        _ => return None,
    }))
}

/// What the kernel is.
pub fn kernel_info() -> Value {
    json!({
        "status": "ok",
        "protocol_version": VERSION,
        "implementation": "chevron",
        "implementation_version": env!("CARGO_PKG_VERSION"),
        "banner": format!(
            "Chevron {}: CUDA and HIP C++. %help lists the commands.",
            env!("CARGO_PKG_VERSION")
        ),
        "debugger": false,
        "supported_features": [],
        "help_links": [],
        "language_info": {
            "name": "c++",
            "version": "20",
            "mimetype": "text/x-c++src",
            "file_extension": ".cu",
            "pygments_lexer": "cuda",
            "codemirror_mode": "text/x-c++src",
            "nbconvert_exporter": "script",
        },
    })
}

/// There is no debugger.
pub fn no_debugger(request: &Request) -> Value {
    json!({
        "type": "response",
        "request_seq": request.number("seq").unwrap_or(0),
        "success": false,
        "command": request.text("command"),
        "message": "Chevron has no debugger",
        "body": {},
    })
}

fn is_complete(code: &str) -> Value {
    let inputs = split_cell(code);
    let last = inputs.last().map(|it| check(&it.piece().text));
    let status = match last {
        Some(Completeness::Incomplete(_)) => {
            return json!({"status": "incomplete", "indent": indentation(code)});
        }
        _ if crate::lexer::outline::outline(code).stray_close => "invalid",
        _ => "complete",
    };
    json!({"status": status})
}

/// That of the last line that is not blank, deeper behind a bracket.
fn indentation(code: &str) -> String {
    let line = code.lines().rfind(|line| !line.trim().is_empty());
    let line = line.unwrap_or_default();
    let own = &line[..line.len() - line.trim_start().len()];
    match line.trim_end().ends_with(['{', '(', '[']) {
        true => format!("{own}{INDENTATION}"),
        false => own.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_complete_or_wait() {
        for (code, status) in [
            ("1 + 1", "complete"),
            ("int x = 3;\nx", "complete"),
            ("%who", "complete"),
            ("%who\nvoid f() {", "incomplete"),
            ("for (int i = 0; i < 3; i++) {", "incomplete"),
            ("k<<<1,", "incomplete"),
            ("f(1))", "invalid"),
            ("", "complete"),
        ] {
            assert_eq!(is_complete(code)["status"], status, "{code}");
        }
        let deeper = is_complete("void f() {\n  if (true) {");
        assert_eq!(deeper["indent"], "      ");
    }
}
