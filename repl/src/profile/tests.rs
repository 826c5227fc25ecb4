//! Tables, bars and pictures of profiles whose numbers are known.

use jit_api::wire::Profile;
use jit_api::wire::profile::{Activity, Did, KernelRun, Way};

use super::summary::Gaps;
use super::{bars, duration, picture, summary, trace};

fn kernel(name: &str, stream: u64, start_ns: u64, end_ns: u64) -> Activity {
    let run = KernelRun {
        name: name.to_owned(),
        grid: [8, 8, 1],
        block: [256, 1, 1],
        ..KernelRun::default()
    };
    Activity {
        did: Did::Kernel(Box::new(run)),
        device: "cpu".to_owned(),
        stream,
        start_ns,
        end_ns,
    }
}

/// Two kernels, of which one runs beside the end of the other one, and a copy after a pause.
fn profile() -> Profile {
    let copy = Activity {
        did: Did::Copy {
            bytes: 4_000_000,
            way: Way::ToHost,
        },
        ..kernel("", 0, 6_000_000, 8_000_000)
    };
    Profile {
        total_ns: 9_000_000,
        activities: vec![
            kernel("a<int>", 0, 0, 3_000_000),
            kernel("a<int>", 0, 3_000_000, 4_000_000),
            kernel("b", 94_000, 3_500_000, 5_000_000),
            copy,
        ],
        ..Profile::default()
    }
}

#[test]
fn tables_have_sums_and_shares() {
    let expected = "measured by the device's own counters
8.000 ms from the first start to the last end, busy 87.5 % of it
kernel              calls     total      mean       min       max   share  blocks x threads
a<int>                  2  4.000 ms  2.000 ms  1.000 ms  3.000 ms  53.3 %  8,8 x 256
b                       1  1.500 ms  1.500 ms  1.500 ms  1.500 ms  20.0 %  8,8 x 256
copies and fills    calls     total      mean        rate   share  bytes
device to host          1  2.000 ms  2.000 ms  2.000 GB/s  26.7 %  4000000
1 gap, 1.000 ms before `device to host`";
    assert_eq!(summary(&profile()), expected);
}

#[test]
fn gaps_are_where_no_stream_has_work() {
    let gaps = Gaps::of(&profile().activities);
    assert_eq!(
        (gaps.busy, gaps.count, gaps.total),
        (7_000_000, 1, 1_000_000)
    );
    assert_eq!(gaps.longest, Some((1_000_000, "device to host".to_owned())));
    let none = Gaps::of(&[]);
    assert_eq!((none.busy, none.count), (0, 0));
}

#[test]
fn bars_show_when_each_stream_works() {
    let bars = bars(&profile().activities).expect("there is work");
    let rows: Vec<&str> = bars.lines().collect();
    let full = |row: &str| row.chars().filter(|it| *it == '█').count();
    assert_eq!(rows.len(), 3, "{bars}");
    assert!(rows[0].starts_with("default stream, kernels  █"), "{bars}");
    // 4 of 8 ms, 2 of 8, 1.5 of 8, in 60 letters.
    assert_eq!((full(rows[0]), full(rows[1])), (30, 15), "{bars}");
    assert!((10..=12).contains(&full(rows[2])), "{bars}");
    assert!(rows[2].starts_with("stream 1, kernels        ·"), "{bars}");
    assert_eq!(super::bars(&[]), None);
}

#[test]
fn pictures_name_kernels_as_xml_can() {
    let svg = picture(&profile().activities).expect("there is work");
    assert!(
        svg.contains("<title>a&lt;int&gt; &lt;&lt;&lt;[8, 8, 1]"),
        "{svg}"
    );
    assert_eq!(svg.matches("<title>").count(), 4, "{svg}");
    // Thousands of short launches are a few rectangles.
    let many = (0..10_000).map(|at| kernel("k", 0, at * 100, at * 100 + 90));
    let many = picture(&many.collect::<Vec<_>>()).expect("there is work");
    let count = many.matches("<title>").count();
    assert!(count > 100 && count < 2_000, "{count}");
}

#[test]
fn traces_are_what_chrome_reads() {
    let trace: serde_json::Value = serde_json::from_str(&trace(&profile())).expect("it is JSON");
    let events = trace["traceEvents"].as_array().expect("a list");
    assert_eq!(events.len(), 5);
    let last = &events[3];
    assert_eq!((&last["name"], &last["ph"]), (&"b".into(), &"X".into()));
    assert_eq!(
        (&last["ts"], &last["dur"]),
        (&3500.0.into(), &1500.0.into())
    );
}

#[test]
fn durations_have_four_digits() {
    for (ns, text) in [
        (0, "0.000 ns"),
        (999, "999.0 ns"),
        (12_345, "12.35 us"),
        (1_234_567, "1.235 ms"),
        (98_765_432_100, "98.77 s"),
    ] {
        assert_eq!(duration(ns), text);
    }
}
