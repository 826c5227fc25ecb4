//! Chevron as a kernel of Jupyter's: `chevron jupyter kernel` and `chevron jupyter install`.
//!
//! The session lives on the process's first thread (`cells`). Sockets have a thread of their own (`sockets`), and so do requests that wait
//! for cells and requests that do not (`requests`), what is printed (`streams`) and what cells read (`input`).

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, mpsc};

use serde_json::{Value, json};

use crate::commands;
use crate::front::Front;
use crate::interrupt::Interrupt;
use crate::render::Render;
use crate::session::Session;
use crate::settings::{Color, Settings};

mod assist;
mod cells;
mod connection;
mod history;
mod input;
mod install;
mod kernel;
mod message;
pub(crate) mod notebook;
mod parent;
mod peers;
pub(crate) mod publisher;
mod reading;
mod replies;
mod requests;
mod sockets;
pub(crate) mod streams;
mod zmtp;

pub use install::{Place, install};

use cells::{Cells, Job};
use connection::Connection;
use kernel::{Channel, Kernel};
use message::{Maker, Signer};
use notebook::Notebook;
use publisher::Publisher;
use requests::Requests;
use streams::Streams;

/// Serves front ends as this connection file says, until one ends the kernel.
pub fn kernel(mut settings: Settings, file: &Path, color: Color) -> anyhow::Result<u8> {
    settings.compiler.color = color == Color::Always;
    let connection = Connection::read(file)?;
    let interrupt = Interrupt::default();
    // Before any thread is started.
    let render = Render::new(false, color);
    interrupt.install_for_front_end(render.clone())?;
    let (ends, log) = streams::replace()?.into_parts();
    let log = File::from(log);
    let ran = serve(
        settings,
        &connection,
        (interrupt, render),
        (ends, log.try_clone()?),
    );
    if let Err(error) = &ran {
        use std::io::Write as _;
        // Where stderr is now nobody reads any more.
        let _ = writeln!(&log, "error: {error:#}");
    }
    ran
}

fn serve(
    settings: Settings,
    connection: &Connection,
    (interrupt, render): (Interrupt, Render),
    (ends, log): ([std::os::fd::OwnedFd; 2], File),
) -> anyhow::Result<u8> {
    let signer = Signer::new(&connection.key);
    let terminal = input::replace();
    if terminal.is_err() {
        input::replace_by_nothing()?;
    }
    let greeter = Maker::new(signer.clone());
    let welcome = move |topic: &[u8]| {
        let content = json!({"subscription": String::from_utf8_lossy(topic)});
        let topic = [b"iopub_welcome".to_vec()];
        greeter.frames(&topic, "iopub_welcome", &Value::Null, &json!({}), &content)
    };
    let (senders, receivers) = sockets::serve(connection, welcome)?;
    let (others, iopub) = kernel::apart(senders);
    let publisher = Arc::new(Publisher::new(Maker::new(signer.clone()), iopub));
    publisher.status(&Value::Null, "starting");
    let streams = Streams::start(ends, publisher.clone())?;
    let notebook = Arc::new(Notebook::new(publisher.clone(), Arc::clone(&streams)));
    let kernel = Kernel::new(others, publisher, streams, interrupt.clone(), log);
    let kernel = Arc::new(kernel);
    let (jobs, work) = mpsc::channel();
    for (channel, from) in [
        (Channel::Shell, receivers.shell),
        (Channel::Control, receivers.control),
    ] {
        let requests = Requests {
            channel,
            kernel: Arc::clone(&kernel),
            signer: signer.clone(),
            notebook: Arc::clone(&notebook),
            jobs: jobs.clone(),
        };
        requests.take(from)?;
    }
    parent::follow(Arc::clone(&kernel))?;
    let input = match terminal {
        Ok(terminal) => {
            let kernel = Arc::clone(&kernel);
            Some(input::Input::start(
                terminal,
                receivers.stdin,
                signer,
                kernel,
            )?)
        }
        Err(error) => {
            kernel.log(format_args!("cells have no input: {error:#}"));
            None
        }
    };
    let render = render.with_front_end(notebook.clone());
    run(&kernel, notebook, input, settings, render, interrupt, &work);
    kernel.flush();
    Ok(0)
}

/// Runs the session, on this thread.
fn run(
    kernel: &Arc<Kernel>,
    notebook: Arc<Notebook>,
    input: Option<Arc<input::Input>>,
    settings: Settings,
    render: Render,
    interrupt: Interrupt,
    work: &mpsc::Receiver<Job>,
) {
    jit_api::client::print_by_lines();
    let mut settings = settings;
    settings.at_prompt = true;
    let start = move || {
        let session = Session::start(settings.clone(), render.clone(), interrupt.clone())?;
        Ok(Front::new(session, commands::run))
    };
    let mut cells = Cells::new(Arc::clone(kernel), notebook, input, Box::new(start));
    cells.get_ready();
    cells.serve(work);
}
