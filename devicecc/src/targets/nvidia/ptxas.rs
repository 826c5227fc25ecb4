//! NVIDIA's assembler as processes that have started before there is a text for them: most of what it takes is getting ready (measured, its own process from start to
//! end 12 ms on an H100's host; a text for one that waits 4), and the driver's assembler gets ready anew for each text, after it has read it.
//!
//! They read a pipe and write one, so that nothing lies in a file, and end when the session does: a pipe that nobody can write to any more ends.
//! They are children of the compiler's process: one of the executor's would be found by a user's `wait`, and keep the user's pipes open.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::mem::take;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use object::LittleEndian;
use object::elf::{FileHeader64, SHT_NOBITS};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader};

use super::toolkit;
use crate::target;
use crate::targets::TargetOptions;

/// Assemblers that wait at most, from the first kernel on: kernels that follow each other take one each, and a new one needs the time of about two kernels to get ready.
const WAITING_MAX: usize = 4;
/// Processors that there have to be for each that waits, so that their getting ready takes no time from kernels.
const PROCESSORS_EACH: usize = 4;
/// After so many texts in a row that it did not take, it is not asked again: it may be too old for what is written.
const FAILURES_MAX: u32 = 3;
/// The heap of those that wait: taken from the kernel before they have a text, in large pages where the machine lends them to who asks (5.5 ms for a tiled matmul become 4.2, the
/// best of 60 each by turns on a machine without a GPU). A C library that does not know these names takes no notice.
const HEAP: &str = "glibc.malloc.top_pad=33554432:glibc.malloc.hugetlb=1";
/// A fault in a page of a file brings in so much around it (Linux, `fault_around_bytes`). Unit: bytes.
const FAULT_AROUND: usize = 64 << 10;

/// The assembler of a toolkit on this machine, for drafts.
#[derive(Debug)]
pub struct Ptxas {
    program: PathBuf,
    architecture: u32,
    /// The newest CUDA that the driver serves (1000 × major + 10 × minor): of a newer assembler it may refuse the code.
    driver: u32,
    /// What it is, for the cache's keys: its path, bytes and time of change.
    stamp: String,
    /// How many are to wait when kernels follow each other.
    waiting_max: usize,
    /// Registers that a thread of a draft has at most.
    registers_max: u32,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Told when one is taken, and at the end.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// How many are to wait; 0 until there is a thread that starts them.
    wanted: usize,
    stopped: bool,
    /// The thread.
    starter: Option<JoinHandle<()>>,
    waiting: Vec<Child>,
    /// Those that had a text and have not been seen to end.
    working: Vec<Child>,
    failures: u32,
}

impl Ptxas {
    /// Finds one for a GPU of this compute capability whose kernels are compiled for `sm`: the session's toolkit's, or else any of this machine. None if there is none,
    /// the machine has few processors, the code is for an older GPU, which the driver makes the code object of, or the user does not want it. Nothing is started yet.
    pub fn find(options: &TargetOptions, sm: u32, architecture: u32, driver: i32) -> Option<Ptxas> {
        let processors = thread::available_parallelism().map_or(1, |it| it.get());
        let waiting_max = (processors / PROCESSORS_EACH).min(WAITING_MAX);
        if sm != architecture || waiting_max == 0 {
            return None;
        }
        let toolkit = options.toolkit.as_ref();
        let program = match &options.ptxas {
            Some(off) if off == "off" => return None,
            Some(program) => PathBuf::from(program),
            None => toolkit::ptxas(toolkit.map(|it| it.root.as_path()))?,
        };
        Some(Ptxas {
            stamp: format!("{} {}", program.display(), target::file_stamp(&program)),
            program,
            architecture,
            driver: u32::try_from(driver).ok()?,
            waiting_max,
            registers_max: options.draft_registers_max,
            shared: Arc::default(),
        })
    }

    /// Where it lies and what will come of it, for people.
    pub fn describe(&self) -> String {
        let program = self.program.display();
        match toolkit::ptxas_version(&self.program) {
            Some(version) if version <= self.driver => program.to_string(),
            Some(_) => format!("the driver's; `{program}` is newer than the driver"),
            None => format!("the driver's; `{program}` does not tell a version from 12.0 to 13.x"),
        }
    }

    /// What changes when it does.
    pub fn stamp(&self) -> &str {
        &self.stamp
    }

    /// Has one wait, for the first kernel of the session, if it will have any.
    pub fn get_ready(&self) {
        self.want(&mut self.shared.state(), 1);
    }

    /// Makes a draft's code object of PTX. None if no assembler waits, or it does not take the text: then the driver is to be asked, which says why.
    pub fn draft(&self, ptx: &[u8]) -> Option<Vec<u8>> {
        let mut child = self.take()?;
        let made = assembled(&mut child, ptx);
        let mut state = self.shared.state();
        state.failures = if made.is_some() {
            0
        } else {
            state.failures + 1
        };
        if state.stopped {
            drop(state);
            end(child);
        } else {
            state.working.push(child);
        }
        made
    }

