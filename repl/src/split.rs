//! Cutting text into what a person would have typed: cells and commands, from a pipe line by line, from a file by `// %%` marks.

use std::collections::VecDeque;

use crate::complete::{self, Completeness, Next, Wait};
use crate::leaving;
use crate::lexer::carry::{Carry, Item};
use crate::lexer::outline::Open;
use crate::lexer::progress::Progress;
use crate::transcript::{self, Mark};

/// One thing that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A line that starts with `%`, without white space around it. `%%` commands hold the cell they apply to, on further lines.
    Command(Piece),
    /// A cell.
    Cell(Piece),
    /// No input: something to tell about text that is passed over.
    Note(Piece),
}

impl Input {
    /// Its text and place.
    pub fn piece(&self) -> &Piece {
        match self {
            Input::Command(piece) | Input::Cell(piece) | Input::Note(piece) => piece,
        }
    }
}

/// Text with the lines it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text, without the last line's end.
    pub text: String,
    /// Its first line in the source, from 1.
    pub first_line: u32,
    /// Its last line.
    pub last_line: u32,
    /// What was still missing, if the source ended or was forced to submit before the piece was complete.
    pub missing: Option<Wait>,
}

/// Is this line a command, where no cell is under way?
pub fn is_command(line: &str) -> bool {
    let line = line.trim_start();
    // `%:` and `%>` are C++ (digraphs); a `%` alone is a command that is told to be unknown.
    line.starts_with('%') && !line.starts_with("%:") && !line.starts_with("%>")
}

/// The part of a `%%` command that is a cell, if the text is one: all that stands behind the command's name.
pub fn cell_of_command(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let name_end = text.find(char::is_whitespace).unwrap_or(text.len());
    text.starts_with("%%").then(|| &text[name_end..])
}

/// Is this a command whose cell is no C++, but a text of any kind?
pub fn takes_any_text(text: &str) -> bool {
    let name = text.trim_start().strip_prefix("%%");
    let name = name.and_then(|it| it.split_whitespace().next());
    matches!(name, Some("file" | "bash"))
}

/// Is a typed text complete? As `complete::check`, with commands known.
pub fn check(text: &str) -> Completeness {
    if leaving::is_complete(text) {
        return Completeness::Complete;
    }
    if !is_command(text) {
        return complete::check(text);
    }
    if takes_any_text(text) {
        // Nothing but a blank line tells where such a text ends.
        let last = text.rsplit('\n').next().unwrap_or_default();
        return match text.trim_end().contains('\n') && last.trim().is_empty() {
            true => Completeness::Complete,
            false => Completeness::Incomplete(Wait::Body),
        };
    }
    // The first line of `%%capture` or `%%graph` may have a name, which is no part of the cell.
    let named = ["%%capture", "%%graph"]
        .iter()
        .any(|it| text.trim_start().starts_with(it));
    let cell = match named {
        true => Some(text.trim_start().split_once('\n').map_or("", |it| it.1)),
        false => cell_of_command(text).map(without_options),
    };
    match cell.map(complete::check) {
        Some(Completeness::Empty) => Completeness::Incomplete(Wait::Body),
        Some(completeness) => completeness,
        None => Completeness::Complete,
    }
}

/// Options of `%%` commands before their cells, each with whether a word of its own follows it.
const OPTIONS_BEFORE_CELLS: [(&str, bool); 6] = [
    ("-o", true),
    ("--memory", false),
    ("--bytes", true),
    ("--flops", true),
    ("--count", false),
    ("--cold", false),
];

/// What stands behind the options that `%%profile` and `%%bench` take before their cells.
fn without_options(text: &str) -> &str {
    let word = |text: &str| text.find(char::is_whitespace).unwrap_or(text.len());
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        let (option, behind) = trimmed.split_at(word(trimmed));
        let name = option.split('=').next().unwrap_or_default();
        let Some((_, takes)) = { OPTIONS_BEFORE_CELLS.iter() }.find(|(it, _)| *it == name) else {
            return rest;
        };
        rest = behind;
        if *takes && !option.contains('=') {
            let value = behind.trim_start();
            rest = &value[word(value)..];
        }
    }
}

