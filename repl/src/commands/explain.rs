//! `%explain` tells what is behind the last failure, or what a kernel's launches may ask.

use jit_api::wire::DeviceFault;

use super::insight::no_kernel;
use crate::flow::Flow;
use crate::front::Front;
use crate::session::explain::{Failed, Trouble};

const HEADER: &str = "#include <chevron/explain.h>";

/// `%explain [KERNEL]`
pub fn explain(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    match arguments.trim() {
        "" => match front.session.last_failure() {
            Some(failed) => failure(front, &failed),
            None => {
                let message =
                    "nothing has failed in this session; `%explain KERNEL` tells of a kernel";
                front.session.render().note(message);
                Ok(Flow::Done)
            }
        },
        kernel => of_kernel(front, kernel),
    }
}

fn of_kernel(front: &mut Front, kernel: &str) -> anyhow::Result<Flow> {
    if let Some(told) = front.session.why_no_kernel(kernel, "explain") {
        return no_kernel(front, &told);
    }
    if let Some(about) = front.session.kernel_alone(kernel) {
        front.session.render().text(about);
    }
    for line in front.session.why_compiled_again(kernel) {
        front.session.render().text(line);
    }
    let call = |(callee, name)| format!("chevron::__explain({callee}, \"{name}\");");
    let callees = front.session.callees(kernel).into_iter();
    let calls: Vec<String> = callees.map(call).collect();
    front.cell(format!("{HEADER}\n{}", calls.join("\n")), front.source())
}

fn failure(front: &mut Front, failed: &Failed) -> anyhow::Result<Flow> {
    let of = front.session.render().named(failed.cell);
    match &failed.trouble {
        Trouble::Rejected => {
            front.session.render().text(format_args!(
                "{of} was rejected by the compiler, and nothing of it was kept: the session is as before it; `%notes` shows all that the compiler said"
            ));
            Ok(Flow::Done)
        }
        Trouble::Fault(fault) if was_refused(fault) => refused(front, &of, fault),
        Trouble::Fault(fault) => {
            let kernel = match fault.kernel.as_str() {
                "" => String::new(),
                kernel => format!(" in kernel `{kernel}`"),
            };
            let text = format!("{of}: {}{kernel}; {of} has these names", fault.error);
            touched(front, &text, failed)
        }
        Trouble::Exception => {
            let text = format!("{of} was left by an exception; it has these names");
            touched(front, &text, failed)
        }
        Trouble::Death(how) => {
            let text = format!("{of} ended the executor: {how}; it has these names");
            touched(front, &text, failed)
        }
    }
}

/// The launch did not begin.
fn was_refused(fault: &DeviceFault) -> bool {
    const ERRORS: [&str; 4] = [
        "cudaErrorInvalidConfiguration",
        "cudaErrorInvalidValue",
        "cudaErrorLaunchOutOfResources",
        "cudaErrorCooperativeLaunchTooLarge",
    ];
    !fault.kernel.is_empty() && fault.block_idx.is_none() && ERRORS.contains(&&*fault.error)
}

fn refused(front: &mut Front, of: &str, fault: &DeviceFault) -> anyhow::Result<Flow> {
    let kernel = &fault.kernel;
    let reason = fault.message.lines().next().unwrap_or_default();
    front.session.render().text(format_args!(
        "{of}: a launch of `{kernel}` was refused: {reason}"
    ));
    // A lambda's instance has a name that nobody can write.
    let can_be_written = |it: char| it.is_alphanumeric() || "_:<>, *&".contains(it);
    if !kernel.chars().all(can_be_written) || kernel.contains("lambda") {
        return Ok(Flow::Done);
    }
    let three = |[x, y, z]: [u32; 3]| format!("{{{x}u, {y}u, {z}u}}");
    let launch = format!(
        "chevron::__explain_launch{{{}, {}, {}u, {}}}",
        three(fault.grid),
        three(fault.block),
        fault.dynamic_shared_bytes,
        fault.cooperative
    );
    let call = format!(
        "{{ auto __launch = {launch}; chevron::__explain({kernel}, \"{kernel}\", &__launch); }}"
    );
    front.cell(format!("{HEADER}\n{call}"), front.source())
}

fn touched(front: &mut Front, heading: &str, failed: &Failed) -> anyhow::Result<Flow> {
    let lines = front.session.touched(&failed.text)?;
    let render = front.session.render();
    match lines.is_empty() {
        true => render.text(heading.replace("these names", "no names of the session")),
        false => {
            render.text(format_args!("{heading}:"));
            for line in lines {
                render.text(format_args!("  {line}"));
            }
        }
    }
    Ok(Flow::Done)
}
