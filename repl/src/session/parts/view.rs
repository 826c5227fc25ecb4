//! What a person sees of a session: text, what cells show beside it, and the terminal that a cell may leave in disorder.

use jit_api::wire::{Display, ShownMost};

use crate::display::Displays;
use crate::render::Render;
use crate::terminal::Terminal;

/// Where it is shown, and how much of it.
pub(in crate::session) struct View {
    render: Render,
    terminal: Terminal,
    displays: Displays,
    most: ShownMost,
    mark: Option<String>,
}

impl View {
    pub(in crate::session) fn new(render: Render) -> View {
        View {
            render,
            terminal: Terminal::at_start(),
            displays: Displays::default(),
            most: ShownMost::default(),
            mark: None,
        }
    }

    /// How to print.
    pub(in crate::session) fn render(&self) -> &Render {
        &self.render
    }

    /// How much of their values cells show.
    pub(in crate::session) fn most(&self) -> ShownMost {
        self.most
    }

    pub(in crate::session) fn show_most(&mut self, most: ShownMost) {
        self.most = most;
    }

    /// Told to who follows the cells when the next one begins to run.
    pub(in crate::session) fn mark_running(&mut self, fields: String) {
        self.mark = Some(fields);
    }

    /// The other one's cell is entered here.
    pub(in crate::session) fn take_mark_of(&mut self, other: &mut View) {
        self.mark = other.mark.take();
    }

    /// A cell begins to be compiled: who follows the cells is told.
    pub(in crate::session) fn tell_compiling(&self) {
        if let Some(fields) = &self.mark {
            self.render.compiling_mark(fields);
        }
    }

    /// It begins to run.
    pub(in crate::session) fn tell_running(&mut self) {
        if let Some(fields) = self.mark.take() {
            self.render.running_mark(&fields);
        }
    }

    /// Something that a cell shows beside text.
    pub(in crate::session) fn show(
        &mut self,
        display: Display,
        cell: u32,
        type_name: Option<&str>,
    ) {
        self.displays.show(display, cell, type_name, &self.render);
    }

    /// Could something not be shown since the last call?
    pub(in crate::session) fn take_failed(&mut self) -> bool {
        self.displays.take_failed()
    }

    /// The cell's own displays are through.
    pub(in crate::session) fn end_displays(&mut self) {
        self.displays.cell_ended(&self.render);
    }

    /// The terminal is as it was at the start, whatever the cell has made of it.
    pub(in crate::session) fn restore_terminal(&self) {
        self.terminal.restore();
    }

    /// What comes next begins a line of its own at a terminal, wherever a cell has left the cursor.
    pub(in crate::session) fn end_open_line(&self) {
        if let Some(columns) = self.terminal.drawn_columns() {
            self.render.end_open_line(columns);
        }
    }
}
