//! Plots as text: dots of Braille letters, and blocks for bars.

use super::axis::Axis;
use super::chart::{Chart, Drawing, HeatMap, Shape};
use super::text_picture;

/// Rows of letters of the plot itself.
const ROWS: usize = 16;

/// Letters in a row of the plot itself at most.
const COLUMNS_MAX: usize = 72;

/// Colours of series on a terminal, as its own numbers for them.
const COLORS: &[u8] = &[34, 31, 32, 35, 33, 36, 90];

/// What tells series apart without colour.
const MARKS: &[char] = &['•', '×', '+', '○', '△', '□', '*'];

/// Letters in a grid, each with the colour of the series that drew it.
struct Canvas {
    columns: usize,
    letters: Vec<(char, usize)>,
}

const BRAILLE: char = '\u{2800}';

impl Canvas {
    fn new(columns: usize) -> Canvas {
        Canvas {
            columns,
            letters: vec![(' ', 0); columns * ROWS],
        }
    }

    /// Sets a dot: two stand side by side in a letter, four above each other.
    fn dot(&mut self, x: i64, y: i64, series: usize) {
        let (width, height) = (self.columns as i64 * 2, ROWS as i64 * 4);
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return;
        }
        const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let bit = BITS[(y % 4) as usize][(x % 2) as usize];
        let letter = &mut self.letters[(y / 4) as usize * self.columns + (x / 2) as usize];
        let before = match letter.0 as u32 {
            it @ 0x2800..=0x28ff => it,
            _ => BRAILLE as u32,
        };
        *letter = (char::from_u32(before | bit).unwrap_or(BRAILLE), series);
    }

    /// Joins two dots.
    fn line(&mut self, from: (f64, f64), to: (f64, f64), series: usize) {
        let steps = (to.0 - from.0)
            .abs()
            .max((to.1 - from.1).abs())
            .ceil()
            .clamp(1.0, 10_000.0);
        for step in 0..=steps as usize {
            let part = step as f64 / steps;
            let x = from.0 + (to.0 - from.0) * part;
            let y = from.1 + (to.1 - from.1) * part;
            self.dot(x.round() as i64, y.round() as i64, series);
        }
    }

    fn letter(&mut self, column: usize, row: usize, letter: char, series: usize) {
        if column < self.columns && row < ROWS {
            self.letters[row * self.columns + column] = (letter, series);
        }
    }

    fn row(&self, row: usize, color: bool) -> String {
        let letters = &self.letters[row * self.columns..(row + 1) * self.columns];
        let mut text = String::new();
        let mut series = None;
        for (letter, of) in letters {
            let wanted = (*letter != ' ').then_some(*of);
            if color && wanted != series {
                text += &match wanted {
                    Some(of) => format!("\x1b[{}m", COLORS[of % COLORS.len()]),
                    None => "\x1b[0m".to_owned(),
                };
                series = wanted;
            }
            text.push(*letter);
        }
        if series.is_some() {
            text += "\x1b[0m";
        }
        match color {
            true => text,
            false => text.trim_end().to_owned(),
        }
    }
}

/// A plot in lines of at most so many letters; no line's end behind the last one.
pub fn draw(drawing: &Drawing, columns: usize, color: bool) -> String {
    match drawing {
        Drawing::Chart(chart) => chart_text(chart, columns, color),
        Drawing::HeatMap(map) => heat_map_text(map, columns, color),
    }
}

