//! `%tier`: how the CPU device runs a kernel's blocks, why not better, and what of it became vectors.

use devicecc::emit::{RegionNeeds, Tier, TierReport};
use jit_api::wire::FIBER_STACK_BYTES;

use super::show::words;
use super::state::bytes;
use super::{failed, insight, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::session::Session;
use crate::session::tiers::Tiered;

const USAGE: &str = "%tier KERNEL [BLOCK]";

/// Threads that a block has at most.
const THREADS_MAX: u64 = 1024;

/// Lanes of the warps that exchange values in regions.
const WARP: u64 = 32;

/// `%tier KERNEL [BLOCK]`
pub fn tier(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (kernel, block) = match parted(arguments) {
        Ok(parted) => parted,
        Err(message) if message.is_empty() => return told_usage(front, USAGE),
        Err(message) => return failed(front, &message),
    };
    match front.session.tiers_of(&kernel)? {
        Ok(all) => {
            let texts = all.iter().map(|it| text(&front.session, it, block));
            let texts: Vec<String> = texts.collect();
            front.session.render().text(texts.join("\n"));
            Ok(Flow::Done)
        }
        Err(told) => insight::no_kernel(front, &told),
    }
}

/// The kernel, and the block's shape if one is given. An error without words: neither is.
fn parted(arguments: &str) -> Result<(String, Option<[u32; 3]>), String> {
    let parts = words(arguments);
    // `16, 16` is two words.
    for first in 1..parts.len() {
        let Some(extents) = shape(&parts[first..].join(" ")) else {
            continue;
        };
        let threads: u64 = extents.iter().product();
        if threads == 0 || threads > THREADS_MAX {
            return Err(format!(
                "a block has 1 to {THREADS_MAX} threads, not {threads}"
            ));
        }
        let kernel = parts[..first].join(" ");
        return Ok((kernel, Some(extents.map(|it| it as u32))));
    }
    match parts.is_empty() {
        true => Err(String::new()),
        false => Ok((parts.join(" "), None)),
    }
}

/// The extents of `256`, `16,16`, `16x16x2`, `(16, 16)`, `dim3(32, 8)`.
fn shape(text: &str) -> Option<[u64; 3]> {
    let text = text.strip_prefix("dim3").unwrap_or(text).trim();
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let mut extents = [1; 3];
    let numbers = inner.unwrap_or(text).split([',', 'x']);
    for (at, number) in numbers.enumerate() {
        let number = number.trim().parse::<u32>().ok()?;
        *extents.get_mut(at)? = u64::from(number);
    }
    Some(extents)
}

/// All that is told of a kernel.
fn text(session: &Session, tiered: &Tiered, block: Option<[u32; 3]>) -> String {
    let report = &tiered.report;
    let name = &tiered.kernel.display;
    let mut lines = vec![match block {
        Some(block) => format!(
            "{name}, blocks of {}: {}",
            extents(block),
            how(report, block)
        ),
        None => format!("{name}: {}", how_any(report)),
    }];
    if let Some(why) = &report.refusal {
        let why = session.remark_text(why);
        lines.push(format!("no loops between barriers: {why}"));
    }
    if report.along_y {
        lines.push("vectors go along y, where threads lie side by side in memory, if a block has enough of them there".to_owned());
    }
    if let (None, Some(last)) = (block, tiered.last) {
        let how = how(report, last);
        lines.push(format!(
            "last launched with blocks of {}: {how}",
            extents(last)
        ));
    }
    lines.push(memory(report, block.or(tiered.last)));
    lines.push(now(tiered));
    let loops = report.loops.iter();
    lines.extend(loops.filter_map(|it| session.remark_on_text(it)));
    let milliseconds = |it: std::time::Duration| format!("{:.1} ms", it.as_secs_f64() * 1e3);
    lines.push(format!(
        "the choice took {} of the {} that optimising takes",
        milliseconds(report.choice),
        milliseconds(report.all)
    ));
    lines.join("\n  ")
}

/// How blocks of any shape run.
fn how_any(report: &TierReport) -> String {
    let Some(needs) = report.regions else {
        return match report.tier {
            Tier::Block => "plain loops over a block's threads, for blocks of any shape",
            Tier::Thread | Tier::Watched => "a fiber for each thread",
        }
        .to_owned();
    };
    let warps = match needs {
        RegionNeeds {
            whole_rows: true, ..
        } => Some("whose rows are whole warps of 32 threads"),
        RegionNeeds {
            whole_warps: true, ..
        } => Some("of whole warps of 32 threads"),
        _ => None,
    };
    let axis = needs.one_axis.then_some("with y and z of 1");
    let wanted: Vec<&str> = warps.into_iter().chain(axis).collect();
    match wanted.is_empty() {
        true => "loops between barriers (regions), for blocks of any shape".to_owned(),
        false => format!(
            "loops between barriers (regions) for blocks {}; a fiber for each thread for others",
            wanted.join(", ")
        ),
    }
}

/// How blocks of this shape run.
fn how(report: &TierReport, block: [u32; 3]) -> String {
    let Some(needs) = report.regions else {
        return match report.tier {
            Tier::Block => "plain loops over its threads".to_owned(),
            Tier::Thread | Tier::Watched => "a fiber for each thread".to_owned(),
        };
    };
    let threads = threads_of(block);
    let [x, y, z] = block;
    if needs.whole_rows && !u64::from(x).is_multiple_of(WARP) {
        return format!(
            "a fiber for each thread, because its warps go different ways and rows of {x} threads are no whole warps of {WARP}"
        );
    }
    if needs.whole_warps && !threads.is_multiple_of(WARP) {
        return format!(
            "a fiber for each thread, because lanes exchange values and {threads} threads are no whole warps of {WARP}"
        );
    }
    if needs.one_axis && y * z != 1 {
        return "a fiber for each thread, because whole warps go different ways and are told apart by x alone"
            .to_owned();
    }
    "loops between barriers (regions)".to_owned()
}

fn memory(report: &TierReport, block: Option<[u32; 3]>) -> String {
    let runs = |block: [u32; 3]| how(report, block).starts_with("loops");
    match report.regions {
        Some(needs) if block.is_none_or(runs) => {
            let each = u64::from(needs.thread_bytes);
            let all = block.map(|it| {
                // Rounded up as the executor does it (docs/tiers.md).
                let threads = threads_of(it).next_multiple_of(64);
                format!(", {} for a block of {}", bytes(each * threads), extents(it))
            });
            match each {
                0 => "memory: nothing is kept from one barrier to the next".to_owned(),
                each => format!(
                    "memory: {} kept for each thread from one barrier to the next{}",
                    bytes(each),
                    all.unwrap_or_default()
                ),
            }
        }
        None if report.tier == Tier::Block => {
            "memory: nothing is kept for a thread when the next one runs".to_owned()
        }
        _ => format!(
            "memory: a stack of {} for each thread",
            bytes(FIBER_STACK_BYTES as u64)
        ),
    }
}

/// What of this runs now.
fn now(tiered: &Tiered) -> String {
    match (&tiered.making, tiered.report.held) {
        _ if !tiered.on_cpu => {
            "tiers are the CPU device's, and this session's kernels run on another one: this is how that would run it"
                .to_owned()
        }
        (_, Some(held)) => format!("not now: {held}"),
        (Some(making), None) if making.draft => format!(
            "now it is a draft, {}, until the optimised code is there, of which this tells",
            making.how
        ),
        (Some(_), None) => "now it is the optimised code".to_owned(),
        (None, None) => "it is not compiled in this session yet".to_owned(),
    }
}

fn threads_of(block: [u32; 3]) -> u64 {
    block.iter().map(|&it| u64::from(it)).product()
}

fn extents(block: [u32; 3]) -> String {
    match block {
        [x, 1, 1] => x.to_string(),
        [x, y, 1] => format!("{x} x {y}"),
        [x, y, z] => format!("{x} x {y} x {z}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_stands_behind_the_kernel() {
        let of = |text: &str| parted(text).expect("it is well written");
        assert_eq!(of("k"), ("k".to_owned(), None));
        assert_eq!(of("k 256"), ("k".to_owned(), Some([256, 1, 1])));
        for text in [
            "k 16,16",
            "k 16, 16",
            "k 16x16",
            "k (16, 16)",
            "k dim3(16, 16)",
        ] {
            assert_eq!(of(text), ("k".to_owned(), Some([16, 16, 1])), "{text}");
        }
        assert_eq!(
            of("k<float, 4> 8,8,2"),
            ("k<float, 4>".to_owned(), Some([8, 8, 2]))
        );
        assert_eq!(
            of("k<<<1, 32>>>(p, n)"),
            ("k<<<1, 32>>>(p, n)".to_owned(), None)
        );
        assert!(parted("k 1025").is_err() && parted("k 32,64").is_err() && parted("k 0").is_err());
        assert_eq!(parted(""), Err(String::new()));
    }
}
