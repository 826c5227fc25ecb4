//! The prompt: rustyline with our lexer for completeness and colours, and a history that survives a killed terminal.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io::IsTerminal as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context as _;
use devicecc::targets::DeviceTarget;
use rustyline::completion::{Completer, Pair};
use rustyline::config::{BellStyle, ColorMode, CompletionType, Configurer as _, EditMode};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::{FileHistory, History as _};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use crate::commands;
use crate::commands::completion;
use crate::complete;
use crate::flow::Flow;
use crate::front::Front;
use crate::history_file::HistoryFile;
use crate::interrupt::Interrupt;
use crate::pasted::{INDENTATION, Keys};
use crate::preferences::{self, BRACKETS, EDITING, HINTS, MARKS, Preferences, THEME};
use crate::render::Render;
use crate::run::Opening;
use crate::screen::Screen;
use crate::session::Session;
use crate::settings::{Settings, history_file};
use crate::split::split_typed;
use crate::terminal::{columns, is_drawn};

/// Characters of a candidate's label at most.
const LABEL_MAX: usize = 78;

mod beside;
mod brackets;
mod indent;
mod marks;
mod signature;
mod theme;

use beside::Beside;
use indent::Brace;
use signature::{Shown, Signature};
use theme::{Theme, colored};

/// Entries of the history that are kept from one session to the next.
const HISTORY_ENTRIES_MAX: usize = 10_000;

/// Entries beyond those that are kept after which a session forgets the oldest.
const HISTORY_SLACK: usize = 1_000;

/// Entries that the file may have before it is cut to `HISTORY_ENTRIES_MAX`, at a start. rustyline writes a full file whole at each
/// input (10 ms), so no session may begin with one.
const HISTORY_FILE_ENTRIES_MAX: usize = 2 * HISTORY_ENTRIES_MAX;

/// Reads and runs inputs until the user quits; the result is this process's exit status.
pub fn run(
    mut settings: Settings,
    mut render: Render,
    quiet: bool,
    startup: bool,
    opening: &Opening,
) -> anyhow::Result<u8> {
    let interrupt = Interrupt::default();
    interrupt.install(render.clone())?;
    // At once: the start itself takes seconds where nothing is in the cache yet.
    if !quiet {
        greet(&render, settings.strict);
    }
    settings.at_prompt = !quiet;
    let typed = Typed::new(interrupt.clone());
    let keys = Keys::default();
    let preferences = Preferences::default();
    read_preferences(&preferences, &render);
    if is_drawn() && std::io::stdout().is_terminal() {
        render.screen = Some(Screen::new(preferences.clone()));
    }
    let brace = Brace::default();
    let helper = CellHelper {
        front: None,
        brace: brace.clone(),
        preferences: preferences.clone(),
        signature: Signature::default(),
        color: render.color(),
        edited: Cell::new(true),
        typed: typed.clone(),
        keys: keys.clone(),
    };
    let mut editor: Editor<CellHelper, FileHistory> = Editor::with_config(configuration()?)?;
    editor.set_helper(Some(helper));
    keys.watch(&mut editor);
    indent::bind(&mut editor, &keys, &preferences, &brace);
    let history = history_file().filter(|file| load_history(&mut editor, file, &render));
    // Where lines are not drawn nothing can be shown above them.
    let printer = editor.create_external_printer().ok().filter(|_| is_drawn());
    let beside = printer.map(Beside::start).transpose()?;
    let session = Session::start(settings, render.clone(), interrupt.clone())?;
    if !quiet {
        render.text(format_args!("Device: {}", device_of(&session)));
    }
    let mut front = Front::new(session, commands::run);
    front.preferences = preferences.clone();
    if startup && run_startup_file(&mut front)? == Flow::Quit
        || opening.run(&mut front)? == Flow::Quit
    {
        return Ok(front.close(false));
    }
    front.session.end_open_line();
    let front = Rc::new(RefCell::new(front));
    if let Some(helper) = editor.helper_mut() {
        helper.front = Some(Rc::clone(&front));
    }
    let history = KeptHistory {
        entries: history.clone().map(HistoryFile::new),
        file: history,
        told_of_loss: false,
    };
    read_cells(&mut editor, &front, history, &typed, &interrupt)?;
    editor.set_helper(None);
    let front = Rc::into_inner(front).context("the prompt's helper has the session")?;
    let status = front.into_inner().close(false);
    if let Some(beside) = beside {
        beside.finish();
    }
    Ok(status)
}

