//! A profile as a file in Chrome's trace format, which `chrome://tracing` and <https://ui.perfetto.dev> show.

use std::collections::BTreeMap;

use jit_api::wire::Profile;
use jit_api::wire::profile::{Activity, Did, Meter};
use serde_json::{Value, json};

use super::name;

/// The file's text. A device is a process there, a stream a thread.
pub fn trace(profile: &Profile) -> String {
    let mut devices: BTreeMap<&str, u64> = BTreeMap::new();
    for it in &profile.activities {
        let next = devices.len() as u64;
        devices.entry(&it.device).or_insert(next);
    }
    let named = devices.iter().map(|(device, number)| {
        json!({"ph": "M", "name": "process_name", "pid": number, "tid": 0, "args": {"name": device}})
    });
    let work = profile
        .activities
        .iter()
        .map(|it| event(it, devices[&*it.device]));
    let events: Vec<Value> = named.chain(work).collect();
    let meter = match &profile.meter {
        Meter::Counters => "the device's own counters".to_owned(),
        Meter::Cupti(version) => format!("CUPTI, API {version}"),
        Meter::Events(_) => "events".to_owned(),
    };
    let whole = json!({
        "traceEvents": events,
        "displayTimeUnit": "ns",
        "otherData": {"measured by": meter, "left out": profile.left_out},
    });
    whole.to_string()
}

/// Times are microseconds there.
fn event(it: &Activity, device: u64) -> Value {
    let (category, about) = match &it.did {
        Did::Kernel(run) => {
            let host = run.on_host.map(|it| {
                json!({"tier": format!("{:?}", it.tier), "threads": it.threads, "draft": it.draft})
            });
            let about = json!({"grid": run.grid, "block": run.block, "shared bytes": run.shared_bytes, "on the host": host});
            ("kernel", about)
        }
        Did::Copy { bytes, .. } => ("copy", json!({"bytes": bytes})),
        Did::Fill { bytes } => ("fill", json!({"bytes": bytes})),
        Did::Host => ("host", json!({})),
        Did::Graph { nodes } => ("graph", json!({"nodes": nodes})),
    };
    json!({
        "ph": "X",
        "name": name(&it.did),
        "cat": category,
        "pid": device,
        "tid": it.stream,
        "ts": it.start_ns as f64 / 1e3,
        "dur": super::length(it) as f64 / 1e3,
        "args": about,
    })
}
