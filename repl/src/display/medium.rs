//! What the session is shown in: a front end, a terminal and what it can draw, or a pipe.

use std::io::{IsTerminal, stderr, stdout};

use rustix::termios::tcgetwinsize;

use crate::render::Render;
use crate::settings::GRAPHICS;

/// Letters in a line where nobody knows how many there are.
pub const PIPE_COLUMNS: usize = 80;

/// Terminals that draw sixels, by the beginning of what `TERM` names them.
const SIXEL_TERMINALS: &[&str] = &["foot", "mlterm", "yaft", "contour", "xterm-sixel", "vt340"];

/// Terminals that know kitty's protocol, likewise.
const KITTY_TERMINALS: &[&str] = &["xterm-kitty", "xterm-ghostty", "kitty"];

/// How a terminal draws pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    /// By kitty's protocol.
    Kitty,
    /// By sixels.
    Sixel,
    /// It has letters alone.
    Letters,
}

/// What a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// Letters in a line.
    pub columns: usize,
    /// It shows colours.
    pub color: bool,
    /// How it draws pictures.
    pub graphics: Graphics,
}

/// What the session is shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A notebook, say: it takes several forms.
    FrontEnd,
    /// A terminal.
    Terminal(Terminal),
    /// A pipe or a file.
    Pipe,
}

impl Terminal {
    /// Whether it shows pictures as they are.
    pub fn draws_pixels(self) -> bool {
        self.graphics != Graphics::Letters
    }
}

impl Medium {
    /// What it is now: a terminal's size changes.
    pub fn now(render: &Render) -> Medium {
        if render.has_front_end() {
            return Medium::FrontEnd;
        }
        if !stdout().is_terminal() {
            return Medium::Pipe;
        }
        let asked = GRAPHICS.value();
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        Medium::Terminal(Terminal {
            columns: columns(tcgetwinsize(stdout()).map(|it| it.ws_col)),
            color: render.colors_values(),
            graphics: graphics(
                asked.as_deref().and_then(|it| it.to_str()),
                &variable("TERM"),
                !variable("KITTY_WINDOW_ID").is_empty(),
            ),
        })
    }
}

/// Letters in a line of the terminal to which stderr goes, if it is one on which a line can be drawn over.
pub fn columns_of_stderr() -> Option<usize> {
    let drawn = stderr().is_terminal() && crate::terminal::is_drawn();
    drawn.then(|| columns(tcgetwinsize(stderr()).map(|it| it.ws_col)))
}

fn columns(known: Result<u16, rustix::io::Errno>) -> usize {
    match known {
        Ok(columns) if columns > 0 => usize::from(columns),
        _ => PIPE_COLUMNS,
    }
}

/// By the setting, else by what the terminal is called. A multiplexer has its own name, and passes no pictures on.
fn graphics(asked: Option<&str>, term: &str, in_kitty: bool) -> Graphics {
    let is_one_of = |names: &[&str]| names.iter().any(|it| term.starts_with(it));
    let is_multiplexer = is_one_of(&["screen", "tmux"]);
    match asked {
        Some("kitty") => Graphics::Kitty,
        Some("sixel") => Graphics::Sixel,
        Some("text") => Graphics::Letters,
        _ if is_one_of(KITTY_TERMINALS) || (in_kitty && !is_multiplexer) => Graphics::Kitty,
        _ if is_one_of(SIXEL_TERMINALS) => Graphics::Sixel,
        _ => Graphics::Letters,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_known_by_name_and_the_setting_comes_first() {
        for (asked, term, in_kitty, expected) in [
            (None, "xterm-256color", false, Graphics::Letters),
            (None, "xterm-256color", true, Graphics::Kitty),
            (None, "xterm-kitty", false, Graphics::Kitty),
            (None, "foot", false, Graphics::Sixel),
            (None, "tmux-256color", true, Graphics::Letters),
            (Some("text"), "xterm-kitty", true, Graphics::Letters),
            (Some("sixel"), "xterm", false, Graphics::Sixel),
            (Some("auto"), "foot-extra", false, Graphics::Sixel),
        ] {
            assert_eq!(
                graphics(asked, term, in_kitty),
                expected,
                "{asked:?} {term}"
            );
        }
    }
}
