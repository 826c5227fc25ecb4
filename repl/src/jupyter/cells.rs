//! The thread of the session: requests that compile or run something, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::time::Instant;

use devicecc::Source;
use serde_json::{Map, Value, json};

use super::input::Input;
use super::kernel::{Channel, Kernel};
use super::message::Request;
use super::notebook::{Error, Notebook};
use super::publisher::{Outlet as _, data};
use super::{assist, replies};
use crate::flow::Flow;
use crate::front::Front;
use crate::front_end::Bundle;
use crate::split::{Input as Entered, split_cell};

/// What the session is to do.
pub enum Job {
    /// To serve a request, which came then.
    Serve(Arc<Request>, Instant),
    /// To end.
    End,
}

/// Starts a session.
pub type Start = Box<dyn Fn() -> anyhow::Result<Front>>;

/// Serves requests in a session.
pub struct Cells {
    kernel: Arc<Kernel>,
    notebook: Arc<Notebook>,
    input: Option<Arc<Input>>,
    start: Start,
    front: Option<Front>,
    /// The number that the next cell gets in the notebook.
    next: u32,
    /// Inputs that came before this are not run: one before them failed.
    aborted: Option<Instant>,
}

/// How a request's inputs ended.
struct Ran {
    flow: Flow,
    payload: Vec<Value>,
}

impl Cells {
    /// Without a session; the first request that needs one starts it, if `get_ready` has not.
    pub fn new(
        kernel: Arc<Kernel>,
        notebook: Arc<Notebook>,
        input: Option<Arc<Input>>,
        start: Start,
    ) -> Cells {
        Cells {
            kernel,
            notebook,
            input,
            start,
            front: None,
            next: 1,
            aborted: None,
        }
    }

    /// Starts the session. What hinders that is told to the requests.
    pub fn get_ready(&mut self) {
        if let Err(error) = self.front() {
            self.kernel.log(format_args!("no session: {error:#}"));
        }
        self.notebook.take_start();
    }

    /// Serves requests until the kernel is to end.
    pub fn serve(mut self, jobs: &mpsc::Receiver<Job>) {
        while let Ok(Job::Serve(request, came)) = jobs.recv() {
            let flow = self.serve_one(&request, came);
            self.kernel.jobs.fetch_sub(1, Ordering::AcqRel);
            if flow == Flow::Quit {
                break;
            }
        }
        self.close();
    }

    fn serve_one(&mut self, request: &Arc<Request>, came: Instant) -> Flow {
        let kernel = Arc::clone(&self.kernel);
        let content = match request.kind.as_str() {
            "execute_request" => return self.execute(request, came),
            "complete_request" => Some(self.assisted(request, assist::complete)),
            "inspect_request" => Some(self.assisted(request, assist::inspect)),
            "debug_request" => Some(replies::no_debugger(request)),
            other => replies::at_once(&kernel, request).unwrap_or_else(|| {
                kernel.log(format_args!("`{other}` is unknown"));
                None
            }),
        };
        kernel.answer(Channel::Shell, request, content);
        Flow::Done
    }

    fn front(&mut self) -> anyhow::Result<&mut Front> {
        let front = match self.front.take() {
            Some(front) => front,
            None => (self.start)()?,
        };
        Ok(self.front.insert(front))
    }

    fn assisted(&mut self, request: &Request, assist: fn(&mut Front, &Request) -> Value) -> Value {
        let Ok(front) = self.front() else {
            return assist::nothing(request);
        };
        let made = catch_unwind(AssertUnwindSafe(|| assist(front, request)));
        made.unwrap_or_else(|_| {
            self.front = None;
            assist::nothing(request)
        })
    }

    fn execute(&mut self, request: &Arc<Request>, came: Instant) -> Flow {
        let kernel = Arc::clone(&self.kernel);
        if self.aborted.is_some_and(|failed| came <= failed) {
            let content = json!({"status": "aborted", "execution_count": self.next});
            kernel.answer(Channel::Shell, request, Some(content));
            return Flow::Done;
        }
        kernel.publisher.answer(&request.header);
        kernel.publisher.status(&request.header, "busy");
        kernel.streams.begin();
        let number = self.number(request);
        let (flow, content) = self.executed(request, number);
        if flow == Flow::Failed && request.flag("stop_on_error", true) {
            // Whoever has sent more by now does not know of the failure.
            self.aborted = Some(Instant::now());
        }
        kernel.reply(Channel::Shell, request, &content);
        kernel.publisher.status(&request.header, "idle");
        flow
    }

    /// The number of a request's cell, once its input is told and kept.
    fn number(&mut self, request: &Request) -> u32 {
        let (code, silent) = (request.text("code"), request.flag("silent", false));
        let number = self.next;
        if !silent && request.flag("store_history", true) {
            self.next += 1;
            self.kernel.history().add(number, code);
        }
        if !silent {
            let content = json!({"code": code, "execution_count": number});
            self.kernel.publisher.publish("execute_input", &content);
        }
        number
    }

