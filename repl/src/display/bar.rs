//! How far a loop has come, in a line.

use jit_api::wire::display::Progress;

use super::svg::escaped;

/// Letters of the bar itself.
const BAR: usize = 24;

/// While it runs: label, bar, counts, rate and time left.
pub fn live(progress: &Progress) -> String {
    let seconds = seconds(progress);
    let rate = progress.done as f64 / seconds.max(1e-9);
    let mut text = label(progress);
    if let Some(total) = progress.total {
        let part = part(progress.done, total);
        let eighths = (part * (BAR * 8) as f64) as usize;
        const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let bar = "█".repeat(eighths / 8) + PARTS[eighths % 8];
        text += &format!(
            "{:3.0} % ▕{bar:<BAR$}▏ {}/{total}",
            part * 100.0,
            progress.done
        );
    } else {
        text += &progress.done.to_string();
    }
    if progress.done == 0 {
        return text;
    }
    text += &format!(", {}, {}", per_second(rate), time(seconds));
    match progress.total {
        Some(total) if total > progress.done => {
            text + &format!(", {} left", time((total - progress.done) as f64 / rate))
        }
        _ => text,
    }
}

/// After its end.
pub fn finished(progress: &Progress) -> String {
    let done = progress.done;
    let (total, early) = match progress.total {
        Some(total) if total != done => (total, ", ended early"),
        _ => (done, ""),
    };
    format!(
        "{}{done} of {total} in {:.1} ms{early}",
        label(progress),
        seconds(progress) * 1e3
    )
}

/// For front ends that show HTML.
pub fn html(progress: &Progress) -> String {
    let text = match progress.finished {
        true => finished(progress),
        false => live(progress),
    };
    // The bar is drawn by the front end.
    let text = match (text.find('▕'), text.find('▏')) {
        (Some(_), Some(_)) if !progress.finished => {
            let (before, rest) = text.split_once('▕').unwrap_or((&text, ""));
            let after = rest.rsplit_once("▏ ").map_or("", |(_, after)| after);
            format!("{before} {after}")
        }
        _ => text,
    };
    let bar = match progress.total {
        Some(total) => format!(
            "<progress max=\"{total}\" value=\"{}\" style=\"width:20em\"></progress>",
            progress.done
        ),
        None => String::new(),
    };
    format!("<div>{bar} {}</div>", escaped(&text))
}

fn label(progress: &Progress) -> String {
    match progress.label.as_str() {
        "" => String::new(),
        label => format!("{label}: "),
    }
}

fn seconds(progress: &Progress) -> f64 {
    progress.elapsed_ns as f64 / 1e9
}

fn part(done: u64, total: u64) -> f64 {
    match total {
        0 => 1.0,
        total => (done as f64 / total as f64).min(1.0),
    }
}

fn per_second(rate: f64) -> String {
    match rate {
        it if it >= 1e9 => format!("{:.1} G/s", it / 1e9),
        it if it >= 1e6 => format!("{:.1} M/s", it / 1e6),
        it if it >= 1e3 => format!("{:.1} k/s", it / 1e3),
        it if it >= 1.0 => format!("{it:.1}/s"),
        it => format!("{:.1} s each", 1.0 / it.max(1e-12)),
    }
}

fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{seconds:.1} s"),
        60..3600 => format!("{}:{:02} min", whole / 60, whole % 60),
        _ => format!("{}:{:02} h", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(done: u64, total: Option<u64>, seconds: u64, finished: bool) -> Progress {
        Progress {
            label: "training".to_owned(),
            done,
            total,
            elapsed_ns: seconds * 1_000_000_000,
            finished,
        }
    }

    #[test]
    fn a_running_loop_tells_rate_and_time_left() {
        assert_eq!(
            live(&progress(25, Some(100), 50, false)),
            "training:  25 % ▕██████                  ▏ 25/100, 2.0 s each, 50.0 s, 2:30 min left"
        );
        assert_eq!(
            live(&progress(5000, None, 2, false)),
            "training: 5000, 2.5 k/s, 2.0 s"
        );
        assert_eq!(
            live(&progress(0, Some(0), 0, false)),
            "training: 100 % ▕████████████████████████▏ 0/0"
        );
    }

    #[test]
    fn a_loop_that_has_ended_tells_how_far_it_came() {
        assert_eq!(
            finished(&progress(9, Some(9), 1, true)),
            "training: 9 of 9 in 1000.0 ms"
        );
        assert_eq!(
            finished(&progress(3, Some(9), 1, true)),
            "training: 3 of 9 in 1000.0 ms, ended early"
        );
    }

    #[test]
    fn html_has_a_bar_of_its_own() {
        let html = html(&progress(25, Some(100), 50, false));
        assert!(
            html.contains("<progress max=\"100\" value=\"25\"") && !html.contains('█'),
            "{html}"
        );
        assert!(html.contains("25/100, 2.0 s each"), "{html}");
    }
}
