//! A run that may never end by itself: who is busy is told, and everything it started is ended.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::chevron::{binary, start, without_running_marks};
use crate::processes::{children, cpu_ticks, lives};

/// Silence after which it is asked who is busy.
const SILENCE: Duration = Duration::from_secs(6);
/// How long processor time is watched then.
const SAMPLE: Duration = Duration::from_millis(500);
/// Time after which a run is ended whoever is busy.
const RUN_MAX: Duration = Duration::from_secs(90);
/// How often a run is looked at.
const POLL: Duration = Duration::from_millis(5);
/// Time that an executor has to end when its session is killed.
const ORPHAN_MAX: Duration = Duration::from_secs(5);
/// Bytes of each stream that are kept: a loop that prints fills no memory.
const KEPT_BYTES_MAX: usize = 4 << 20;
/// Address space of each process: a loop that allocates takes no machine down.
const ADDRESS_KIB_MAX: u64 = 12 << 20;

/// How a run went.
#[derive(Debug)]
pub struct Watched {
    /// How it ended by itself; `None` if it was ended.
    pub status: Option<ExitStatus>,
    /// Who was busy when it was ended.
    pub busy: Option<Busy>,
    /// Its stdout, the beginning of it.
    pub stdout: String,
    /// Its stderr, likewise.
    pub stderr: String,
    /// An executor that outlived its session by seconds.
    pub orphan: bool,
}

/// Who is busy in a run that makes no sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Busy {
    /// The executor: the user's code runs.
    Executor,
    /// `chevron` itself.
    Session,
    /// The user's code, which reads a pipe that nobody writes to.
    Reader,
    /// Nobody: both wait.
    Nobody,
}

/// Types `stdin` into `chevron` and sees to it that it ends.
///
/// # Errors
/// It does not start.
pub fn run(
    arguments: &[String],
    stdin: &[u8],
    directory: &Path,
    cache: &Path,
) -> anyhow::Result<Watched> {
    let mut command = Command::new("sh");
    command.args([
        "-c",
        &format!("ulimit -c 0; ulimit -v {ADDRESS_KIB_MAX}; exec \"$0\" \"$@\""),
    ]);
    command.arg(binary()?).args(arguments);
    let mut child = start(command, directory, cache, true)?;
    let typist = type_in(&mut child, stdin.to_vec());
    let heard = Arc::new(AtomicU64::new(0));
    let (stdout, stderr) = (
        collect(child.stdout.take(), &heard),
        collect(child.stderr.take(), &heard),
    );
    let (status, busy) = watch(&mut child, &heard)?;
    let mut orphan = false;
    if status.is_none() {
        let executors = children(child.id());
        child.kill()?;
        child.wait()?;
        orphan = executors
            .into_iter()
            .filter(|&executor| outlives(executor))
            .count()
            > 0;
    }
    // It may end without reading everything (`%quit`): a closed pipe is no error.
    let _ = typist.join();
    Ok(Watched {
        status,
        busy,
        stdout: stdout.text(),
        stderr: stderr.text(),
        orphan,
    })
}

fn type_in(child: &mut Child, text: Vec<u8>) -> JoinHandle<()> {
    let stdin = child.stdin.take();
    std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            let _ = stdin.write_all(&text);
        }
    })
}

struct Collector {
    kept: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Collector {
    /// What came until the end, which is waited for only shortly: a process that the user's code started may hold the pipe for ever.
    fn text(self) -> String {
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < ORPHAN_MAX {
            std::thread::sleep(POLL);
        }
        let kept = self
            .kept
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        without_running_marks(&String::from_utf8_lossy(&kept))
    }
}

fn collect(stream: Option<impl Read + Send + 'static>, heard: &Arc<AtomicU64>) -> Collector {
    let kept = Arc::<Mutex<Vec<u8>>>::default();
    let (to, heard) = (kept.clone(), heard.clone());
    let thread = std::thread::spawn(move || {
        let Some(mut stream) = stream else { return };
        let mut buffer = vec![0; 1 << 16];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            let mut to = to.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let room = KEPT_BYTES_MAX.saturating_sub(to.len());
            to.extend_from_slice(&buffer[..count.min(room)]);
            // A loop that prints for ever counts as silent.
            if room > 0 {
                heard.fetch_add(count as u64, Ordering::Relaxed);
            }
        }
    });
    Collector { kept, thread }
}

/// Its status, or who was busy when the time was over.
fn watch(
    child: &mut Child,
    heard: &AtomicU64,
) -> anyhow::Result<(Option<ExitStatus>, Option<Busy>)> {
    let start = Instant::now();
    let (mut last_heard, mut silent_since) = (0, start);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((Some(status), None));
        }
        let now = heard.load(Ordering::Relaxed);
        if now != last_heard {
            (last_heard, silent_since) = (now, Instant::now());
        }
        if silent_since.elapsed() > SILENCE || start.elapsed() > RUN_MAX {
            let busy = busy(child.id());
            if matches!(busy, Busy::Executor | Busy::Reader) || start.elapsed() > RUN_MAX {
                return Ok((None, Some(busy)));
            }
            silent_since = Instant::now();
        }
        std::thread::sleep(POLL);
    }
}

fn busy(session: u32) -> Busy {
    let executors = children(session);
    let time = || {
        (
            cpu_ticks(session),
            executors
                .iter()
                .map(|&executor| cpu_ticks(executor))
                .sum::<u64>(),
        )
    };
    let before = time();
    std::thread::sleep(SAMPLE);
    let after = time();
    let (session, executor) = (
        after.0.saturating_sub(before.0),
        after.1.saturating_sub(before.1),
    );
    match (session, executor) {
        // A tick or two are timers.
        (0..=2, 0..=2) if executors.iter().any(|&it| reads_a_pipe(it)) => Busy::Reader,
        (0..=2, 0..=2) => Busy::Nobody,
        _ if executor > session => Busy::Executor,
        _ => Busy::Session,
    }
}

/// Does its first thread, which runs the cells, read a pipe? The executor's own connection is none.
fn reads_a_pipe(process: u32) -> bool {
    const READ: &str = "0";
    let call = std::fs::read_to_string(format!("/proc/{process}/syscall")).unwrap_or_default();
    let mut words = call.split_whitespace();
    let (number, file) = (words.next(), words.next());
    let file = file.and_then(|it| u64::from_str_radix(it.trim_start_matches("0x"), 16).ok());
    let target = file.and_then(|it| std::fs::read_link(format!("/proc/{process}/fd/{it}")).ok());
    number == Some(READ) && target.is_some_and(|it| it.to_string_lossy().starts_with("pipe:"))
}

/// Does it still run seconds after its session was killed? Then it is ended.
fn outlives(executor: u32) -> bool {
    let start = Instant::now();
    while start.elapsed() < ORPHAN_MAX {
        if !lives(executor) {
            return false;
        }
        std::thread::sleep(POLL);
    }
    let _ = Command::new("kill")
        .args(["-9", &executor.to_string()])
        .status();
    true
}
