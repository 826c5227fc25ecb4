//! Cells on their way through an executor: run, or linked while the session goes on.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::{Death, Executor};
use crate::wire::{CellImage, Display, Event, Outcome, Request};

/// How a cell ended.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Ended {
    /// The executor lives on.
    Finished {
        /// How the cell ended.
        outcome: Outcome,
        /// Its devices cannot be used any more: start another executor.
        device_lost: bool,
        /// Time spent linking.
        link: Duration,
        /// Time spent running, devices included.
        run: Duration,
        /// The rest of the time from the request to the answer, less what was done beside.
        exchange: Duration,
        /// What devices' loading of code objects took since the last cell ended, beside the rest.
        load: Duration,
    },
    /// The executor ended before the cell did.
    Died(Death),
}

/// What a cell gives while it runs and at its end, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// Its value as text.
    Value(String),
    /// Something that it shows beside text.
    Display(Box<Display>),
}

/// What came of a cell that was linked while the session went on.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedAhead {
    /// Its number.
    pub cell: u32,
    /// `Outcome::Done`, or why it could not be linked.
    pub outcome: Outcome,
    /// Time spent linking.
    pub link: Duration,
}

/// Cells that are linked while the session goes on.
#[derive(Default)]
pub(super) struct Ahead {
    /// Those whose outcomes have not come, oldest first.
    pub(super) waiting: VecDeque<u32>,
    linked: Vec<LinkedAhead>,
}

impl Executor {
    /// Links a cell and runs it if it asks for that. `on_given` gets each thing to show, in order.
    pub fn run(&mut self, cell: CellImage, on_given: &mut dyn FnMut(Given)) -> Ended {
        self.run_beside(cell, || {}, on_given)
    }

    /// As `run`; `beside` is called once the cell is on its way.
    pub fn run_beside(
        &mut self,
        cell: CellImage,
        beside: impl FnOnce(),
        on_given: &mut dyn FnMut(Given),
    ) -> Ended {
        if let Err(death) = self.await_ahead() {
            return Ended::Died(death);
        }
        let asked = Instant::now();
        self.sender.send(&Request::Cell(Box::new(cell)));
        beside();
        let beside = asked.elapsed();
        loop {
            match self.next_event_or_display() {
                Ok(Event::Linked { cell, code }) => self.code.add(cell, code),
                Ok(Event::Value(value)) => on_given(Given::Value(value)),
                Ok(Event::Display(display)) => {
                    let awaited = display.awaited;
                    on_given(Given::Display(display));
                    self.tell_displayed(awaited);
                }
                Ok(Event::Finished {
                    outcome,
                    device_lost,
                    link_ns,
                    run_ns,
                    load_ns,
                    ..
                }) => {
                    let link = Duration::from_nanos(link_ns);
                    let run = Duration::from_nanos(run_ns);
                    return Ended::Finished {
                        outcome,
                        device_lost,
                        link,
                        run,
                        exchange: asked.elapsed().saturating_sub(beside.max(link + run)),
                        load: Duration::from_nanos(load_ns),
                    };
                }
                Ok(other) => return Ended::Died(self.broke(&other)),
                Err(death) => return Ended::Died(death),
            }
        }
    }

    /// Links cells without running them, one after the other, but without waiting for one before the next is sent. Gives the outcomes
    /// in order; fewer than cells, and the death, if the executor ended on the way.
    pub fn link_all(
        &mut self,
        cells: impl IntoIterator<Item = CellImage>,
    ) -> (Vec<Outcome>, Option<Death>) {
        if let Err(death) = self.await_ahead() {
            return (Vec::new(), Some(death));
        }
        let earlier = std::mem::take(&mut self.ahead.linked);
        for cell in cells {
            self.link_ahead(cell);
        }
        let death = self.await_ahead().err();
        let linked = std::mem::replace(&mut self.ahead.linked, earlier);
        (linked.into_iter().map(|it| it.outcome).collect(), death)
    }

    /// Has a cell linked that runs nothing, and does not wait for it: `linked_ahead` tells what came of it.
    pub fn link_ahead(&mut self, cell: CellImage) {
        self.ahead.waiting.push_back(cell.number);
        let cell = CellImage { run: false, ..cell };
        self.sender.send(&Request::Cell(Box::new(cell)));
    }

    /// What has come of the cells of `link_ahead` since the last call; waits for those under way. If the executor ends before one is linked, that one is
    /// not among them.
    pub fn linked_ahead(&mut self) -> Vec<LinkedAhead> {
        // Whoever uses the executor next is told of its death.
        drop(self.await_ahead());
        std::mem::take(&mut self.ahead.linked)
    }

    /// Waits until all cells of `link_ahead` are linked.
    pub(super) fn await_ahead(&mut self) -> Result<(), Death> {
        while let Some(&number) = self.ahead.waiting.front() {
            match self.next_event()? {
                Event::Linked { cell, code } => self.code.add(cell, code),
                Event::Finished {
                    outcome, link_ns, ..
                } => {
                    self.ahead.waiting.pop_front();
                    self.ahead.linked.push(LinkedAhead {
                        cell: number,
                        outcome,
                        link: Duration::from_nanos(link_ns),
                    });
                }
                other => return Err(self.broke(&other)),
            }
        }
        Ok(())
    }
}