    /// One that waits; has others started for it.
    fn take(&self) -> Option<Child> {
        let mut state = self.shared.state();
        if state.failures >= FAILURES_MAX {
            return None;
        }
        let child = state.waiting.pop();
        self.want(&mut state, self.waiting_max);
        child
    }

    /// Has so many wait at least, from now on.
    fn want(&self, state: &mut State, waiting: usize) {
        if state.wanted == 0 && !state.stopped {
            let (shared, command) = (Arc::clone(&self.shared), self.command());
            let (program, driver) = (self.program.clone(), self.driver);
            let thread = thread::Builder::new().name("chevron-ptxas".to_owned());
            // Without a thread none ever waits.
            let started = thread.spawn(move || {
                if toolkit::ptxas_version(&program).is_some_and(|version| version <= driver) {
                    shared.keep_waiting(command);
                }
            });
            state.starter = started.ok();
        }
        state.wanted = state.wanted.max(waiting);
        self.shared.changed.notify_one();
    }

    /// Ends all processes, and starts none from now on. A thread that holds this may still be at work when the session ends: what nobody has waited for would be left to the
    /// system's first process, which in a container may be none that cares.
    pub fn end(&self) {
        let mut state = self.shared.state();
        state.stopped = true;
        let starter = state.starter.take();
        drop(state);
        self.shared.changed.notify_all();
        if let Some(starter) = starter {
            // One that panicked has said so itself.
            let _ = starter.join();
        }
        let mut state = self.shared.state();
        let (waiting, working) = (take(&mut state.waiting), take(&mut state.working));
        drop(state);
        waiting.into_iter().chain(working).for_each(end);
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .arg(format!("-arch=sm_{}", self.architecture))
            .arg("-O0")
            .arg(format!("-maxrregcount={}", self.registers_max))
            .args(["/proc/self/fd/0", "-o", "/proc/self/fd/1"])
            .env("LD_BIND_NOW", "1")
            .env("GLIBC_TUNABLES", HEAP)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Ctrl-C at the prompt is not for it.
            .process_group(0);
        command
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts assemblers as long as fewer wait than are to, until the session ends.
    fn keep_waiting(&self, mut command: Command) {
        let mut state = self.state();
        loop {
            state
                .working
                .retain_mut(|child| matches!(child.try_wait(), Ok(None)));
            if state.stopped || state.failures >= FAILURES_MAX {
                return;
            }
            if state.waiting.len() >= state.wanted {
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            drop(state);
            let child = command.spawn();
            if let Ok(child) = &child {
                // Where the system does not let us, the assembler does it itself, with a text in hand.
                let _ = bring_in_code(child.id());
            }
            state = self.state();
            match child {
                // The one that has waited longest is taken first: it is ready for certain.
                Ok(child) => state.waiting.insert(0, child),
                Err(_) => state.failures = FAILURES_MAX,
            }
        }
    }
}

/// Has what lies in files of a process's memory in its page table before the process needs it: reading another process's memory does that. Otherwise a text's first step into
/// each part of the assembler's code is a fault: 187 for a 32x32 tiled matmul, of which 5 are left (3.9 ms and 3.2, the best of 40 each by turns on a virtual machine without a GPU).
fn bring_in_code(process: u32) -> std::io::Result<()> {
    let memory = File::open(format!("/proc/{process}/mem"))?;
    for line in fs::read_to_string(format!("/proc/{process}/maps"))?.lines() {
        let Some(mapped) = mapped_file(line) else {
            continue;
        };
        for page in mapped.step_by(FAULT_AROUND) {
            // A page behind a file's end cannot be read.
            let _ = memory.read_at(&mut [0], page);
        }
    }
    Ok(())
}

/// The addresses of a line of `/proc/PID/maps` (proc_pid_maps(5)), if they are readable and a file's.
fn mapped_file(line: &str) -> Option<Range<u64>> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let readable = fields.next()?.starts_with('r');
    let of_file = fields.nth(3)?.starts_with('/');
    let address = |text| u64::from_str_radix(text, 16).ok();
    (readable && of_file).then_some(address(start)?..address(end)?)
}

/// Ends one that may wait or work. A failure means that it has ended.
fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Gives a waiting assembler its text and takes the code object as soon as it is whole; the process is still at tidying up then.
fn assembled(child: &mut Child, ptx: &[u8]) -> Option<Vec<u8>> {
    let mut input = child.stdin.take()?;
    input.write_all(ptx).ok()?;
    drop(input);
    let mut output = child.stdout.take()?;
    let mut made = Vec::new();
    let mut part = [0; 16 << 10];
    loop {
        let bytes = match output.read(&mut part) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if bytes == 0 {
            return None;
        }
        made.extend_from_slice(part.get(..bytes)?);
        if whole(&made) {
            return Some(made);
        }
    }
}

/// Whether these are all bytes of an ELF file: its tables of segments and sections, and what the sections hold.
fn whole(file: &[u8]) -> bool {
    let end = || -> object::Result<u64> {
        let header = FileHeader64::<LittleEndian>::parse(file)?;
        let endian = header.endian()?;
        let segments = header.program_headers(endian, file)?.iter();
        let sections = header.section_headers(endian, file)?.iter();
        let segments = segments.map(|it| it.p_offset(endian).saturating_add(it.p_filesz(endian)));
        let sections = sections
            .filter(|it| it.sh_type(endian) != SHT_NOBITS)
            .map(|it| it.sh_offset(endian).saturating_add(it.sh_size(endian)));
        Ok(segments.chain(sections).max().unwrap_or(0))
    };
    end().is_ok_and(|end| end <= file.len() as u64)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use super::*;

    /// A shell script that stands for the assembler.
    fn stand_in(folder: &Path, text: &str) -> Ptxas {
        use std::os::unix::fs::PermissionsExt;
        let program = folder.join("ptxas");
        std::fs::write(&program, format!("#!/bin/sh\n{text}\n")).expect("writable");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("own");
        Ptxas {
            program,
            architecture: 90,
            driver: 13_000,
            stamp: String::new(),
            waiting_max: 2,
            registers_max: 64,
            shared: Arc::default(),
        }
    }

    /// A file of one section that has `bytes` bytes behind the tables.
    fn file(bytes: u64) -> Vec<u8> {
        let mut file = vec![0; 128];
        file[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
        file[40] = 64;
        file[58] = 64;
        file[60] = 1;
        file[64 + 24] = 128;
        file[64 + 32..64 + 40].copy_from_slice(&bytes.to_le_bytes());
        file
    }

    #[test]
    fn a_file_is_whole_when_its_last_section_is() {
        let mut file = file(3);
        assert!(!whole(&file[..20]));
        assert!(!whole(&file[..127]));
        assert!(!whole(&file));
        file.extend([1, 2, 3]);
        assert!(whole(&file));
        assert!(!whole(&[0; 80]));
    }

    #[test]
    fn what_is_mapped_of_files_is_told_from_the_rest() {
        let line = |access, name| format!("7f00000-7f21000 {access} 00002000 fe:01 1234   {name}");
        let file = mapped_file(&line("r-xp", "/usr/bin/ptxas"));
        assert_eq!(file, Some(0x7f00000..0x7f21000));
        assert_eq!(mapped_file(&line("---p", "/usr/bin/ptxas")), None);
        assert_eq!(mapped_file(&line("rw-p", "[heap]")), None);
        assert_eq!(mapped_file(&line("rw-p", "")), None);
        let own = fs::read_to_string("/proc/self/maps").expect("this is Linux");
        assert!(own.lines().filter_map(mapped_file).count() > 1);
        bring_in_code(std::process::id()).expect("a process may read its own memory");
    }

    /// Waits until so many wait for a text; true if that comes to be.
    fn wait_for(shared: &Shared, waiting: usize) -> bool {
        (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(10));
            shared.state().waiting.len() == waiting
        })
    }

