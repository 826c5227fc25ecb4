//! The executor process: user code, its devices, and nothing of the compiler.
//!
//! The main thread runs cells, and keeps a checkpoint between two of them. A reader thread takes messages as they come and loads
//! kernels at once, also while a cell runs. When the session's end of the connection closes, the process ends, whatever it does.

mod again;
mod assembly;
mod beside;
mod cell;
mod checkpoint;
mod connection;
mod crash;
mod descriptor;
mod devices;
mod display;
mod ends;
mod exits;
mod fork;
mod heap;
mod kept_values;
mod memory;
mod process;
mod programs;
mod reader;
mod shell;
mod support;
mod threads;

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, TryRecvError};

pub use crate::openmp::register_atfork;
use cell::Cells;
use checkpoint::{Checkpoints, Moment, Woken};
use connection::{Connection, Incoming};
pub use heap::Heap;
use reader::Gate;
pub use threads::{ThreadStart, create_thread};

use crate::device;
use crate::interrupt;
use crate::link::Linker;
use crate::modules::{self, Devices, Modules, RuntimeHooks};
use crate::runtime;
use crate::wire::{Event, KernelUse, MemoryUse, PROTOCOL, Request, Statistics, Target};

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
    connection.send(&Event::Started);
    process::prepare(connection);
    display::start(connection);
    programs::start(connection);
    let wake = checkpoint::from_environment();
    beside::from_environment();
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
            connection.send(&Event::Log(message));
            return ExitCode::from(EXIT_REFUSED);
        }
    };
    crash::watch_exit();
    static GATE: OnceLock<Gate> = OnceLock::new();
    let gate = GATE.get_or_init(Gate::default);
    let Some(requests) = read(connection, incoming, parts, gate) else {
        return ExitCode::from(EXIT_REFUSED);
    };
    let checkpoints = Checkpoints::new(connection, gate, wake);
    serve(connection, parts, gate, requests, checkpoints)
}

/// Starts the reader; what happens if that fails, the session's log tells.
fn read(
    connection: &'static Connection,
    incoming: Incoming,
    parts: Parts,
    gate: &'static Gate,
) -> Option<Receiver<Request>> {
    match reader::start(connection, incoming, parts, gate) {
        Ok(requests) => Some(requests),
        Err(error) => {
            connection.send(&Event::Log(format!(
                "the executor cannot start a thread: {error}"
            )));
            None
        }
    }
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
        let primitives: HashMap<&'static str, usize> = table(device::cpu::primitives())
            .chain(device::cpu::launch_primitives())
            .chain(runtime::device_primitives())
            .collect();
        let builtins = primitives
            .clone()
            .into_iter()
            .chain(support::builtins())
            .chain(again::builtins())
            .chain(kept_values::builtins())
            .chain(display::builtins())
            .chain(crash::builtins())
            .chain(exits::builtins())
            .chain(shell::builtins())
            .chain(fork::builtins())
            .chain(interrupt::builtins())
            .chain(runtime::builtins())
            .chain(table(runtime::symbols()));
        let linker = Linker::start(builtins)
            .map_err(|message| format!("the executor cannot link code: {message}"))?;
        let linker = LINKER.get_or_init(|| linker);
        devices.prepare()?;
        let modules = MODULES.get_or_init(|| {
            let hooks = RuntimeHooks {
                adopt_variable: runtime::adopt_variable,
                outside_captures: |body| runtime::toolkit::outside_captures(body),
            };
            Modules::new(linker, devices, primitives, hooks)
        });
        modules::start(modules);
        if modules.loading_waits() {
            linker.trace();
        }
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
            gpu_faults,
            cpu_warp,
        }) => devices::open(&device, runtime_library.as_deref(), gpu_faults, cpu_warp),
        // The session compares the versions and explains.
        Some(Request::Hello { .. }) => {
            connection.send(&Event::Ready {
                protocol: PROTOCOL,
                target: Target::Host,
            });
            ends::end_now(EXIT_REFUSED.into())
        }
        other => Err(format!("the session opened with {other:?}")),
    }
}

/// Makes kernels leave, for an interrupt.
fn stop_device() {
    if let Some(device) = runtime::device() {
        device.interrupt();
    }
}

/// The main thread: one request after the other. A checkpoint that has been woken goes on here as well, with a reader of its own.
fn serve(
    connection: &'static Connection,
    parts: Parts,
    gate: &'static Gate,
    mut requests: Receiver<Request>,
    mut checkpoints: Checkpoints,
) -> ExitCode {
    let mut cells = Cells::new(connection, parts);
    loop {
        let request = match next(&requests, parts.modules, &mut checkpoints) {
            Next::Request(request) => *request,
            Next::Woken(woken) => {
                let incoming = checkpoint::take_over(connection, woken);
                match incoming.and_then(|incoming| read(connection, incoming, parts, gate)) {
                    Some(anew) => requests = anew,
                    None => return ExitCode::from(EXIT_REFUSED),
                }
                continue;
            }
            Next::End => {
                beside::to_terminal();
                return ExitCode::SUCCESS;
            }
        };
        let changes = checkpoint::changes(&request);
        obey(request, connection, parts, &mut cells, &mut checkpoints);
        if changes {
            checkpoints.outdate();
        }
    }
}

