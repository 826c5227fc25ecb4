//! Commands that tell about the session, the cache and the devices.

use clap::ValueEnum;
use devicecc::Source;
use jit_api::wire::Checks;
use kernels_cache::{Cache, Usage};

use super::failed;
use crate::flow::Flow;
use crate::front::{Front, TypedInput};
use crate::render::{Render, aligned};
use crate::settings::word;

/// Prints rows with their columns aligned.
pub(super) fn table<const N: usize>(render: &Render, rows: &[[String; N]]) {
    if !rows.is_empty() {
        render.text(aligned(rows));
    }
}

/// All that the compiler said of the last cell that it rejected.
pub fn notes(front: &mut Front, _arguments: &str) -> anyhow::Result<Flow> {
    let render = front.session.render();
    match front.session.everything_said() {
        Some(everything) => render.diagnostics(everything),
        None => render.note("nothing was left out of what the compiler said last"),
    }
    Ok(Flow::Done)
}

pub fn flags(front: &mut Front, _arguments: &str) -> anyhow::Result<Flow> {
    let settings = front.session.settings();
    let options = &settings.compiler;
    let mut words = vec![
        format!("-std={}", options.std),
        format!("-O{}", options.optimize),
    ];
    words.extend(
        options
            .include_dirs
            .iter()
            .map(|directory| format!("-I{}", directory.display())),
    );
    words.extend(options.defines.iter().map(|define| format!("-D{define}")));
    words.extend(options.undefines.iter().map(|name| format!("-U{name}")));
    let libraries = front.session.libraries();
    let rows = [
        ["compiler".to_owned(), words.join(" ")],
        [
            "libraries".to_owned(),
            if libraries.is_empty() {
                "none".to_owned()
            } else {
                libraries.join(" ")
            },
        ],
        ["device".to_owned(), settings.device.clone()],
        ["sync".to_owned(), on_off(settings.sync).to_owned()],
        ["checkpoint".to_owned(), word(&settings.checkpoint)],
        ["faults".to_owned(), word(&settings.faults)],
        ["strict".to_owned(), on_off(settings.strict).to_owned()],
        [
            "sanitize".to_owned(),
            match settings.sanitize.is_empty() {
                true => "off".to_owned(),
                false => settings.sanitize.names(),
            },
        ],
    ];
    table(front.session.render(), &rows);
    Ok(Flow::Done)
}

pub fn sync(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    match arguments {
        "on" | "off" => front.session.set_sync(arguments == "on"),
        "" => front.session.render().text(format_args!(
            "sync is {}",
            on_off(front.session.settings().sync)
        )),
        _ => return failed(front, "usage: `%sync [on|off]`"),
    }
    Ok(Flow::Done)
}

/// `%verbose [on|off]`
pub fn verbose(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    match arguments {
        "on" | "off" => front.verbose = arguments == "on",
        "" => {
            let is = on_off(front.verbose);
            front.session.render().text(format_args!("verbose is {is}"));
        }
        _ => return failed(front, "usage: `%verbose [on|off]`"),
    }
    Ok(Flow::Done)
}

/// What a command's argument chooses, or what to say if there is no such choice.
fn chosen<V: ValueEnum>(command: &str, argument: &str) -> Result<V, String> {
    V::from_str(argument, false).map_err(|_| {
        let words: Vec<_> = V::value_variants().iter().map(word).collect();
        format!("usage: `%{command} [{}]`", words.join("|"))
    })
}

pub fn checkpoint(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    if !arguments.is_empty() {
        match chosen("checkpoint", arguments) {
            Ok(keep) => front.session.set_checkpoint(keep),
            Err(usage) => return failed(front, &usage),
        }
        return Ok(Flow::Done);
    }
    let keep = front.session.settings().checkpoint;
    let word = word(&keep);
    let newest = match front.session.checkpoint() {
        Ok(checkpoint) => format!(
            "; the newest is of {} and took {:.2} ms",
            bytes(checkpoint.bytes),
            checkpoint.took_ns as f64 / 1e6
        ),
        Err(_) => String::new(),
    };
    front
        .session
        .render()
        .text(format_args!("checkpoint is {word}{newest}"));
    Ok(Flow::Done)
}

/// `%faults`
pub fn faults(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    if !arguments.is_empty() {
        match chosen("faults", arguments) {
            Ok(faults) => front.session.set_faults(faults),
            Err(usage) => return failed(front, &usage),
        }
        return Ok(Flow::Done);
    }
    let word = word(&front.session.settings().faults);
    front
        .session
        .render()
        .text(format_args!("faults is {word}"));
    Ok(Flow::Done)
}

/// `%strict [on|off]`
pub fn strict(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    match arguments {
        "on" | "off" => front.session.set_strict(arguments == "on")?,
        "" => {
            let is = on_off(front.session.settings().strict);
            front.session.render().text(format_args!("strict is {is}"));
        }
        _ => return failed(front, "usage: `%strict [on|off]`"),
    }
    Ok(Flow::Done)
}

