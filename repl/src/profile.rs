//! What devices did while a profile was taken, made into what a person reads: tables, a timeline, a file for a browser.

use jit_api::wire::profile::{Activity, Did, Way};

mod summary;
mod timeline;
mod trace;

pub use summary::summary;
pub use timeline::{bars, picture};
pub use trace::trace;

/// Nanoseconds, for people: four digits and a unit.
fn duration(ns: u64) -> String {
    let units = [(1e3, 1.0, "ns"), (1e6, 1e3, "us"), (1e9, 1e6, "ms")];
    let value = ns as f64;
    let unit = units.iter().find(|it| value < it.0);
    let (_, factor, unit) = unit.unwrap_or(&(0.0, 1e9, "s"));
    format!("{} {unit}", four_digits(value / factor))
}

/// A number with four digits, or with all of those before its point.
fn four_digits(value: f64) -> String {
    let whole = value.abs().max(1.0).log10().floor() as usize + 1;
    format!("{value:.*}", 4usize.saturating_sub(whole))
}

/// Bytes in so many nanoseconds.
fn rate(bytes: u64, ns: u64) -> String {
    match ns {
        0 => String::new(),
        ns => format!("{} GB/s", four_digits(bytes as f64 / ns as f64)),
    }
}

/// What a piece of work is called.
fn name(did: &Did) -> String {
    match did {
        Did::Kernel(run) => run.name.clone(),
        Did::Copy { way, .. } => way_name(*way).to_owned(),
        Did::Fill { .. } => "fill".to_owned(),
        Did::Host => "host function".to_owned(),
        Did::Graph { nodes } => format!("graph of {nodes} nodes"),
    }
}

fn way_name(way: Way) -> &'static str {
    match way {
        Way::ToDevice => "host to device",
        Way::ToHost => "device to host",
        Way::Within => "within the device",
        Way::Peers => "device to device",
        Way::OnHost => "host to host",
        Way::Unknown => "copy",
    }
}

fn length(it: &Activity) -> u64 {
    it.end_ns.saturating_sub(it.start_ns)
}

/// When the first piece of work began, and when the last one had ended.
fn span(activities: &[Activity]) -> (u64, u64) {
    let start = activities.iter().map(|it| it.start_ns).min();
    let end = activities.iter().map(|it| it.end_ns).max();
    (start.unwrap_or(0), end.unwrap_or(0))
}

/// More than one device did something.
fn several_devices(activities: &[Activity]) -> bool {
    activities
        .iter()
        .any(|it| it.device != activities[0].device)
}

#[cfg(test)]
mod tests;
