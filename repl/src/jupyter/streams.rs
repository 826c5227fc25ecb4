//! What this process and its executors print: pipes in the place of stdout and stderr, read as they fill, and sent to the front ends.

use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::{Errno, fcntl_dupfd_cloexec, read};
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};
use rustix::stdio::{dup2_stderr, dup2_stdout, stderr};
use serde_json::json;

use super::publisher::Outlet;

/// A request shows so many bytes at most: front ends keep all of it, and a notebook is written with it.
const SHOWN_MAX: usize = 8 << 20;

/// Bytes that a pipe holds, where the system allows it.
const PIPE_BYTES: usize = 1 << 20;

/// Bytes that are read at once, and sent in one message at most.
const CHUNK: usize = 64 << 10;
const MESSAGE_BYTES_MAX: usize = 256 << 10;

/// Chunks after which all is read that a pipe held at first.
const CHUNKS_MAX: usize = 2 * PIPE_BYTES / CHUNK;

/// Little prints that follow each other this fast go into one message.
const TOGETHER: Duration = Duration::from_millis(15);

/// Both streams.
pub struct Streams {
    outlet: Arc<dyn Outlet>,
    state: Mutex<State>,
}

struct State {
    pipes: [Pipe; 2],
    /// Bytes shown of the request under way.
    shown: usize,
    /// Bytes that it printed beyond `SHOWN_MAX`.
    dropped: u64,
    /// What goes to stdout is kept here instead.
    kept: Option<String>,
}

struct Pipe {
    name: &'static str,
    end: OwnedFd,
    /// Bytes that begin a character which has not come whole.
    tail: Vec<u8>,
}

/// The ends that are read, and what stderr was: the place for what is told of the kernel itself.
pub struct Replaced {
    ends: [OwnedFd; 2],
    /// Where stderr went before.
    pub log: OwnedFd,
}

/// Puts pipes in the place of stdout and stderr.
pub fn replace() -> anyhow::Result<Replaced> {
    let log = fcntl_dupfd_cloexec(stderr(), 3).context("stderr is closed")?;
    let mut made = [new_pipe()?, new_pipe()?];
    dup2_stdout(&made[0].1).context("stdout cannot be replaced")?;
    dup2_stderr(&made[1].1).context("stderr cannot be replaced")?;
    // The writing ends live on as stdout and stderr.
    let [out, err] = &mut made;
    let ends = [out, err].map(|it| it.0.take());
    let [Some(out), Some(err)] = ends else {
        anyhow::bail!("a pipe was taken twice");
    };
    Ok(Replaced {
        ends: [out, err],
        log,
    })
}

fn new_pipe() -> anyhow::Result<(Option<OwnedFd>, OwnedFd)> {
    let (read_end, write_end) = pipe_with(PipeFlags::CLOEXEC).context("no pipes")?;
    fcntl_setfl(&read_end, OFlags::NONBLOCK).context("no pipes")?;
    // A small one does too.
    let _ = fcntl_setpipe_size(&read_end, PIPE_BYTES);
    Ok((Some(read_end), write_end))
}

impl Streams {
    /// Reads the pipes from now on.
    pub fn start(replaced: [OwnedFd; 2], outlet: Arc<dyn Outlet>) -> anyhow::Result<Arc<Streams>> {
        let [out, err] = replaced;
        let watched = [&out, &err].map(|it| it.try_clone());
        let pipe = |name, end| Pipe {
            name,
            end,
            tail: Vec::new(),
        };
        let streams = Arc::new(Streams {
            outlet,
            state: Mutex::new(State {
                pipes: [pipe("stdout", out), pipe("stderr", err)],
                shown: 0,
                dropped: 0,
                kept: None,
            }),
        });
        let [Ok(out), Ok(err)] = watched else {
            anyhow::bail!("no descriptors for the pipes");
        };
        let reader = Arc::clone(&streams);
        std::thread::Builder::new()
            .name("streams".to_owned())
            .spawn(move || reader.follow(&[out, err]))
            .context("no thread for the streams")?;
        Ok(streams)
    }

    /// Sends what is printed while nobody else does.
    fn follow(&self, ends: &[OwnedFd; 2]) {
        loop {
            let mut polled = [0, 1].map(|at| PollFd::new(&ends[at], PollFlags::IN));
            if poll(&mut polled, None).is_err() {
                continue;
            }
            let begin = Instant::now();
            let read = self.drain();
            if read < MESSAGE_BYTES_MAX {
                std::thread::sleep(TOGETHER.saturating_sub(begin.elapsed()));
            }
        }
    }

