//! Commands that tell what kernels take of the device, and what is allocated.

use jit_api::wire::MemoryOf;

use super::show::words;
use super::state::{bytes, table};
use super::{failed, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::session::machine_code::Told;
use crate::session::memory_use::Held;

/// `%symbols [NAME]`
pub fn symbols(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let name = arguments.trim();
    let rows = front.session.device_symbols(name);
    match rows.len() {
        // The heads alone.
        1 if name.is_empty() => front
            .session
            .render()
            .note("the session has no device code"),
        1 => {
            return failed(
                front,
                &format!("no kernel, device function or device variable is named `{name}`"),
            );
        }
        _ => table(front.session.render(), &rows),
    }
    Ok(Flow::Done)
}

/// `%occupancy KERNEL [BLOCK [SHARED]]`
pub fn occupancy(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let parts: Vec<String> = words(arguments).into_iter().map(str::to_owned).collect();
    let [kernel, rest @ ..] = parts.as_slice() else {
        return told_usage(front, "%occupancy KERNEL [BLOCK [SHARED]]");
    };
    if rest.len() > 2 || kernel.contains("<<<") {
        return told_usage(front, "%occupancy KERNEL [BLOCK [SHARED]]");
    }
    if let Some(told) = front.session.why_no_kernel(kernel, "occupancy") {
        return no_kernel(front, &told);
    }
    let of = |at: usize| rest.get(at).map_or("0", String::as_str);
    let (block, shared) = (of(0), of(1));
    if block.parse::<i64>().is_ok_and(|it| it < 0) || (block == "0" && !rest.is_empty()) {
        return failed(front, &format!("a block has 1 thread or more, not {block}"));
    }
    let call = |(callee, name): (String, String)| {
        format!("chevron::occupancy({callee}, \"{name}\", int({block}), size_t({shared}));")
    };
    let callees = front.session.callees(kernel).into_iter();
    let calls: Vec<String> = callees.map(call).collect();
    front.cell(
        format!("#include <chevron/occupancy.h>\n{}", calls.join("\n")),
        front.source(),
    )
}

/// A name is no kernel's.
pub(super) fn no_kernel(front: &Front, told: &Told) -> anyhow::Result<Flow> {
    front.session.render().error(&told.message);
    if let Some(hint) = &told.hint {
        front.session.render().hint(hint);
    }
    Ok(Flow::Failed)
}

/// `%mem [--leaks [on|off]|--reset]`
pub fn mem(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    const USAGE: &str = "%mem [--leaks [on|off]|--reset]";
    let words: Vec<&str> = arguments.split_whitespace().collect();
    match words.as_slice() {
        [] => memory(front, false),
        ["--leaks"] => memory(front, true),
        ["--leaks", word @ ("on" | "off")] => {
            front.session.tell_leaks_at_end(*word == "on");
            Ok(Flow::Done)
        }
        ["--reset"] => {
            front.session.forget_most_memory()?;
            Ok(Flow::Done)
        }
        _ => told_usage(front, USAGE),
    }
}

/// Lists what is allocated; `lost`: only what no variable leads to.
fn memory(front: &mut Front, lost: bool) -> anyhow::Result<Flow> {
    let memory = front.session.memory()?;
    let at_end = front.session.tells_leaks_at_end();
    let render = front.session.render();
    let Some(mut live) = memory.live else {
        render.note(
            "the toolkit's own runtime library allocates here, and does not tell what: `%devices` and `cudaMemGetInfo` tell how much",
        );
        return Ok(Flow::Done);
    };
    if lost {
        live.retain(Held::is_lost);
    }
    let rows: Vec<[String; 5]> = live
        .iter()
        .map(|it| {
            let allocation = &it.allocation;
            [
                bytes(allocation.bytes),
                kind(&allocation.of),
                match allocation.cell {
                    0 => String::new(),
                    cell => render.named(cell),
                },
                names(it),
                format!("{:#x}", allocation.address),
            ]
        })
        .collect();
    table(render, &rows);
    let of_host = |it: &&Held| matches!(it.allocation.of, MemoryOf::Pinned | MemoryOf::Registered);
    let sum =
        |held: &mut dyn Iterator<Item = &Held>| held.map(|it| it.allocation.bytes).sum::<u64>();
    let allocations = match live.len() {
        1 => "1 allocation".to_owned(),
        count => format!("{count} allocations"),
    };
    if lost {
        let end = if at_end {
            "; the end tells what was not freed"
        } else {
            ""
        };
        render.text(format_args!(
            "{allocations} that no variable leads to, {}{end}",
            bytes(sum(&mut live.iter()))
        ));
        return Ok(Flow::Done);
    }
    let on_device = sum(&mut live.iter().filter(|it| !of_host(it)));
    let of_host = sum(&mut live.iter().filter(of_host));
    let pinned = match of_host {
        0 => String::new(),
        some => format!(", {} pinned on the host", bytes(some)),
    };
    let cell = match memory.most_in {
        0 => String::new(),
        cell => format!(", in {}", render.named(cell)),
    };
    render.text(format_args!(
        "{allocations}: {} on the device{pinned}; at most {} on the device so far{cell}",
        bytes(on_device),
        bytes(memory.most_bytes)
    ));
    Ok(Flow::Done)
}

fn kind(of: &MemoryOf) -> String {
    match of {
        MemoryOf::Device => "device",
        MemoryOf::Managed => "managed",
        MemoryOf::Pinned => "pinned",
        MemoryOf::Registered => "registered",
        MemoryOf::Array => "array",
        MemoryOf::Graph => "graph",
        MemoryOf::Variable(_) => "variable",
    }
    .to_owned()
}

/// Who leads to an allocation.
fn names(held: &Held) -> String {
    match (&held.allocation.of, held.by.as_slice()) {
        (MemoryOf::Variable(name), _) => name.clone(),
        (_, []) => "no variable".to_owned(),
        (_, names) => names.join(", "),
    }
}