/// Takes lines one by one and gives inputs as soon as they are certain.
#[derive(Debug, Default)]
pub struct Splitter {
    /// Lines of the input under way, from `first_line`.
    lines: Vec<String>,
    first_line: u32,
    /// Lines seen so far.
    seen: u32,
    /// Number of lines of the input under way that make it complete, if it waits only for the line after.
    complete: Option<usize>,
    /// What the lines after those have left open: comments alone.
    after: Carry,
    /// What is open in the input under way.
    progress: Progress,
    /// Whether blank lines mean nothing within these brackets.
    usual_blanks: Option<((usize, u64), bool)>,
    ready: VecDeque<Input>,
    /// Is this a copied session? Its first line that is not blank tells.
    copied: Option<bool>,
    /// What the copied cell under way began with.
    mark: Option<Mark>,
    /// The source is known to complete what it begins: blank lines mean nothing.
    completes: bool,
}

/// Told once, where a copied session begins.
pub const COPIED: &str =
    "prompt marks are taken off, and lines between the cells are passed over as outputs";

impl Splitter {
    /// Takes one line, without its end.
    pub fn line(&mut self, line: &str) {
        self.seen += 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if self.copied.is_none() && !line.trim().is_empty() {
            let copied = transcript::mark(line).is_some();
            self.copied = Some(copied);
            if copied {
                self.note(COPIED.to_owned());
            }
        }
        if self.copied == Some(true) {
            return self.copied_line(line);
        }
        match self.complete {
            Some(complete) => self.line_after(complete, line),
            None => self.take(line),
        }
    }

    /// A line behind one that may have been the last of its input. Comments wait for the line after them, whatever is in them.
    fn line_after(&mut self, complete: usize, line: &str) {
        let in_comment = self.after.in_comment();
        let mut code = None;
        self.after.line(line, &mut |item| {
            code.get_or_insert(match item {
                Item::Token(token) => token.begin,
                Item::Directive(_) => 0,
            });
        });
        // Where a comment of the lines before ends, what stands behind it is the line.
        let own = match code {
            Some(begin) if in_comment => " ".repeat(begin) + &line[begin..],
            _ => line.to_owned(),
        };
        let only_comment = code.is_none() && !self.after.goes_on_with_code();
        let next = match only_comment && (in_comment || self.after.in_comment()) {
            true => Next::Comment,
            false => complete::next(&self.text(complete), &own),
        };
        match next {
            Next::Comment => self.push_line(line),
            Next::Joins => {
                self.complete = None;
                self.take(line);
            }
            Next::Begins => {
                self.submit(complete, None);
                self.take(&own);
            }
        }
    }

    /// A line of a copied session: code if it has a mark or goes on with a cell, an output otherwise.
    fn copied_line(&mut self, line: &str) {
        let under_way = !self.lines.is_empty();
        match transcript::mark(line) {
            // `>>>` may close a launch that is written over lines.
            Some((Mark::Foreign, _)) if under_way && self.mark != Some(Mark::Foreign) => {
                self.take(line);
            }
            Some((mark, text)) => {
                if under_way {
                    self.end();
                }
                self.mark = Some(mark);
                match mark {
                    Mark::Shell => self.note(format!("`{text}` is for a shell, and passed over")),
                    Mark::Numbered | Mark::Foreign => self.take(text),
                }
            }
            None if under_way && self.mark == Some(Mark::Foreign) => {
                self.take(transcript::without_dots(line));
            }
            None if under_way => self.take(&transcript::without_mark(line)),
            None => {}
        }
    }

    fn note(&mut self, text: String) {
        let (first_line, last_line) = (self.seen, self.seen);
        self.ready.push_back(Input::Note(Piece {
            text,
            first_line,
            last_line,
            missing: None,
        }));
    }

    /// Is an input under way that further lines have to complete?
    pub fn waits(&self) -> bool {
        !self.lines.is_empty() && self.complete.is_none()
    }

    /// The source has ended: what is under way is submitted as it is.
    pub fn end(&mut self) {
        match self.complete {
            Some(complete) if self.after.in_block_comment() => {
                let rest = self.lines[complete..].join("\n");
                let first_line = self.first_line + complete as u32;
                self.submit(complete, None);
                self.first_line = first_line;
                self.push(rest, self.seen, Some(Wait::Closing(Open::Comment)));
            }
            Some(complete) => self.submit(complete, None),
            None => match check(&self.text(self.lines.len())) {
                Completeness::Incomplete(wait) => self.submit(self.lines.len(), Some(wait)),
                _ => self.submit(self.lines.len(), None),
            },
        }
    }

