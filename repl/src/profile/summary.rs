//! A profile as tables: kernels, copies, gaps.

use std::collections::BTreeMap;

use jit_api::wire::Profile;
use jit_api::wire::profile::{Activity, Did, KernelRun, Meter, OnHost, RunTier};

use super::{duration, length, name, rate, several_devices, span};

/// Letters of a name that are shown.
const NAME_MAX: usize = 48;

/// The column of names has so many letters at least.
const NAME_MIN: usize = 17;

/// Work of one kind: the launches of a kernel, or the copies of one direction.
struct Group<'profile> {
    name: String,
    of: Vec<&'profile Activity>,
}

impl Group<'_> {
    fn total(&self) -> u64 {
        self.of.iter().map(|it| length(it)).sum()
    }
}

/// The tables. Says first who has measured.
pub fn summary(profile: &Profile) -> String {
    let all = &profile.activities;
    let measured = format!("measured by {}", meter(&profile.meter));
    if all.is_empty() {
        return format!("{measured}\nthe device did nothing");
    }
    let gaps = Gaps::of(all);
    let (start, end) = span(all);
    let mut lines = vec![
        measured,
        format!(
            "{} from the first start to the last end, busy {:.1} % of it",
            duration(end - start),
            part(gaps.busy, end - start)
        ),
    ];
    let total: u64 = all.iter().map(length).sum();
    let is_memory = |it: &&Activity| matches!(it.did, Did::Copy { .. } | Did::Fill { .. });
    let (memory, work): (Vec<&Activity>, Vec<&Activity>) = all.iter().partition(is_memory);
    let tells_device = several_devices(all);
    lines.extend(kernels(&groups(&work, tells_device), total));
    lines.extend(copies(&groups(&memory, tells_device), total));
    lines.push(gaps.text());
    if profile.left_out > 0 {
        lines.push(format!(
            "{} more pieces of work are not in these numbers: a profile keeps {}",
            profile.left_out,
            all.len()
        ));
    }
    lines.join("\n")
}

fn meter(meter: &Meter) -> String {
    match meter {
        Meter::Counters => "the device's own counters".to_owned(),
        Meter::Cupti(version) => format!("CUPTI (its API {version})"),
        Meter::Events(why) => format!("events around each piece of work: {why}"),
    }
}

fn groups<'a>(activities: &[&'a Activity], tells_device: bool) -> Vec<Group<'a>> {
    let mut by_name: BTreeMap<String, Vec<&Activity>> = BTreeMap::new();
    for &it in activities {
        let of_device = match tells_device {
            true => format!(", {}", it.device),
            false => String::new(),
        };
        let name = shortened(&name(&it.did)) + &of_device;
        by_name.entry(name).or_default().push(it);
    }
    let groups = by_name.into_iter().map(|(name, of)| Group { name, of });
    let mut groups: Vec<Group> = groups.collect();
    groups.sort_by_key(|it| std::cmp::Reverse(it.total()));
    groups
}

/// A name without its middle, if it is long.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= NAME_MAX {
        return name.to_owned();
    }
    let half = NAME_MAX / 2;
    let (head, tail) = (&letters[..half], &letters[letters.len() - half + 1..]);
    head.iter().chain(&['…']).chain(tail).collect()
}

fn names_width(groups: &[Group]) -> usize {
    let widest = groups.iter().map(|it| it.name.chars().count()).max();
    widest.unwrap_or(0).max(NAME_MIN)
}

