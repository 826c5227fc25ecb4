//! Plots as SVG, for front ends that show pictures.

use std::fmt::Write;

use super::axis::Axis;
use super::chart::{Chart, Drawing, HeatMap, Shape};
use super::color_map::ColorMap;
use super::png_file::{base64, encode};

/// Size of the whole, in pixels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;

/// Colours of series, which the colour-blind can tell apart (Okabe and Ito's, the darker ones first).
const COLORS: &[&str] = &[
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f",
];

/// Points of a scatter plot that are drawn one by one; more of them are drawn as one path of small squares.
const CIRCLES_MAX: usize = 5000;

/// Where the axes are.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Axis,
    y: Axis,
}

impl Frame {
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (
            self.left + self.x.part(x) * (self.right - self.left),
            self.bottom - self.y.part(y) * (self.bottom - self.top),
        )
    }
}

/// A plot as an SVG file.
pub fn draw(drawing: &Drawing) -> Result<String, String> {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#333\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    match drawing {
        Drawing::Chart(chart) => put_chart(&mut svg, chart),
        Drawing::HeatMap(map) => put_heat_map(&mut svg, map)?,
    }
    svg += "</svg>\n";
    Ok(svg)
}

fn put_chart(svg: &mut String, chart: &Chart) {
    let frame = frame_of(chart);
    put_grid(svg, &frame);
    let _ = writeln!(
        svg,
        "<clipPath id=\"frame\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n<g clip-path=\"url(#frame)\">",
        frame.left - 4.0,
        frame.top - 4.0,
        frame.right - frame.left + 8.0,
        frame.bottom - frame.top + 8.0
    );
    for (index, (_, shape)) in chart.shapes.iter().enumerate() {
        put_shape(svg, &frame, shape, COLORS[index % COLORS.len()]);
    }
    svg.push_str("</g>\n");
    put_axes(svg, &frame);
    put_labels(svg, &frame, [&chart.title, &chart.x_label, &chart.y_label]);
    put_legend(svg, &frame, chart);
}

/// Room for what stands beside the axes, and a margin around what is drawn.
fn frame_of(chart: &Chart) -> Frame {
    let bars = |shape: &Shape| matches!(shape, Shape::Bars(..));
    let margin = |(low, high): (f64, f64), part: f64| {
        let by = (high - low) * part;
        (low - by, high + by)
    };
    let (x_low, x_high) = margin(chart.x, 0.03);
    let (mut y_low, y_high) = margin(chart.y, 0.06);
    if chart.shapes.iter().all(|(_, shape)| bars(shape)) {
        y_low = 0.0;
    }
    let y = Axis::over(y_low, y_high, 6);
    let widest = y.widest();
    let left = 24.0 + 7.4 * widest as f64 + if chart.y_label.is_empty() { 0.0 } else { 20.0 };
    Frame {
        left,
        right: WIDTH - 20.0,
        top: if chart.title.is_empty() { 16.0 } else { 36.0 },
        bottom: HEIGHT - if chart.x_label.is_empty() { 30.0 } else { 48.0 },
        x: Axis::over(x_low, x_high, 8),
        y,
    }
}

fn put_grid(svg: &mut String, frame: &Frame) {
    svg.push_str("<g stroke=\"#e5e5e5\" stroke-width=\"1\">\n");
    for (number, _) in &frame.x.ticks {
        let (x, _) = frame.place(*number, frame.y.low);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {:.1}V{:.1}\"/>",
            frame.top, frame.bottom
        );
    }
    for (number, _) in &frame.y.ticks {
        let (_, y) = frame.place(frame.x.low, *number);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {y:.1}H{:.1}\"/>",
            frame.left, frame.right
        );
    }
    svg.push_str("</g>\n");
}

