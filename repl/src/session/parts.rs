//! What a session is made of. Its parts are private to this file: the others ask for the one that they need.

pub mod cells;
pub(super) mod executors;
mod heap;
mod last_value;
mod newest;
pub mod other_readings;
mod sanitizing;
mod spare;
pub mod troubles;
mod view;

use devicecc::Compiler;
use jit_api::client::Executor;
use kernels_cache::Cache;

use cells::Cells;
use executors::Executors;
use heap::HeapState;
use last_value::LastValue;
use newest::Newest;
use other_readings::OtherReadings;
use sanitizing::Sanitizing;
use troubles::Troubles;
use view::View;

use crate::interrupt::Interrupt;
use crate::render::Render;
use crate::settings::Settings;
use crate::workers::Workers;

/// A running session.
pub struct Session {
    /// As it was asked for at the start.
    initial: Settings,
    settings: Settings,
    view: View,
    interrupt: Interrupt,
    cache: Cache,
    compiler: Compiler,
    executors: Executors,
    workers: Workers,
    cells: Cells,
    newest: Newest,
    /// Host objects that were made, not found in the cache.
    objects_compiled: u64,
    heap: HeapState,
    last_value: LastValue,
    other_readings: OtherReadings,
    sanitizing: Sanitizing,
    troubles: Troubles,
}

/// What a session starts with.
pub(super) struct Beginning {
    pub(super) settings: Settings,
    pub(super) render: Render,
    pub(super) interrupt: Interrupt,
    pub(super) cache: Cache,
    pub(super) compiler: Compiler,
    pub(super) executors: Executors,
    pub(super) workers: Workers,
}

/// Parts side by side, for what changes one and looks at others.
pub(super) struct Apart<'a> {
    pub(super) compiler: &'a mut Compiler,
    pub(super) executor: &'a mut Executor,
    pub(super) workers: &'a Workers,
    pub(super) cells: &'a mut Cells,
    pub(super) view: &'a mut View,
    pub(super) other_readings: &'a mut OtherReadings,
}

impl Session {
    /// A session without cells.
    pub(super) fn of(beginning: Beginning) -> Session {
        let Beginning {
            settings,
            render,
            interrupt,
            cache,
            compiler,
            executors,
            workers,
        } = beginning;
        Session {
            initial: settings.clone(),
            settings,
            view: View::new(render),
            interrupt,
            cache,
            compiler,
            executors,
            workers,
            cells: Cells::default(),
            newest: Newest::default(),
            objects_compiled: 0,
            heap: HeapState::default(),
            last_value: LastValue::default(),
            other_readings: OtherReadings::default(),
            sanitizing: Sanitizing::default(),
            troubles: Troubles::default(),
        }
    }

    /// This one takes the other's place: it was asked for as that was, but for its device.
    pub(super) fn asked_for_as(&mut self, other: &mut Session) {
        self.initial = Settings {
            device: self.initial.device.clone(),
            ..other.initial.clone()
        };
        self.view.take_mark_of(&mut other.view);
    }

    pub(super) fn apart(&mut self) -> Apart<'_> {
        Apart {
            compiler: &mut self.compiler,
            executor: self.executors.current_mut(),
            workers: &self.workers,
            cells: &mut self.cells,
            view: &mut self.view,
            other_readings: &mut self.other_readings,
        }
    }

    /// How it was asked for at the start.
    pub(super) fn initial(&self) -> &Settings {
        &self.initial
    }

    /// How this session was set up, `%include` and `%sync` counted in.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// How to print.
    pub fn render(&self) -> &Render {
        self.view.render()
    }

    pub(super) fn view(&self) -> &View {
        &self.view
    }

    pub(super) fn view_mut(&mut self) -> &mut View {
        &mut self.view
    }

    /// What Ctrl-C does, for commands that wait.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// The cache.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    pub(super) fn compiler(&self) -> &Compiler {
        &self.compiler
    }

    pub(super) fn compiler_mut(&mut self) -> &mut Compiler {
        &mut self.compiler
    }

    pub(super) fn executors(&self) -> &Executors {
        &self.executors
    }

    pub(super) fn executors_mut(&mut self) -> &mut Executors {
        &mut self.executors
    }

    /// The executor that runs the cells now.
    pub(super) fn executor(&self) -> &Executor {
        self.executors.current()
    }

    pub(super) fn executor_mut(&mut self) -> &mut Executor {
        self.executors.current_mut()
    }

    pub(super) fn workers(&self) -> &Workers {
        &self.workers
    }

    /// The committed cells, oldest first.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    pub(super) fn cells_mut(&mut self) -> &mut Cells {
        &mut self.cells
    }

    /// The cell that was entered last.
    pub(super) fn newest(&self) -> &Newest {
        &self.newest
    }

    pub(super) fn newest_mut(&mut self) -> &mut Newest {
        &mut self.newest
    }

    pub(super) fn objects_compiled(&self) -> u64 {
        self.objects_compiled
    }

    pub(super) fn count_object(&mut self) {
        self.objects_compiled += 1;
    }

    pub(super) fn heap(&self) -> &HeapState {
        &self.heap
    }

    pub(super) fn heap_mut(&mut self) -> &mut HeapState {
        &mut self.heap
    }

    /// The value that was shown last.
    pub(super) fn shown_last(&self) -> &LastValue {
        &self.last_value
    }

    pub(super) fn shown_last_mut(&mut self) -> &mut LastValue {
        &mut self.last_value
    }

    pub(super) fn sanitizing(&self) -> &Sanitizing {
        &self.sanitizing
    }

    pub(super) fn sanitizing_mut(&mut self) -> &mut Sanitizing {
        &mut self.sanitizing
    }

    pub(super) fn troubles(&self) -> &Troubles {
        &self.troubles
    }

    pub(super) fn troubles_mut(&mut self) -> &mut Troubles {
        &mut self.troubles
    }
}