fn kernels(groups: &[Group], total: u64) -> Vec<String> {
    if groups.is_empty() {
        return Vec::new();
    }
    let width = names_width(groups);
    let mut lines = vec![format!(
        "{:width$} {:>7} {:>9} {:>9} {:>9} {:>9} {:>7}  blocks x threads",
        "kernel", "calls", "total", "mean", "min", "max", "share"
    )];
    for group in groups {
        let lengths = || group.of.iter().map(|it| length(it));
        let calls = group.of.len() as u64;
        let line = format!(
            "{:width$} {calls:>7} {:>9} {:>9} {:>9} {:>9} {:>5.1} %  {}",
            group.name,
            duration(group.total()),
            duration(group.total() / calls),
            duration(lengths().min().unwrap_or(0)),
            duration(lengths().max().unwrap_or(0)),
            part(group.total(), total),
            how(group)
        );
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// What launches were of, and how the CPU device ran them.
fn how(group: &Group) -> String {
    let runs = group.of.iter().filter_map(|it| match &it.did {
        Did::Kernel(run) => Some(&**run),
        _ => None,
    });
    let mut launches: Vec<String> = runs.clone().map(launch).collect();
    launches.dedup();
    launches.sort();
    launches.dedup();
    let launches = match launches.as_slice() {
        [] => return String::new(),
        [one] => one.clone(),
        several => format!("{} kinds of launches", several.len()),
    };
    let on_host: Vec<OnHost> = runs.filter_map(|it| it.on_host).collect();
    match on_host.last() {
        Some(last) => format!("{launches}, {}", ran(*last, &on_host)),
        None => launches,
    }
}

fn launch(run: &KernelRun) -> String {
    format!("{} x {}", extent(run.grid), extent(run.block))
}

/// `64`, `8,8`: axes of one element at the end are left out.
fn extent([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x},{y}"),
        _ => format!("{x},{y},{z}"),
    }
}

/// How launches ran: as the last of them, which had the best code.
fn ran(last: OnHost, all: &[OnHost]) -> String {
    let tier = match last.tier {
        RunTier::Loops => "plain loops",
        RunTier::Regions => "loops between barriers",
        RunTier::Fibers => "a fiber a thread",
        RunTier::Watched => "watched by the sanitizer",
    };
    match all.iter().filter(|it| it.draft).count() {
        0 => tier.to_owned(),
        drafts => format!("{tier} ({drafts} by a draft's code)"),
    }
}

fn copies(groups: &[Group], total: u64) -> Vec<String> {
    if groups.is_empty() {
        return Vec::new();
    }
    let width = names_width(groups);
    let mut lines = vec![format!(
        "{:width$} {:>7} {:>9} {:>9} {:>11} {:>7}  bytes",
        "copies and fills", "calls", "total", "mean", "rate", "share"
    )];
    for group in groups {
        let bytes: u64 = group.of.iter().map(|it| bytes_of(&it.did)).sum();
        let calls = group.of.len() as u64;
        lines.push(format!(
            "{:width$} {calls:>7} {:>9} {:>9} {:>11} {:>5.1} %  {bytes}",
            group.name,
            duration(group.total()),
            duration(group.total() / calls),
            rate(bytes, group.total()),
            part(group.total(), total)
        ));
    }
    lines
}

fn bytes_of(did: &Did) -> u64 {
    match did {
        Did::Copy { bytes, .. } | Did::Fill { bytes } => *bytes,
        Did::Kernel(_) | Did::Host | Did::Graph { .. } => 0,
    }
}

fn part(of: u64, all: u64) -> f64 {
    100.0 * of as f64 / all.max(1) as f64
}

/// Times between the first start and the last end when no device did anything.
pub(super) struct Gaps {
    /// When something was done, nanoseconds in all.
    pub(super) busy: u64,
    pub(super) count: usize,
    pub(super) total: u64,
    /// The longest, and what was done next.
    pub(super) longest: Option<(u64, String)>,
}

impl Gaps {
    pub(super) fn of(activities: &[Activity]) -> Gaps {
        let mut sorted: Vec<&Activity> = activities.iter().collect();
        sorted.sort_by_key(|it| (it.start_ns, it.end_ns));
        let mut gaps = Gaps {
            busy: 0,
            count: 0,
            total: 0,
            longest: None,
        };
        let mut until = sorted.first().map_or(0, |it| it.start_ns);
        for it in sorted {
            let gap = it.start_ns.saturating_sub(until);
            if gap > 0 {
                gaps.count += 1;
                gaps.total += gap;
                if gaps.longest.as_ref().is_none_or(|(most, _)| gap > *most) {
                    gaps.longest = Some((gap, name(&it.did)));
                }
            }
            gaps.busy += it.end_ns.saturating_sub(until.max(it.start_ns));
            until = until.max(it.end_ns);
        }
        gaps
    }

    fn text(&self) -> String {
        match &self.longest {
            None => "no gaps".to_owned(),
            Some((longest, next)) if self.count > 1 => format!(
                "{} gaps, {} in all; the longest is {} before `{next}`",
                self.count,
                duration(self.total),
                duration(*longest)
            ),
            Some((longest, next)) => format!("1 gap, {} before `{next}`", duration(*longest)),
        }
    }
}