fn put_axes(svg: &mut String, frame: &Frame) {
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}V{:.1}H{:.1}\" fill=\"none\" stroke=\"#333\"/>",
        frame.left, frame.top, frame.bottom, frame.right
    );
    for (number, text) in &frame.x.ticks {
        let (x, _) = frame.place(*number, frame.y.low);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {:.1}v5\" stroke=\"#333\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
            frame.bottom,
            frame.bottom + 18.0
        );
    }
    for (number, text) in &frame.y.ticks {
        let (_, y) = frame.place(frame.x.low, *number);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {y:.1}h-5\" stroke=\"#333\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            frame.left,
            frame.left - 8.0,
            y + 4.0
        );
    }
}

/// Title, and labels of both axes.
fn put_labels(svg: &mut String, frame: &Frame, [title, x, y]: [&str; 3]) {
    let (middle, height) = (
        (frame.left + frame.right) / 2.0,
        (frame.top + frame.bottom) / 2.0,
    );
    if !title.is_empty() {
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"22\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"bold\">{}</text>",
            escaped(title)
        );
    }
    if !x.is_empty() {
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            frame.bottom + 38.0,
            escaped(x)
        );
    }
    if !y.is_empty() {
        let _ = writeln!(
            svg,
            "<text transform=\"translate(16 {height:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escaped(y)
        );
    }
}

/// The names of series, in the corner in which the fewest points lie.
fn put_legend(svg: &mut String, frame: &Frame, chart: &Chart) {
    let named = chart.shapes.iter().enumerate();
    let named: Vec<(usize, &String)> = named
        .map(|(index, (label, _))| (index, label))
        .filter(|(_, label)| !label.is_empty())
        .collect();
    let Some(longest) = named.iter().map(|(_, label)| label.chars().count()).max() else {
        return;
    };
    let (width, height) = (
        40.0 + 7.2 * longest as f64,
        10.0 + 18.0 * named.len() as f64,
    );
    let (right, bottom) = emptiest_corner(frame, chart);
    let x = if right {
        frame.right - width - 8.0
    } else {
        frame.left + 8.0
    };
    let y = if bottom {
        frame.bottom - height - 8.0
    } else {
        frame.top + 4.0
    };
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\" fill=\"white\" fill-opacity=\"0.85\" stroke=\"#ccc\"/>"
    );
    for (row, (index, label)) in named.iter().enumerate() {
        let middle = y + 14.0 + 18.0 * row as f64;
        let color = COLORS[index % COLORS.len()];
        let _ = match chart.shapes[*index].1 {
            Shape::Line(_) => write!(
                svg,
                "<path d=\"M{:.1} {middle:.1}h18\" stroke=\"{color}\" stroke-width=\"2\"/>",
                x + 8.0
            ),
            Shape::Points(_) => write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"3.5\" fill=\"{color}\"/>",
                x + 17.0
            ),
            Shape::Bars(..) => write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"18\" height=\"10\" fill=\"{color}\" fill-opacity=\"0.7\"/>",
                x + 8.0,
                middle - 5.0
            ),
        };
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 32.0,
            middle + 4.0,
            escaped(label)
        );
    }
}

/// Whether that is one of the right, and one of the lower ones.
fn emptiest_corner(frame: &Frame, chart: &Chart) -> (bool, bool) {
    let corners = [(true, false), (false, false), (true, true), (false, true)];
    let lies_in = |x: f64, y: f64, (right, bottom): (bool, bool)| {
        let (across, up) = (frame.x.part(x), frame.y.part(y));
        (if right { across > 0.65 } else { across < 0.35 })
            && (if bottom { up < 0.35 } else { up > 0.65 })
    };
    let count = |corner: (bool, bool)| -> usize {
        let shapes = chart.shapes.iter().map(|(_, shape)| match shape {
            Shape::Line(points) | Shape::Points(points) => points
                .iter()
                .filter(|(x, y)| lies_in(*x, *y, corner))
                .count(),
            Shape::Bars(first, width, heights) => {
                let bars = heights.iter().enumerate();
                bars.filter(|(at, height)| {
                    let x = first + width * (*at as f64 + 0.5);
                    // A bar fills what is below its end.
                    lies_in(x, **height, corner) || (corner.1 && lies_in(x, 0.0, corner))
                })
                .count()
            }
        });
        shapes.sum()
    };
    corners
        .into_iter()
        .min_by_key(|it| count(*it))
        .unwrap_or((true, false))
}