fn chart_text(chart: &Chart, columns: usize, color: bool) -> String {
    let bars_alone = chart
        .shapes
        .iter()
        .all(|(_, shape)| matches!(shape, Shape::Bars(..)));
    let y_low = if bars_alone { 0.0 } else { chart.y.0 };
    let y = Axis::over(y_low, chart.y.1, 5);
    let widest = y.widest();
    let width = columns.saturating_sub(widest + 3).clamp(8, COLUMNS_MAX);
    let x = Axis::over(chart.x.0, chart.x.1, width / 12);
    let mut canvas = Canvas::new(width);
    for (index, (_, shape)) in chart.shapes.iter().enumerate() {
        put_shape(
            &mut canvas,
            shape,
            (&x, &y),
            index,
            color || chart.shapes.len() == 1,
        );
    }
    let mut lines = Vec::new();
    if !chart.title.is_empty() {
        lines.push(
            format!("{:indent$}{:^width$}", "", chart.title, indent = widest + 2)
                .trim_end()
                .to_owned(),
        );
    }
    lines.extend(legend(chart, widest + 2, color));
    if !chart.y_label.is_empty() {
        lines.push(format!(
            "{:indent$}{}",
            "",
            chart.y_label,
            indent = widest + 2
        ));
    }
    let tick_row = |number: f64| ((1.0 - y.part(number)) * (ROWS - 1) as f64).round() as usize;
    for row in 0..ROWS {
        let tick = y.ticks.iter().find(|(number, _)| tick_row(*number) == row);
        let (text, mark) = tick.map_or(("", '│'), |(_, text)| (text.as_str(), '┤'));
        lines.push(
            format!("{text:>widest$} {mark}{}", canvas.row(row, color))
                .trim_end()
                .to_owned(),
        );
    }
    lines.extend(bottom(&x, widest, width));
    if !chart.x_label.is_empty() {
        lines.push(
            format!(
                "{:indent$}{:^width$}",
                "",
                chart.x_label,
                indent = widest + 2
            )
            .trim_end()
            .to_owned(),
        );
    }
    lines.join("\n")
}

fn put_shape(
    canvas: &mut Canvas,
    shape: &Shape,
    (x, y): (&Axis, &Axis),
    series: usize,
    dots: bool,
) {
    let (width, height) = (canvas.columns as f64 * 2.0 - 1.0, ROWS as f64 * 4.0 - 1.0);
    let place = |(across, up): (f64, f64)| (x.part(across) * width, (1.0 - y.part(up)) * height);
    let is_drawn = |(x, y): &&(f64, f64)| x.is_finite() && y.is_finite();
    match shape {
        Shape::Line(points) | Shape::Points(points) if !dots => {
            let mark = MARKS[series % MARKS.len()];
            for point in points.iter().filter(is_drawn) {
                let (x, y) = place(*point);
                canvas.letter((x / 2.0) as usize, (y / 4.0) as usize, mark, series);
            }
        }
        Shape::Points(points) => {
            for point in points.iter().filter(is_drawn) {
                let (x, y) = place(*point);
                canvas.dot(x.round() as i64, y.round() as i64, series);
            }
        }
        Shape::Line(points) => {
            for run in points.split(|(x, y)| !x.is_finite() || !y.is_finite()) {
                let places: Vec<(f64, f64)> = run.iter().map(|it| place(*it)).collect();
                if let [only] = places[..] {
                    canvas.line(only, only, series);
                }
                for pair in places.windows(2) {
                    canvas.line(pair[0], pair[1], series);
                }
            }
        }
        Shape::Bars(first, bar, heights) => {
            put_bars(canvas, (*first, *bar, heights), (x, y), series)
        }
    }
}

/// Bars of blocks that fill a letter by eighths.
fn put_bars(
    canvas: &mut Canvas,
    (first, bar, heights): (f64, f64, &[f64]),
    (x, y): (&Axis, &Axis),
    series: usize,
) {
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    for column in 0..canvas.columns {
        let at = x.low + (column as f64 + 0.5) / canvas.columns as f64 * (x.high - x.low);
        let index = ((at - first) / bar).floor();
        if index < 0.0 || index >= heights.len() as f64 {
            continue;
        }
        let height = y.part(heights[index as usize]) * (ROWS * 8) as f64;
        // What is there is to be seen.
        let eighths = if heights[index as usize] > 0.0 {
            height.round().max(1.0)
        } else {
            0.0
        } as usize;
        for row in 0..ROWS {
            let filled = eighths.saturating_sub((ROWS - 1 - row) * 8).min(8);
            if filled > 0 {
                canvas.letter(column, row, EIGHTHS[filled], series);
            }
        }
    }
}

fn legend(chart: &Chart, indent: usize, color: bool) -> Option<String> {
    if chart.shapes.iter().all(|(label, _)| label.is_empty()) {
        return None;
    }
    let names = chart
        .shapes
        .iter()
        .enumerate()
        .map(|(index, (label, shape))| {
            let mark = match shape {
                Shape::Bars(..) => '█',
                Shape::Points(_) if color || chart.shapes.len() == 1 => '•',
                _ if color || chart.shapes.len() == 1 => '━',
                _ => MARKS[index % MARKS.len()],
            };
            match color {
                true => format!(
                    "\x1b[{}m{mark}\x1b[0m {label}",
                    COLORS[index % COLORS.len()]
                ),
                false => format!("{mark} {label}"),
            }
        });
    let names: Vec<String> = names.collect();
    Some(format!("{:indent$}{}", "", names.join("   ")))
}

