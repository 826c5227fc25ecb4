//! What cells show beside text, made into what a notebook, a terminal or a pipe takes: pictures, plots, tables, progress.

mod axis;
mod bar;
mod chart;
mod color_map;
mod graphics;
mod medium;
mod picture;
mod png_file;
mod svg;
mod table;
mod text_picture;
mod text_plot;

use jit_api::wire::Display;
use jit_api::wire::display::{Content, Element, Image, MimeForm, Plot, Progress};

use crate::front_end::{Bundle, Form, Shown};
use crate::render::Render;
use chart::{Drawing, HeatMap};
use medium::{Graphics, Medium, Terminal};
use picture::Picture;

/// A picture whose values are numbers of a heat map is made at least this high for terminals that draw pixels.
const HEAT_MAP_PIXELS: usize = 300;

/// What a session shows beside text.
#[derive(Debug, Default)]
pub struct Displays {
    /// Loops that run, outermost first: their names.
    loops: Vec<String>,
    /// The terminal's cursor stands in a line that tells how far a loop has come.
    line_is_open: bool,
    /// Something could not be shown.
    failed: bool,
}

/// One thing as a medium takes it, and what there is to say of it.
type Made = Result<(Bundle, Vec<String>), String>;

impl Displays {
    /// Shows something that a cell gave; `type_name` is that of the cell's value. What cannot be shown is told as an error of the cell.
    pub fn show(&mut self, display: Display, cell: u32, type_name: Option<&str>, render: &Render) {
        if let Content::Progress(progress) = &display.content {
            self.progress(&display.id, progress, render);
            return;
        }
        self.close_line(render);
        if let Content::Cleared { wait } = display.content {
            render.clear(wait);
            return;
        }
        let medium = Medium::now(render);
        let (bundle, notes) = match made(&display.content, medium) {
            Ok(made) => made,
            Err(problem) => {
                self.failed = true;
                render.error(format_args!("{}: {problem}", render.named(cell)));
                return;
            }
        };
        match (display.as_value, bundle.forms.is_empty()) {
            (_, true) => {}
            (true, false) => render.value_in_forms(type_name.unwrap_or("?"), bundle),
            (false, false) => render.show(Shown {
                bundle,
                id: Some(display.id),
                replaces: display.replaces,
            }),
        }
        for note in notes {
            render.note(format_args!("{}: {note}", render.named(cell)));
        }
    }

    /// A cell has ended; a loop that it left half-way may not have told so.
    pub fn cell_ended(&mut self, render: &Render) {
        self.close_line(render);
        self.loops.clear();
    }

    /// Whether something could not be shown since the last call.
    pub fn take_failed(&mut self) -> bool {
        std::mem::take(&mut self.failed)
    }

    fn close_line(&mut self, render: &Render) {
        if std::mem::take(&mut self.line_is_open) {
            render.progress_line("\n");
        }
    }

    fn progress(&mut self, id: &str, progress: &Progress, render: &Render) {
        let is_new = !self.loops.iter().any(|it| it == id);
        if is_new {
            self.loops.push(id.to_owned());
        }
        let is_inner = self.loops.first().is_some_and(|it| it != id);
        if progress.finished {
            self.loops.retain(|it| it != id);
        }
        if render.has_front_end() {
            let mut bundle = Bundle::plain(match progress.finished {
                true => bar::finished(progress),
                false => bar::live(progress),
            });
            let html = Form::Text(bar::html(progress));
            bundle.forms.push(("text/html".to_owned(), html));
            render.show(Shown {
                bundle,
                id: Some(id.to_owned()),
                replaces: !is_new,
            });
            return;
        }
        match medium::columns_of_stderr() {
            Some(columns) => self.draw_line(progress, is_inner, columns, render),
            // In a file the end is enough, and that of each inner loop is too much.
            None if progress.finished && !is_inner => {
                render.progress_line(&format!("{}\n", bar::finished(progress)));
            }
            None => {}
        }
    }

    /// Draws over the terminal's line.
    fn draw_line(&mut self, progress: &Progress, is_inner: bool, columns: usize, render: &Render) {
        let text = match (progress.finished, is_inner) {
            (true, true) => String::new(),
            (true, false) => bar::finished(progress),
            (false, _) => bar::live(progress),
        };
        let text: String = text.chars().take(columns.saturating_sub(1)).collect();
        self.line_is_open = !progress.finished || is_inner;
        let end = if self.line_is_open { "" } else { "\n" };
        render.progress_line(&format!("\r{text}\x1b[K{end}"));
    }
}

fn made(content: &Content, medium: Medium) -> Made {
    let done = |bundle| Ok((bundle, Vec::new()));
    match content {
        Content::Bundle(forms) => done(bundle(forms, medium)),
        Content::Image(image) => done(image_bundle(image, medium)?),
        Content::Plot(plot) => plot_bundle(plot, medium),
        Content::Table(table) => {
            let mut bundle = Bundle::plain(table::text(table));
            let html = Form::Text(table::html(table));
            bundle.forms.push(("text/html".to_owned(), html));
            done(bundle)
        }
        Content::Problem(problem) => Err(problem.clone()),
        Content::Progress(_) | Content::Cleared { .. } => done(Bundle::default()),
    }
}

