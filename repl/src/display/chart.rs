//! Plots made ready to be drawn, on whatever: shapes, and the ranges that they lie in.

use jit_api::wire::display::{Element, Image, Plot, Series, SeriesKind};

use super::picture::{Picture, bounds};

/// Bars of a histogram at most, if nobody says how many.
const BARS_MAX: f64 = 80.0;

/// Bars of a histogram at most.
const BARS_ASKED_MAX: u64 = 10_000;

/// What one series looks like.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Points to be joined; one that is no number is a gap.
    Line(Vec<(f64, f64)>),
    /// Points.
    Points(Vec<(f64, f64)>),
    /// Bars side by side: where the first begins, how wide they are, and how high each is.
    Bars(f64, f64, Vec<f64>),
}

/// A plot of lines, points and bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Title; may be empty, as the labels.
    pub title: String,
    /// Label of the horizontal axis.
    pub x_label: String,
    /// Label of the vertical axis.
    pub y_label: String,
    /// Names and shapes.
    pub shapes: Vec<(String, Shape)>,
    /// The least and the greatest number across.
    pub x: (f64, f64),
    /// The least and the greatest number upwards.
    pub y: (f64, f64),
}

impl Chart {
    /// The least number upwards that is drawn: bars stand on zero, unless there is something beside them.
    pub fn floor(&self, least: f64) -> f64 {
        let is_bars = |(_, shape): &(String, Shape)| matches!(shape, Shape::Bars(..));
        if self.shapes.iter().all(is_bars) {
            0.0
        } else {
            least
        }
    }
}

/// A plot of colours.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Title; may be empty, as the labels.
    pub title: String,
    /// Label of the horizontal axis.
    pub x_label: String,
    /// Label of the vertical axis.
    pub y_label: String,
    /// The colours.
    pub picture: Picture,
    /// Name of the colours.
    pub color_map: String,
    /// The values that are darkest and brightest.
    pub range: (f64, f64),
}

/// A plot that can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// Lines, points and bars.
    Chart(Chart),
    /// Colours.
    HeatMap(HeatMap),
}

/// A plot made ready, and what there is to say of it.
pub fn prepare(plot: &Plot) -> Result<(Drawing, Vec<String>), String> {
    let mut notes = Vec::new();
    for series in &plot.series {
        note(series, &mut notes);
    }
    let map = plot.series.iter().find(|it| it.kind == SeriesKind::HeatMap);
    if let Some(series) = map {
        return Ok((Drawing::HeatMap(heat_map(plot, series)?), notes));
    }
    let shapes: Vec<(String, Shape)> = plot
        .series
        .iter()
        .map(|series| (series.label.clone(), shape(series)))
        .collect();
    if shapes.is_empty() {
        return Err(
            "plot: it has no series: add one with `line`, `scatter` or `histogram`".to_owned(),
        );
    }
    let (x, y) = extents(&shapes).ok_or("plot: none of its values is a finite number")?;
    let chart = Chart {
        title: plot.title.clone(),
        x_label: plot.x_label.clone(),
        y_label: plot.y_label.clone(),
        shapes,
        x,
        y,
    };
    Ok((Drawing::Chart(chart), notes))
}

/// What is not drawn of a series.
fn note(series: &Series, notes: &mut Vec<String>) {
    let name = match series.label.as_str() {
        "" => String::new(),
        label => format!("`{label}`: "),
    };
    if series.stride > 1 {
        notes.push(format!(
            "{name}more than 1 million values: one of {} is drawn",
            series.stride
        ));
    }
    let odd = series.y.iter().filter(|it| !it.is_finite()).count();
    match odd {
        0 => {}
        1 => notes.push(format!(
            "{name}1 value is not a finite number and not drawn"
        )),
        odd => notes.push(format!(
            "{name}{odd} values are not finite numbers and not drawn"
        )),
    }
}

fn shape(series: &Series) -> Shape {
    match series.kind {
        SeriesKind::Scatter => Shape::Points(points(series)),
        SeriesKind::Histogram => histogram(series),
        SeriesKind::Line | SeriesKind::HeatMap => Shape::Line(points(series)),
    }
}

fn points(series: &Series) -> Vec<(f64, f64)> {
    let place = |index: usize| match series.x.get(index) {
        Some(x) => *x,
        None => index as f64 * series.stride.max(1) as f64,
    };
    let values = series.y.iter().enumerate();
    values.map(|(index, y)| (place(index), *y)).collect()
}

