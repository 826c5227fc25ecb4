//! What front ends, terminals and pipes get of what cells show.

use std::sync::{Arc, Mutex};

use jit_api::wire::display::{Series, SeriesKind, Table};

use super::*;
use crate::front_end::{Failure, FrontEnd, Tone};
use crate::settings::Color;

/// Keeps what it is given.
#[derive(Debug, Default)]
struct Recorder {
    values: Mutex<Vec<Bundle>>,
    shown: Mutex<Vec<Shown>>,
    cleared: Mutex<Vec<bool>>,
}

impl FrontEnd for Recorder {
    fn value(&self, bundle: Bundle) {
        self.values.lock().expect("no panic").push(bundle);
    }

    fn show(&self, shown: Shown) {
        self.shown.lock().expect("no panic").push(shown);
    }

    fn clear(&self, wait: bool) {
        self.cleared.lock().expect("no panic").push(wait);
    }

    fn told(&self, _tone: Tone, _message: &str) {}

    fn failed(&self, _failure: Failure) {}
}

fn recorded() -> (Arc<Recorder>, Render) {
    let recorder = Arc::<Recorder>::default();
    let render = Render::new(true, Color::Never).with_front_end(recorder.clone());
    (recorder, render)
}

fn display(content: Content, replaces: bool, as_value: bool) -> Display {
    Display {
        content,
        id: "d1".to_owned(),
        replaces,
        as_value,
        awaited: None,
    }
}

fn kinds(bundle: &Bundle) -> Vec<&str> {
    bundle.forms.iter().map(|(mime, _)| mime.as_str()).collect()
}

fn grey() -> Image {
    Image {
        width: 2,
        height: 2,
        channels: 1,
        element: Element::Byte,
        pixels: vec![0, 255, 255, 0],
        color_map: String::new(),
        range: None,
    }
}

fn line(y: &[f64]) -> Plot {
    Plot {
        series: vec![Series {
            kind: SeriesKind::Line,
            label: "a < b".to_owned(),
            x: Vec::new(),
            y: y.to_vec(),
            stride: 1,
            columns: 0,
        }],
        ..Plot::default()
    }
}

#[test]
fn a_front_end_gets_the_best_form_and_a_text() {
    let (recorder, render) = recorded();
    let mut displays = Displays::default();
    let html = MimeForm {
        mime: "text/html".to_owned(),
        data: b"<b>bold</b>".to_vec(),
    };
    let table = Table {
        columns: vec!["value".to_owned()],
        cells: vec!["1".to_owned()],
        rows: 1,
        columns_in_all: 1,
    };
    for content in [
        Content::Image(grey()),
        Content::Plot(line(&[1.0, 2.0])),
        Content::Table(table),
        Content::Bundle(vec![html]),
    ] {
        displays.show(display(content.clone(), false, false), 1, None, &render);
        displays.show(display(content, false, true), 1, Some("T"), &render);
    }
    let expected = ["image/png", "image/svg+xml", "text/html", "text/html"];
    let values = recorder.values.lock().expect("no panic");
    let shown = recorder.shown.lock().expect("no panic");
    assert_eq!(values.len(), expected.len());
    for (index, best) in expected.iter().enumerate() {
        assert_eq!(values[index], shown[index].bundle);
        assert_eq!(kinds(&values[index]), ["text/plain", best]);
        assert_eq!(shown[index].id.as_deref(), Some("d1"));
    }
    let Form::Bytes(file) = &values[0].forms[1].1 else {
        panic!("a PNG file is bytes");
    };
    assert_eq!(
        png_file::decode(file).map(|it| it.rgba),
        Picture::of(&grey()).map(|it| it.rgba)
    );
}

#[test]
fn what_is_replaced_is_told_and_problems_show_nothing() {
    let (recorder, render) = recorded();
    let mut displays = Displays::default();
    displays.show(
        display(Content::Image(grey()), true, false),
        1,
        None,
        &render,
    );
    displays.show(
        display(
            Content::Problem("plot: the pointer is null".to_owned()),
            false,
            false,
        ),
        1,
        None,
        &render,
    );
    displays.show(
        display(Content::Bundle(Vec::new()), false, false),
        1,
        None,
        &render,
    );
    let shown = recorder.shown.lock().expect("no panic");
    assert_eq!(shown.len(), 1);
    assert!(shown[0].replaces);
}

#[test]
fn a_front_end_clears_when_it_is_told_to() {
    let (recorder, render) = recorded();
    let mut displays = Displays::default();
    for wait in [true, false] {
        let content = display(Content::Cleared { wait }, false, false);
        displays.show(content, 1, None, &render);
    }
    assert_eq!(*recorder.cleared.lock().expect("no panic"), [true, false]);
    assert!(recorder.shown.lock().expect("no panic").is_empty());
    assert!(!displays.take_failed());
}

#[test]
fn progress_is_one_display_that_is_replaced() {
    let (recorder, render) = recorded();
    let mut displays = Displays::default();
    for (done, finished) in [(0, false), (5, false), (10, true)] {
        let progress = Progress {
            done,
            total: Some(10),
            elapsed_ns: 1_000_000,
            finished,
            ..Progress::default()
        };
        displays.show(
            display(Content::Progress(progress), done > 0, false),
            1,
            None,
            &render,
        );
    }
    let shown = recorder.shown.lock().expect("no panic");
    let replaces: Vec<bool> = shown.iter().map(|it| it.replaces).collect();
    assert_eq!(replaces, [false, true, true]);
    assert!(
        shown
            .iter()
            .all(|it| kinds(&it.bundle) == ["text/plain", "text/html"])
    );
}

#[test]
fn terminals_that_draw_pictures_get_them() {
    let on = |graphics| {
        Medium::Terminal(Terminal {
            columns: 80,
            color: true,
            graphics,
        })
    };
    let text = |medium| {
        let bundle = image_bundle(&grey(), medium).expect("a bundle");
        match &bundle.forms[..] {
            [(mime, Form::Text(text))] if mime == "text/plain" => text.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert!(text(on(Graphics::Kitty)).starts_with("\x1b_Ga=T"));
    assert!(text(on(Graphics::Sixel)).starts_with("\x1bPq"));
    assert!(text(on(Graphics::Letters)).contains('▀'));
    assert_eq!(
        text(Medium::Pipe),
        "  ██\n██  \nimage of 2 x 2 pixels, grey"
    );
}

#[test]
fn svg_is_well_formed_whatever_it_shows() {
    let zigzag: Vec<f64> = (0..100_000).map(|it| f64::from(it % 7)).collect();
    for values in [&[1.0, f64::NAN, 3.0][..], &[0.0], &zigzag] {
        let (drawing, _) = chart::prepare(&line(values)).expect("a drawing");
        let svg = svg::draw(&drawing).expect("an SVG file");
        assert!(svg.contains("a &lt; b") && !svg.contains("NaN"), "{svg}");
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        assert!(svg.len() < 200_000, "{} bytes", svg.len());
    }
}
