//! A profile along time: bars for terminals, a picture for notebooks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jit_api::wire::profile::{Activity, Did};

use super::{duration, length, name, rate, span};

/// Letters of a bar.
const COLUMNS: usize = 60;

/// Rows that are shown; more streams are counted.
const ROWS_MAX: usize = 16;

/// How much of a letter's time something was done: nothing, a little, … all of it.
const LEVELS: [char; 9] = ['·', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Size of the picture, pixels: its width, that of the names at its left, a row.
const WIDTH: f64 = 900.0;
const LEFT: f64 = 170.0;
const ROW: f64 = 26.0;

/// What is drawn by itself is as wide at least, pixels; narrower neighbours are drawn as one.
const NARROWEST: f64 = 0.5;

/// Colours of kernels, which the colour-blind can tell apart (Okabe and Ito's).
const COLORS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

/// Copies, fills and what else is no kernel.
const GREYS: [&str; 3] = ["#767676", "#999999", "#b5b5b5"];

/// Width of a letter, pixels, and a bit.
const LETTER: f64 = 7.0;

/// Names in the legend, and letters of one.
const LEGEND_MAX: usize = 12;
const NAME_MAX: usize = 48;

/// Work that is drawn in one row, in the order of its starts.
struct Row<'profile> {
    name: String,
    of: Vec<&'profile Activity>,
}

/// A row for the kernels and one for the copies of each stream.
fn rows(activities: &[Activity]) -> Vec<Row<'_>> {
    let tells_device = super::several_devices(activities);
    let mut rows: BTreeMap<(&str, u64, bool), Vec<&Activity>> = BTreeMap::new();
    for it in activities {
        let is_copy = matches!(it.did, Did::Copy { .. } | Did::Fill { .. });
        let row = rows.entry((&it.device, it.stream, is_copy));
        row.or_default().push(it);
    }
    let numbers: BTreeMap<(&str, u64), usize> = numbered(rows.keys().map(|it| (it.0, it.1)));
    let named = rows.into_iter().map(|((device, stream, is_copy), mut of)| {
        of.sort_by_key(|it| it.start_ns);
        let device = match tells_device {
            true => format!("{device}, "),
            false => String::new(),
        };
        let what = if is_copy { "copies" } else { "kernels" };
        let stream = match numbers.get(&(&*of[0].device, stream)) {
            Some(0) | None => "default stream".to_owned(),
            Some(number) => format!("stream {number}"),
        };
        Row {
            name: format!("{device}{stream}, {what}"),
            of,
        }
    });
    named.collect()
}

/// Streams by small numbers, in their order; 0 is the default one. Devices number them by addresses.
fn numbered<'a>(streams: impl Iterator<Item = (&'a str, u64)>) -> BTreeMap<(&'a str, u64), usize> {
    let mut numbers = BTreeMap::new();
    let mut next = 1;
    for (device, stream) in streams {
        numbers
            .entry((device, stream))
            .or_insert_with(|| match stream {
                0 => 0,
                _ => {
                    next += 1;
                    next - 1
                }
            });
    }
    numbers
}

/// Bars for terminals; nothing if nothing was done.
pub fn bars(activities: &[Activity]) -> Option<String> {
    let (start, end) = span(activities);
    let rows = rows(activities);
    let width = rows.iter().map(|it| it.name.len()).max()?;
    let shown = rows.iter().take(ROWS_MAX);
    let lines = shown.map(|row| {
        let bar = bar(&row.of, start, end);
        format!("{:width$}  {bar}", row.name)
    });
    let mut lines: Vec<String> = lines.collect();
    if rows.len() > ROWS_MAX {
        lines.push(format!("and {} more rows", rows.len() - ROWS_MAX));
    }
    Some(lines.join("\n"))
}

fn bar(of: &[&Activity], start: u64, end: u64) -> String {
    let column = ((end - start) as f64 / COLUMNS as f64).max(1.0);
    let mut busy = [0.0; COLUMNS];
    for it in of {
        let [from, to] = [it.start_ns, it.end_ns].map(|at| (at - start) as f64 / column);
        let last = (to.ceil() as usize).clamp(from as usize + 1, COLUMNS.max(from as usize + 1));
        for (at, busy) in busy.iter_mut().enumerate().take(last).skip(from as usize) {
            let (left, right) = (at as f64, at as f64 + 1.0);
            // What is too short to be seen is seen all the same.
            *busy += (to.min(right) - from.max(left)).max(0.01);
        }
    }
    let steps = (LEVELS.len() - 1) as f64;
    let level = |busy: f64| (busy * steps).ceil().min(steps) as usize;
    busy.iter().map(|it| LEVELS[level(*it)]).collect()
}

