//! What `<chevron/display.h>` calls: a cell shows something beside text. Raw data goes to the session, which makes pictures of it.
//!
//! As functions of the runtime API, these are never left from inside: a cell that is to be stopped is left at their end.

use std::ffi::{CStr, c_char, c_int};
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::connection::Connection;
use super::{crash, support};
use crate::interrupt;
use crate::lock::lock;
use crate::wire::Event;
use crate::wire::display::{
    Content, Display, Element, Image, MimeForm, Plot, Series, SeriesKind, Table,
};

mod progress;

/// Bytes of one thing that is shown at most: what a message may have, and no more than a front end can take.
const BYTES_MAX: usize = 512 << 20;

static CONNECTION: OnceLock<&'static Connection> = OnceLock::new();

/// The number of the newest thing that was sent and is waited for. Held while one is sent, so that numbers come in order.
static SENT: Mutex<u64> = Mutex::new(0);

/// The number of the newest thing that the session has shown.
static SHOWN: Mutex<u64> = Mutex::new(0);
static SHOWN_CHANGED: Condvar = Condvar::new();

/// How often a thread that waits looks whether the cell still runs.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Numbers of names under which something was shown.
static NAMES: AtomicU64 = AtomicU64::new(0);

/// Names and addresses for the linker; `display.h` has their declarations.
pub(super) fn builtins() -> [(&'static str, usize); 10] {
    [
        ("__chv_display_name", new_name as *const () as usize),
        ("__chv_display_bundle", bundle as *const () as usize),
        ("__chv_display_image", image as *const () as usize),
        ("__chv_display_plot", plot as *const () as usize),
        ("__chv_display_table", table as *const () as usize),
        ("__chv_display_problem", problem as *const () as usize),
        ("__chv_display_clear", clear as *const () as usize),
        (
            "__chv_progress_begin",
            progress::begin as *const () as usize,
        ),
        ("__chv_progress_at", progress::at as *const () as usize),
        ("__chv_progress_end", progress::end as *const () as usize),
    ]
}

/// What is shown goes there from now on.
pub(super) fn start(connection: &'static Connection) {
    CONNECTION.get_or_init(|| connection);
}

/// For the reader: the session has shown what a cell waits for, up to this number.
pub(super) fn shown(number: u64) {
    *lock(&SHOWN) = number;
    SHOWN_CHANGED.notify_all();
}

/// `struct Target` of `display.h`.
#[repr(C)]
struct Target {
    name: *const c_char,
    replaces: c_int,
    as_value: c_int,
}

/// `struct Part` of `display.h`: bytes, and what they are.
#[repr(C)]
struct Part {
    mime: *const c_char,
    data: *const u8,
    bytes: usize,
}

/// `struct Pixels` of `display.h`.
#[repr(C)]
struct Pixels {
    data: *const u8,
    width: usize,
    height: usize,
    channels: c_int,
    is_float: c_int,
    color_map: *const c_char,
    has_range: c_int,
    low: f64,
    high: f64,
}

/// `struct Labels` of `display.h`.
#[repr(C)]
struct Labels {
    title: *const c_char,
    x: *const c_char,
    y: *const c_char,
    color_map: *const c_char,
}

/// `struct SeriesData` of `display.h`.
#[repr(C)]
struct SeriesData {
    kind: c_int,
    label: *const c_char,
    x: *const f64,
    x_count: usize,
    y: *const f64,
    y_count: usize,
    stride: usize,
    columns: usize,
}

/// `struct Grid` of `display.h`.
#[repr(C)]
struct Grid {
    names: *const Part,
    name_count: usize,
    cells: *const Part,
    cell_count: usize,
    rows: usize,
    columns: usize,
}

/// # Safety
/// Null, or a text that ends with a zero.
unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's duty.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}

/// # Safety
/// `count` of 0, or so many elements.
unsafe fn elements<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's duty.
    unsafe { slice::from_raw_parts(first, count) }
}