fn greet(render: &Render, strict: bool) {
    render.text(format_args!(
        "Chevron {}: CUDA and HIP C++ at a prompt. %help lists the commands, Ctrl-D quits. %strict is {}.",
        env!("CARGO_PKG_VERSION"),
        if strict { "on" } else { "off" }
    ));
}

/// How lines are edited.
fn configuration() -> anyhow::Result<rustyline::Config> {
    Ok(rustyline::Config::builder()
        .max_history_size(usize::MAX)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .bell_style(BellStyle::None)
        // Marks are drawn without colours too.
        .color_mode(ColorMode::Forced)
        .indent_size(u8::try_from(INDENTATION.len())?)
        .build())
}

/// The history as it is kept from one session to the next; nothing of it where no file can be.
struct KeptHistory {
    file: Option<PathBuf>,
    entries: Option<HistoryFile>,
    /// Has the user heard that it cannot be written?
    told_of_loss: bool,
}

impl KeptHistory {
    fn add(&mut self, editor: &mut Editor<CellHelper, FileHistory>, text: &str, render: &Render) {
        let lost = remember(editor, text, self.file.as_deref(), self.entries.as_mut()).err();
        if let (Some(error), Some(file), false) = (lost, &self.file, self.told_of_loss) {
            self.told_of_loss = true;
            render.warning(format_args!(
                "the history `{}` cannot be written: {error}",
                file.display()
            ));
        }
    }
}