    #[test]
    fn one_waits_for_the_first_text_and_more_for_those_that_follow() {
        let folder = tempfile::tempdir().expect("writable");
        let file = file(0);
        let version = "Cuda compilation tools, release 13.0, V13.0.88";
        let script = format!("[ \"$1\" = --version ] && echo '{version}' && exit; cat");
        let ptxas = stand_in(folder.path(), &script);
        let shared = Arc::clone(&ptxas.shared);
        ptxas.get_ready();
        assert!(wait_for(&shared, 1));
        for _ in 0..3 {
            assert_eq!(ptxas.draft(&file).as_ref(), Some(&file));
            assert!(wait_for(&shared, 2));
        }
        ptxas.end();
        assert_eq!(Arc::strong_count(&shared), 2, "the thread has ended");
        let state = shared.state();
        assert!(state.waiting.is_empty() && state.working.is_empty());
    }

    #[test]
    fn one_that_waits_takes_a_text_and_one_that_refuses_it_is_given_up() {
        let folder = tempfile::tempdir().expect("writable");
        let file = file(0);
        let good = stand_in(folder.path(), "cat");
        let child = good.command().spawn().expect("it is a program");
        good.shared.state().waiting.push(child);
        good.shared.state().wanted = 2;
        assert_eq!(good.draft(&file).as_ref(), Some(&file));
        assert_eq!(good.draft(&file), None, "none waits");
        good.end();

        let bad = stand_in(folder.path(), "cat > /dev/null; exit 1");
        bad.shared.state().wanted = 2;
        for _ in 0..FAILURES_MAX + 1 {
            let child = bad.command().spawn().expect("it is a program");
            bad.shared.state().waiting.push(child);
            assert_eq!(bad.draft(&file), None);
        }
        assert_eq!(bad.shared.state().waiting.len(), 1, "it is not asked again");
        bad.end();
    }
}