fn histogram(series: &Series) -> Shape {
    let (low, high) = bounds(series.y.iter().copied()).unwrap_or((0.0, 1.0));
    let (low, high) = if high > low {
        (low, high)
    } else {
        (low - 0.5, high + 0.5)
    };
    let count = series.y.iter().filter(|it| it.is_finite()).count() as f64;
    let bars = match series.columns {
        0 => (2.0 * count.cbrt()).ceil().clamp(1.0, BARS_MAX),
        bars => bars.min(BARS_ASKED_MAX) as f64,
    };
    let mut heights = vec![0.0; bars as usize];
    for value in series.y.iter().filter(|it| it.is_finite()) {
        let at = ((value - low) / (high - low) * bars) as usize;
        heights[at.min(bars as usize - 1)] += 1.0;
    }
    Shape::Bars(low, (high - low) / bars, heights)
}

/// The ranges of all shapes; none if nothing can be drawn.
fn extents(shapes: &[(String, Shape)]) -> Option<((f64, f64), (f64, f64))> {
    let mut across = Vec::new();
    let mut upwards = Vec::new();
    for (_, shape) in shapes {
        match shape {
            Shape::Line(points) | Shape::Points(points) => {
                let drawn = || {
                    let points = points.iter();
                    points.filter(|(x, y)| x.is_finite() && y.is_finite())
                };
                across.push(bounds(drawn().map(|it| it.0)));
                upwards.push(bounds(drawn().map(|it| it.1)));
            }
            Shape::Bars(first, width, heights) => {
                across.push(Some((*first, first + width * heights.len() as f64)));
                upwards.push(bounds(heights.iter().copied().chain([0.0])));
            }
        }
    }
    let all = |bounds_of: Vec<Option<(f64, f64)>>| {
        let ends = bounds_of.into_iter().flatten();
        bounds(ends.flat_map(|(low, high)| [low, high]))
    };
    Some((all(across)?, all(upwards)?))
}

fn heat_map(plot: &Plot, series: &Series) -> Result<HeatMap, String> {
    let width = series.columns.max(1);
    let numbers = || series.y.iter().map(|it| *it as f32);
    let range = bounds(series.y.iter().copied())
        .ok_or("heat map: none of its values is a finite number")?;
    let image = Image {
        width,
        height: series.y.len() as u64 / width,
        channels: 1,
        element: Element::Float,
        pixels: numbers().flat_map(f32::to_ne_bytes).collect(),
        color_map: plot.color_map.clone(),
        range: Some(range),
    };
    Ok(HeatMap {
        title: plot.title.clone(),
        x_label: plot.x_label.clone(),
        y_label: plot.y_label.clone(),
        picture: Picture::of(&image)?,
        color_map: plot.color_map.clone(),
        range,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(kind: SeriesKind, y: &[f64], columns: u64) -> Series {
        Series {
            kind,
            label: String::new(),
            x: Vec::new(),
            y: y.to_vec(),
            stride: 1,
            columns,
        }
    }

    fn prepared(series: Series) -> Result<(Drawing, Vec<String>), String> {
        prepare(&Plot {
            series: vec![series],
            ..Plot::default()
        })
    }

    #[test]
    fn a_histogram_counts_every_value_once() {
        let bars = histogram(&series(
            SeriesKind::Histogram,
            &[0.0, 0.1, 0.5, 0.9, 1.0, f64::NAN],
            2,
        ));
        assert_eq!(bars, Shape::Bars(0.0, 0.5, vec![2.0, 3.0]));
        let bars = histogram(&series(SeriesKind::Histogram, &[4.0; 3], 1));
        assert_eq!(bars, Shape::Bars(3.5, 1.0, vec![3.0]));
    }

    #[test]
    fn what_is_not_drawn_is_told() {
        let odd = series(SeriesKind::Line, &[1.0, f64::INFINITY, f64::NAN, 2.0], 0);
        let (drawing, notes) = prepared(Series { stride: 3, ..odd }).expect("a drawing");
        assert_eq!(notes.len(), 2, "{notes:?}");
        let Drawing::Chart(chart) = drawing else {
            panic!("no chart");
        };
        assert_eq!((chart.x, chart.y), ((0.0, 9.0), (1.0, 2.0)));
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        assert!(prepare(&Plot::default()).is_err());
        assert!(prepared(series(SeriesKind::Line, &[f64::NAN], 0)).is_err());
        assert!(prepared(series(SeriesKind::HeatMap, &[f64::NAN], 1)).is_err());
    }

    #[test]
    fn a_heat_map_is_a_picture() {
        let (drawing, _) =
            prepared(series(SeriesKind::HeatMap, &[0.0, 1.0, 2.0, 3.0], 2)).expect("a drawing");
        let Drawing::HeatMap(map) = drawing else {
            panic!("no heat map");
        };
        assert_eq!(
            (map.picture.width, map.picture.height, map.range),
            (2, 2, (0.0, 3.0))
        );
    }
}
