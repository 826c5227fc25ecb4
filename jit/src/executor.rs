//! The executor process: user code, its devices, and nothing of the compiler.
//!
//! The main thread runs cells. A reader thread takes messages as they come and loads kernels at once, also while a cell runs. When
//! the session's end of the connection closes, the process ends, whatever it does.

mod assembly;
mod cell;
mod connection;
mod crash;
mod devices;
mod memory;
mod process;
mod shell;
mod support;
mod threads;

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use assembly::Assembly;
use cell::Cells;
use connection::{Connection, Incoming};
pub use threads::{ThreadStart, create_thread};

use crate::device;
use crate::interrupt;
use crate::link::Linker;
use crate::modules::{self, Devices, Modules};
use crate::runtime;
use crate::wire::{EXIT_CUT_OFF, Event, PROTOCOL, Request, Statistics, Target};

/// Exit status of an executor that could not serve, by the convention for wrong usage.
const EXIT_REFUSED: u8 = 2;

/// Runs the executor until the session ends it.
pub fn main() -> ExitCode {
    let (connection, mut incoming) = match connection::from_environment() {
        Ok(pair) => pair,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(EXIT_REFUSED);
        }
    };
    process::prepare(connection);
    crash::prepare();
    support::start_streams();
    let devices = match greet(connection, &mut incoming) {
        Ok(devices) => devices,
        Err(message) => {
            connection.send(&Event::Refused(message));
            return ExitCode::from(EXIT_REFUSED);
        }
    };
    connection.send(&Event::Ready {
        protocol: PROTOCOL,
        target: runtime::device().map_or(Target::Host, |device| device.target()),
    });
    // Before handlers of the process's end are registered that are to run before it.
    runtime::toolkit::initialise();
    let parts = match Parts::new(devices) {
        Ok(parts) => parts,
        Err(message) => {
            connection.send(&Event::Log(format!(
                "the executor cannot link code: {message}"
            )));
            return ExitCode::from(EXIT_REFUSED);
        }
    };
    crash::watch_exit();
    let (to_main, requests) = mpsc::channel();
    let reader = thread::Builder::new().name("chevron-reader".to_owned());
    if let Err(error) =
        reader.spawn(move || read_requests(connection, incoming, parts.modules, &to_main))
    {
        connection.send(&Event::Log(format!(
            "the executor cannot start a thread: {error}"
        )));
        return ExitCode::from(EXIT_REFUSED);
    }
    serve(connection, parts, &requests)
}

/// What the threads share; lives as long as the process.
#[derive(Clone, Copy)]
struct Parts {
    linker: &'static Linker,
    modules: &'static Modules,
}

impl Parts {
    fn new(devices: Devices) -> Result<Parts, String> {
        static LINKER: OnceLock<Linker> = OnceLock::new();
        static MODULES: OnceLock<Modules> = OnceLock::new();
        let table = |names: &'static [(&'static str, *const ())]| {
            names
                .iter()
                .map(|(name, address)| (*name, *address as usize))
        };
        let primitives: HashMap<&'static str, usize> = table(device::cpu::primitives()).collect();
        let builtins = primitives
            .clone()
            .into_iter()
            .chain(support::builtins())
            .chain(crash::builtins())
            .chain(shell::builtins())
            .chain(interrupt::builtins())
            .chain(table(runtime::symbols()));
        let linker = Linker::start(builtins)?;
        let linker = LINKER.get_or_init(|| linker);
        devices.prepare().map_err(|error| error.to_string())?;
        let modules = MODULES.get_or_init(|| Modules::new(linker, devices, primitives));
        modules::start(modules);
        Ok(Parts { linker, modules })
    }
}

/// Takes the session's first message and opens the device that it asks for.
fn greet(connection: &Connection, incoming: &mut Incoming) -> Result<Devices, String> {
    match incoming.next() {
        Some(Request::Hello {
            protocol: PROTOCOL,
            device,
            runtime_library,
        }) => devices::open(&device, runtime_library.as_deref()),
        // The session compares the versions and explains.
        Some(Request::Hello { .. }) => {
            connection.send(&Event::Ready {
                protocol: PROTOCOL,
                target: Target::Host,
            });
            process::end_now(EXIT_REFUSED.into())
        }
        other => Err(format!("the session opened with {other:?}")),
    }
}

/// The reader thread: kernels are loaded and cells interrupted here, the rest is for the main thread.
fn read_requests(
    connection: &'static Connection,
    mut incoming: Incoming,
    modules: &'static Modules,
    to_main: &Sender<Request>,
) {
    runtime::toolkit::relax_capture();
    let mut assembly = Assembly::new(modules, connection);
    while let Some(request) = incoming.next() {
        match request {
            Request::Kernel(image) => assembly.take(image),
            Request::KernelFailed {
                symbol,
                cell,
                message,
            } => modules.fail_kernel(&symbol, cell, message),
            Request::Interrupt { cell } => interrupt::request(cell, stop_device),
            other => {
                // Here, so that images that come after it are judged by it.
                if let Request::Quit = &other {
                    // The driver's libraries are torn down at the end, and threads must be out of them.
                    assembly.wait();
                }
                if let Request::Undo { first } = &other {
                    assembly.wait();
                    modules.undo_kernels(*first);
                }
                if let Request::Cell(cell) = &other {
                    interrupt::announce(cell.number);
                }
                if to_main.send(other).is_err() {
                    break;
                }
            }
        }
    }
    // The session is gone, and with it whoever could use what a cell still computes; or user code has cut us off.
    process::end_now(EXIT_CUT_OFF);
}

/// Makes kernels leave, for an interrupt.
fn stop_device() {
    if let Some(device) = runtime::device() {
        device.interrupt();
    }
}

/// The main thread: one request after the other.
fn serve(connection: &'static Connection, parts: Parts, requests: &Receiver<Request>) -> ExitCode {
    let mut cells = Cells::new(connection, parts);
    while let Ok(request) = requests.recv() {
        match request {
            Request::Cell(cell) => cells.take(*cell),
            Request::Undo { first } => cells.undo(first),
            Request::Library(name) => {
                connection.send(&Event::Library(parts.linker.open_library(&name).err()));
            }
            Request::Devices => connection.send(&Event::Devices(devices::describe())),
            Request::Statistics => {
                connection.send(&Event::Statistics(statistics(parts.linker)));
            }
            Request::Quit => process::exit(0),
            Request::Hello { .. }
            | Request::Kernel(_)
            | Request::KernelFailed { .. }
            | Request::Interrupt { .. } => {
                connection.send(&Event::Log(
                    "a message came out of turn and was ignored".to_owned(),
                ));
            }
        }
    }
    ExitCode::SUCCESS
}

fn statistics(linker: &Linker) -> Statistics {
    Statistics {
        resident_bytes: memory::resident_bytes(),
        kernels: modules::kernel_count(),
        code_objects: device::code_object_count(),
        host_objects: linker.host_object_count(),
        variables: modules::variable_count(),
        device_bytes: runtime::device_bytes(),
    }
}