/// `%sanitize`
pub fn sanitize(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let checks = match arguments {
        "" => {
            let checks = front.session.sanitizes();
            let text = match checks.is_empty() {
                true => "sanitize is off".to_owned(),
                false => format!("sanitize is on: {}", checks.names()),
            };
            front.session.render().text(text);
            return Ok(Flow::Done);
        }
        "leaks" => {
            front.session.tell_leaks()?;
            return Ok(Flow::Done);
        }
        "on" => Checks::all(),
        "off" => Checks::default(),
        names => match Checks::parse(names) {
            Ok(checks) => checks,
            Err(_) => {
                let all = Checks::all().names();
                return failed(front, &format!("usage: `%sanitize [{all}|on|off|leaks]`"));
            }
        },
    };
    match front.session.sanitize(checks)? {
        Ok(()) => Ok(Flow::Done),
        Err(why) => failed(front, &why),
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

pub fn devices(front: &mut Front, _arguments: &str) -> anyhow::Result<Flow> {
    let devices = front.session.devices()?;
    let rows: Vec<_> = devices
        .into_iter()
        .map(|device| [device.id, device.name, device.detail])
        .collect();
    table(front.session.render(), &rows);
    let statistics = front.session.statistics()?;
    front.session.render().text(format_args!(
        "executor: {} resident, {} device memory in use, {} kernels, {} variables",
        bytes(statistics.resident_bytes),
        bytes(statistics.device_bytes),
        statistics.kernels,
        statistics.variables
    ));
    Ok(Flow::Done)
}

pub fn device(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    if arguments.is_empty() {
        let device = front.session.settings().device.clone();
        front.session.render().text(device);
        return Ok(Flow::Done);
    }
    let names: Vec<String> = front
        .session
        .devices()?
        .into_iter()
        .map(|device| device.id)
        .collect();
    // A kind alone means its first device.
    let means = |name: &String| *name == arguments || *name == format!("{arguments}:0");
    let Some(number) = names.iter().position(means) else {
        let names = names.join("`, `");
        return failed(
            front,
            &format!(
                "this session has no device `{arguments}`, only `{names}`; another kind is chosen at the start, by `--device`"
            ),
        );
    };
    front.cell(format!("cudaSetDevice({number});"), Source::Prompt)
}

pub fn history(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    // The command itself is the last input.
    let inputs = &front.history[..front.history.len().saturating_sub(1)];
    let count = match arguments {
        "" => inputs.len(),
        number => match number.parse() {
            Ok(count) => count,
            Err(_) => return failed(front, "usage: `%history [N]`"),
        },
    };
    for input in &inputs[inputs.len().saturating_sub(count)..] {
        let TypedInput { number, text } = input;
        front
            .session
            .render()
            .text(format_args!("{number}> {text}"));
    }
    Ok(Flow::Done)
}

pub fn cache(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (cache, render) = (front.session.cache(), front.session.render());
    let Some(action) = CacheAction::parse(arguments) else {
        return failed(front, "usage: `%cache [stats|verify|clear]`");
    };
    Ok(if cache_action(cache, action, render) {
        Flow::Done
    } else {
        Flow::Failed
    })
}

/// What to do with the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Subcommand)]
pub enum CacheAction {
    /// Tell what is in it.
    Stats,
    /// Check every entry.
    Verify,
    /// Empty it.
    Clear,
}

impl CacheAction {
    fn parse(word: &str) -> Option<CacheAction> {
        match word {
            "" | "stats" => Some(CacheAction::Stats),
            "verify" => Some(CacheAction::Verify),
            "clear" => Some(CacheAction::Clear),
            _ => None,
        }
    }
}

/// Does it and tells the result; false if something is wrong.
pub fn cache_action(cache: &Cache, action: CacheAction, render: &Render) -> bool {
    let Some(directory) = cache.directory() else {
        render.text("there is no cache");
        return true;
    };
    cache.flush();
    match action {
        CacheAction::Stats => {
            let stats = cache.stats();
            render.text(format_args!("directory  {}", directory.display()));
            render.text(format_args!(
                "size       {} of {}",
                usage(stats.total()),
                bytes(stats.bytes_max)
            ));
            for kind in stats.kinds.iter().filter(|kind| kind.usage.files > 0) {
                render.text(format_args!(
                    "           {:?}: {}",
                    kind.kind,
                    usage(kind.usage)
                ));
            }
            render.text(format_args!(
                "session    {} hits, {} misses, {} written, {} rejected",
                stats.hits, stats.misses, stats.written, stats.rejected
            ));
        }
        CacheAction::Verify => {
            let report = cache.verify();
            render.text(format_args!("good       {}", usage(report.good)));
            for entry in &report.bad {
                render.error(format_args!(
                    "`{}`: {}; it has been taken out",
                    entry.path.display(),
                    entry.reason
                ));
            }
            return report.bad.is_empty();
        }
        CacheAction::Clear => match cache.clear() {
            Ok(cleared) => render.text(format_args!("removed    {}", usage(cleared))),
            Err(error) => {
                render.error(format_args!(
                    "`{}` could not be emptied: {error}",
                    directory.display()
                ));
                return false;
            }
        },
    }
    true
}

fn usage(usage: Usage) -> String {
    format!("{} in {} files", bytes(usage.bytes), usage.files)
}

/// A number of bytes for people.
pub(super) fn bytes(bytes: u64) -> String {
    const UNITS: &[&str] = &["KiB", "MiB", "GiB", "TiB"];
    if bytes == 1 {
        return "1 byte".to_owned();
    }
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_for_people() {
        for (count, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1536, "1.5 KiB"),
            (2 << 30, "2.0 GiB"),
        ] {
            assert_eq!(bytes(count), text);
        }
    }
}
