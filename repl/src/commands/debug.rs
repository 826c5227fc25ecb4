//! `%debug`: runs a cell of a session that was started with `--debug` under GDB, which stops in the kernels that the cell names.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use std::{fs, io};

use super::{failed, told_usage};
use crate::flow::Flow;
use crate::front::Front;
use crate::sys;

const USAGE: &str = "%debug [-x FILE] CELL";

/// GDB reads the executor's symbols before it attaches.
const ATTACHING_MAX: Duration = Duration::from_secs(60);

/// GDB takes that long to leave once the cell has ended.
const LEAVING_MAX: Duration = Duration::from_secs(2);

/// Signals that the executor uses, or that are none of its own mistakes.
const QUIET_SIGNALS: &str = "SIGALRM SIGCHLD SIGUSR1 SIGUSR2 SIGPIPE SIGPROF SIGVTALRM";

/// `%debug CELL`, `%debug -x COMMANDS CELL`.
pub fn debug(front: &mut Front, arguments: &str) -> anyhow::Result<Flow> {
    let (commands, text) = match arguments.trim_start().strip_prefix("-x ") {
        Some(rest) => {
            let rest = rest.trim_start();
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            (Some(PathBuf::from(&rest[..end])), rest[end..].trim_start())
        }
        None => (None, arguments),
    };
    if text.trim().is_empty() {
        return told_usage(front, USAGE);
    }
    if !front.session.settings().compiler.debug {
        let message =
            "this session's code is not made for a debugger: start it with `chevron --debug`";
        return failed(front, message);
    }
    if let Some(missing) = commands.as_ref().filter(|it| !it.is_file()) {
        return failed(
            front,
            &format!("`{}`: there is no such file", missing.display()),
        );
    }
    let folder = tempfile::tempdir()?;
    let gdb = match attach(front, text, commands.as_deref(), folder.path())? {
        Ok(gdb) => gdb,
        Err(why) => return failed(front, &why),
    };
    let flow = front.cell(text, front.source());
    gdb.end();
    flow
}

/// A GDB that runs in the foreground.
struct Gdb(Child);

impl Gdb {
    /// Waits until the user has left it, and takes the terminal back. GDB leaves by itself when the cell has ended; if the user has deleted the breakpoint
    /// by which it does, it is interrupted and asks what to do.
    fn end(mut self) {
        let began = Instant::now();
        let has_ended = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
        while !has_ended(&mut self.0) && began.elapsed() < LEAVING_MAX {
            std::thread::sleep(Duration::from_millis(5));
        }
        if !has_ended(&mut self.0) {
            sys::interrupt(&self.0);
        }
        drop(self.0.wait());
        sys::take_terminal();
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
    let in_terminal = commands.is_none();
    let started = match in_terminal {
        true => sys::spawn_in_foreground(&mut gdb),
        false => gdb.spawn(),
    };
    let mut gdb = match started {
        Ok(child) => Gdb(child),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Err(
                "`gdb` was not found: install it (`apt-get install gdb`)".to_owned(),
            ));
        }
        Err(error) => return Ok(Err(format!("`gdb` could not be started: {error}"))),
    };
    let began = Instant::now();
    while !is_traced(process) {
        if gdb.0.try_wait()?.is_some() || began.elapsed() > ATTACHING_MAX {
            drop(gdb.0.kill());
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

/// Has a debugger attached to the process?
fn is_traced(process: i32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let tracer = status
        .lines()
        .find_map(|line| line.strip_prefix("TracerPid:"));
    tracer.is_some_and(|it| it.trim() != "0")
}
