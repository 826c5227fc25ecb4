//! A prompt at a terminal of some size, and what stands on its screen.

use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::chevron;

/// How long a screen may take to become what is waited for.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Time between two keys of a person. What comes faster is taken for a paste.
const BETWEEN_KEYS: Duration = Duration::from_millis(60);

/// Chevron's prompt, typed at, with the screen that a person sees.
pub struct Screen {
    child: std::process::Child,
    terminal: Pty,
    parser: vt100::Parser,
}

impl Screen {
    /// Starts a prompt with a directory of its own for cache, settings and history, and waits until it can be typed at.
    pub fn start(
        directory: &Path,
        [rows, columns]: [u16; 2],
        environment: &[(&str, &str)],
    ) -> Result<Screen> {
        let (terminal, slave) = open().context("cannot open a pseudo-terminal")?;
        terminal.resize(Size::new(rows, columns))?;
        let command = Command::new(chevron::binary()?)
            .env("TERM", "xterm-256color")
            .env("CHEVRON_CACHE_DIR", directory)
            .env("CHEVRON_CONFIG", directory)
            .env("CHEVRON_HISTORY", directory.join("history"))
            .env_remove("NO_COLOR")
            .envs(environment.iter().copied());
        let mut screen = Screen {
            child: command.spawn(slave).context("cannot start `chevron`")?,
            terminal,
            parser: vt100::Parser::new(some(rows)?, some(columns)?, 0),
        };
        screen.until("1> ")?;
        Ok(screen)
    }

    /// Presses keys one after the other, as a person does.
    pub fn press(&mut self, keys: &[&str]) -> Result<()> {
        for key in keys {
            self.terminal.write_all(key.as_bytes())?;
            self.read(Instant::now() + BETWEEN_KEYS)?;
        }
        Ok(())
    }

    /// Types a text letter by letter.
    pub fn type_text(&mut self, text: &str) -> Result<()> {
        let letters: Vec<String> = text.chars().map(String::from).collect();
        self.press(&letters.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Sends a text at once, as a terminal does that does not mark pastes.
    pub fn paste(&mut self, text: &str) -> Result<()> {
        Ok(self.terminal.write_all(text.as_bytes())?)
    }

    /// Makes the terminal's window another size.
    pub fn resize(&mut self, [rows, columns]: [u16; 2]) -> Result<()> {
        self.terminal.resize(Size::new(rows, columns))?;
        self.parser.set_size(some(rows)?, some(columns)?);
        Ok(())
    }

    /// Waits until a text stands on the screen.
    pub fn until(&mut self, text: &str) -> Result<()> {
        let deadline = Instant::now() + TIMEOUT;
        while !self.text().contains(text) {
            if !self.read(Instant::now() + BETWEEN_KEYS)? || Instant::now() > deadline {
                bail!("`{text}` is not on the screen:\n{}", self.text());
            }
        }
        // What is drawn behind it comes at once.
        self.read(Instant::now() + BETWEEN_KEYS)?;
        Ok(())
    }

    /// What stands there; a line that goes over several rows is one.
    pub fn text(&self) -> String {
        // Rows below the cursor are blank ones that the terminal has written nothing to.
        self.parser.screen().contents()
    }

    /// Row and column of the cursor, from 0.
    pub fn cursor(&self) -> (u16, u16) {
        self.parser.screen().cursor_position()
    }

    /// Takes what comes until a moment; false if the program has ended.
    fn read(&mut self, until: Instant) -> Result<bool> {
        loop {
            let left = Timespec::try_from(until.saturating_duration_since(Instant::now()))?;
            let mut polled = [PollFd::new(&self.terminal, PollFlags::IN)];
            if poll(&mut polled, Some(&left))? == 0 {
                return Ok(true);
            }
            let mut bytes = [0; 65536];
            match self.terminal.read(&mut bytes) {
                Ok(0) | Err(_) => return Ok(false),
                Ok(count) => self.parser.process(&bytes[..count]),
            }
        }
    }
}

fn some(size: u16) -> Result<NonZeroU16> {
    NonZeroU16::new(size).context("a window has a size")
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