/// Reads cells and runs them, until the user has enough.
fn read_cells(
    editor: &mut Editor<CellHelper, FileHistory>,
    front: &RefCell<Front>,
    mut history: KeptHistory,
    typed: &Typed,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let (preferences, render) = {
        let front = front.borrow();
        (front.preferences.clone(), front.session.render().clone())
    };
    loop {
        let prompt = format!("{}> ", front.borrow().session.next_number());
        typed.begin();
        editor.set_edit_mode(match preferences.value(&EDITING).as_str() {
            "vi" => EditMode::Vi,
            _ => EditMode::Emacs,
        });
        let mut read = || editor.readline(&prompt);
        let read = match is_drawn() {
            true => read(),
            false => interrupt.at_prompt(&prompt, read),
        };
        let text = match read {
            Ok(text) => marks::taken_off(typed.of(&text)),
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        if text.trim().is_empty() {
            continue;
        }
        history.add(editor, &text, &render);
        let mut front = front.borrow_mut();
        if submit(&mut front, &text)? == Flow::Quit {
            return Ok(());
        }
        front.session.end_open_line();
    }
}

/// What kernels run on, as far as is known before the first one.
fn device_of(session: &Session) -> String {
    let settings = session.settings();
    match settings.compiler.device {
        DeviceTarget::Nvptx { sm } => format!("{} (sm_{sm})", settings.device),
        DeviceTarget::Amdgcn { architecture, .. } => {
            format!("{} ({})", settings.device, architecture.name)
        }
        DeviceTarget::Cpu => settings.device.clone(),
    }
}

/// Reads the person's file of settings.
fn read_preferences(preferences: &Preferences, render: &Render) {
    let Some(file) = preferences::file() else {
        return;
    };
    for wrong in preferences.read(&file) {
        render.warning(format_args!(
            "the settings in `{}`: {wrong}",
            file.display()
        ));
    }
}

/// Runs the person's own cells, if there are any. The session goes on behind one that fails.
fn run_startup_file(front: &mut Front) -> anyhow::Result<Flow> {
    match preferences::startup_file().filter(|it| it.exists()) {
        Some(file) => Opening::File(file, Vec::new()).run(front),
        None => Ok(Flow::Done),
    }
}

/// A pasted text of several cells is taken as if its lines had been typed.
fn submit(front: &mut Front, text: &str) -> anyhow::Result<Flow> {
    let flow = front.inputs(&split_typed(complete::without_force(text)));
    front.tell_uncalled_main();
    flow
}

/// Reads the history; false if this file cannot be one.
fn load_history(
    editor: &mut Editor<CellHelper, FileHistory>,
    file: &Path,
    render: &Render,
) -> bool {
    if let Some(directory) = file.parent() {
        // What fails here fails again, and is told, when the file is written.
        let mut private = std::fs::DirBuilder::new();
        let _ = private.recursive(true).mode(0o700).create(directory);
    }
    if !may_be_history(file) {
        // Who names the null device wants none.
        if file != Path::new("/dev/null") {
            render.warning(format_args!(
                "the history `{}` is no regular file and is not used",
                file.display()
            ));
        }
        return false;
    }
    match editor
        .load_history(file)
        .and_then(|()| cut_history(editor, file))
    {
        Ok(()) => {}
        Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => render.warning(format_args!(
            "the history `{}` cannot be read: {error}",
            file.display()
        )),
    }
    true
}

/// Is there a regular file, or none yet? To read a pipe or a device might never end.
fn may_be_history(file: &Path) -> bool {
    !std::fs::metadata(file).is_ok_and(|found| !found.is_file())
}

/// Takes the oldest entries out of a file that has grown too long. It is replaced whole: a process that is killed here loses nothing.
fn cut_history(editor: &mut Editor<CellHelper, FileHistory>, file: &Path) -> rustyline::Result<()> {
    let history = editor.history_mut();
    if history.len() < HISTORY_FILE_ENTRIES_MAX {
        return Ok(());
    }
    history.set_max_len(HISTORY_ENTRIES_MAX)?;
    let shorter = file.with_extension(format!("{}.tmp", std::process::id()));
    history.save(&shorter)?;
    std::fs::rename(&shorter, file)?;
    history.clear()?;
    history.set_max_len(usize::MAX)?;
    history.load(file)
}

/// Written at once, so that a killed terminal loses nothing.
fn remember(
    editor: &mut Editor<CellHelper, FileHistory>,
    text: &str,
    file: Option<&Path>,
    entries: Option<&mut HistoryFile>,
) -> rustyline::Result<()> {
    let entry = text.trim_end();
    let added = editor.add_history_entry(entry).unwrap_or(false);
    let mut written = Ok(());
    if let (true, Some(file), Some(entries)) = (added, file, entries) {
        written = match entries.append(entry) {
            // There is none yet, or one of an older format.
            Ok(false) => editor.append_history(file),
            Ok(true) => Ok(()),
            Err(error) => Err(error.into()),
        };
    }
    let history = editor.history_mut();
    if history.len() >= HISTORY_ENTRIES_MAX + HISTORY_SLACK {
        // The older ones stay in the file. With the lesser limit rustyline would write all of it at the next input.
        let _ = history.set_max_len(HISTORY_ENTRIES_MAX);
        let _ = history.set_max_len(usize::MAX);
    }
    written
}

/// What is typed for an input. Where rustyline draws nothing, the system takes in lines and sends an interrupt for Ctrl-C: rustyline does not know that the lines
/// before it are given up. Clones are one.
#[derive(Clone)]
struct Typed {
    interrupt: Interrupt,
    state: Rc<Cell<TypedState>>,
}

#[derive(Clone, Copy, Default)]
struct TypedState {
    /// How often lines had been given up when the last line came.
    given_up: usize,
    /// Where the input begins in what rustyline has read.
    begin: usize,
    /// Where the next line begins.
    next: usize,
}

impl Typed {
    fn new(interrupt: Interrupt) -> Typed {
        Typed {
            interrupt,
            state: Rc::default(),
        }
    }

    /// Another input begins.
    fn begin(&self) {
        self.state.set(TypedState {
            given_up: self.interrupt.lines_given_up(),
            ..TypedState::default()
        });
    }

    /// Takes note of what rustyline has read so far, in whole lines; gives the input that counts.
    fn read<'a>(&self, text: &'a str) -> &'a str {
        let mut state = self.state.get();
        let given_up = self.interrupt.lines_given_up();
        if given_up != state.given_up {
            state.begin = state.next;
        }
        (state.given_up, state.next) = (given_up, text.len() + 1);
        self.state.set(state);
        self.of(text)
    }

    /// The input that counts of all that rustyline has read.
    fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.state.get().begin..).unwrap_or(text)
    }
}

