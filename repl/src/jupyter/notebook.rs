//! A notebook as a front end of the session: values, what cells show, and what is told of them, as messages.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::publisher::{Outlet, data};
use super::streams::Streams;
use crate::flow::Flow;
use crate::front_end::{Bundle, Failure, Form, FrontEnd, Shown, Tone};
use crate::render::without_colors;

/// A notebook.
pub struct Notebook {
    outlet: Arc<dyn Outlet>,
    streams: Arc<Streams>,
    answer: Mutex<Answer>,
}

/// The answer to the request under way.
#[derive(Default)]
struct Answer {
    /// A request runs inputs.
    begun: bool,
    /// The number of the notebook's cell.
    number: u32,
    /// Values are not shown.
    silent: bool,
    /// Values are kept instead of being shown.
    kept: Option<Vec<Bundle>>,
    /// The last value, as text.
    value: Option<String>,
    failure: Option<Failure>,
    /// What was told from the first failure on.
    error: String,
    /// What was told before there was a request.
    waiting: String,
    /// Why the session is not there yet.
    start: String,
}

/// Why a request failed.
#[derive(Clone, Debug)]
pub struct Error {
    /// What it is.
    pub failure: Failure,
    /// What a person reads.
    pub text: String,
}

impl Error {
    /// One of which nothing else was told.
    pub fn of(name: &str, value: &str) -> Error {
        Error {
            failure: Failure {
                name: name.to_owned(),
                value: value.to_owned(),
            },
            text: String::new(),
        }
    }

    /// As the protocol has it.
    pub fn content(&self) -> Value {
        let lines: Vec<&str> = match self.text.trim_end() {
            "" => vec![&self.failure.value],
            text => lines(text),
        };
        json!({"ename": self.failure.name, "evalue": self.failure.value, "traceback": lines})
    }
}

/// Lines of a text; codes alone at its end are put behind the line before.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    while lines.len() > 1
        && lines
            .last()
            .is_some_and(|it| without_colors(it).trim().is_empty())
    {
        lines.pop();
    }
    lines
}

impl std::fmt::Debug for Notebook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Notebook")
    }
}

impl Notebook {
    /// One that publishes so.
    pub fn new(outlet: Arc<dyn Outlet>, streams: Arc<Streams>) -> Notebook {
        Notebook {
            outlet,
            streams,
            answer: Mutex::default(),
        }
    }

    /// A request begins to run inputs.
    pub fn begin(&self, number: u32, silent: bool) {
        let mut answer = self.answer();
        let waiting = std::mem::take(&mut answer.waiting);
        *answer = Answer {
            begun: true,
            number,
            silent,
            ..Answer::default()
        };
        drop(answer);
        if !waiting.is_empty() {
            self.streams.told(&waiting);
        }
    }

    /// What has been noted while the session starts: who waits for it is told, and nobody later.
    pub fn take_start(&self) -> String {
        std::mem::take(&mut self.answer().start)
    }

    /// Its last value as text.
    pub fn take_value(&self) -> Option<String> {
        self.answer().value.take()
    }

    /// What has failed since this was asked last. `told`: what was told of it.
    pub fn take_error(&self) -> Option<Error> {
        let mut answer = self.answer();
        let text = std::mem::take(&mut answer.error);
        let failure = answer.failure.take();
        failure.map(|failure| Error { failure, text })
    }

    /// Why a request failed that has ended so. What went wrong beside its cell is no failure of it, and told.
    pub fn failure(&self, flow: Flow) -> Option<Error> {
        match (flow, self.take_error()) {
            (Flow::Failed, error) => {
                Some(error.unwrap_or_else(|| Error::of("Error", "the cell failed")))
            }
            (_, Some(error)) => {
                self.streams.told(&error.text);
                None
            }
            (_, None) => None,
        }
    }

    /// Does `run`, and gives the values that it would have shown.
    pub fn keeping<T>(&self, run: impl FnOnce() -> T) -> (T, Vec<Bundle>) {
        self.answer().kept = Some(Vec::new());
        let result = run();
        (result, self.answer().kept.take().unwrap_or_default())
    }

    /// Has the request failed?
    fn answer(&self) -> MutexGuard<'_, Answer> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FrontEnd for Notebook {
    fn value(&self, bundle: Bundle) {
        self.streams.drain();
        let mut answer = self.answer();
        if let Some(kept) = &mut answer.kept {
            kept.push(bundle);
            return;
        }
        let plain = bundle.forms.iter().find(|(mime, _)| mime == "text/plain");
        if let Some((_, Form::Text(text))) = plain {
            answer.value = Some(text.clone());
        }
        let content = json!({
            "execution_count": answer.number,
            "data": data(&bundle),
            "metadata": {},
        });
        if !answer.silent {
            self.outlet.publish("execute_result", &content);
        }
    }

    fn show(&self, shown: Shown) {
        self.streams.drain();
        let transient = match &shown.id {
            Some(id) => json!({"display_id": id}),
            None => json!({}),
        };
        let kind = match shown.replaces {
            true => "update_display_data",
            false => "display_data",
        };
        let content = json!({"data": data(&shown.bundle), "metadata": {}, "transient": transient});
        self.outlet.publish(kind, &content);
    }

    fn clear(&self, wait: bool) {
        // What a front end takes away counts no longer for what a request may print.
        self.streams.begin();
        self.outlet.publish("clear_output", &json!({"wait": wait}));
    }

    fn told(&self, tone: Tone, message: &str) {
        if message.is_empty() {
            return;
        }
        let mut answer = self.answer();
        if tone == Tone::Error || answer.failure.is_some() {
            answer.error.push_str(message);
        } else if !answer.begun {
            match tone {
                Tone::Warning => answer.waiting.push_str(message),
                _ => answer.start.push_str(message),
            }
        } else {
            drop(answer);
            self.streams.told(message);
        }
    }

    fn failed(&self, failure: Failure) {
        self.answer().failure.get_or_insert(failure);
    }
}
