//! What cells show beside text: forms, images, plots, tables, progress. Raw data: the session makes pictures of it.

use serde::{Deserialize, Serialize};

/// Something that a cell shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Display {
    /// What it is.
    pub content: Content,
    /// The name under which it can be replaced later.
    pub id: String,
    /// It replaces what was shown under `id`.
    pub replaces: bool,
    /// It is the cell's value.
    pub as_value: bool,
    /// The cell waits until `Request::Displayed` has this number, or a later one, and so tells that it has been shown.
    pub awaited: Option<u64>,
}

/// What is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Content {
    /// One thing in several forms.
    Bundle(Vec<MimeForm>),
    /// Pixels.
    Image(Image),
    /// Series of numbers.
    Plot(Plot),
    /// Texts in rows and columns.
    Table(Table),
    /// How far a loop has come.
    Progress(Progress),
    /// Why something cannot be shown.
    Problem(String),
    /// Nothing: what the cell has shown so far is taken away.
    Cleared {
        /// Not before something else is shown.
        wait: bool,
    },
}

/// One form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MimeForm {
    /// Its MIME type.
    pub mime: String,
    /// Its data; UTF-8 for types of text.
    pub data: Vec<u8>,
}

/// What one channel of a pixel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Element {
    /// 0 to 255.
    Byte,
    /// A `float`, of this machine's order of bytes.
    Float,
}

/// Pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Pixels in a row.
    pub width: u64,
    /// Rows.
    pub height: u64,
    /// 1: grey or by `color_map`, 2: grey and alpha, 3: RGB, 4: RGBA.
    pub channels: u8,
    /// What a channel is.
    pub element: Element,
    /// The channels of all pixels.
    pub pixels: Vec<u8>,
    /// Name of the colours for one channel; empty: the usual ones.
    pub color_map: String,
    /// The values that are darkest and brightest; none: found out.
    pub range: Option<(f64, f64)>,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeriesKind {
    /// Points joined by a line.
    Line,
    /// Points alone.
    Scatter,
    /// How many values fall into each of some ranges.
    Histogram,
    /// Values as colours, row by row.
    HeatMap,
}

/// A series of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// How it is drawn.
    pub kind: SeriesKind,
    /// Its name in the legend; may be empty.
    pub label: String,
    /// Where points lie, as many as `y`; empty: 0, `stride`, 2 × `stride`…
    pub x: Vec<f64>,
    /// The values.
    pub y: Vec<f64>,
    /// Every how many-th value of the user's this has: more than 1 if there were too many.
    pub stride: u64,
    /// Bars of a histogram, values in a row of a heat map; 0: found out.
    pub columns: u64,
}

/// A plot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// Title; may be empty, as the labels.
    pub title: String,
    /// Label of the horizontal axis.
    pub x_label: String,
    /// Label of the vertical axis.
    pub y_label: String,
    /// Name of a heat map's colours; empty: the usual ones.
    pub color_map: String,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Texts, row by row.
    pub cells: Vec<String>,
    /// Rows of the user's; there may be more than these.
    pub rows: u64,
    /// Columns of the user's.
    pub columns_in_all: u64,
}

/// How far a loop has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// What is done; may be empty.
    pub label: String,
    /// Steps so far.
    pub done: u64,
    /// All steps, if they are known.
    pub total: Option<u64>,
    /// Since it began.
    pub elapsed_ns: u64,
    /// It has ended, by itself or earlier.
    pub finished: bool,
}