#[derive(Helper)]
struct CellHelper {
    /// The session, once there is one. It does nothing else while a line is read.
    front: Option<Rc<RefCell<Front>>>,
    preferences: Preferences,
    signature: Signature,
    color: bool,
    /// The line is still edited: a bracket at the cursor is shown with its partner.
    edited: Cell<bool>,
    typed: Typed,
    keys: Keys,
    brace: Brace,
}

impl Validator for CellHelper {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let text = self.typed.read(context.input());
        let waits = indent::waits(text);
        // Blank lines in the middle of what is pasted end nothing.
        let pasted = self.keys.are_together() && text.ends_with('\n');
        let incomplete = waits && (pasted || !complete::forced(text));
        Ok(if incomplete {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Completer for CellHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if let Some(text) = self.brace.take() {
            let begin = line[..position].rfind('\n').map_or(0, |at| at + 1);
            let display = text.clone();
            let replacement = text;
            return Ok((
                begin,
                vec![Pair {
                    display,
                    replacement,
                }],
            ));
        }
        let Some(mut front) = self.front.as_ref().and_then(|it| it.try_borrow_mut().ok()) else {
            return Ok((position, Vec::new()));
        };
        let found = completion::complete(&mut front.session, line, position);
        let pairs = found.candidates.into_iter().map(|it| Pair {
            display: within_a_line(it.label),
            replacement: it.text,
        });
        Ok((found.begin, pairs.collect()))
    }
}

/// A label that takes no second line of a usual terminal.
fn within_a_line(label: String) -> String {
    match label.char_indices().nth(LABEL_MAX) {
        Some((end, _)) => format!("{}…", &label[..end]),
        None => label,
    }
}

impl Hinter for CellHelper {
    type Hint = Shown;

    fn hint(&self, line: &str, position: usize, _context: &Context<'_>) -> Option<Shown> {
        // What is pasted nobody reads while it comes.
        if position < line.len() || self.keys.are_together() {
            return None;
        }
        let hints = self.preferences.is_on(&HINTS);
        if self.preferences.is_on(&MARKS)
            && let Some(mark) = marks::hint(line, hints)
        {
            return Some(Shown::new(mark));
        }
        if !hints {
            return None;
        }
        let front = self.front.as_ref()?;
        let mut front = front.try_borrow_mut().ok()?;
        self.signature.at(&mut front.session, line, columns())
    }
}

impl CellHelper {
    fn theme(&self) -> &'static Theme {
        theme::of(&self.preferences.value(&THEME))
    }
}

impl Highlighter for CellHelper {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        let marks = self.preferences.is_on(&MARKS);
        if !self.color {
            if !(marks && line.contains('\n')) {
                return Cow::Borrowed(line);
            }
            return Cow::Owned(colored(line, None, &theme::PLAIN, marks));
        }
        let shown = self.edited.get() && self.preferences.is_on(&BRACKETS);
        let pair = shown.then(|| brackets::pair_at(line, position));
        Cow::Owned(colored(line, pair.flatten(), self.theme(), marks))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        match self.color {
            true => Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")),
            false => Cow::Borrowed(hint),
        }
    }

    fn highlight_char(&self, line: &str, position: usize, kind: CmdKind) -> bool {
        self.edited.set(kind != CmdKind::ForcedRefresh);
        // Without colours only what has marks is drawn again.
        (self.color || line.contains('\n'))
            && (kind != CmdKind::MoveCursor || brackets::near_bracket(line, position))
    }
}
