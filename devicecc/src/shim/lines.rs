//! Line tables: where code comes from, and keeping a module's places through its optimisation.

use inkwell::module::Module;
use llvm_sys::prelude::LLVMValueRef;

use super::{take_text, view};
use crate::cell::SourceFrame;
use crate::sys;

/// Where places in the code of `object` come from: for each, what was inlined there first, then the function itself. `with_lines` is
/// the same object with its line table, or empty.
pub fn frames_at(object: &[u8], with_lines: &[u8], places: &[(u32, u64)]) -> Vec<Vec<SourceFrame>> {
    let raw: Vec<sys::Place> = places
        .iter()
        .map(|&(section, offset)| sys::Place { section, offset })
        .collect();
    // SAFETY: the spans and places are live for the call; the result is taken once.
    let mut found = unsafe {
        take_frames(sys::chv_frames_at(
            sys::Span::new(object),
            sys::Span::new(with_lines),
            raw.as_ptr(),
            raw.len(),
        ))
    };
    found.resize_with(places.len(), Vec::new);
    found
}

/// The same for places given by their distances from a symbol; nothing for those outside of its section.
pub fn frames_from(
    object: &[u8],
    with_lines: &[u8],
    symbol: &str,
    offsets: &[i64],
) -> Vec<Vec<SourceFrame>> {
    // SAFETY: the spans and offsets are live for the call; the result is taken once.
    let mut found = unsafe {
        take_frames(sys::chv_frames_from(
            sys::Span::new(object),
            sys::Span::new(with_lines),
            sys::Span::new(symbol.as_bytes()),
            offsets.as_ptr(),
            offsets.len(),
        ))
    };
    found.resize_with(offsets.len(), Vec::new);
    found
}

/// Copies what the shim found: frames by place, less the last places if nothing is known of them.
///
/// # Safety
/// They came from the shim and were not taken before.
unsafe fn take_frames(frames: *mut sys::Frames) -> Vec<Vec<SourceFrame>> {
    let mut result = Vec::new();
    // SAFETY: the result is live, and freed once, after all was copied from it.
    unsafe {
        for frame in view((*frames).frames, (*frames).frame_count) {
            let place = frame.place as usize;
            if result.len() <= place {
                result.resize_with(place + 1, Vec::new);
            }
            result[place].push(SourceFrame {
                function: frame.function.text(),
                file: frame.file.text(),
                line: frame.line,
            });
        }
        sys::chv_frames_free(frames);
    }
    result
}

/// Notes at each instruction that can fail the place that it has in the line table; nothing if the module has none.
pub fn note_lines(module: &Module<'_>) {
    // SAFETY: the module is live.
    unsafe { sys::chv_note_lines(module.as_mut_ptr()) }
}

/// Gives the instructions that have lost their places those that were noted.
pub fn restore_lines(module: &Module<'_>) {
    // SAFETY: the module is live.
    unsafe { sys::chv_restore_lines(module.as_mut_ptr()) }
}

/// Does the module tell a debugger of variables, and not of lines alone?
pub fn tells_of_variables(module: &Module<'_>) -> bool {
    // SAFETY: the module is live.
    unsafe { sys::chv_tells_of_variables(module.as_mut_ptr()) != 0 }
}

/// Has the user's own functions stay as they were written, each with a frame and with its variables in memory.
pub fn keep_for_debugger(module: &Module<'_>) {
    // SAFETY: the module is live.
    unsafe { sys::chv_keep_for_debugger(module.as_mut_ptr()) }
}

/// Makes the number of a place, counted from 1, the line of all of the module's instructions that come from there. Gives for each number what was inlined
/// there first, then the function itself.
pub fn number_lines(module: &Module<'_>) -> Vec<Vec<SourceFrame>> {
    // SAFETY: the module is live; the result is taken once.
    unsafe { take_frames(sys::chv_number_lines(module.as_mut_ptr())) }
}

/// Gives a function of the module a place in its line table, if it has one, so that what is inlined into it keeps its lines.
pub fn give_lines(module: &Module<'_>, function: &str) {
    // SAFETY: the module is live, and so is the span for the call.
    unsafe { sys::chv_give_lines(module.as_mut_ptr(), sys::Span::new(function.as_bytes())) }
}

/// What passes have said of how a module's code came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeRemark {
    /// `refusal`, `HasLoop`, `Tile`, or LLVM's own name.
    pub name: String,
    /// The words; `{0}` in them is the first place.
    pub text: String,
    /// The function that it is about.
    pub function: String,
    /// It is about a loop over threads: the first two places are the first and the last line that they do in it.
    pub of_threads: bool,
    /// What was inlined at each place first, then the function itself; nothing if that is not known.
    pub places: Vec<Vec<SourceFrame>>,
}

/// The module's remarks.
pub fn remarks(module: &Module<'_>) -> Vec<CodeRemark> {
    // SAFETY: the module is live; both results are taken once.
    let (text, places) = unsafe {
        let module = module.as_mut_ptr();
        (
            take_text(sys::chv_remarks(module)),
            take_frames(sys::chv_remark_places(module)),
        )
    };
    let mut places = places.into_iter();
    let mut found = Vec::new();
    for record in text.split_terminator('\x1e') {
        let fields: Vec<&str> = record.split('\x1f').collect();
        let [name, text, function, threads, count] = fields[..] else {
            continue;
        };
        let count: usize = count.parse().unwrap_or(0);
        let own = std::iter::repeat_with(|| places.next().unwrap_or_default());
        found.push(CodeRemark {
            name: name.to_owned(),
            text: text.to_owned(),
            function: function.to_owned(),
            of_threads: !threads.is_empty(),
            places: own.take(count).collect(),
        });
    }
    found
}

/// Adds a remark on a function of a module, with the place of an instruction of it, if one is given.
///
/// # Safety
/// The function and the instruction are live values of these kinds.
pub unsafe fn remark(function: LLVMValueRef, name: &str, words: &str, at: LLVMValueRef) {
    // SAFETY: the caller's promise; the spans are live for the call.
    unsafe {
        sys::chv_remark(
            function,
            sys::Span::new(name.as_bytes()),
            sys::Span::new(words.as_bytes()),
            at,
        );
    }
}

/// Of a module that has been through the pass `chv-watch`: where each place comes from that it has numbered.
pub fn watched_places(module: &Module<'_>) -> Vec<Vec<SourceFrame>> {
    // SAFETY: the module is live; the result is taken once.
    unsafe { take_frames(sys::chv_watched_places(module.as_mut_ptr())) }
}
