//! What is shown while the headers are prepared, which takes seconds and tells nothing of how far it is: a bar that moves, and the time.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::render::Render;
use crate::terminal::Terminal;

/// How often the bar moves.
const PERIOD: Duration = Duration::from_millis(120);

/// Columns of the bar, and of the block that moves in it.
const WIDTH: usize = 24;
const BLOCK: usize = 6;

/// Draws until it is dropped, and leaves the line empty.
pub(super) struct Preparing {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Preparing {
    /// Begins to draw; nothing where lines cannot be drawn over.
    pub(super) fn start(render: &Render) -> Option<Preparing> {
        Terminal::at_start().drawn_columns()?;
        let (end, ended) = channel();
        let render = render.clone();
        let draw = move || {
            let begin = Instant::now();
            let mut step = 0;
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let seconds = begin.elapsed().as_secs();
                render.progress_line(&format!("\r  {} {seconds} s", bar(step)));
                step += 1;
            }
            render.progress_line(&format!("\r{:1$}\r", "", WIDTH + 12));
        };
        let named = std::thread::Builder::new().name("preparing".to_owned());
        Some(Preparing {
            end: Some(end),
            thread: Some(named.spawn(draw).ok()?),
        })
    }
}

impl Drop for Preparing {
    fn drop(&mut self) {
        drop(self.end.take());
        // A thread that has failed has drawn what it could.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The bar, after so many steps: the block goes to the right, and back.
fn bar(step: usize) -> String {
    let way = WIDTH - BLOCK;
    let at = step % (2 * way);
    let before = at.min(2 * way - at);
    let blanks = |count: usize| " ".repeat(count);
    format!(
        "▕{}{}{}▏",
        blanks(before),
        "█".repeat(BLOCK),
        blanks(way - before)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_goes_to_and_fro() {
        let block = |step| bar(step).find('█').expect("there is one");
        assert!(block(1) > block(0) && block(5) > block(1));
        let way = WIDTH - BLOCK;
        assert_eq!(bar(way + 3), bar(way - 3));
        assert_eq!(bar(2 * way), bar(0));
        assert!((0..100).all(|step| bar(step).chars().count() == WIDTH + 2));
    }
}