fn put_shape(svg: &mut String, frame: &Frame, shape: &Shape, color: &str) {
    match shape {
        Shape::Line(points) => put_line(svg, frame, points, color),
        Shape::Points(points) => put_points(svg, frame, points, color),
        Shape::Bars(first, width, heights) => {
            let _ = write!(
                svg,
                "<path fill=\"{color}\" fill-opacity=\"0.7\" stroke=\"white\" stroke-width=\"0.5\" d=\""
            );
            for (at, height) in heights
                .iter()
                .enumerate()
                .filter(|(_, height)| **height > 0.0)
            {
                let (left, top) = frame.place(first + width * at as f64, *height);
                let (right, bottom) = frame.place(first + width * (at + 1) as f64, 0.0);
                let _ = write!(
                    svg,
                    "M{left:.1} {bottom:.1}V{top:.1}H{right:.1}V{bottom:.1}Z"
                );
            }
            svg.push_str("\"/>\n");
        }
    }
}

fn put_line(svg: &mut String, frame: &Frame, points: &[(f64, f64)], color: &str) {
    let _ = write!(
        svg,
        "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\""
    );
    for run in points.split(|(x, y)| !x.is_finite() || !y.is_finite()) {
        let places: Vec<(f64, f64)> = run.iter().map(|(x, y)| frame.place(*x, *y)).collect();
        for (index, (x, y)) in thinned(&places).into_iter().enumerate() {
            let _ = write!(svg, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        }
        // A point alone is a dot.
        if places.len() == 1 {
            svg.push_str("h0");
        }
    }
    svg.push_str("\"/>\n");
}

/// Of points that go to the right and lie in one column of pixels, the first, the lowest, the highest and the last: the others would be drawn over.
fn thinned(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let goes_right = places.windows(2).all(|it| it[0].0 <= it[1].0);
    if !goes_right || places.len() < 2 * WIDTH as usize {
        return places.to_vec();
    }
    let mut kept = Vec::new();
    for column in places.chunk_by(|one, other| one.0.floor() == other.0.floor()) {
        let by_height = |one: &usize, other: &usize| column[*one].1.total_cmp(&column[*other].1);
        let lowest = (0..column.len()).min_by(by_height).unwrap_or(0);
        let highest = (0..column.len()).max_by(by_height).unwrap_or(0);
        let mut indices = vec![
            0,
            lowest.min(highest),
            lowest.max(highest),
            column.len() - 1,
        ];
        indices.dedup();
        kept.extend(indices.into_iter().map(|it| column[it]));
    }
    kept
}

fn put_points(svg: &mut String, frame: &Frame, points: &[(f64, f64)], color: &str) {
    let drawn = points
        .iter()
        .filter(|(x, y)| x.is_finite() && y.is_finite());
    let mut places: Vec<(f64, f64)> = drawn.map(|(x, y)| frame.place(*x, *y)).collect();
    if places.len() <= CIRCLES_MAX {
        let radius = if places.len() > 500 { 2.0 } else { 3.5 };
        let _ = writeln!(svg, "<g fill=\"{color}\" fill-opacity=\"0.65\">");
        for (x, y) in places {
            let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>");
        }
        svg.push_str("</g>\n");
        return;
    }
    // Those on one pixel cannot be told apart.
    let pixel = |at: f64| at.round() as i64;
    places.sort_by_key(|(x, y)| (pixel(*x), pixel(*y)));
    places.dedup_by_key(|(x, y)| (pixel(*x), pixel(*y)));
    let _ = write!(svg, "<path fill=\"{color}\" fill-opacity=\"0.65\" d=\"");
    for (x, y) in places {
        let _ = write!(svg, "M{} {}h1v1h-1z", pixel(x), pixel(y));
    }
    svg.push_str("\"/>\n");
}

fn put_heat_map(svg: &mut String, map: &HeatMap) -> Result<(), String> {
    let (columns, rows) = (map.picture.width as f64, map.picture.height as f64);
    let bar_axis = Axis::over(map.range.0, map.range.1, 6);
    let widest = bar_axis.widest();
    let most = 44.0 + 7.4 * widest as f64;
    let row_digits = format!("{}", rows - 1.0).len() as f64;
    let mut frame = Frame {
        left: 24.0 + 7.4 * row_digits + if map.y_label.is_empty() { 0.0 } else { 20.0 },
        right: WIDTH - 20.0 - most,
        top: if map.title.is_empty() { 16.0 } else { 36.0 },
        bottom: HEIGHT - if map.x_label.is_empty() { 30.0 } else { 48.0 },
        x: whole_numbers(columns, 8),
        // Rows go downwards.
        y: whole_numbers(rows, 6),
    };
    let (width, height) = (frame.right - frame.left, frame.bottom - frame.top);
    // Cells are squares unless they would be slivers.
    let cell = (width / columns).min(height / rows);
    if cell * columns > width / 4.0 && cell * rows > height / 4.0 {
        frame.right = frame.left + cell * columns;
        frame.bottom = frame.top + cell * rows;
    }
    let _ = writeln!(
        svg,
        "<image x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" \
         href=\"data:image/png;base64,{}\"/>",
        frame.left,
        frame.top,
        frame.right - frame.left,
        frame.bottom - frame.top,
        base64(&encode(&map.picture)?)
    );
    let mirrored = Frame {
        y: Axis {
            ticks: frame
                .y
                .ticks
                .iter()
                .map(|(it, text)| (rows - 1.0 - it, text.clone()))
                .collect(),
            ..frame.y.clone()
        },
        ..frame
    };
    put_axes(svg, &mirrored);
    put_labels(svg, &mirrored, [&map.title, &map.x_label, &map.y_label]);
    put_color_bar(svg, &mirrored, map, &bar_axis);
    Ok(())
}

/// An axis on which `count` cells lie, from 0 on, with marks at their middles.
fn whole_numbers(count: f64, wanted: usize) -> Axis {
    let all = Axis::over(0.0, (count - 1.0).max(1.0), wanted);
    Axis {
        low: -0.5,
        high: count - 0.5,
        ticks: all
            .ticks
            .into_iter()
            .filter(|(it, _)| it.fract() == 0.0 && *it < count)
            .collect(),
    }
}

fn put_color_bar(svg: &mut String, frame: &Frame, map: &HeatMap, axis: &Axis) {
    let colors = ColorMap::named(&map.color_map).unwrap_or(ColorMap::Viridis);
    let (left, steps) = (frame.right + 20.0, 64);
    let height = frame.bottom - frame.top;
    for step in 0..steps {
        let [red, green, blue] = colors.color((f64::from(step) + 0.5) / f64::from(steps));
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{:.2}\" width=\"16\" height=\"{:.2}\" fill=\"#{red:02x}{green:02x}{blue:02x}\"/>",
            frame.bottom - height * f64::from(step + 1) / f64::from(steps),
            height / f64::from(steps) + 0.4
        );
    }
    for (number, text) in &axis.ticks {
        let y = frame.bottom - axis.part(*number) * height;
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {y:.1}h4\" stroke=\"#333\"/><text x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            left + 16.0,
            left + 24.0,
            y + 4.0
        );
    }
}

/// Text for XML; characters that it cannot have are left out.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\n' | '\t' => safe.push(' '),
            it if it.is_control() => {}
            it => safe.push(it),
        }
    }
    safe
}