    /// The next input, if one is certain.
    pub fn next_input(&mut self) -> Option<Input> {
        self.ready.pop_front()
    }

    fn take(&mut self, line: &str) {
        if self.lines.is_empty() {
            if line.trim().is_empty() {
                return;
            }
            self.first_line = self.seen;
        }
        // A line without indentation after two blank ones begins anew, as at the prompt, where they submit.
        if !line.trim().is_empty()
            && !line.starts_with([' ', '\t', '}', ')', ']', '#'])
            && self.waits_after_blank_lines()
        {
            let wait = match check(&self.text(self.lines.len())) {
                Completeness::Incomplete(wait) => Some(wait),
                _ => None,
            };
            self.submit(self.lines.len(), wait);
            self.first_line = self.seen;
        }
        let set_apart = self.progress.is_set_apart();
        self.push_line(line);
        let forced = line.trim() == ";;" && !set_apart;
        // The whole text is read again only where this line may have completed it: lines of a long cell cost what they have in them.
        if self.progress.open().is_some() && !forced {
            return;
        }
        let text = self.text(self.lines.len());
        match check(&text) {
            Completeness::Incomplete(wait) if forced => {
                self.submit_forced(wait);
            }
            Completeness::Incomplete(_) => {}
            // Comments alone are nothing to run.
            Completeness::Empty => self.clear(),
            // A prompt takes what is complete, so no line of a copied session goes on with it.
            Completeness::Complete
                if self.copied != Some(true)
                    && !is_command(&text)
                    && !leaving::is_complete(&text)
                    && complete::may_go_on(&text) =>
            {
                self.complete = Some(self.lines.len());
                self.after = Carry::default();
            }
            Completeness::Complete => self.submit(self.lines.len(), None),
        }
    }

    fn waits_after_blank_lines(&mut self) -> bool {
        let blank = |line: &String| line.trim().is_empty();
        !self.completes
            && self.lines.len() > 2
            && self.lines[self.lines.len() - 2..].iter().all(blank)
            && !self.blank_lines_are_usual()
    }

    fn blank_lines_are_usual(&mut self) -> bool {
        if self.progress.is_set_apart() {
            return true;
        }
        let brackets = self.progress.brackets();
        match self.usual_blanks {
            Some((known, usual)) if known == brackets => usual,
            _ => {
                let usual = complete::blank_lines_are_usual(&self.text(self.lines.len()));
                self.usual_blanks = Some((brackets, usual));
                usual
            }
        }
    }

    /// Adds a line to the input under way.
    fn push_line(&mut self, line: &str) {
        let first = self.lines.is_empty();
        self.lines.push(line.to_owned());
        if takes_any_text(&self.lines[0]) {
            return;
        }
        match (first && is_command(line), cell_of_command(line)) {
            (false, _) => self.progress.line(line),
            (true, cell) => self.progress.line(cell.unwrap_or("")),
        }
    }

    fn clear(&mut self) {
        self.lines.clear();
        self.complete = None;
        self.progress = Progress::default();
        self.usual_blanks = None;
    }

    fn text(&self, lines: usize) -> String {
        self.lines[..lines].join("\n")
    }

    /// Submits the first `count` lines; lines after them were comments.
    fn submit(&mut self, count: usize, missing: Option<Wait>) {
        let last_line = self.first_line + count.max(1) as u32 - 1;
        self.push(self.text(count), last_line, missing);
    }

    /// Submits the lines before the `;;` that forced them.
    fn submit_forced(&mut self, wait: Wait) {
        let last_line = self.seen;
        self.lines.pop();
        self.push(self.text(self.lines.len()), last_line, Some(wait));
    }

    fn push(&mut self, text: String, last_line: u32, missing: Option<Wait>) {
        if check(&text) != Completeness::Empty {
            self.ready
                .push_back(input(text, self.first_line, last_line, missing));
        }
        self.clear();
    }
}

fn input(text: String, first_line: u32, last_line: u32, missing: Option<Wait>) -> Input {
    let command = is_command(&text);
    let text = text.trim_end().to_owned();
    let text = if command {
        text.trim_start().to_owned()
    } else {
        text
    };
    let piece = Piece {
        text,
        first_line,
        last_line,
        missing,
    };
    if command {
        Input::Command(piece)
    } else {
        Input::Cell(piece)
    }
}