    fn executed(&mut self, request: &Arc<Request>, number: u32) -> (Flow, Value) {
        let silent = request.flag("silent", false);
        self.kernel.interrupt.request(true);
        self.notebook.begin(number, silent);
        if let Some(input) = &self.input {
            input.begin(request, request.flag("allow_stdin", true));
        }
        let mut ran = self.run_inputs(request.text("code"), number);
        if let Some(input) = &self.input {
            input.end();
        }
        self.kernel.interrupt.request(false);
        self.kernel.streams.end();
        if let Some(error) = self.notebook.failure(ran.flow) {
            return (Flow::Failed, self.failed(&error, number));
        }
        if let Some(text) = self.notebook.take_value() {
            self.kernel.history().output(text);
        }
        let expressions = request.content.get("user_expressions");
        let values = match expressions.and_then(Value::as_object) {
            Some(expressions) if ran.flow == Flow::Done => self.expressions(expressions, number),
            _ => json!({}),
        };
        if ran.flow == Flow::Quit {
            (ran.payload).push(json!({"source": "ask_exit", "keepkernel": false}));
        }
        let content = json!({
            "status": "ok",
            "execution_count": number,
            "payload": ran.payload,
            "user_expressions": values,
        });
        (ran.flow, content)
    }

    /// Tells all of an error; gives the reply.
    fn failed(&self, error: &Error, number: u32) -> Value {
        let mut content = error.content();
        self.kernel.publisher.publish("error", &content);
        content["status"] = json!("error");
        content["execution_count"] = json!(number);
        content["payload"] = json!([]);
        content["user_expressions"] = json!({});
        content
    }

    /// Runs the inputs of a cell until one fails.
    fn run_inputs(&mut self, code: &str, number: u32) -> Ran {
        let mut ran = Ran {
            flow: Flow::Done,
            payload: Vec::new(),
        };
        for input in split_cell(code) {
            ran.flow = match self.kernel.interrupt.was_missed() {
                true => self.interrupted(),
                false => self.run_input(&input, number, &mut ran.payload),
            };
            if ran.flow != Flow::Done {
                return ran;
            }
        }
        if let Some(front) = &mut self.front {
            front.tell_uncalled_main();
        }
        ran
    }

    fn run_input(&mut self, input: &Entered, number: u32, payload: &mut Vec<Value>) -> Flow {
        let kernel = Arc::clone(&self.kernel);
        let front = match self.front() {
            Ok(front) => front,
            Err(error) => return self.failure("NoSession", &format!("{error:#}")),
        };
        front.notebook = Some(number);
        let mut run = || catch_unwind(AssertUnwindSafe(|| front.input(input)));
        let result = match is_page(&input.piece().text) {
            false => run(),
            true => {
                let (result, text) = kernel.streams.keeping(run);
                if !text.is_empty() {
                    let data = data(&Bundle::plain(text));
                    payload.push(json!({"source": "page", "data": data, "start": 0}));
                }
                result
            }
        };
        let what = match result {
            Ok(Ok(Flow::Done)) => {
                let stopped = self
                    .front
                    .as_ref()
                    .is_some_and(|it| it.session.interrupted());
                return if stopped {
                    self.interrupted()
                } else {
                    Flow::Done
                };
            }
            Ok(Ok(flow)) => return flow,
            Ok(Err(error)) => format!("{error:#}"),
            Err(_) => "a mistake of Chevron's own; please report it".to_owned(),
        };
        self.front = None;
        let lost = "the session is lost, and the next cell begins a new one";
        self.failure("SessionEnded", &format!("{what}; {lost}"))
    }

    fn interrupted(&self) -> Flow {
        self.failure("Interrupted", "the cell was interrupted")
    }

    fn failure(&self, name: &str, value: &str) -> Flow {
        use crate::front_end::{FrontEnd as _, Tone};
        self.notebook.failed(Error::of(name, value).failure);
        self.notebook
            .told(Tone::Error, &format!("error: {value}\n"));
        Flow::Failed
    }

    fn expressions(&mut self, expressions: &Map<String, Value>, number: u32) -> Value {
        let values = expressions.iter().map(|(name, expression)| {
            let expression = expression.as_str().unwrap_or_default();
            (name.clone(), self.expression(expression, number))
        });
        Value::Object(values.collect())
    }

    fn expression(&mut self, expression: &str, number: u32) -> Value {
        let source = Source::Notebook { number, line: 1 };
        let notebook = Arc::clone(&self.notebook);
        let (flow, values) = notebook.keeping(|| match self.front() {
            Ok(front) => front.cell(expression, source),
            Err(error) => Err(error),
        });
        let error = match (notebook.take_error(), flow, values.last()) {
            (None, Ok(Flow::Done), Some(value)) => {
                return json!({"status": "ok", "data": data(value), "metadata": {}});
            }
            (Some(error), _, _) => error,
            (None, Err(error), _) => Error::of("SessionEnded", &format!("{error:#}")),
            (None, Ok(_), _) => Error::of("Error", "it has no value"),
        };
        let mut content = error.content();
        content["status"] = json!("error");
        content
    }

    fn close(&mut self) {
        if let Some(front) = self.front.take() {
            front.close(false);
        }
        self.kernel.streams.end();
    }
}

/// Is what an input prints for a pager: help, and what a name is?
fn is_page(text: &str) -> bool {
    let text = text.trim();
    let command = |name| {
        let rest = text.strip_prefix(name);
        rest.is_some_and(|it: &str| it.is_empty() || it.starts_with(char::is_whitespace))
    };
    let asks = text.starts_with('?') || text.ends_with('?');
    command("%help") || command("%doc") || (asks && !text.contains('\n'))
}
