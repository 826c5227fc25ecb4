//! `%profile`: what the devices do is kept from one request of the session's to the next.

use std::sync::Mutex;

use super::{current, toolkit};
use crate::device::{Device, EventId, profile};
use crate::lock::lock;
use crate::wire::Profile;
use crate::wire::profile::Meter;

/// For each device whose work is measured by events: its number, and the event from which times count.
static FIRST_EVENTS: Mutex<Vec<(usize, EventId)>> = Mutex::new(Vec::new());

/// From now on what devices do is kept. Gives why that cannot be, for people.
pub(crate) fn begin_profile(cupti: &[String]) -> Option<String> {
    let device = &current().ok()?.device;
    // What was asked for before is none of the profile's. A fault is told by who meets it.
    drop(device.synchronize_all());
    let members = members(&**device);
    let profiler = members.iter().find_map(|it| it.profiler());
    let meter = match profiler.map(|it| it.begin_library(cupti)) {
        None if measures_itself(&**device) => Meter::Counters,
        None => Meter::Events("AMD's own profiler is not used".to_owned()),
        Some(Ok(meter)) => meter,
        Some(Err(why)) if toolkit::active() => {
            return Some(format!(
                "with a toolkit's runtime library a profile needs CUPTI: {why}"
            ));
        }
        Some(Err(why)) => Meter::Events(why),
    };
    if let Meter::Events(_) = meter {
        let first =
            |(number, it): (usize, &&dyn Device)| Some((number, profile::first_event(*it).ok()?));
        *lock(&FIRST_EVENTS) = members.iter().enumerate().filter_map(first).collect();
    }
    profile::begin(meter);
    None
}

/// Waits for the devices, and gives what they did. Empty if no profile is taken.
pub(crate) fn end_profile() -> Profile {
    let Ok(runtime) = current() else {
        return Profile::default();
    };
    let device = runtime.device();
    if !profile::is_taken() {
        return Profile::default();
    }
    drop(device.synchronize_all());
    let members = members(&**device);
    for (number, first) in std::mem::take(&mut *lock(&FIRST_EVENTS)) {
        profile::read_events(members[number], first);
    }
    let measured = members.iter().find_map(|it| it.profiler());
    if let Some(profiler) = measured {
        profile::add(profiler.end_library());
    }
    profile::end()
}

/// The devices, of which there may be one.
fn members(device: &dyn Device) -> Vec<&dyn Device> {
    match device.fleet() {
        Some(fleet) => fleet.members().collect(),
        None => vec![device],
    }
}

/// Does the device do the work itself, rather than a driver?
fn measures_itself(device: &dyn Device) -> bool {
    matches!(device.target(), crate::wire::Target::Host)
}
