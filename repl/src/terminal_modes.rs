//! The terminal's modes, which a cell may change: one that dies cannot change them back.

use std::io::stdin;

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

/// The modes of the terminal that the session is typed at, as they were at some moment; of no terminal if there is none.
pub struct TerminalModes(Option<Termios>);

impl TerminalModes {
    /// As they are now.
    pub fn now() -> TerminalModes {
        TerminalModes(tcgetattr(stdin()).ok())
    }

    /// Sets them again, once what was printed is on the screen, as shells do after a program that was killed.
    pub fn restore(&self) {
        if let Some(modes) = &self.0 {
            // A terminal that has gone has no modes either.
            let _ = tcsetattr(stdin(), OptionalActions::Drain, modes);
        }
    }
}
