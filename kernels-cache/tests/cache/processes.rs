//! Several processes on one cache. A child is this program again, told its role by an environment variable.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kernels_cache::Cache;
use libtest_mimic::Failed;
use tempfile::tempdir;

use crate::Test;
use crate::sample::{entry, file, key, open};

/// Set to the child's role.
pub const ROLE_VARIABLE: &str = "KERNELS_CACHE_TEST_ROLE";
const DIRECTORY_VARIABLE: &str = "KERNELS_CACHE_TEST_DIRECTORY";

pub const TESTS: &[Test] = &[
    (
        "processes::sixteen_at_once_never_see_a_wrong_entry",
        sixteen_at_once_never_see_a_wrong_entry,
    ),
    (
        "processes::killed_writers_leave_no_bad_entry",
        killed_writers_leave_no_bad_entry,
    ),
    (
        "processes::clearing_while_others_write",
        clearing_while_others_write,
    ),
];

const PROCESSES: usize = 16;
const NUMBERS: u64 = 60;
const STORM_BYTES_MAX: u64 = 600_000;

/// Does what `role` says and ends the process: 0 if all was well, 101 by a failed assertion otherwise.
pub fn child(role: &str) -> ! {
    let directory =
        PathBuf::from(std::env::var_os(DIRECTORY_VARIABLE).expect("the parent names a directory"));
    match role {
        "storm" => storm(&directory),
        "write_for_ever" => write_for_ever(&directory),
        "full_disk" => full_disk(&directory),
        "read_only" => read_only(&directory),
        other => panic!("no role `{other}`"),
    }
    std::process::exit(0)
}

fn spawn(role: &str, directory: &Path) -> Child {
    let program = std::env::current_exe().expect("this program has a path");
    let mut command = Command::new(program);
    command
        .env(ROLE_VARIABLE, role)
        .env(DIRECTORY_VARIABLE, directory)
        .stdout(Stdio::piped());
    command.spawn().expect("this program can be run again")
}

fn payload_bytes(number: u64) -> usize {
    (number * 977 % 30_000) as usize
}

/// Gets and puts the same entries as all the others, under a limit that keeps evicting.
fn storm(directory: &Path) {
    let cache = Cache::open(directory, STORM_BYTES_MAX).unwrap();
    let mut state = u64::from(std::process::id()) | 1;
    for _ in 0..400 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let number = state % NUMBERS;
        match cache.get(&key(number)) {
            Some(found) => assert!(
                found == entry(number, payload_bytes(number)),
                "entry {number} is wrong"
            ),
            None => cache.put(&key(number), &entry(number, payload_bytes(number))),
        }
    }
    cache.flush();
    assert_eq!(cache.take_log(), Vec::<String>::new());
}

fn sixteen_at_once_never_see_a_wrong_entry() -> Result<(), Failed> {
    let directory = tempdir()?;
    let children: Vec<Child> = (0..PROCESSES)
        .map(|_| spawn("storm", directory.path()))
        .collect();
    for child in children {
        let status = child.wait_with_output()?.status;
        assert!(status.success(), "{status}");
    }
    let cache = open(directory.path());
    let report = cache.verify();
    assert_eq!(report.bad, []);
    assert!(report.good.files > 0);
    assert_eq!(cache.stats().other.files, 0, "no temporary is left");
    // Sixteen writers may each be one batch beyond the limit, not more.
    assert!(cache.stats().total().bytes <= 2 * STORM_BYTES_MAX);
    Ok(())
}

fn write_for_ever(directory: &Path) {
    let cache = open(directory);
    for number in (0..NUMBERS).cycle() {
        cache.put(&key(number), &entry(number, 200_000));
        if number % 8 == 7 {
            cache.flush();
            println!("written");
        }
    }
}

fn killed_writers_leave_no_bad_entry() -> Result<(), Failed> {
    let directory = tempdir()?;
    for round in 0..12 {
        let mut child = spawn("write_for_ever", directory.path());
        // Wait until it is at work, then kill it at another point each time; `kill` sends SIGKILL.
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped"));
        lines
            .read_line(&mut String::new())
            .expect("it says when it has written");
        std::thread::sleep(Duration::from_micros(1_300 * round));
        child.kill().expect("it runs for ever");
        child.wait().expect("it is ours");
        let report = open(directory.path()).verify();
        assert_eq!(report.bad, [], "round {round}");
        assert!(report.good.files >= 8);
    }
    let cache = open(directory.path());
    for number in 0..8 {
        assert!(cache.get(&key(number)) == Some(entry(number, 200_000)));
    }
    assert_eq!(cache.take_log(), Vec::<String>::new());
    Ok(())
}

fn clearing_while_others_write() -> Result<(), Failed> {
    let directory = tempdir()?;
    let children: Vec<Child> = (0..4).map(|_| spawn("storm", directory.path())).collect();
    let cache = open(directory.path());
    for _ in 0..20 {
        cache.clear()?;
        std::thread::sleep(Duration::from_millis(2));
    }
    for child in children {
        let status = child.wait_with_output()?.status;
        assert!(status.success(), "{status}");
    }
    assert_eq!(cache.verify().bad, []);
    Ok(())
}