/// Does what one request asks for.
fn obey(
    request: Request,
    connection: &'static Connection,
    parts: Parts,
    cells: &mut Cells,
    checkpoints: &mut Checkpoints,
) {
    match request {
        Request::Cell(cell) => cells.take(*cell),
        Request::Undo { first } => cells.undo(first),
        Request::Library(name) => {
            connection.send(&Event::Library(parts.linker.open_library(&name).err()));
        }
        Request::Checkpoints {
            bytes_max,
            quiet_ms,
        } => checkpoints.set(bytes_max, quiet_ms),
        Request::TextLine { text, draft, place } => {
            let line = runtime::device().and_then(|it| it.assembler()?.line(&text, draft, &place));
            connection.send(&Event::TextLine(line));
        }
        Request::Devices => connection.send(&Event::Devices(devices::describe())),
        Request::TryText(text) => {
            let made = runtime::device().map(|it| it.assemble(text.as_bytes(), true));
            connection.send(&Event::TriedText(made.and_then(Result::err)));
        }
        Request::KernelUse(symbol) => connection.send(&Event::KernelUse(kernel_use(&symbol))),
        Request::Statistics => {
            connection.send(&Event::Statistics(statistics(parts.linker)));
        }
        Request::Memory(pointers) => {
            let memory = memory_use(parts.linker, &pointers);
            connection.send(&Event::Memory(memory));
        }
        Request::ForgetMostMemory => runtime::forget_most_memory(),
        Request::Sanitize(checks) => runtime::look_for(checks),
        Request::Strict(on) => runtime::be_strict(on),
        Request::Leaks => connection.send(&Event::Leaks(runtime::leaks())),
        Request::Traffic => connection.send(&Event::Traffic(runtime::traffic())),
        Request::LastLaunch(symbol) => {
            connection.send(&Event::LastLaunch(runtime::last_launch(&symbol)));
        }
        Request::BeginProfile { cupti } => {
            let refused = runtime::begin_profile(&cupti);
            connection.send(&Event::ProfileBegun(refused));
        }
        Request::EndProfile => {
            let profile = runtime::end_profile();
            connection.send(&Event::Profile(Box::new(profile)));
        }
        Request::Quit => {
            beside::to_terminal();
            exits::exit(0)
        }
        Request::Hello { .. }
        | Request::Kernel(_)
        | Request::KernelFailed { .. }
        | Request::Displayed(_)
        | Request::Compiled(_)
        | Request::Interrupt { .. } => {
            connection.send(&Event::Log(
                "a message came out of turn and was ignored".to_owned(),
            ));
        }
    }
}

/// What the main thread does next.
enum Next {
    Request(Box<Request>),
    /// This process is a checkpoint that has been woken.
    Woken(Woken),
    /// There are no more requests.
    End,
}

/// Waits for a request; loads kernels and sees to the checkpoint meanwhile, to the latter at the latest before the user's code runs.
fn next(requests: &Receiver<Request>, modules: &Modules, checkpoints: &mut Checkpoints) -> Next {
    let at_once = loop {
        match requests.try_recv() {
            Err(TryRecvError::Empty) if modules.load_one_held() => {}
            other => break other,
        }
    };
    let request = match at_once {
        Ok(request) => request,
        Err(_) => match requests.recv_timeout(checkpoints.idle_before()) {
            Ok(request) => request,
            Err(_) => {
                if let Some(woken) = checkpoints.keep(Moment::Idle) {
                    return Next::Woken(woken);
                }
                match requests.recv() {
                    Ok(request) => request,
                    Err(_) => return Next::End,
                }
            }
        },
    };
    if checkpoint::may_end_the_process(&request)
        && let Some(woken) = checkpoints.keep(Moment::Before)
    {
        return Next::Woken(woken);
    }
    Next::Request(Box::new(request))
}

/// What the device says of the kernel's newest code. One that is not loaded yet is not waited for.
fn kernel_use(symbol: &str) -> Option<KernelUse> {
    let loaded = modules::slot_named(symbol).ready();
    let kernel = (*loaded).as_ref()?;
    let facts = runtime::device()?.kernel_facts(kernel.id())?;
    Some(KernelUse {
        registers: facts.registers,
        local_bytes: facts.local_bytes as u64,
        shared_bytes: facts.shared_bytes,
        threads_max: facts.threads_max,
    })
}

/// What is allocated, and the values of these variables, by their symbols.
fn memory_use(linker: &Linker, pointers: &[String]) -> MemoryUse {
    let addresses = pointers.iter().map(|symbol| linker.address(symbol));
    let addresses: Vec<Option<usize>> = addresses.collect();
    MemoryUse {
        pointers: memory::words_at(&addresses),
        ..runtime::memory_use()
    }
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