/// A program's forms, with a text if it has given none.
fn bundle(forms: &[MimeForm], medium: Medium) -> Bundle {
    let text = |form: &MimeForm| String::from_utf8_lossy(&form.data).into_owned();
    let is_text =
        |mime: &str| mime.starts_with("text/") || mime.ends_with("json") || mime.ends_with("xml");
    let mut bundle = Bundle::default();
    for form in forms {
        let data = match is_text(&form.mime) {
            true => Form::Text(text(form)),
            false => Form::Bytes(form.data.clone()),
        };
        // The newest of a kind counts.
        bundle.forms.retain(|(mime, _)| *mime != form.mime);
        bundle.forms.push((form.mime.clone(), data));
    }
    let form = |mime: &str| forms.iter().rev().find(|it| it.mime == mime);
    if forms.is_empty() {
        return bundle;
    }
    let picture = form("image/png").and_then(|it| png_file::decode(&it.data).ok());
    let has_text = form("text/plain").is_some();
    let plain = match (&picture, medium) {
        (Some(picture), Medium::Terminal(terminal)) if !has_text || terminal.draws_pixels() => {
            Some(drawn(picture, terminal))
        }
        _ if has_text => None,
        (Some(picture), _) => Some(format!(
            "PNG image of {} x {} pixels",
            picture.width, picture.height
        )),
        (None, _) => Some(substitute(forms, text)),
    };
    if let Some(plain) = plain {
        bundle.forms.retain(|(mime, _)| mime != "text/plain");
        bundle
            .forms
            .insert(0, ("text/plain".to_owned(), Form::Text(plain)));
    }
    bundle
}

/// A text for who can show none of a bundle's forms: the source of what people can read, else what it is.
fn substitute(forms: &[MimeForm], text: impl Fn(&MimeForm) -> String) -> String {
    let readable = [
        "text/markdown",
        "text/latex",
        "application/json",
        "text/html",
    ];
    let found = readable
        .iter()
        .find_map(|mime| forms.iter().find(|it| it.mime == *mime));
    let other_text = || forms.iter().find(|it| it.mime.starts_with("text/"));
    match found.or_else(other_text) {
        Some(form) => text(form).trim_end().to_owned(),
        None => {
            let kinds = forms
                .iter()
                .map(|it| format!("{}, {} bytes", it.mime, it.data.len()));
            format!("<{}>", kinds.collect::<Vec<_>>().join("; "))
        }
    }
}

fn image_bundle(image: &Image, medium: Medium) -> Result<Bundle, String> {
    let picture = Picture::of(image)?;
    let what = described(image);
    match medium {
        Medium::FrontEnd => {
            let mut bundle = Bundle::plain(what);
            let file = Form::Bytes(png_file::encode(&picture)?);
            bundle.forms.push(("image/png".to_owned(), file));
            Ok(bundle)
        }
        Medium::Terminal(terminal) => Ok(Bundle::plain(format!(
            "{}\n{what}",
            drawn(&picture, terminal)
        ))),
        Medium::Pipe => {
            let shades = text_picture::draw(&picture, medium::PIPE_COLUMNS, false);
            Ok(Bundle::plain(format!("{shades}\n{what}")))
        }
    }
}

fn described(image: &Image) -> String {
    let kind = match (image.channels, image.element, image.color_map.as_str()) {
        (1, Element::Float, "") => "float, viridis".to_owned(),
        (1, Element::Float, map) => format!("float, {map}"),
        (1, Element::Byte, "") => "grey".to_owned(),
        (1, Element::Byte, map) => map.to_owned(),
        (2, ..) => "grey and alpha".to_owned(),
        (3, ..) => "RGB".to_owned(),
        _ => "RGBA".to_owned(),
    };
    format!("image of {} x {} pixels, {kind}", image.width, image.height)
}

fn plot_bundle(plot: &Plot, medium: Medium) -> Made {
    let (drawing, notes) = chart::prepare(plot)?;
    let bundle = match medium {
        Medium::FrontEnd => {
            let text = text_plot::draw(&drawing, medium::PIPE_COLUMNS, false);
            let mut bundle = Bundle::plain(text);
            let svg = Form::Text(svg::draw(&drawing)?);
            bundle.forms.push(("image/svg+xml".to_owned(), svg));
            bundle
        }
        Medium::Terminal(terminal) => Bundle::plain(match &drawing {
            Drawing::HeatMap(map) if terminal.draws_pixels() => heat_map(map, terminal),
            _ => text_plot::draw(&drawing, terminal.columns, terminal.color),
        }),
        Medium::Pipe => Bundle::plain(text_plot::draw(&drawing, medium::PIPE_COLUMNS, false)),
    };
    Ok((bundle, notes))
}

/// A heat map on a terminal that draws pixels: each of its values is several of them.
fn heat_map(map: &HeatMap, terminal: Terminal) -> String {
    let (width, height) = (map.picture.width, map.picture.height);
    let factor = HEAT_MAP_PIXELS.div_ceil(height.max(width)).max(1);
    let larger = map.picture.scaled(width * factor, height * factor);
    let (low, high) = map.range;
    let pixels = drawn(&larger, terminal);
    let text = format!("{pixels}\n{} from {low} to {high}", map.title);
    text.trim_end().to_owned()
}

/// A picture on a terminal.
fn drawn(picture: &Picture, terminal: Terminal) -> String {
    let columns = terminal.columns;
    match terminal.graphics {
        Graphics::Kitty => match png_file::encode(picture) {
            Ok(file) => graphics::kitty(&file, (picture.width, picture.height), columns),
            Err(error) => error,
        },
        Graphics::Sixel => graphics::sixel(picture),
        Graphics::Letters => text_picture::draw(picture, columns, terminal.color),
    }
}

#[cfg(test)]
mod tests;
