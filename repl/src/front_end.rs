//! What a session is shown in beside a terminal: a front end that takes one thing in several forms, as notebooks do.

use std::fmt::Debug;

/// The data of one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text as it stands: `text/plain`, `text/html`, `image/svg+xml`, and JSON as text for `application/json`.
    Text(String),
    /// Bytes, which a protocol of text encodes: `image/png`.
    Bytes(Vec<u8>),
}

/// One thing in each form that it can be shown in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// MIME type and data. `text/plain` is always there.
    pub forms: Vec<(String, Form)>,
}

impl Bundle {
    /// A bundle of a text alone.
    pub fn plain(text: impl Into<String>) -> Bundle {
        Bundle {
            forms: vec![("text/plain".to_owned(), Form::Text(text.into()))],
        }
    }

    /// What a terminal or a pipe is shown of it.
    pub fn plain_texts(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().filter_map(|(mime, form)| match form {
            Form::Text(text) if mime == "text/plain" => Some(text.as_str()),
            _ => None,
        })
    }
}

/// What a cell shows in the middle of its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The forms.
    pub bundle: Bundle,
    /// The name under which it can be replaced later.
    pub id: Option<String>,
    /// True: it replaces what was shown under `id`.
    pub replaces: bool,
}

/// What a message to the user is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What the compiler says of a cell that it takes.
    Warning,
    /// Something to know.
    Note,
    /// An error, or what belongs to the one before: what the compiler says of it, calls, hints.
    Error,
}

/// What went wrong, as programs tell it: a name, and what there is to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// `CompileError`, a C++ type, the runtime API's or a signal's name, `Interrupted`.
    pub name: String,
    /// The first line that a person reads.
    pub value: String,
}

/// A front end that is no terminal. Calls come from the thread that runs the session, in the order of what they show; what cells print goes to the
/// process's own stdout and stderr, and an implementor has to show it before what is given here later.
pub trait FrontEnd: Debug + Send + Sync {
    /// A cell's value.
    fn value(&self, bundle: Bundle);

    /// Something that a cell shows.
    fn show(&self, shown: Shown);

    /// What the cell has shown and printed so far is to be taken away; with `wait` not before something else is shown.
    fn clear(&self, wait: bool);

    /// A message, in colour if the front end's `Render` has it; with its last line's end.
    fn told(&self, tone: Tone, message: &str);

    /// The cell failed. What is to be read of it is told by `told`; of several failures of one cell the first is the cause.
    fn failed(&self, failure: Failure);
}