/// Does a copied session wait for more lines; `None` if the text is none.
pub fn copied_waits(text: &str) -> Option<bool> {
    transcript::begins(text).then(|| {
        let mut splitter = Splitter::default();
        text.lines().for_each(|line| splitter.line(line));
        splitter.waits()
    })
}

/// All inputs of a text, as if each line had been typed.
pub fn split_lines(text: &str) -> Vec<Input> {
    let mut splitter = Splitter::default();
    text.lines().for_each(|line| splitter.line(line));
    splitter.end();
    splitter.ready.into()
}

/// All inputs of a text that was typed or pasted at a prompt.
pub fn split_typed(text: &str) -> Vec<Input> {
    let mut splitter = Splitter {
        completes: !matches!(check(text), Completeness::Incomplete(_)),
        ..Splitter::default()
    };
    text.lines().for_each(|line| splitter.line(line));
    splitter.end();
    splitter.ready.into()
}

/// Does this line begin a cell of a marked file: `// %%`, with or without a title?
pub fn is_mark(line: &str) -> bool {
    line.trim_start()
        .strip_prefix("//")
        .is_some_and(|rest| rest.trim_start().starts_with("%%"))
}

/// Is the line after `before` in the middle of what lines do not divide: a comment, a string, text that is left out by `#if`?
fn is_inside(before: &str) -> Option<Open> {
    match check(before) {
        Completeness::Incomplete(Wait::Closing(
            open @ (Open::Comment | Open::RawLiteral | Open::Conditional | Open::Splice),
        )) => Some(open),
        _ => None,
    }
}

/// Does a line that looks like a mark belong to the cell before it? Only if what it is in the middle of has an end: else one mistake would
/// swallow all cells after it.
fn is_no_mark(before: &[&str], rest: &str) -> bool {
    let before = before.join("\n");
    is_inside(&before).is_some_and(|open| is_inside(&format!("{before}\n{rest}")) != Some(open))
}

/// A cell's text as it can stand in a marked file: comments that look like marks get another slash.
pub fn without_marks(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let plain = is_mark(line) && is_inside(result.strip_suffix('\n').unwrap_or("")).is_none();
        result += &match plain {
            true => line.replacen("//", "///", 1),
            false => line.to_owned(),
        };
    }
    result
}

/// The inputs of a file with `// %%` marks; `None` if it has no marks. What stands between two marks is one cell, except that lines
/// with commands stand for themselves.
pub fn split_marked(text: &str) -> Option<Vec<Input>> {
    text.lines().any(is_mark).then(|| split_cell(text))
}

/// The inputs of a notebook's cell: it is one, except that lines with commands stand for themselves, and marks divide it.
pub fn split_cell(text: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut first_line = 1;
    let mut rest = text;
    for (number, line) in (1u32..).zip(text.lines()) {
        let here = rest;
        rest = rest.split_once('\n').map_or("", |(_, after)| after);
        if is_mark(line) && !is_no_mark(&lines, here) {
            flush(&mut inputs, &mut lines, first_line);
            first_line = number + 1;
        } else if is_command(line)
            && !matches!(check(&lines.join("\n")), Completeness::Incomplete(_))
        {
            flush(&mut inputs, &mut lines, first_line);
            if cell_of_command(line).is_some() {
                // A `%%` command takes the rest of its cell.
                lines.push(line);
                first_line = number;
            } else {
                inputs.push(input(line.to_owned(), number, number, None));
                first_line = number + 1;
            }
        } else {
            lines.push(line);
        }
    }
    flush(&mut inputs, &mut lines, first_line);
    inputs
}

fn flush(inputs: &mut Vec<Input>, lines: &mut Vec<&str>, first_line: u32) {
    let blank = lines
        .iter()
        .take_while(|line| line.trim().is_empty())
        .count();
    let text = lines[blank..].join("\n");
    if check(&text) != Completeness::Empty {
        let count = text.trim_end().lines().count() as u32;
        inputs.push(input(
            text,
            first_line + blank as u32,
            first_line + blank as u32 + count.max(1) - 1,
            None,
        ));
    }
    lines.clear();
}

#[cfg(test)]
mod tests;