/// The horizontal axis and its numbers.
fn bottom(x: &Axis, indent: usize, width: usize) -> [String; 2] {
    let mut axis: Vec<char> = vec!['─'; width];
    let mut numbers = vec![' '; width + indent + 2];
    let mut free_from = 0;
    for (number, text) in &x.ticks {
        let column = (x.part(*number) * (width - 1) as f64).round() as usize;
        axis[column.min(width - 1)] = '┬';
        let letters: Vec<char> = text.chars().collect();
        let middle = indent + 2 + column;
        let start = middle
            .saturating_sub(letters.len() / 2)
            .min(numbers.len() - letters.len().min(numbers.len()));
        if start >= free_from && start + letters.len() <= numbers.len() {
            numbers[start..start + letters.len()].copy_from_slice(&letters);
            free_from = start + letters.len() + 1;
        }
    }
    let axis: String = axis.into_iter().collect();
    let numbers: String = numbers.into_iter().collect();
    [
        format!("{:indent$} └{axis}", ""),
        numbers.trim_end().to_owned(),
    ]
}

fn heat_map_text(map: &HeatMap, columns: usize, color: bool) -> String {
    let mut text = String::new();
    if !map.title.is_empty() {
        text += &format!("{}\n", map.title);
    }
    text += &text_picture::draw(&map.picture, columns, color);
    let (low, high) = map.range;
    let (least, most) = (
        text_picture::sample(&map.color_map, 0.0, color),
        text_picture::sample(&map.color_map, 1.0, color),
    );
    text + &format!(
        "\n{least} {low}   {most} {high}   ({} columns, {} rows)",
        map.picture.width, map.picture.height
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(shapes: Vec<(String, Shape)>) -> Drawing {
        Drawing::Chart(Chart {
            title: "title".to_owned(),
            x_label: String::new(),
            y_label: String::new(),
            shapes,
            x: (0.0, 10.0),
            y: (0.0, 10.0),
        })
    }

    fn rising() -> Shape {
        Shape::Line(vec![(0.0, 0.0), (10.0, 10.0)])
    }

    #[test]
    fn a_line_goes_from_corner_to_corner() {
        let text = draw(&chart(vec![(String::new(), rising())]), 40, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + ROWS + 2, "{text}");
        let is_dot = |it: char| ('\u{2801}'..='\u{28ff}').contains(&it);
        let dots: Vec<Option<usize>> = lines[1..=ROWS]
            .iter()
            .map(|line| line.chars().position(is_dot))
            .collect();
        assert!(dots.iter().all(Option::is_some), "{text}");
        assert!(dots.is_sorted_by(|above, below| above > below), "{text}");
    }

    #[test]
    fn no_line_is_longer_than_asked_for() {
        for columns in [20, 40, 80, 300] {
            let text = draw(
                &chart(vec![("a".to_owned(), rising()), ("b".to_owned(), rising())]),
                columns,
                false,
            );
            assert!(
                text.lines()
                    .all(|line| line.chars().count() <= columns.max(20)),
                "{text}"
            );
        }
    }

    #[test]
    fn series_are_told_apart_by_marks_or_colours() {
        let shapes = || {
            vec![
                ("a".to_owned(), rising()),
                ("b".to_owned(), Shape::Points(vec![(9.0, 1.0)])),
            ]
        };
        let plain = draw(&chart(shapes()), 60, false);
        assert!(
            plain.contains("• a   × b") && !plain.contains('\x1b'),
            "{plain}"
        );
        let colored = draw(&chart(shapes()), 60, true);
        assert!(
            colored.contains("\x1b[34m") && colored.contains("\x1b[31m"),
            "{colored}"
        );
    }

    #[test]
    fn a_small_bar_is_seen() {
        let text = draw(
            &chart(vec![(
                String::new(),
                Shape::Bars(0.0, 5.0, vec![10.0, 0.01]),
            )]),
            40,
            false,
        );
        assert!(text.contains('█') && text.contains('▁'), "{text}");
    }
}