/// Runs `role` on a tmpfs of 256 KiB of its own. Mounting takes root or a user namespace; where neither is to be had, `full_disk`
/// meets a file size limit instead and `read_only` a directory without write permission.
pub fn run_on_small_disk(role: &str) -> Result<(), Failed> {
    let directory = tempdir()?;
    let mount = "mount -t tmpfs -o size=256k,mode=700 tmpfs \"$1\" || exit 77; shift; exec \"$@\"";
    for unshare in [&["--mount"][..], &["--mount", "--map-root-user"]] {
        let mut command = Command::new("unshare");
        command
            .args(unshare)
            .args(["sh", "-c", mount, "sh"])
            .arg(directory.path());
        match run(command, role, directory.path())? {
            Some(0) => return Ok(()),
            // What `unshare` and the script give where they are not permitted.
            Some(1 | 77) | None => {}
            Some(status) => return Err(format!("the child ended with {status}").into()),
        }
    }
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 128; trap '' XFSZ; exec \"$@\"", "sh"]);
    match run(command, role, directory.path())? {
        Some(0) => Ok(()),
        status => Err(format!("the child ended with {status:?}").into()),
    }
}

/// The exit status of this program run by `command`, or `None` if the command could not start or was killed.
fn run(mut command: Command, role: &str, directory: &Path) -> Result<Option<i32>, Failed> {
    command
        .arg(std::env::current_exe()?)
        .env(ROLE_VARIABLE, role)
        .env(DIRECTORY_VARIABLE, directory);
    match command.stderr(Stdio::piped()).spawn() {
        Err(_) => Ok(None),
        Ok(mut child) => {
            let mut text = String::new();
            child
                .stderr
                .take()
                .expect("it is piped")
                .read_to_string(&mut text)?;
            let code = child.wait()?.code();
            if !matches!(code, Some(0 | 1 | 77)) {
                eprint!("{text}");
            }
            Ok(code)
        }
    }
}

/// Puts more than the disk holds: the first entries stay good, and one line says that no more are kept.
fn full_disk(directory: &Path) {
    let cache = open(directory);
    cache.put(&key(0), &entry(0, 10_000));
    cache.flush();
    for number in 1..20 {
        cache.put(&key(number), &entry(number, 100_000));
        cache.flush();
    }
    let stats = cache.stats();
    assert!(cache.get(&key(0)) == Some(entry(0, 10_000)));
    let log = cache.take_log();
    assert_eq!(log.len(), 1, "{log:?}");
    assert!(
        log[0].contains("No space left on device") || log[0].contains("File too large"),
        "{log:?}"
    );
    assert!(stats.written < 20, "{} of 20 were written", stats.written);
    assert_eq!(stats.other.files, 0, "no temporary is left");
    assert_eq!(cache.verify().bad, []);
    // A bad entry on a full disk is a miss too, and room is found again after a clear.
    std::fs::write(file(directory, 0), b"").unwrap();
    assert_eq!(cache.get(&key(0)), None);
    cache.clear().unwrap();
    cache.put(&key(0), &entry(0, 10_000));
    cache.flush();
    assert!(open(directory).get(&key(0)) == Some(entry(0, 10_000)));
}

fn read_only(directory: &Path) {
    let cache = open(directory);
    for number in 0..2 {
        cache.put(&key(number), &entry(number, 1000));
    }
    drop(cache);
    let mut bytes = std::fs::read(file(directory, 1)).unwrap();
    bytes[200] ^= 1;
    std::fs::write(file(directory, 1), bytes).unwrap();
    let mounted = Command::new("mount")
        .args(["-o", "remount,bind,ro"])
        .arg(directory)
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        let script = "chmod -R a-w \"$1\"";
        assert!(
            Command::new("sh")
                .args(["-c", script, "sh"])
                .arg(directory)
                .status()
                .unwrap()
                .success()
        );
    }
    let cache = open(directory);
    assert!(cache.get(&key(0)) == Some(entry(0, 1000)));
    assert!(cache.get(&key(1)).is_none());
    cache.put(&key(5), &entry(5, 1000));
    cache.put(&key(8), &entry(8, 1000));
    cache.flush();
    assert!(cache.get(&key(5)).is_none());
    let log = cache.take_log();
    assert_eq!(log.len(), 2, "{log:?}");
    assert!(
        log[0].contains("it is compiled again, and stays there"),
        "{log:?}"
    );
    assert!(log[1].starts_with("cannot write to the cache"), "{log:?}");
    assert!(cache.clear().is_err());
    let _ = Command::new("chmod")
        .args(["-R", "u+w"])
        .arg(directory)
        .stderr(Stdio::null())
        .status();
}
