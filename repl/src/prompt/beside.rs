//! What threads of the program print while a line is typed: whole lines of it come above that line, which stays as it was.

use std::io::PipeReader;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{ioctl_fionread, read};
use rustyline::ExternalPrinter;

/// A line whose end has not come for so long is shown as it is.
const OPEN_LINE_MAX: Duration = Duration::from_millis(200);

/// Bytes that are read at once. What prints more waits, so that the prompt goes on.
const CHUNK: usize = 16 << 10;

/// How long the end of a session waits for what is on its way.
const LAST_WORDS_MAX: Duration = Duration::from_millis(200);

/// The thread that shows it.
pub struct Beside {
    pipe: PipeReader,
    /// Bytes that were read and are not shown yet.
    held: Arc<AtomicUsize>,
}

impl Beside {
    /// Has executors print there from now on.
    pub fn start(printer: impl ExternalPrinter + Send + 'static) -> std::io::Result<Beside> {
        let (pipe, theirs) = std::io::pipe()?;
        let held = Arc::<AtomicUsize>::default();
        let shown = Shown {
            pipe: pipe.try_clone()?,
            held: Arc::clone(&held),
            printer,
        };
        thread::Builder::new()
            .name("beside".to_owned())
            .spawn(move || shown.follow())?;
        jit_api::client::print_beside(theirs);
        Ok(Beside { pipe, held })
    }

    /// Waits until all is shown that was printed.
    pub fn finish(&self) {
        let begin = Instant::now();
        let waits = || {
            let unread = ioctl_fionread(&self.pipe).unwrap_or(0);
            unread > 0 || self.held.load(Ordering::Acquire) > 0
        };
        while waits() && begin.elapsed() < LAST_WORDS_MAX {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

struct Shown<P> {
    pipe: PipeReader,
    held: Arc<AtomicUsize>,
    printer: P,
}

impl<P: ExternalPrinter> Shown<P> {
    fn follow(mut self) {
        let mut text = Vec::new();
        let open_line_max = Timespec::try_from(OPEN_LINE_MAX).ok();
        loop {
            let timeout = open_line_max.as_ref().filter(|_| !text.is_empty());
            let mut polled = [PollFd::new(&self.pipe, PollFlags::IN)];
            match poll(&mut polled, timeout) {
                Err(_) => continue,
                Ok(0) => self.show(&mut text, true),
                Ok(_) => {
                    let mut bytes = [0; CHUNK];
                    let Ok(count @ 1..) = read(&self.pipe, &mut bytes) else {
                        return;
                    };
                    text.extend_from_slice(&bytes[..count]);
                    self.held.store(text.len(), Ordering::Release);
                    self.show(&mut text, false);
                }
            }
        }
    }

    /// Shows whole lines, or all.
    fn show(&mut self, text: &mut Vec<u8>, all: bool) {
        let end = match text.iter().rposition(|it| *it == b'\n') {
            _ if all || text.len() > CHUNK => text.len(),
            Some(end) => end + 1,
            None => return,
        };
        let lines = String::from_utf8_lossy(&text[..end]).into_owned();
        text.drain(..end);
        // A terminal that has gone shows nothing more.
        let _ = self.printer.print(lines);
        self.held.store(text.len(), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<String>>>);

    impl ExternalPrinter for Kept {
        fn print(&mut self, text: String) -> rustyline::Result<()> {
            self.0.lock().expect("no test has failed").push(text);
            Ok(())
        }
    }

    #[test]
    fn lines_are_shown_whole_and_an_open_one_in_the_end() {
        let kept = Kept::default();
        let (pipe, _theirs) = std::io::pipe().expect("there are pipes");
        let mut shown = Shown {
            pipe,
            held: Arc::default(),
            printer: kept.clone(),
        };
        let mut text = b"one\ntwo\nthr".to_vec();
        shown.show(&mut text, false);
        assert_eq!(text, b"thr");
        shown.show(&mut text, false);
        text.extend_from_slice(b"ee");
        shown.show(&mut text, true);
        let kept = kept.0.lock().expect("no test has failed");
        assert_eq!(*kept, ["one\ntwo\n", "three"]);
    }
}
