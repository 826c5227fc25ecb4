//! The terminal that the session is typed at, whose modes a cell may change: one that dies cannot change them back, and one that ends need not.

use std::io::{stdin, stdout};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// Terminals on which rustyline draws nothing.
const UNDRAWN: &[&str] = &["dumb", "cons25", "emacs"];

/// The terminal with the modes that it had when the session began; none if the session is not typed at one.
pub struct Terminal {
    modes: Option<Termios>,
}

impl Terminal {
    /// As it is now.
    pub fn at_start() -> Terminal {
        Terminal {
            modes: tcgetattr(stdin()).ok(),
        }
    }

    /// Gives it the modes that it had, once what was printed is on the screen, as shells do after a program; reading waits for input again. What
    /// is no terminal is left as it is, but that reading waits.
    pub fn restore(&self) {
        // Errors: a terminal that has gone has no modes either.
        if let Ok(flags) = fcntl_getfl(stdin())
            && flags.contains(OFlags::NONBLOCK)
        {
            let _ = fcntl_setfl(stdin(), flags - OFlags::NONBLOCK);
        }
        if let (Some(modes), Ok(now)) = (&self.modes, tcgetattr(stdin()))
            && !are_alike(modes, &now)
        {
            let _ = tcsetattr(stdin(), OptionalActions::Drain, modes);
        }
    }

    /// Whether what is written to stdout has no reader any more.
    pub fn has_no_reader() -> bool {
        let out = stdout();
        let mut polled = [PollFd::new(&out, PollFlags::OUT)];
        let ready = poll(&mut polled, Some(&Timespec::default()));
        ready.is_ok() && polled[0].revents().contains(PollFlags::ERR)
    }

    /// Characters in a line of it, if there is one on which lines can be drawn over.
    pub fn drawn_columns(&self) -> Option<usize> {
        self.modes.as_ref().filter(|_| is_drawn())?;
        columns()
    }
}

/// Characters in a line of the terminal that stdout is, if it is one that says so.
pub fn columns() -> Option<usize> {
    let size = tcgetwinsize(stdout()).ok()?;
    (size.ws_col > 0).then_some(usize::from(size.ws_col))
}

/// Whether rustyline draws on the terminal that the environment names.
pub fn is_drawn() -> bool {
    !std::env::var("TERM").is_ok_and(|it| UNDRAWN.contains(&it.as_str()))
}

fn are_alike(one: &Termios, other: &Termios) -> bool {
    one.input_modes == other.input_modes
        && one.output_modes == other.output_modes
        && one.control_modes == other.control_modes
        && one.local_modes == other.local_modes
}