/// An SVG file; nothing if nothing was done.
pub fn picture(activities: &[Activity]) -> Option<String> {
    let (start, end) = span(activities);
    let mut rows = rows(activities);
    if rows.is_empty() {
        return None;
    }
    rows.truncate(ROWS_MAX);
    let colors = colors(activities);
    let base = ROW * rows.len() as f64 + 4.0;
    let (legend, height) = legend(&colors, base + ROW);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\"><rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>"
    );
    let scale = (WIDTH - LEFT - 10.0) / (end - start).max(1) as f64;
    let place = |at: u64| LEFT + (at - start) as f64 * scale;
    svg += &axis(&place, (start, end), base);
    for (number, row) in rows.iter().enumerate() {
        let top = ROW * number as f64 + 4.0;
        let middle = top + 15.0;
        // Writing to a string cannot fail.
        let _ = write!(svg, "<text x=\"6\" y=\"{middle}\">{}</text>", row.name);
        for drawn in merged(&row.of, scale) {
            let left = place(drawn.start);
            let width = (place(drawn.end) - left).max(NARROWEST);
            let color = color_of(&colors, &drawn.name);
            let _ = write!(
                svg,
                "<rect x=\"{left:.2}\" y=\"{top}\" width=\"{width:.2}\" height=\"20\" fill=\"{color}\"><title>{}</title></rect>",
                escaped(&drawn.title)
            );
            // What is written in a bar fits into it.
            if drawn.name.chars().count() as f64 * LETTER + 8.0 < width {
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{middle}\" fill=\"white\" pointer-events=\"none\">{}</text>",
                    left + 4.0,
                    escaped(&drawn.name)
                );
            }
        }
    }
    Some(svg + &legend + "</svg>")
}

/// Lines and times below the rows.
fn axis(place: &dyn Fn(u64) -> f64, (start, end): (u64, u64), base: f64) -> String {
    let mut svg = String::new();
    for quarter in 0..=4u64 {
        let at = start + (end - start) * quarter / 4;
        let (x, anchor) = (place(at), ["start", "middle", "middle", "middle", "end"]);
        let time = match quarter {
            0 => "0".to_owned(),
            _ => duration(at - start),
        };
        let _ = write!(
            svg,
            "<path d=\"M{x:.1} 0V{base:.1}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{}\" fill=\"#555\">{time}</text>",
            base + 14.0,
            anchor[quarter as usize]
        );
    }
    svg
}

/// Which colour is whose, in lines from `top` on; and where they end.
fn legend(colors: &[(String, &str)], top: f64) -> (String, f64) {
    let mut svg = String::new();
    let (mut x, mut y) = (6.0, top);
    for (at, (name, color)) in colors.iter().enumerate().take(LEGEND_MAX + 1) {
        let name = match at {
            LEGEND_MAX => format!("and {} more", colors.len() - LEGEND_MAX),
            _ if name.chars().count() > NAME_MAX => {
                format!("{}…", name.chars().take(NAME_MAX - 1).collect::<String>())
            }
            _ => name.clone(),
        };
        let width = 30.0 + LETTER * name.chars().count() as f64;
        if x > 6.0 && x + width > WIDTH {
            (x, y) = (6.0, y + 18.0);
        }
        if at < LEGEND_MAX {
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"12\" fill=\"{color}\"/>"
            );
        }
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 16.0,
            y + 10.5,
            escaped(&name)
        );
        x += width;
    }
    (svg, y + 18.0)
}

/// What is drawn as one rectangle.
struct Drawn {
    name: String,
    title: String,
    start: u64,
    end: u64,
}

/// Pieces of work of a row, those that nobody could tell apart as one.
fn merged(of: &[&Activity], scale: f64) -> Vec<Drawn> {
    let mut drawn: Vec<Drawn> = Vec::new();
    let narrow = (NARROWEST / scale) as u64;
    let mut together = 1;
    for it in of {
        let name = name(&it.did);
        if let Some(last) = drawn.last_mut()
            && last.name == name
            && last.end.saturating_sub(last.start) < 4 * narrow
            && it.end_ns.saturating_sub(last.end) < narrow
        {
            together += 1;
            last.end = last.end.max(it.end_ns);
            last.title = format!("{name}, {together} times");
            continue;
        }
        together = 1;
        drawn.push(Drawn {
            title: title(it),
            name,
            start: it.start_ns,
            end: it.end_ns,
        });
    }
    drawn
}

fn title(it: &Activity) -> String {
    let took = duration(length(it));
    let name = name(&it.did);
    match &it.did {
        Did::Kernel(run) => format!("{name} <<<{:?}, {:?}>>>: {took}", run.grid, run.block),
        Did::Copy { bytes, .. } | Did::Fill { bytes } => {
            let rate = rate(*bytes, length(it));
            format!("{name}, {bytes} bytes: {took}, {rate}")
        }
        Did::Host | Did::Graph { .. } => format!("{name}: {took}"),
    }
}

/// What was done with its colour, by who took the most time. What is no kernel is grey.
fn colors(activities: &[Activity]) -> Vec<(String, &'static str)> {
    let mut totals: BTreeMap<String, (u64, bool)> = BTreeMap::new();
    for it in activities {
        let colored = matches!(it.did, Did::Kernel(_) | Did::Graph { .. });
        let total = totals.entry(name(&it.did)).or_insert((0, colored));
        total.0 += length(it);
    }
    let mut names: Vec<(String, (u64, bool))> = totals.into_iter().collect();
    names.sort_by_key(|it| std::cmp::Reverse(it.1.0));
    let (mut of_kernels, mut greys) = (COLORS.into_iter().cycle(), GREYS.into_iter().cycle());
    let mut color = |colored: bool| match colored {
        true => of_kernels.next(),
        false => greys.next(),
    };
    let colored = names.into_iter().map(|(name, (_, colored))| {
        let color = color(colored).unwrap_or(GREYS[0]);
        (name, color)
    });
    colored.collect()
}

fn color_of(colors: &[(String, &'static str)], name: &str) -> &'static str {
    let found = colors.iter().find(|it| it.0 == name);
    found.map_or(GREYS[0], |it| it.1)
}

/// As text of XML.
fn escaped(text: &str) -> String {
    { text.replace('&', "&amp;").replace('<', "&lt;") }.replace('>', "&gt;")
}