    /// Sends what has been printed up to now; gives the number of bytes. What is published after this comes after it.
    pub fn drain(&self) -> usize {
        let mut state = self.lock();
        (0..2).map(|at| self.drain_pipe(&mut state, at)).sum()
    }

    fn drain_pipe(&self, state: &mut State, at: usize) -> usize {
        let mut chunk = vec![0; CHUNK];
        let (mut bytes, mut total) = (std::mem::take(&mut state.pipes[at].tail), 0);
        for _ in 0..CHUNKS_MAX {
            match read(&state.pipes[at].end, &mut chunk) {
                Ok(0) => break,
                Ok(count) => {
                    total += count;
                    bytes.extend_from_slice(&chunk[..count]);
                }
                Err(Errno::INTR) => {}
                Err(_) => break,
            }
            if bytes.len() >= MESSAGE_BYTES_MAX {
                let text = text_of(&mut bytes, false);
                self.show(state, at, &text);
            }
        }
        let text = text_of(&mut bytes, false);
        state.pipes[at].tail = bytes;
        self.show(state, at, &text);
        total
    }

    fn show(&self, state: &mut State, at: usize, text: &str) {
        if let (Some(kept), 0) = (&mut state.kept, at) {
            kept.push_str(text);
            return;
        }
        let name = state.pipes[at].name;
        let left = SHOWN_MAX.saturating_sub(state.shown);
        let shown = &text[..text.floor_char_boundary(left.min(text.len()))];
        if !shown.is_empty() {
            state.shown += shown.len();
            self.send(name, shown);
        }
        let more = text.len() - shown.len();
        if more > 0 {
            if state.dropped == 0 {
                state.shown = SHOWN_MAX;
                self.send(
                    "stderr",
                    &format!(
                        "\nnote: this cell has printed {} MiB, and what more it prints is not shown; write to a file instead: `std::ofstream(\"out.txt\") << …`\n",
                        SHOWN_MAX >> 20
                    ),
                );
            }
            state.dropped += more as u64;
        }
    }

    fn send(&self, name: &str, text: &str) {
        let content = json!({"name": name, "text": text});
        self.outlet.publish("stream", &content);
    }

    /// Sends a message of the session's.
    pub fn told(&self, message: &str) {
        self.drain();
        self.send("stderr", message);
    }

    /// A request begins: what was printed before is not its own.
    pub fn begin(&self) {
        self.drain();
        let mut state = self.lock();
        (state.shown, state.dropped) = (0, 0);
    }

    /// A request ends: what it printed is sent, half a character too.
    pub fn end(&self) {
        self.drain();
        let mut state = self.lock();
        for at in 0..2 {
            let mut tail = std::mem::take(&mut state.pipes[at].tail);
            let text = text_of(&mut tail, true);
            self.show(&mut state, at, &text);
        }
        let dropped = std::mem::take(&mut state.dropped);
        if dropped > 0 {
            let note = format!("note: {dropped} bytes more were printed, and are not shown\n");
            self.send("stderr", &note);
        }
    }

    /// Does `print`, and gives what that printed to stdout instead of sending it.
    pub fn keeping<T>(&self, print: impl FnOnce() -> T) -> (T, String) {
        self.drain();
        self.lock().kept = Some(String::new());
        let result = print();
        self.drain();
        (result, self.lock().kept.take().unwrap_or_default())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Replaced {
    /// The ends that are read, and where stderr went.
    pub fn into_parts(self) -> ([OwnedFd; 2], OwnedFd) {
        (self.ends, self.log)
    }
}

/// Takes text out of bytes. What is no UTF-8 is replaced; a character that may go on stays, unless this is the `end`.
fn text_of(bytes: &mut Vec<u8>, end: bool) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let broken = chunk.invalid();
        let goes_on = || std::str::from_utf8(broken).is_err_and(|it| it.error_len().is_none());
        if broken.is_empty() {
            continue;
        }
        if !end && goes_on() && bytes.ends_with(broken) {
            rest = broken.len();
        } else {
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    bytes.drain(..bytes.len() - rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_come_whole_and_bytes_are_replaced() {
        let mut bytes = b"a\xffb\xc3".to_vec();
        assert_eq!(text_of(&mut bytes, false), "a\u{fffd}b");
        assert_eq!(bytes, b"\xc3");
        bytes.extend(b"\xa4\xe2\x82");
        assert_eq!(text_of(&mut bytes, false), "ä");
        assert_eq!(text_of(&mut bytes, true), "\u{fffd}");
        assert!(bytes.is_empty());
        let mut torn = b"\xe2\x82x".to_vec();
        assert_eq!(text_of(&mut torn, false), "\u{fffd}x");
    }
}
