//! `%debug`: runs a cell of a session that was started with `--debug` under GDB, which stops in the kernels that the cell names.

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use std::{fs, io};

use jit_api::process_status::is_traced;

use super::{failed, file_option, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::sys;

const USAGE: &str = "%debug [-x FILE] CELL";

/// GDB reads the executor's symbols before it attaches.
const ATTACHING_MAX: Duration = Duration::from_secs(60);

/// GDB takes that long to leave once the cell has ended.
const LEAVING_MAX: Duration = Duration::from_secs(2);

/// It takes that long to stop what it debugs.
const STOPPING_MAX: Duration = Duration::from_millis(300);

/// Signals that the executor uses, or that are none of its own mistakes.
const QUIET_SIGNALS: &str = "SIGALRM SIGCHLD SIGUSR1 SIGUSR2 SIGPIPE SIGPROF SIGVTALRM";

/// `%debug CELL`, `%debug -x COMMANDS CELL`.
pub fn debug(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (commands, text) = file_option(arguments, "-x");
    let commands = commands.map(Path::new);
    if text.trim().is_empty() {
        return told_usage(front, USAGE);
    }
    if !front.session.settings().compiler.debug {
        let message =
            "this session's code is not made for a debugger: start it with `chevron --debug`";
        return failed(front, message);
    }
    if let Some(missing) = commands.filter(|it| !it.is_file()) {
        return failed(
            front,
            &format!("`{}`: there is no such file", missing.display()),
        );
    }
    let interrupt = front.session.interrupt().clone();
    interrupt.beside_debugger(|| run(front, text, commands))
}

fn run(front: &mut Front, text: &str, commands: Option<&Path>) -> anyhow::Result<Flow> {
    let folder = tempfile::tempdir()?;
    let gdb = match attach(front, text, commands, folder.path())? {
        Ok(gdb) => gdb,
        Err(why) => return failed(front, &why),
    };
    let flow = front.cell(text, front.source());
    gdb.end();
    flow
}

/// A GDB that runs in the foreground.
struct Gdb {
    child: Child,
    /// The process that it debugs.
    debugged: i32,
}

impl Gdb {
    /// Waits until it has left, and takes the terminal back. GDB leaves by itself when the cell has ended. It is told to where it cannot: the cell was
    /// rejected and never ran, or the user has deleted the breakpoint at its end.
    fn end(mut self) {
        if !self.ends_within(LEAVING_MAX) {
            // While the other process runs GDB listens to nothing else.
            sys::signal(self.debugged, libc::SIGINT);
            self.ends_within(STOPPING_MAX);
            sys::signal(self.child.id() as i32, libc::SIGTERM);
        }
        drop(self.child.wait());
        sys::take_terminal();
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let began = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if began.elapsed() > time {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }
}

/// Starts GDB on the executor, which stands still from then on until GDB lets it go on. Else why not, for people.
fn attach(
    front: &mut Front,
    text: &str,
    commands: Option<&Path>,
    folder: &Path,
) -> anyhow::Result<Result<Gdb, String>> {
    let process = front.session.process_to_debug()?;
    front.session.write_cells(folder, text)?;
    let script = folder.join("begin.gdb");
    fs::write(&script, begin(folder, &front.session.kernels_in(text)))?;
    let mut gdb = Command::new("gdb");
    gdb.args(["-q", "-iex", "set debuginfod enabled off"]);
    gdb.args(["-p", &process.to_string(), "-x"]).arg(&script);
    match commands {
        Some(file) => gdb
            .arg("-batch")
            .arg("-x")
            .arg(file)
            .stdin(std::process::Stdio::null()),
        None => gdb.args(["-ex", "continue"]),
    };
    let started = sys::spawn_unblocked(&mut gdb, commands.is_none());
    let mut gdb = match started {
        Ok(child) => Gdb {
            child,
            debugged: process,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Err(
                "`gdb` was not found: install it (`apt-get install gdb`)".to_owned(),
            ));
        }
        Err(error) => return Ok(Err(format!("`gdb` could not be started: {error}"))),
    };
    let began = Instant::now();
    while !is_traced(process) {
        if gdb.child.try_wait()?.is_some() || began.elapsed() > ATTACHING_MAX {
            drop(gdb.child.kill());
            gdb.end();
            return Ok(Err(
                "GDB could not attach to the executor; its own words above tell why".to_owned(),
            ));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(Ok(gdb))
}

/// What GDB does first.
fn begin(folder: &Path, kernels: &[String]) -> String {
    let mut script = format!(
        "set pagination off\nset confirm off\nset breakpoint pending on\nset print thread-events off\n\
         handle {QUIET_SIGNALS} nostop noprint pass\ndirectory {}\n",
        folder.display()
    );
    for kernel in kernels {
        script += &format!("tbreak {kernel}\n");
    }
    script += "define cuda\nprintf \"block (%u,%u,%u), thread (%u,%u,%u)\\n\", \
               blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z\nend\n\
               document cuda\nShow the block and the thread of the kernel that stands here.\nend\n";
    script + "break chevron_cell_ends\ncommands\nsilent\ndetach\nquit\nend\n"
}