impl Part {
    /// # Safety
    /// As for `elements`.
    unsafe fn bytes(&self) -> &[u8] {
        // SAFETY: the caller's duty.
        unsafe { elements(self.data, self.bytes) }
    }

    /// # Safety
    /// As for `elements`.
    unsafe fn text(&self) -> String {
        // SAFETY: the caller's duty.
        String::from_utf8_lossy(unsafe { self.bytes() }).into_owned()
    }
}

/// Sends what is shown, after what was printed before it. While a cell runs, waits until it is shown: what is printed next comes after it.
fn send(content: Content, id: String, replaces: bool) {
    let Some(connection) = CONNECTION.get().filter(|_| !crash::is_fork()) else {
        return;
    };
    support::flush_output();
    let running = || interrupt::running_cell() != 0;
    let mut sent = lock(&SENT);
    let awaited = running().then_some(*sent + 1);
    connection.send(&Event::Display(Box::new(Display {
        content,
        id,
        replaces,
        as_value: false,
        awaited,
    })));
    let Some(number) = awaited else { return };
    *sent = number;
    drop(sent);
    let mut shown = lock(&SHOWN);
    // The session may have gone on before a thread's last words.
    while *shown < number && running() {
        let waited = SHOWN_CHANGED.wait_timeout(shown, LOOK_EVERY);
        shown = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// # Safety
/// `target` is one of `display.h`.
unsafe fn show(target: *const Target, content: Content) {
    // SAFETY: the caller's duty; the name is null or a text.
    let (name, target) = unsafe { (text((*target).name), &*target) };
    if target.as_value != 0 {
        support::give_display(Display {
            content,
            id: name,
            replaces: false,
            as_value: true,
            awaited: None,
        });
    } else {
        send(content, name, target.replaces != 0);
    }
}

fn too_large(bytes: usize) -> Content {
    Content::Problem(format!(
        "{} MB are too much to be shown at once: at most {} MB are",
        bytes >> 20,
        BYTES_MAX >> 20
    ))
}

/// `void __chv_display_name(char *name, size_t bytes)`: a name that nothing else is shown under.
unsafe extern "C" fn new_name(name: *mut c_char, bytes: usize) {
    let number = NAMES.fetch_add(1, Ordering::Relaxed) + 1;
    let made = format!("chevron-{}-{number}", std::process::id());
    let count = made.len().min(bytes.saturating_sub(1));
    // SAFETY: `name` has room for so many bytes.
    unsafe {
        std::ptr::copy_nonoverlapping(made.as_ptr(), name.cast(), count);
        name.add(count).write(0);
    }
}

/// `void __chv_display_bundle(const Target *, const Part *forms, size_t count)`
unsafe extern "C-unwind" fn bundle(target: *const Target, forms: *const Part, count: usize) {
    // SAFETY: the header passes so many forms, each with its bytes.
    let forms = unsafe { elements(forms, count) };
    let bytes = forms.iter().map(|it| it.bytes).sum();
    let content = if bytes > BYTES_MAX {
        too_large(bytes)
    } else {
        let form = |part: &Part| MimeForm {
            // SAFETY: as above.
            mime: unsafe { text(part.mime) },
            // SAFETY: as above.
            data: unsafe { part.bytes() }.to_vec(),
        };
        Content::Bundle(forms.iter().map(form).collect())
    };
    // SAFETY: the header passes its target.
    unsafe { show(target, content) };
    interrupt::at_api_end();
}

/// `void __chv_display_image(const Target *, const Pixels *)`
unsafe extern "C-unwind" fn image(target: *const Target, pixels: *const Pixels) {
    // SAFETY: the header passes one.
    let it = unsafe { &*pixels };
    let (channels, size) = (
        it.channels as u8,
        if it.is_float != 0 {
            size_of::<f32>()
        } else {
            1
        },
    );
    let bytes = it.width * it.height * usize::from(channels) * size;
    let content = if bytes > BYTES_MAX {
        too_large(bytes)
    } else {
        Content::Image(Image {
            width: it.width as u64,
            height: it.height as u64,
            channels,
            element: if it.is_float != 0 {
                Element::Float
            } else {
                Element::Byte
            },
            // SAFETY: the header has made room for them.
            pixels: unsafe { elements(it.data, bytes) }.to_vec(),
            // SAFETY: null or a text.
            color_map: unsafe { text(it.color_map) },
            range: (it.has_range != 0).then_some((it.low, it.high)),
        })
    };
    // SAFETY: the header passes its target.
    unsafe { show(target, content) };
    interrupt::at_api_end();
}

fn kind(kind: c_int) -> SeriesKind {
    match kind {
        0 => SeriesKind::Line,
        1 => SeriesKind::Scatter,
        2 => SeriesKind::Histogram,
        _ => SeriesKind::HeatMap,
    }
}

/// `void __chv_display_plot(const Target *, const Labels *, const SeriesData *, size_t count)`
unsafe extern "C-unwind" fn plot(
    target: *const Target,
    labels: *const Labels,
    series: *const SeriesData,
    count: usize,
) {
    // SAFETY: the header passes both.
    let (labels, series) = unsafe { (&*labels, elements(series, count)) };
    let bytes = series
        .iter()
        .map(|it| (it.x_count + it.y_count) * size_of::<f64>())
        .sum();
    let content = if bytes > BYTES_MAX {
        too_large(bytes)
    } else {
        // SAFETY: all are what the header has made: texts, and numbers as many as are counted.
        let one = |it: &SeriesData| unsafe {
            Series {
                kind: kind(it.kind),
                label: text(it.label),
                x: elements(it.x, it.x_count).to_vec(),
                y: elements(it.y, it.y_count).to_vec(),
                stride: it.stride as u64,
                columns: it.columns as u64,
            }
        };
        // SAFETY: null or texts.
        unsafe {
            Content::Plot(Plot {
                title: text(labels.title),
                x_label: text(labels.x),
                y_label: text(labels.y),
                color_map: text(labels.color_map),
                series: series.iter().map(one).collect(),
            })
        }
    };
    // SAFETY: the header passes its target.
    unsafe { show(target, content) };
    interrupt::at_api_end();
}

/// `void __chv_display_table(const Target *, const Grid *)`
unsafe extern "C-unwind" fn table(target: *const Target, grid: *const Grid) {
    // SAFETY: the header passes one, with as many parts as it counts.
    let (it, names, cells) = unsafe {
        let it = &*grid;
        (
            it,
            elements(it.names, it.name_count),
            elements(it.cells, it.cell_count),
        )
    };
    // SAFETY: each part has its bytes.
    let texts = |parts: &[Part]| parts.iter().map(|it| unsafe { it.text() }).collect();
    let content = Content::Table(Table {
        columns: texts(names),
        cells: texts(cells),
        rows: it.rows as u64,
        columns_in_all: it.columns as u64,
    });
    // SAFETY: the header passes its target.
    unsafe { show(target, content) };
    interrupt::at_api_end();
}

/// `void __chv_display_problem(const Target *, const char *text, size_t bytes)`
unsafe extern "C-unwind" fn problem(target: *const Target, message: *const u8, bytes: usize) {
    // SAFETY: the header passes so many bytes.
    let message = String::from_utf8_lossy(unsafe { elements(message, bytes) }).into_owned();
    // SAFETY: the header passes its target.
    unsafe { show(target, Content::Problem(message)) };
    interrupt::at_api_end();
}

/// `void __chv_display_clear(int wait)`
extern "C-unwind" fn clear(wait: c_int) {
    let content = Content::Cleared { wait: wait != 0 };
    send(content, String::new(), false);
    interrupt::at_api_end();
}
